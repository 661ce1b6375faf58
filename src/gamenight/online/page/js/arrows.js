/** Arrows: from one thing to the nearest in a direction, by keys. */

const SIDEWAYS = 2.2; // how much worse it is to be aside than to be far

/** @type {Record<string, [number, number]>} Keys, and where they lead: right and down are positive. */
export const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Focus goes to the nearest of these in this direction; to the first if it is on none. @param {HTMLElement[]} all @param {[number, number]} way */
export function onward(all, [x, y]) {
  const now = all.find((one) => one === document.activeElement);
  if (!now) {
    all[0]?.focus();
    return;
  }
  const [fromX, fromY] = middle(now);
  const far = (/** @type {Element} */ one) => {
    const [toX, toY] = middle(one), ahead = (toX - fromX) * x + (toY - fromY) * y, aside = Math.abs((toX - fromX) * y) + Math.abs((toY - fromY) * x);
    return ahead > 4 ? ahead + SIDEWAYS * aside : Infinity;
  };
  const nearest = all.filter((one) => far(one) < Infinity).sort((one, other) => far(one) - far(other))[0];
  nearest?.focus();
}

/** @param {Element} one @returns {[number, number]} */
function middle(one) {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}
