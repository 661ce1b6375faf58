/** Letters: what people see as one sign, an emoji of several parts too. */

/** @type {Intl.Segmenter | undefined} one for all: it takes long to make */
let segmenter;

/** @param {string} text @returns {string[]} */
export function letters(text) {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return [...segmenter.segment(text)].map(({ segment }) => segment);
}

/** As much of a text as there may be, counted as core/text.py counts: no sign is cut. @param {string} text @param {number} most */
export function shortened(text, most) {
  if (text.length <= most) return text;
  let room = most, kept = "";
  for (const letter of letters(text)) {
    room -= [...letter].filter((sign) => !/[\p{M}\p{C}]/u.test(sign)).length;
    if (room < 0) break;
    kept += letter;
  }
  return kept;
}
