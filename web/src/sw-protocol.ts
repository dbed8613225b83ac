/**
 * The messages between pages and the service worker.
 *
 * A worker of a newer version speaks with pages of an older one: a kind of message may be added, none may change.
 */

export type ToServiceWorker =
  /** Keep the course for use without a connection. Answered by `Kept`. */
  | { type: "keep"; version: string }
  /** What is served, and what waits? Answered by `State`. */
  | { type: "state" }
  /** The reader's word: load the newer version. */
  | { type: "apply" };

export type Kept =
  /** `first` is true when the course was not kept before. */
  | { kept: true; first: boolean }
  | { kept: false; why: "moved" | "no room" | "other version" | "interrupted" };

export interface State {
  /** The version that every page comes from; undefined when pages come from the network. */
  served: string | undefined;
  /** A newer version that is kept whole and waits for the reader's word. */
  waiting: string | undefined;
}

export type FromServiceWorker =
  /** Which version is the page of? Answered by a string. */
  | { type: "version?" }
  /** Store what the reader typed. Answered by anything, once it is stored. */
  | { type: "save" }
  /** A newer version waits. */
  | { type: "newer"; version: string }
  | { type: "reload" };
