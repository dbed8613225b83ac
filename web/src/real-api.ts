/** Sends calls of the SDK to Anthropic's API, with the reader's key, which stays here. */

const API = "https://api.anthropic.com";
/** Milliseconds; before that the page's own patience with a cell would end. */
const PATIENCE = 25_000;
const SENT = new Set(["accept", "anthropic-beta", "anthropic-version", "content-type"]);
const TOLD = ["content-type", "request-id", "retry-after"];
// Taken before anything else runs: afterwards nobody in this worker has it.
const Ask = globalThis.XMLHttpRequest;

/** What Python's part gets, as JSON. */
export type Answer =
  | { status: number; headers: Record<string, string>; body: string }
  | { problem: string };

/** True for the calls that the course makes, and for nothing that could lead to another host. */
export function isCall(method: string, path: string): boolean {
  return method === "POST" && /^\/v1\/messages(\/count_tokens)?$/.test(path);
}

/** The headers of a call: those of the SDK that the API needs, the key, and that a browser sends them. */
export function headersOf(given: Record<string, string>, key: string): [string, string][] {
  const kept = Object.entries(given).filter(([name]) => SENT.has(name.toLowerCase()));
  return [...kept, ["x-api-key", key], ["anthropic-dangerous-direct-browser-access", "true"]];
}

/**
 * Make the function that Python calls. It waits for the answer, because the SDK does.
 *
 * @param key - put on each call, and given to nobody.
 */
export function apiSender(key: string) {
  return (method: string, path: string, headers: string, body: string): string =>
    JSON.stringify(send(key, method, path, headers, body));
}

function send(key: string, method: string, path: string, headers: string, body: string): Answer {
  if (!isCall(method, path))
    return { problem: `This page sends messages only, not ${method} ${path}.` };
  const request = new Ask();
  request.open(method, API + path, false);
  request.timeout = PATIENCE;
  for (const [name, value] of headersOf(JSON.parse(headers), key)) {
    request.setRequestHeader(name, value);
  }
  try {
    request.send(body);
  } catch {
    return {
      problem:
        "The API could not be reached. Is the connection there, and does a blocker stop api.anthropic.com?",
    };
  }
  const told = TOLD.map((name) => [name, request.getResponseHeader(name)] as const);
  return {
    status: request.status,
    headers: Object.fromEntries(told.filter((pair): pair is [string, string] => pair[1] !== null)),
    body: request.responseText,
  };
}
