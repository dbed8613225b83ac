/** The page's side of the service worker: the course without a connection, and newer versions of it. */

import { button, el } from "./dom.ts";
import { savesData } from "./intent.ts";
import type { Choice } from "./notice.ts";
import type { FromServiceWorker, Kept, State, ToServiceWorker } from "./sw-protocol.ts";

/** The site as this page knows it. */
export interface Site {
  root: URL;
  /** The version that the page's code is of; in a site that is not put together, no version. */
  version: string;
  /** Store what the reader typed. */
  save: () => void | Promise<void>;
}

/** Milliseconds that Python waits for a new service worker, so that what it fetches is kept as it passes. */
const PATIENCE = 3000;
const LATER = "turnkeeper-later";

let followed = false;
let settled = false;
/** The newer version that the reader is told of. */
let offered: string | undefined;

const isVersion = (version: string) => /^[0-9a-f]+$/.test(version);

function serviceWorkers(): ServiceWorkerContainer | undefined {
  return navigator.serviceWorker; // undefined where the address is not secure, or the reader wants none
}

function ours({ root }: Site): ServiceWorker | undefined {
  const controller = serviceWorkers()?.controller;
  return controller?.scriptURL === new URL("sw.js", root).href ? controller : undefined;
}

function ask<Answer>(worker: ServiceWorker, message: ToServiceWorker): Promise<Answer> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    worker.postMessage(message, [port2]);
  });
}

/**
 * Have the service worker ready before Python is fetched.
 *
 * Never rejects: without it the page works as ever, with a connection.
 */
export async function prepare(site: Site): Promise<void> {
  const container = serviceWorkers();
  if (!container || !isVersion(site.version) || savesData() || container.controller) return;
  try {
    const address = new URL("sw.js", site.root);
    const scope = site.root.pathname;
    const registration = await container.register(address, { scope, updateViaCache: "none" });
    const fresh = registration.installing;
    if (!fresh) return; // a hard reload goes past the service worker
    await new Promise<void>((resolve) => {
      setTimeout(resolve, PATIENCE);
      container.addEventListener("controllerchange", () => resolve(), { once: true });
      fresh.addEventListener("statechange", () => fresh.state === "redundant" && resolve());
    });
  } catch (error) {
    console.warn("Turnkeeper: the course cannot be kept for use without a connection.", error);
  }
}

/** Answer the service worker, and tell the reader of a newer version. */
export function follow(site: Site): void {
  const container = serviceWorkers();
  if (followed || !container || !isVersion(site.version)) return;
  followed = true;
  container.addEventListener("message", async ({ data, ports }) => {
    const message = data as FromServiceWorker;
    if (message.type === "version?") ports[0]?.postMessage(site.version);
    if (message.type === "newer") offer(site, message.version);
    if (message.type === "reload") window.location.reload();
    if (message.type === "save") {
      await site.save();
      ports[0]?.postMessage("saved");
    }
  });
  container.startMessages();
  const look = async (again: boolean) => {
    const worker = ours(site);
    if (!worker) return;
    const { served, waiting } = await ask<State>(worker, { type: "state" });
    // The browser may have put this page aside while the reader took another version.
    if (again && served !== undefined && served !== site.version) window.location.reload();
    else if (waiting !== undefined) offer(site, waiting);
  };
  window.addEventListener("pageshow", ({ persisted }) => persisted && void look(true));
  void look(false);
}

/** After a run: keep the whole course on this device. */
export async function keep(site: Site): Promise<void> {
  const worker = ours(site);
  if (settled || !worker || savesData()) return;
  settled = true;
  const answer = await ask<Kept>(worker, { type: "keep", version: site.version });
  if (answer.kept) {
    if (answer.first) {
      const rest = "The notebooks and the Python reference still need a connection.";
      show(`This course works offline now. ${rest}`, [["Close", () => {}]]);
    }
  } else if (answer.why === "no room") {
    const words = "This device has no room to keep the course, so it needs a connection.";
    show(words, [["Close", () => {}]]);
  } else {
    settled = false; // the next run tries again
  }
}

function offer(site: Site, version: string): void {
  const key = `${site.root.pathname}${LATER}`;
  if (offered === version || remembered(key) === version) return;
  offered = version;
  const words =
    "A newer version of the course is ready. Your text and your progress stay; what runs in Python ends, in all tabs.";
  show(words, [
    ["Load it now", () => ours(site)?.postMessage({ type: "apply" } satisfies ToServiceWorker)],
    ["Later", () => remember(key, version)],
  ]);
}

function remembered(key: string): string | null {
  try {
    return window.sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function remember(key: string, value: string): void {
  try {
    window.sessionStorage.setItem(key, value);
  } catch {
    // Private mode: the next page asks again.
  }
}

/** Show a message at the lower edge until one of its buttons is pressed. Escape takes the last one. */
function show(words: string, choices: Choice[]): void {
  const status = el("p", { role: "status" });
  const box = el("section", {
    class: "tk-version md-typeset",
    "aria-label": "Course on this device",
  });
  let home: EventTarget | null = null;
  const close = (action: () => void) => {
    const hadFocus = box.contains(document.activeElement);
    box.remove();
    if (hadFocus && home instanceof HTMLElement) home.focus();
    action();
  };
  box.append(status, ...choices.map(([label, action]) => button(label, () => close(action))));
  box.addEventListener("focusin", ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && box.contains(relatedTarget))) home = relatedTarget;
  });
  box.addEventListener("keydown", ({ key }) => {
    const last = choices.at(-1);
    if (key === "Escape" && last) close(last[1]);
  });
  document.querySelector(".tk-version")?.remove();
  document.body.append(box);
  // A screen reader reads what changes in a region that it knows already.
  setTimeout(() => status.replaceChildren(words), 100);
}
