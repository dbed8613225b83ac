/** What the service worker does with a request: decisions only, no cache and no network. */

/** Folders that are not kept for use without a connection: the notebooks' JupyterLite is larger than the course. */
export const LEFT_OUT = ["lite/", "reference/"] as const;
/** Files that only the browser and the service worker itself ask for. */
const OWN = /^(sw\.js|precache-[0-9a-f]+\.json)$/;
/** On a page's address: the reader asks for the current version in place of the kept one. */
export const CURRENT = "course-version";

/** The facts of a request that decide. */
export interface Asked {
  method: string;
  url: string;
  mode: string;
  /** The page or the worker that asks; empty where the browser does not tell. */
  referrer: string;
}

export type Route =
  /** None of our business: the browser does what it does without us. */
  | { kind: "ignored" }
  /** A page that is not kept: from the network, or a sentence. */
  | { kind: "left out" }
  /** A file of the site, by its path below the scope. */
  | { kind: "file"; path: string }
  /** A page in the version that is current now. */
  | { kind: "current"; to: URL; tries: number };

/** The path of an address below the scope, as a file's name; undefined outside of it. */
export function pathBelow(scope: URL, address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (url.origin !== scope.origin || !url.pathname.startsWith(scope.pathname)) return undefined;
  const path = url.pathname.slice(scope.pathname.length);
  return path === "" || path.endsWith("/") ? `${path}index.html` : path;
}

const isLeftOut = (path: string | undefined) =>
  path !== undefined && LEFT_OUT.some((folder) => path.startsWith(folder));

/** Decide what a request is, before anything is known of what is kept. */
export function routeOf(asked: Asked, scope: URL): Route {
  const path = pathBelow(scope, asked.url);
  if (asked.method !== "GET" || path === undefined || OWN.test(path)) return { kind: "ignored" };
  const navigates = asked.mode === "navigate";
  if (isLeftOut(path)) return { kind: navigates ? "left out" : "ignored" };
  // What the notebooks fetch from the course's folders belongs to them: they come whole from the network.
  if (!navigates && isLeftOut(pathBelow(scope, asked.referrer))) return { kind: "ignored" };
  const url = new URL(asked.url);
  if (navigates && url.searchParams.has(CURRENT)) {
    const tries = Number(url.searchParams.get(CURRENT));
    url.searchParams.delete(CURRENT);
    return { kind: "current", to: url, tries };
  }
  return { kind: "file", path };
}

/** What a path names in a version: a listed file, a folder without its slash, the sitemap, or nothing. */
export function named(
  path: string,
  isListed: (path: string) => boolean,
): "file" | "folder" | "sitemap" | "nothing" {
  if (isListed(path)) return "file";
  if (path === "sitemap.xml") return "sitemap";
  return isListed(`${path}/index.html`) ? "folder" : "nothing";
}

/**
 * The sitemap of the kept pages, with the addresses that they have here: with it links open without a reload.
 *
 * @param paths The listed files.
 */
export function sitemapOf(paths: Iterable<string>, scope: URL): string {
  // The page for real runs has a policy of its own, which only a load brings.
  const pages = [...paths].filter(
    (path) => path.endsWith("index.html") && path !== "start/real-run/index.html",
  );
  const places = pages.map((path) => `<url><loc>${addressOf(path, scope)}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${places.join("")}</urlset>`;
}

/** The address under which a host serves a file without a redirect. */
export function addressOf(path: string, scope: URL): string {
  return new URL(path.replace(/(^|\/)index\.html$/, "$1"), scope).href;
}

/**
 * The headers that isolate a page from other origins, which gives it shared memory: Stop is quicker then.
 *
 * A page needs both; a worker of such a page needs the second. Files of the same origin need none.
 */
export function isolation(destination: string): [name: string, value: string][] {
  const embedder: [string, string] = ["Cross-Origin-Embedder-Policy", "require-corp"];
  if (destination === "document") return [["Cross-Origin-Opener-Policy", "same-origin"], embedder];
  return ["iframe", "worker", "sharedworker"].includes(destination) ? [embedder] : [];
}
