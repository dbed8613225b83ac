/** Makes a worker that is bound by the page's content security policy. */

const addresses = new Map<string, string>();

/**
 * Start a module worker.
 *
 * A worker that is loaded from a file has the policy that the file's server sends, and a static host sends none. One
 * that is made from a blob has the policy of the page that made it: so there is no eval in it, and no other host.
 */
export function openWorker(script: URL): Worker {
  let address = addresses.get(script.href);
  if (!address) {
    const text = `import ${JSON.stringify(script.href)};`;
    address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
    addresses.set(script.href, address); // kept: Python may be started again at any time
  }
  return new Worker(address, { type: "module", name: "turnkeeper" });
}
