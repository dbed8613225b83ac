/**
 * The versions of the site that are kept on this device, each whole in a cache of its own.
 *
 * One of them may be the served one: then every page comes from it, and from nothing else, until the reader takes
 * another. Without one the site comes from the network, and what Python takes is put by as it passes.
 */

import { cacheNameOf, prefixOf } from "./cache-name.ts";
import { addressOf } from "./sw-routes.ts";

export interface ListedFile {
  sha256: string;
  bytes: number;
}

/** `precache-<version>.json`: the files of one version, by their paths below the site's root. */
export interface Precache {
  version: string;
  /** Every page and what pages need. */
  course: Record<string, ListedFile>;
  /** What Python needs to start. */
  python: Record<string, ListedFile>;
  /** Kept once it was used, for example a wheel that few import. */
  rest: Record<string, ListedFile>;
}

/** The site on the network is of another version. */
export class Moved extends Error {}

/** The device has no room for the course. */
export class NoRoom extends Error {}

type Fetch = (address: string, options?: RequestInit) => Promise<Response>;

/** Files fetched at once. */
const AT_ONCE = 6;
/** Bytes that stay free on the device. */
const RESERVE = 10_000_000;
const LIST = "precache.json";
const FULL = "full";
const SERVED = "served";
/** The header in which the served version stands: a header is there sooner than a body. */
const VERSION = "Version";

/** Find a file in a list. */
export function findFile(list: Precache, path: string): ListedFile | undefined {
  for (const group of [list.course, list.python, list.rest]) {
    if (Object.hasOwn(group, path)) return group[path];
  }
  return undefined;
}

async function sha256(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The file that a response holds, if it is the listed one. What the host did to send it is undone, and so not kept. */
async function verified(response: Response, file: ListedFile): Promise<Response | undefined> {
  const bytes = await response.arrayBuffer();
  if (bytes.byteLength !== file.bytes || (await sha256(bytes)) !== file.sha256) return undefined;
  const headers = new Headers(response.headers);
  for (const name of ["Content-Encoding", "Transfer-Encoding", "Vary"]) headers.delete(name);
  headers.set("Content-Length", String(bytes.byteLength));
  return new Response(bytes, { headers });
}

export class Versions {
  private readonly scope: URL;
  private readonly caches: CacheStorage;
  private readonly fetch: Fetch;
  private readonly lists = new Map<string, Precache>();
  private readonly passing = new Map<string, Promise<void>>();
  private readonly prefix: string;
  private state: Promise<Cache> | undefined;
  /** The version that was served when that was last asked. */
  private last: string | undefined;

  constructor(scope: URL, caches: CacheStorage, fetch: Fetch) {
    this.scope = scope;
    this.caches = caches;
    this.fetch = fetch;
    this.prefix = prefixOf(scope);
  }

  /** The version that every page comes from; undefined when the site comes from the network. */
  async served(): Promise<string | undefined> {
    const kept = await (await this.openState()).match(this.key(SERVED));
    this.last = kept?.headers.get(VERSION) ?? undefined;
    return this.last;
  }

  /** The version that every page comes from, and its file, if it is kept: looked up side by side. */
  async find(path: string): Promise<{ served: string | undefined; kept: Response | undefined }> {
    const guess = this.last;
    const early = guess === undefined ? undefined : this.match(guess, path);
    early?.catch(() => {}); // told below, if it counts
    const served = await this.served();
    if (served === undefined) return { served, kept: undefined };
    return { served, kept: await (served === guess ? early : this.match(served, path)) };
  }

  /** Serve a version from now on; undefined for none. */
  async serve(version: string | undefined): Promise<void> {
    const state = await this.openState();
    if (version === undefined) await state.delete(this.key(SERVED));
    else await state.put(this.key(SERVED), new Response(null, { headers: { [VERSION]: version } }));
  }

  /** The kept list of a version; undefined where it is not on this device. */
  async listOf(version: string): Promise<Precache | undefined> {
    let list = this.lists.get(version);
    if (list) return list;
    const kept = await this.match(version, LIST);
    if (!kept) return undefined;
    list = (await kept.json()) as Precache;
    this.lists.set(version, list);
    return list;
  }

  /** Fetch the list of a version and keep it. */
  async fetchList(version: string): Promise<Precache> {
    const address = new URL(`precache-${version}.json`, this.scope).href;
    const response = await this.fetch(address, { cache: "no-cache" });
    if (!response.ok) throw new Moved(`${address} answered ${response.status}.`);
    const list = (await response.clone().json()) as Precache;
    if (list.version !== version) throw new Moved(`${address} is the list of ${list.version}.`);
    await (await this.open(version)).put(this.key(LIST), response);
    this.lists.set(version, list);
    return list;
  }

  /** A file of a version, from its cache. */
  async match(version: string, path: string): Promise<Response | undefined> {
    // To open a cache would make it anew where it has been dropped.
    return this.caches.match(this.key(path), { cacheName: cacheNameOf(this.scope, version) });
  }

  /**
   * Fetch a file of a version.
   *
   * @throws {Moved} where the network has another one.
   */
  async fetchListed(path: string, file: ListedFile): Promise<Response> {
    // The browser's own cache may hold the file, or an older one.
    for (const cache of ["default", "reload"] as const) {
      const response = await this.fetch(addressOf(path, this.scope), { cache });
      if (response.status >= 500) throw new Error(`${path} answered ${response.status}.`);
      const found = response.ok ? await verified(response, file) : undefined;
      if (found) return found;
    }
    throw new Moved(`${path} is another one now.`);
  }

  /** Put a file by that was on its way to a page, unless it is another than the listed one. */
  put(version: string, path: string, file: ListedFile, response: Response): Promise<void> {
    const work = async () => {
      const found = await verified(response, file);
      if (found) await (await this.open(version)).put(this.key(path), found);
    };
    const done = work()
      .catch(() => {}) // broken off, or no room: then it is fetched later, or not kept
      .finally(() => this.passing.delete(path));
    this.passing.set(path, done);
    return done;
  }

  /** Whether everything of a version is kept. */
  async isFull(version: string): Promise<boolean> {
    return (await this.match(version, FULL)) !== undefined;
  }

  /** Another version of which everything is kept. */
  async fullBeside(version: string): Promise<string | undefined> {
    for (const name of await this.caches.keys()) {
      const other = name.slice(this.prefix.length);
      if (!name.startsWith(this.prefix) || other === version) continue;
      if (await this.isFull(other)) return other;
    }
    return undefined;
  }

  /**
   * Keep everything of a version: what another kept version has is copied, the rest is fetched.
   *
   * @throws {Moved | NoRoom} or what `fetch` throws. What was kept by then stays, and the next call goes on.
   */
  async fill(version: string): Promise<void> {
    if (await this.isFull(version)) return;
    const list = (await this.listOf(version)) ?? (await this.fetchList(version));
    const cache = await this.open(version);
    const served = await this.served();
    const wanted = new Map(Object.entries({ ...list.course, ...list.python }));
    for (const [path, file] of Object.entries(list.rest)) {
      if (served && (await this.match(served, path))) wanted.set(path, file);
    }
    const missing: [string, ListedFile][] = [];
    for (const [path, file] of wanted) {
      await this.passing.get(path);
      if (await cache.match(this.key(path))) continue;
      const copy = await this.copyOf(version, path, file);
      if (copy) await cache.put(this.key(path), copy);
      else missing.push([path, file]);
    }
    await this.checkRoom(missing.reduce((sum, [, { bytes }]) => sum + bytes, 0));
    const fetchNext = async () => {
      for (let next = missing.pop(); next; next = missing.pop()) {
        await cache.put(this.key(next[0]), await this.fetchListed(...next));
      }
    };
    try {
      await Promise.all(Array.from({ length: AT_ONCE }, fetchNext));
    } catch (error) {
      missing.length = 0; // the other ones stop, too
      if (error instanceof DOMException && error.name === "QuotaExceededError") throw new NoRoom();
      throw error;
    }
    await cache.put(this.key(FULL), new Response());
  }

  /** Delete every version but the given ones. */
  async dropOthers(keep: (string | undefined)[]): Promise<void> {
    const names = new Set(
      ["state", ...keep].map((version) => cacheNameOf(this.scope, `${version}`)),
    );
    for (const name of await this.caches.keys()) {
      if (name.startsWith(this.prefix) && !names.has(name)) await this.caches.delete(name);
    }
  }

  private async copyOf(
    version: string,
    path: string,
    { sha256 }: ListedFile,
  ): Promise<Response | undefined> {
    for (const name of await this.caches.keys()) {
      if (!name.startsWith(this.prefix)) continue;
      const other = name.slice(this.prefix.length);
      if (other === version || other === "state") continue;
      const list = await this.listOf(other);
      if (!list || findFile(list, path)?.sha256 !== sha256) continue;
      const kept = await this.match(other, path);
      // Its bytes, not its stream: neither cache then waits for the other one.
      return kept && new Response(await kept.arrayBuffer(), { headers: kept.headers });
    }
    return undefined;
  }

  private async checkRoom(bytes: number): Promise<void> {
    const { quota, usage } = (await globalThis.navigator?.storage?.estimate?.()) ?? {};
    if (quota !== undefined && usage !== undefined && quota - usage < bytes + RESERVE) {
      throw new NoRoom();
    }
  }

  /** Which version is served is asked with each request. */
  private openState(): Promise<Cache> {
    this.state ??= this.open("state");
    this.state.catch(() => {
      this.state = undefined;
    });
    return this.state;
  }

  private open(version: string): Promise<Cache> {
    return this.caches.open(cacheNameOf(this.scope, version));
  }

  /** No file of a site can have the name of one of our marks. */
  private key(name: string): string {
    const mark = [LIST, FULL, SERVED].includes(name);
    return new URL(mark ? `?kept=${name}` : name, this.scope).href;
  }
}
