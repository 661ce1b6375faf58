/** Near: an address to which nothing but this very machine can come, and what to do about it. */
import { h } from "./dom.js";

const LOOPBACK = /^(localhost|127\.|\[::1\])/;

/** @param {string} hostname */
export const isNear = (hostname) => LOOPBACK.test(hostname);

/** How to let others in. */
export const openUp = () => ["Only this machine can join. To let your network in, start it with ", h("b", null, "host --lan"), " or ", h("b", null, "serve --address 0.0.0.0"), "."];
