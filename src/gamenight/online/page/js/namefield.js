/** Name field: where somebody writes a name; it takes as much of it as a name may have. */
import { h, set } from "./dom.js";
import { shortened } from "./letters.js";
import { LONGEST_NAME } from "./store.js";

/** @param {import("./dom.js").Props} props */
export function nameField(props) {
  const field = h("input", { class: "input", dir: "auto" });
  field.addEventListener("input", (event) => {
    const taken = shortened(field.value, LONGEST_NAME), writing = event instanceof InputEvent && event.isComposing;
    if (!writing && taken !== field.value) field.value = taken;
  });
  set(field, props);
  return field;
}
