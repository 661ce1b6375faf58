/** Share: a link, the record, a picture. */
import { dialog } from "./dialog.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";

/**
 * What there is to share. say: a sentence for people; picture: draws one when it is asked for.
 * @typedef {{title: string, link: string, record: string, file: string, picture: () => Promise<Blob>, say: (sentence: string) => void}} Shared
 */

/** The link to the replay of a table. @param {string} id */
export const replayLink = (id) => `${location.origin}/r/${id}`;

/** Hand the link on: with the phone's own sheet where there is one, else copy it. @param {Shared} shared */
export async function shareLink({ title, link, say }) {
  if (navigator.share && matchMedia("(pointer: coarse)").matches) {
    await navigator.share({ title, url: link }).catch(() => {}); // closing the sheet is fine
    return;
  }
  try {
    await navigator.clipboard.writeText(link);
    say("The link is copied.");
  } catch {
    say(`The link: ${link}`); // no clipboard without https
  }
}

/** @param {Shared} shared */
export async function sharePicture({ title, file, picture, say }) {
  const blob = await picture(), image = new File([blob], `${file}.png`, { type: "image/png" });
  if (navigator.canShare?.({ files: [image] }) && matchMedia("(pointer: coarse)").matches) {
    await navigator.share({ title, files: [image] }).catch(() => {});
    return;
  }
  const link = h("a", { href: URL.createObjectURL(blob), download: image.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  say("The picture is saved.");
}

/** The three ways, as buttons. @param {Shared} shared @param {string} [look] */
export const ways = (shared, look = "button quiet") => [
  h("button", { type: "button", class: look, onclick: () => void shareLink(shared) }, icon("link"), "Link to the replay"),
  h("button", { type: "button", class: look, onclick: () => void sharePicture(shared) }, icon("picture"), "Picture"),
  h("a", { class: look, href: shared.record, download: `${shared.file}.json` }, icon("file"), "Record"),
];

/** The same as one button, where there is less room. @param {Shared} shared */
export const shareButton = (shared) =>
  h("button", { type: "button", class: "button share-all", "aria-label": "Share", onclick: () => void dialog("Share", () => [h("div", { class: "stack" }, ...ways(shared, "button wide"))]) }, icon("share"));
