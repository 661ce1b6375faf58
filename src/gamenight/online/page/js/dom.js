/** Elements, made from data. Texts are texts: nothing here reads markup. */

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} Props */

/**
 * An element. `class`, `data-*`, `aria-*` and the like are attributes, `on*` are listeners; false,
 * null and undefined leave an attribute out, true leaves its value empty.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Props | null} [props]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, props, ...children) {
  const made = document.createElement(tag);
  set(made, props ?? {});
  add(made, children);
  return made;
}

/**
 * An element of a drawing.
 * @param {string} tag
 * @param {Props | null} [props]
 * @param {...Child} children
 * @returns {SVGElement}
 */
export function svg(tag, props, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  set(made, props ?? {});
  add(made, children);
  return made;
}

/** @param {Element} element @param {Props} props */
export function set(element, props) {
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === false || value === null || value === undefined) element.removeAttribute(name);
    else if (element.getAttribute(name) !== (value === true ? "" : String(value))) element.setAttribute(name, value === true ? "" : String(value));
  }
}

/** @param {Element} element @param {Child[]} children */
function add(element, children) {
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (child instanceof Node ? child : String(child))));
}

/**
 * Show these children, and touch nothing that is in its place already, so that focus stays.
 * @param {Element} element
 * @param {...Child} children
 */
export function show(element, ...children) {
  const shown = children.filter((child) => child !== null && child !== undefined && child !== false)
    .map((child) => (child instanceof Node ? child : String(child)));
  const stays = (/** @type {ChildNode} */ there) => shown.includes(there) || (there.nodeType === Node.TEXT_NODE && shown.includes(there.textContent ?? ""));
  for (const there of [...element.childNodes]) if (!stays(there)) there.remove();
  let next = element.firstChild;
  for (const child of shown) {
    const inPlace = typeof child === "string" ? next?.nodeType === Node.TEXT_NODE && next.textContent === child : child === next;
    if (inPlace) next = /** @type {ChildNode} */ (next).nextSibling;
    else element.insertBefore(typeof child === "string" ? document.createTextNode(child) : child, next);
  }
  while (next) {
    const after = next.nextSibling;
    next.remove();
    next = after;
  }
}

/**
 * Change what is in an element; if what had the focus is gone then, the element has it, or what is
 * the main thing in it, so that whoever uses the keyboard goes on from there.
 * @param {HTMLElement} home @param {() => void} change
 */
export function keepingFocus(home, change) {
  const inside = home.contains(document.activeElement);
  change();
  const now = document.activeElement;
  if (!inside || (now && home.contains(now) && now.checkVisibility())) return;
  const main = home.querySelector("main") ?? home;
  if (!main.hasAttribute("tabindex")) main.tabIndex = -1;
  main.focus({ preventScroll: true });
}

/** Whether a button can be pressed; where it had the focus, what is beside it has it then. @param {HTMLButtonElement} button @param {boolean} off @param {HTMLElement} beside */
export function disable(button, off, beside) {
  const had = button === document.activeElement;
  button.disabled = off;
  if (off && had) beside.focus();
}

/** The element of this id, which the page always has. @param {string} id @returns {HTMLElement} */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
