/** A line to a table that comes back by itself, and sends again what was not answered. */

/** @typedef {import("./types").Heard} Heard */
/** @typedef {{heard: (message: Heard) => void, state: (state: LineState, reason: string) => void}} Ears */
/** @typedef {"connecting" | "open" | "again" | "ended"} LineState */

export const OFFLINE = "You are offline.";
const VERSION = 1;
const FIRST_WAIT = 400, LONGEST_WAIT = 8000; // milliseconds until the next try
const QUIET = 25000; // milliseconds without a word until the line is tried
const AWAKE = 3000; // milliseconds that a line has to answer when somebody looks at the page again
const FINAL = new Set([4400, 4403, 4404, 4426, 4429]);

/** The id of a new message, drawn by itself: whoever saw one could tell the next if they counted up, and a claim's is as good as a token. */
function drawnId() {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return 2 ** 32 + high * 2 ** 20 + (low >>> 12);
}

export class Line {
  /**
   * @param {string} path of the table: `m/ID` or `c/CODE`
   * @param {string[]} tokens of the people at this screen
   * @param {Ears} ears
   */
  constructor(path, tokens, ears) {
    this.path = path;
    this.tokens = tokens;
    this._ears = ears;
    /** @type {Map<number, any>} */
    this._unanswered = new Map();
    /** @type {{match?: number, have?: import("./types").At}} what was heard of which match: after a cut only the rest is told */
    this._known = {};
    this._wait = FIRST_WAIT;
    this._bye = ""; // why the server goes, as it has said
    this._closed = false;
    this._online = () => this._connect();
    addEventListener("online", this._online);
    this._offline = () => this._drop();
    addEventListener("offline", this._offline);
    this._seen = () => { if (document.visibilityState === "visible") this._wake(); };
    addEventListener("visibilitychange", this._seen);
    this._connect();
  }

  /** Send a message, again after a cut until it is answered; its id. @param {object} message */
  send(message) {
    const id = drawnId();
    const whole = { ...message, id };
    this._unanswered.set(id, whole);
    this._write(whole);
    return id;
  }

  close() {
    this._closed = true;
    removeEventListener("online", this._online);
    removeEventListener("offline", this._offline);
    removeEventListener("visibilitychange", this._seen);
    clearTimeout(this._later);
    clearTimeout(this._quiet);
    this._socket?.close();
  }

  /** @param {any} message */
  _write(message) {
    if (this._socket?.readyState === WebSocket.OPEN) this._socket.send(JSON.stringify(message));
  }

  _connect() {
    clearTimeout(this._later);
    if (this._closed || (this._socket && this._socket.readyState < WebSocket.CLOSING)) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/${this.path}/socket`);
    this._socket = socket;
    clearTimeout(this._quiet);
    this._quiet = setTimeout(() => this._drop(), QUIET / 2); // a new line may be dead as well
    socket.onopen = () => socket.send(JSON.stringify({ t: "hello", v: VERSION, tokens: this.tokens, want: "scene", ...this._known }));
    socket.onmessage = (event) => this._hear(JSON.parse(event.data));
    socket.onclose = (event) => {
      if (socket === this._socket) this._lost(event.code, event.reason);
    };
  }

  /** @param {any} message */
  _hear(message) {
    this._listen();
    if (message.id !== undefined) this._unanswered.delete(message.id);
    if (message.t === "welcome") this._known = message.match === undefined ? {} : { match: message.match, have: message.n ?? [0, 0] };
    else if (message.t === "ply" || message.t === "cut") this._known.have = message.n;
    else if (message.t === "bye") this._bye = message.text;
    if (message.t === "welcome" && !this._welcome) {
      this._welcome = true;
      this._bye = "";
      this._wait = FIRST_WAIT;
      this._ears.state("open", "");
      this._ears.heard(message);
      for (const waiting of this._unanswered.values()) this._write(waiting);
      return;
    }
    this._ears.heard(message);
  }

  /** A line that says nothing may be dead: ask, and then drop it. */
  _listen() {
    clearTimeout(this._quiet);
    this._quiet = setTimeout(() => this._ask(QUIET / 2), QUIET);
  }

  /** Whether somebody is still there. @param {number} patience milliseconds until nobody is */
  _ask(patience) {
    clearTimeout(this._quiet);
    this._write({ t: "ping", id: 0 });
    this._quiet = setTimeout(() => this._drop(), patience);
  }

  /** A phone that has slept: what is not connected is connected at once, and a line that seems open may have died unnoticed. */
  _wake() {
    if (this._welcome) this._ask(AWAKE);
    else this._connect();
  }

  /** This device has no network any more: a socket would notice it minutes later. */
  _drop() {
    const socket = this._socket;
    this._socket = undefined;
    socket?.close();
    this._lost(0, "");
  }

  /** @param {number} code @param {string} reason */
  _lost(code, reason) {
    clearTimeout(this._quiet);
    this._welcome = false;
    if (this._closed) return;
    if (FINAL.has(code)) {
      this._closed = true; // whatever happens to the network or the phone
      this._ears.state("ended", reason);
      return;
    }
    this._ears.state("again", navigator.onLine ? this._bye : OFFLINE);
    this._later = setTimeout(() => this._connect(), this._wait);
    this._wait = Math.min(this._wait * 1.6, LONGEST_WAIT);
  }
}
