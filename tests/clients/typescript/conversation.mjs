// Holds the conversation of tides.py with the TypeScript SDK, and prints as JSON what it saw.
// Arguments: the base URL, the conversation as JSON, and the way to hold it.
import Anthropic from "@anthropic-ai/sdk";
import { betaTool } from "@anthropic-ai/sdk/helpers/beta/json-schema";
import net from "node:net";

const [baseURL, given, way] = process.argv.slice(2);
const { model, system, turns, tool, tide } = JSON.parse(given);

// This machine and nothing else: what else is tried is told.
const outside = [];
const connect = net.Socket.prototype.connect;
net.Socket.prototype.connect = function (...args) {
  const { host = "localhost", path } = [args].flat(2).find((arg) => typeof arg === "object") ?? {};
  if (path || ["127.0.0.1", "::1", "localhost"].includes(host)) {
    return connect.apply(this, args);
  }
  outside.push(host);
  throw new Error(`this test reaches no other host: ${host}`);
};

const client = new Anthropic({ apiKey: "offline", baseURL });
const ask = { model, max_tokens: 200, system, tools: [tool] };
const textOf = (message) => message.content.map((block) => block.text ?? "").join("");
let pieces = 0;

async function create(messages) {
  if (way !== "stream") {
    return client.messages.create({ ...ask, messages });
  }
  const stream = client.messages.stream({ ...ask, messages });
  stream.on("text", () => pieces++);
  return stream.finalMessage();
}

async function talk() {
  const messages = [];
  const said = [];
  for (const turn of turns) {
    messages.push({ role: "user", content: turn });
    let reply = await create(messages);
    while (reply.stop_reason === "tool_use") {
      const calls = reply.content.filter((block) => block.type === "tool_use");
      const results = calls.map(({ id }) => ({ type: "tool_result", tool_use_id: id, content: tide }));
      messages.push({ role: "assistant", content: reply.content }, { role: "user", content: results });
      reply = await create(messages);
    }
    messages.push({ role: "assistant", content: reply.content });
    said.push(textOf(reply));
  }
  return { said, pieces };
}

async function run() {
  const asked = [];
  const runTide = ({ harbour }) => {
    asked.push(harbour);
    return tide;
  };
  const { name, description, input_schema: inputSchema } = tool;
  const message = await client.beta.messages.toolRunner({
    ...ask,
    tools: [betaTool({ name, description, inputSchema, run: runTide })],
    messages: [{ role: "user", content: turns[1] }],
  });
  return { said: [textOf(message)], asked };
}

async function count() {
  const { model, system, tools } = ask;
  return client.messages.countTokens({ model, system, tools, messages: [{ role: "user", content: turns[0] }] });
}

async function refused() {
  try {
    return { said: [textOf(await create([{ role: "user", content: turns[0] }]))] };
  } catch (error) {
    return { error: error.constructor.name, status: error.status, type: error.type, requestID: error.requestID };
  }
}

const found = await { create: talk, stream: talk, run, count, refused }[way]();
console.log(JSON.stringify({ ...found, outside }));
