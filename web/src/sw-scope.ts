/** The parts of a service worker's global scope that are used; TypeScript's own library for it excludes the DOM's. */

export interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

export interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

export interface MessageFromPage<Data> extends ExtendableEvent {
  readonly data: Data;
  readonly ports: readonly MessagePort[];
}

export interface Client {
  readonly id: string;
  readonly url: string;
  postMessage(message: unknown, transfer?: Transferable[]): void;
}

export interface ServiceWorkerScope<Data> {
  readonly registration: {
    readonly scope: string;
    readonly active: unknown;
    readonly installing: unknown;
    readonly waiting: unknown;
    unregister(): Promise<boolean>;
    update(): Promise<unknown>;
  };
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: "window"; includeUncontrolled: boolean }): Promise<readonly Client[]>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: FetchEvent) => void): void;
  addEventListener(type: "message", listener: (event: MessageFromPage<Data>) => void): void;
}
