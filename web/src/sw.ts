/**
 * The service worker: the course without a connection, whole versions only, and pages isolated from other origins.
 *
 * It fills one version, its own, whose list stands beside it. The version that is *served* stands on the device, so any
 * worker of the site, an older or a newer one, serves that. A newer worker fills its version beside it and then waits
 * until no page is open: a browser that has it take over at once ends the older one, and a page that this one was just
 * about to answer stays without an answer (seen in Chromium 156).
 */

import type { FromServiceWorker, Kept, State, ToServiceWorker } from "./sw-protocol.ts";
import { CURRENT, isolation, named, pathBelow, routeOf, sitemapOf } from "./sw-routes.ts";
import type { Client, ServiceWorkerScope } from "./sw-scope.ts";
import { beingFetched, inNewerVersion, sentencePage, withoutConnection } from "./sw-sentences.ts";
import { findFile, Moved, NoRoom, type Precache, Versions } from "./sw-versions.ts";

/** The build writes the version here. */
const VERSION = "@version@";
/** A server for authors writes "at once" here: then what was built is never hidden by what is kept. */
const UPDATES = "@updates:announced@";

const worker = globalThis as unknown as ServiceWorkerScope<ToServiceWorker>;
const scope = new URL(worker.registration.scope);
const versions = new Versions(scope, caches, (address, options) => fetch(address, options));
/** How often a page waits for a newer version, two seconds each, before it takes the network's. */
const MOST_TRIES = 30;
/** Pages on their way from the network, which cannot be asked for their version yet. */
let coming = 0;
/** Whether this is the first service worker of the site in this browser. */
let first = false;

async function install(): Promise<void> {
  first = !worker.registration.active;
  await versions.fetchList(VERSION);
  const served = await versions.served();
  if (served === undefined) return worker.skipWaiting();
  await versions.fill(VERSION);
  await versions.dropOthers([served, VERSION]);
  await announce();
}

async function activate(): Promise<void> {
  const served = await versions.served();
  await versions.dropOthers([served, VERSION]);
  // Later pages that went past the service worker (a hard reload) stay with the network.
  if (first) await worker.clients.claim();
  if (served !== undefined) await announce();
}

async function stateNow(): Promise<State> {
  const served = await versions.served();
  return { served, waiting: served === undefined ? undefined : await versions.fullBeside(served) };
}

async function announce(): Promise<void> {
  const { waiting } = await stateNow();
  if (waiting) await tell({ type: "newer", version: waiting });
}

/** A version may have become the served one while this worker was being installed, which then has filled nothing. */
async function catchUp(): Promise<void> {
  const { served, waiting } = await stateNow();
  if (served === undefined || served === VERSION || waiting || worker.registration.waiting) return;
  await versions.fill(VERSION).catch(() => {}); // the next page tries again
  await announce();
}

async function pages(): Promise<readonly Client[]> {
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const list = await versions.listOf((await versions.served()) ?? VERSION);
  return windows.filter(({ url }) => {
    const path = pathBelow(scope, url);
    return path !== undefined && list !== undefined && path in list.course;
  });
}

async function tell(message: FromServiceWorker): Promise<void> {
  for (const page of await pages()) page.postMessage(message);
}

/** Ask every page. The answer of one that is silent for a second is undefined. */
async function ask(message: FromServiceWorker): Promise<unknown[]> {
  const answers = (await pages()).map(
    (page) =>
      new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => resolve(data);
        setTimeout(resolve, 1000, undefined);
        page.postMessage(message, [port2]);
      }),
  );
  return Promise.all(answers);
}

/** Keep everything of this version, then serve it: only if every open page is of it, too. */
async function keep(version: string): Promise<Kept> {
  const served = await versions.served();
  if (served === version) return { kept: true, first: false };
  if (served !== undefined || version !== VERSION) return { kept: false, why: "other version" };
  try {
    await versions.fill(VERSION);
    const open = await ask({ type: "version?" });
    if (coming > 0 || open.some((other) => other !== VERSION)) {
      return { kept: false, why: "other version" };
    }
    await versions.serve(VERSION);
    return { kept: true, first: true };
  } catch (error) {
    if (error instanceof NoRoom) return { kept: false, why: "no room" };
    if (error instanceof Moved) void worker.registration.update().catch(() => {});
    return { kept: false, why: error instanceof Moved ? "moved" : "interrupted" };
  }
}

/** Serve a version, or the network where there is none. All tabs store what was typed, then they reload. */
async function take(version: string | undefined): Promise<void> {
  await ask({ type: "save" });
  const open = await pages();
  await versions.serve(version);
  if (version) await versions.dropOthers([version]);
  const reload: FromServiceWorker = { type: "reload" };
  for (const page of open) page.postMessage(reload);
}

/** The reader's word on the newer version. */
async function takeWaiting(): Promise<void> {
  const { waiting } = await stateNow();
  if (waiting) await take(waiting);
}

/** The reader's word on a page that the served version does not have. */
async function takeCurrent(address: URL, tries: number): Promise<Response> {
  let { waiting } = await stateNow();
  if (!waiting) {
    try {
      await worker.registration.update();
    } catch {
      return sentencePage(withoutConnection("page", scope), 503);
    }
    if (worker.registration.installing && tries < MOST_TRIES) {
      return sentencePage(beingFetched(address, tries + 1), 200);
    }
    ({ waiting } = await stateNow());
  }
  await take(waiting);
  return Response.redirect(address.href, 302);
}

/** With the headers that isolate it. Pages and workers are small; a stream would break off with this worker's end. */
async function isolated(response: Response, destination: string): Promise<Response> {
  const added = isolation(destination);
  if (added.length === 0 || response.type === "opaqueredirect") return response;
  const headers = new Headers(response.headers);
  for (const [name, value] of added) if (!headers.has(name)) headers.set(name, value);
  const { status, statusText } = response;
  return new Response(await response.arrayBuffer(), { status, statusText, headers });
}

/** From the network, while nothing is kept. What Python takes is put by as it passes. */
async function pass(
  event: { request: Request; later: (work: Promise<unknown>) => void },
  path: string,
) {
  const { request, later } = event;
  const list = await versions.listOf(VERSION);
  const navigates = request.mode === "navigate";
  if (navigates) coming += 1;
  try {
    const response = await fetch(request);
    const file = list && (list.python[path] ?? list.rest[path]);
    if (file && response.status === 200) {
      later(versions.put(VERSION, path, file, response.clone()));
    }
    // Other pages below our root may need what isolation forbids.
    const ours = list !== undefined && named(path, (one) => one in list.course) !== "nothing";
    return ours ? await isolated(response, request.destination) : response;
  } catch (error) {
    if (navigates) return sentencePage(withoutConnection("page", scope), 503);
    throw error;
  } finally {
    if (navigates)
      setTimeout(() => {
        coming -= 1;
      }, 500); // until then it can be asked
  }
}

/** From the version that is served, and from nowhere else. */
async function serveFrom(
  list: Precache,
  request: Request,
  path: string,
  kept: Response | undefined,
): Promise<Response> {
  const { version } = list;
  const navigates = request.mode === "navigate";
  const { search } = new URL(request.url);
  switch (named(path, (one) => findFile(list, one) !== undefined)) {
    case "sitemap":
      return new Response(sitemapOf(Object.keys(list.course), scope), {
        headers: { "Content-Type": "application/xml" },
      });
    case "folder":
      return Response.redirect(new URL(`${path}/${search}`, scope).href, 301);
    case "nothing":
      return navigates ? strange(list, request) : fetch(request);
    default:
  }
  if (kept) return isolated(kept, request.destination);
  const file = findFile(list, path);
  if (!file) throw new TypeError(`${path} is in no list.`);
  try {
    const found = await versions.fetchListed(path, file);
    await versions.put(version, path, file, found.clone());
    return isolated(found, request.destination);
  } catch (error) {
    if (error instanceof Moved) void worker.registration.update().catch(() => {});
    if (!navigates) throw error;
    if (error instanceof Moved) return newerPage(request.url);
    return sentencePage(withoutConnection("page", scope), 503);
  }
}

function newerPage(address: string): Response {
  const current = new URL(address);
  current.searchParams.set(CURRENT, "");
  return sentencePage(inNewerVersion(current, scope), 409);
}

/** A page that the served version does not have: another application's, a newer version's, or nobody's. */
async function strange(list: Precache, request: Request): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(request);
  } catch {
    return sentencePage(withoutConnection("page", scope), 503);
  }
  const html = response.headers.get("Content-Type")?.startsWith("text/html");
  if (!html || !(await response.clone().text()).includes("assets/turnkeeper/lesson.js")) {
    return response;
  }
  if (response.status !== 404) return newerPage(request.url);
  const kept = await versions.match(list.version, "404.html");
  return kept ? new Response(kept.body, { status: 404, headers: kept.headers }) : response;
}

/** Whether a server for authors has another version by now. */
async function wasBuiltAnew(version: string): Promise<boolean> {
  if (!UPDATES.includes("at once")) return false;
  try {
    const response = await fetch(new URL("sw.js", scope), { cache: "no-store" });
    return response.ok && !(await response.text()).includes(version);
  } catch {
    return false; // no connection
  }
}

async function answer(request: Request, path: string, later: (work: Promise<unknown>) => void) {
  const { served, kept } = await versions.find(path);
  const list = served && (await versions.listOf(served));
  if (!list) return pass({ request, later }, path);
  if (request.mode === "navigate" && (await wasBuiltAnew(list.version))) {
    await versions.serve(undefined);
    later(worker.registration.update().catch(() => {}));
    return pass({ request, later }, path);
  }
  return serveFrom(list, request, path, kept);
}

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const route = routeOf(request, scope);
  const later = (work: Promise<unknown>) => event.waitUntil(work);
  if (route.kind === "file") event.respondWith(answer(request, route.path, later));
  if (route.kind === "left out") {
    const what = request.url.startsWith(new URL("lite/", scope).href) ? "notebooks" : "reference";
    const sentences = withoutConnection(what, scope);
    event.respondWith(fetch(request).catch(() => sentencePage(sentences, 503)));
  }
  if (route.kind === "current") {
    event.respondWith(takeCurrent(route.to, route.tries));
  }
});

worker.addEventListener("message", (event) => {
  const { data, ports } = event;
  const reply = (value: unknown) => ports[0]?.postMessage(value);
  if (data.type === "keep") event.waitUntil(keep(data.version).then(reply));
  if (data.type === "state") event.waitUntil(stateNow().then(reply).then(catchUp));
  if (data.type === "apply") event.waitUntil(takeWaiting());
});
