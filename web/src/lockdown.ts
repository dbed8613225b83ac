/**
 * Takes out of the worker what Python has no business with: the site's storage, the page, and the network.
 *
 * Python in the page reaches every name of its worker (`import js`). So once it is ready and before it runs anybody's
 * code, the names that are not needed go, whatever they are: what a browser adds tomorrow goes as well. What the worker
 * itself still needs, it has taken before. There is no eval either, so no code of another language comes in.
 */

const LANGUAGE =
  "AggregateError Array ArrayBuffer AsyncDisposableStack Atomics BigInt BigInt64Array BigUint64Array Boolean DataView Date " +
  "DisposableStack Error EvalError FinalizationRegistry Float16Array Float32Array Float64Array Infinity Int16Array " +
  "Int32Array Int8Array Intl Iterator JSON Map Math NaN Number Object Promise Proxy RangeError ReferenceError Reflect " +
  "RegExp Set SharedArrayBuffer String SuppressedError Symbol SyntaxError Temporal TypeError URIError Uint16Array " +
  "Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet WebAssembly decodeURI decodeURIComponent encodeURI " +
  "encodeURIComponent escape globalThis isFinite isNaN parseFloat parseInt undefined unescape";
/** What Pyodide and the SDK use, and what reaches nothing. */
const HARMLESS =
  "AbortController AbortSignal Blob CustomEvent DOMException DecompressionStream ErrorEvent Event EventTarget File FormData " +
  "Headers MessageChannel MessageEvent MessagePort PERSISTENT Performance ReadableStream ReadableStreamDefaultReader Request Response " +
  "TextDecoder TextEncoder TransformStream URL URLSearchParams WritableStream addEventListener atob btoa clearInterval " +
  "clearTimeout console constructor crypto dispatchEvent isSecureContext location name origin performance queueMicrotask " +
  "removeEventListener self setInterval setTimeout structuredClone TEMPORARY toString";
const KEPT = new Set<PropertyKey>(`${LANGUAGE} ${HARMLESS}`.split(" "));

const NETWORK = "This page's Python has no network. Everything in the course works without one.";
const SCRIPT = "This page's Python runs no JavaScript.";
const MESSAGE = "Only the page's own parts send it messages.";
/** Names that libraries look for: asked for, they say why they do nothing. */
const REFUSED: Record<string, string> = {
  EventSource: NETWORK,
  WebSocket: NETWORK,
  XMLHttpRequest: NETWORK,
  fetch: NETWORK,
  importScripts: SCRIPT,
  Worker: SCRIPT,
  eval: SCRIPT,
  postMessage: MESSAGE,
};

type Scope = Record<PropertyKey, unknown>;

/** A function that can be called with `new` or without, and does neither. */
function refusal(why: string): () => never {
  return function refused(): never {
    throw new Error(why);
  };
}

/** Put a value in the place of a property, for good. */
function fix(target: object, key: PropertyKey, value: unknown): void {
  Object.defineProperty(target, key, { value, writable: false, configurable: false });
}

/** The objects whose properties are names of a scope, from the scope itself up to what every object has. */
function namespaces(scope: object): object[] {
  const found: object[] = [];
  for (let at: object | null = scope; at; at = Object.getPrototypeOf(at)) {
    if (at === Object.prototype || at === globalThis.EventTarget?.prototype) break;
    found.push(at);
  }
  return found;
}

/** The names that a scope has from its browser: take them before anything else adds its own. */
export function namesOf(scope: object): Set<PropertyKey> {
  return new Set(namespaces(scope).flatMap((at) => Reflect.ownKeys(at)));
}

/**
 * Take the names of a worker away, but for those that are kept.
 *
 * @param scope - the worker's global object.
 * @param names - `namesOf` the scope, from before Python was started.
 * @returns the names that could not be taken away; empty when all is well.
 */
export function lockDown(scope: object, names: ReadonlySet<PropertyKey>): string[] {
  const global = scope as Scope;
  const left: string[] = [];
  const { userAgent, language, onLine } = (global.navigator ?? {}) as Partial<Navigator>;
  for (const at of namespaces(scope)) {
    for (const key of Reflect.ownKeys(at)) {
      if (!names.has(key) || KEPT.has(key) || typeof key === "symbol") continue;
      if (key === "Function") continue; // below
      if (!Reflect.deleteProperty(at, key)) left.push(key);
    }
  }
  for (const [name, why] of Object.entries(REFUSED)) fix(scope, name, refusal(why));
  fix(scope, "navigator", Object.freeze({ userAgent, language, onLine }));
  refuseCode(global);
  const address = global.URL as Partial<typeof URL> | undefined;
  if (address) {
    // An address for a blob is how a script, or a worker, would be made out of text.
    fix(address, "createObjectURL", refusal(SCRIPT));
    fix(address, "revokeObjectURL", refusal(SCRIPT));
  }
  return left;
}

/** Where the page has no policy that forbids it, text still becomes no code. */
function refuseCode(global: Scope): void {
  const kinds = [
    () => {},
    async () => {},
    function* () {},
    async function* () {}, // each has a constructor of its own
  ];
  for (const kind of kinds) {
    const prototype = Object.getPrototypeOf(kind);
    const refuse = refusal(SCRIPT);
    fix(refuse, "prototype", prototype); // for `instanceof`
    fix(prototype, "constructor", refuse);
    if (prototype === Function.prototype) fix(global, "Function", refuse);
  }
  for (const name of ["setTimeout", "setInterval"]) {
    const usual = global[name] as typeof setTimeout;
    const careful = (act: unknown, ...given: never[]) => {
      if (typeof act !== "function") throw new Error(SCRIPT);
      return usual(act as () => void, ...given);
    };
    for (const at of namespaces(global))
      if (at === global || Object.hasOwn(at, name)) fix(at, name, careful);
  }
}
