/** Keys: a match by keyboard alone. */
import { ARROWS, onward } from "./arrows.js";
import { calm } from "./film.js";
import { back, enter, type } from "./selection.js";

const READ = 500; // milliseconds until a question is read

/** @param {import("./match.js").MatchView} match @param {KeyboardEvent} event */
export function pressed(match, event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || document.querySelector("dialog[open]")) return;
  const where = event.target instanceof Element ? event.target : document.body;
  if (where.closest("input, select, textarea, .log, .bar")) return;
  if (match._busy && (event.key === "Enter" || event.key === " " || event.key === "Escape")) {
    event.preventDefault();
    if (!event.repeat) match.skip();
    return;
  }
  if (ARROWS[event.key]) {
    event.preventDefault();
    onward([...match.board.touchable(), ...match.players.touchable(), ...match.question.touchable()], ARROWS[event.key]);
  } else if (match.selection && event.key === "Escape") {
    match._take(back(match.selection));
  } else if (event.key === "Enter" && (match.selection?.typed || !where.closest("a, button")) && !event.repeat) {
    event.preventDefault();
    const skipping = !calm() && performance.now() - match._since < READ; // the last key was meant for what moved
    if (match.selection?.typed) match._take(enter(match.scene, match.selection));
    else if (match.selection?.path.length || !skipping) match.question.main?.click();
  } else if (match.selection && event.key.length === 1 && event.key !== " " && !event.repeat) {
    if (!match._take(type(match.scene, match.selection, event.key))) match._refused(`“${event.key}” means nothing here.`);
  }
}
