/** Brings Python the wheels of the site's Pyodide folder, also once the network has been taken away from it. */

const Ask = globalThis.XMLHttpRequest;

/** A wheel's bytes, or why there are none. */
export type Wheel = Uint8Array | string;

/**
 * Make the function that Python asks for a wheel. It waits for the bytes, because `import` does.
 *
 * @param base - the Pyodide folder, with its last slash.
 * @param names - the files that may be asked for.
 */
export function wheelFetch(base: URL, names: Iterable<string>): (name: string) => Wheel {
  const addresses = new Map([...names].map((name) => [name, new URL(name, base).href]));
  return (name) => {
    const address = addresses.get(name);
    if (!address) return "no such wheel";
    const request = new Ask();
    request.open("GET", address, false);
    request.responseType = "arraybuffer";
    try {
      request.send();
    } catch {
      return "no connection";
    }
    return request.status === 200 ? new Uint8Array(request.response) : `status ${request.status}`;
  };
}
