/** Calls to addresses that people typed: nothing inside is reached, and no answer is too long, too slow or elsewhere. */
import { expect, onTestFinished, test } from "vitest";
import { createOutside, OutsideFailure, type OutsideRequest } from "./outside.ts";
import { openReceiver } from "./testing/receiver.ts";

type Options = Parameters<typeof createOutside>[0];
function open(options: Partial<Options> = {}) {
  const outside = createOutside({ allowed: ["127.0.0.1"], ...options });
  onTestFinished(() => outside.close());
  return outside;
}
const asked = { method: "POST", body: "{}", timeoutMs: 2000, maxBytes: 4096, longer: "cut" } as const;
const refusalOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "answered",
    (error: unknown) => (error instanceof OutsideFailure ? error.code : String(error)),
  );

test("an allowed address is called, and its answer is read", async () => {
  const receiver = await openReceiver();
  receiver.answer = (response) => void response.writeHead(201, { "x-kind": "test" }).end("taken");
  const answer = await open().request({ ...asked, url: receiver.url, headers: { "content-type": "application/json" } });
  expect([answer.status, answer.headers["x-kind"], answer.body.toString()]).toEqual([201, "test", "taken"]);
  expect(receiver.received).toMatchObject([
    { path: "/hook", body: "{}", headers: { "content-type": "application/json" } },
  ]);
});

test.each([
  ["http://127.0.0.1", "inside"],
  ["https://127.0.0.1", "inside"],
  ["https://127.1", "inside"],
  ["https://2130706433", "inside"],
  ["https://0x7f.0.0.1", "inside"],
  ["https://[::1]", "inside"],
  ["https://[::ffff:127.0.0.1]", "inside"],
  ["https://[::ffff:7f00:1]", "inside"],
  ["https://169.254.169.254", "inside"],
  ["https://localhost", "inside"],
  // Without TLS not even outside.
  ["http://1.1.1.1", "inside"],
  ["https://user:password@1.1.1.1", "badAddress"],
  ["ftp://1.1.1.1", "badAddress"],
  ["file:///etc/passwd", "badAddress"],
  ["nothing", "badAddress"],
])("%s is refused without a connection", async (base, code) => {
  const receiver = await openReceiver();
  const url = `${base}:${receiver.port}/hook`;
  const outside = open({ allowed: [] });
  expect(await refusalOf(outside.request({ ...asked, url: base.includes("//") ? url : base }))).toBe(code);
  expect(receiver.received).toEqual([]);
});

test("one address inside among those of a name refuses all", async () => {
  const addresses = ["1.1.1.1", "10.0.0.1"].map((address) => ({ address, family: 4 }));
  const outside = open({ allowed: [], resolve: async () => addresses });
  expect(await refusalOf(outside.request({ ...asked, url: "https://hook.example" }))).toBe("inside");
});

test("a name is resolved once per connection, and the connection goes to the checked address", async () => {
  const receiver = await openReceiver();
  receiver.answer = (response) => void response.writeHead(204, { connection: "close" }).end();
  // The first answer is allowed; a second look, as a connection by name makes, would be told another address.
  const told = ["127.0.0.1", "127.0.0.2", "127.0.0.2"];
  let asks = 0;
  const outside = open({ resolve: async () => [{ address: told[asks++] ?? "", family: 4 }] });
  const url = `http://hook.example:${receiver.port}/`;
  expect(await refusalOf(outside.request({ ...asked, url }))).toBe("answered");
  expect(asks).toBe(1);
  expect(receiver.received[0]?.headers.host).toBe(`hook.example:${receiver.port}`);
  // The name leads elsewhere now: it is checked anew.
  expect(await refusalOf(outside.request({ ...asked, url }))).toBe("inside");
  expect(receiver.received).toHaveLength(1);
});

test("a name without an address is said to be unknown", async () => {
  const nowhere = open({ resolve: () => Promise.reject(new Error("getaddrinfo ENOTFOUND hook.example")) });
  expect(await refusalOf(nowhere.request({ ...asked, url: "https://hook.example" }))).toBe("unknownName");
  const empty = open({ resolve: async () => [] });
  expect(await refusalOf(empty.request({ ...asked, url: "https://hook.example" }))).toBe("unknownName");
});

test("a redirect is an answer; where it leads is not asked", async () => {
  const receiver = await openReceiver();
  receiver.answer = (response) => void response.writeHead(302, { location: "/elsewhere" }).end();
  const answer = await open().request({ ...asked, url: receiver.url });
  expect([answer.status, answer.headers["location"]]).toEqual([302, "/elsewhere"]);
  expect(receiver.received).toHaveLength(1);
});

test("of an answer without end the first bytes are read, or it is refused", async () => {
  const receiver = await openReceiver();
  let closed = 0;
  receiver.answer = (response) => {
    response.on("close", () => (closed += 1)).writeHead(200);
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536, "x")));
    };
    response.on("drain", more);
    more();
  };
  const outside = open();
  const answer = await outside.request({ ...asked, url: receiver.url });
  expect(answer.body).toHaveLength(4096);
  expect(await refusalOf(outside.request({ ...asked, url: receiver.url, longer: "refuse" }))).toBe("tooLong");
  await expect.poll(() => closed).toBe(2);
});

test.each([
  ["never answers", () => undefined],
  [
    "sends its answer byte by byte",
    (response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write("x"), 20);
      response.on("close", () => clearInterval(drip));
    },
  ],
] satisfies [string, (response: import("node:http").ServerResponse) => void][])(
  "a server that %s is slow",
  async (_name, answer) => {
    const receiver = await openReceiver();
    receiver.answer = answer;
    expect(await refusalOf(open().request({ ...asked, url: receiver.url, timeoutMs: 150 }))).toBe("slow");
  },
);

test("a server that is away or speaks something else cannot be reached", async () => {
  const receiver = await openReceiver();
  receiver.answer = (response) => void response.socket?.end("SSH-2.0-x\r\n");
  expect(await refusalOf(open().request({ ...asked, url: receiver.url }))).toBe("unreachable");
  const away: OutsideRequest = { ...asked, url: "http://127.0.0.1:1/" };
  expect(await refusalOf(open().request(away))).toBe("unreachable");
});

test("as a fetch it sends what a library gives it", async () => {
  const receiver = await openReceiver();
  receiver.answer = (response) => void response.writeHead(200, { "content-type": "application/json" }).end('{"a":1}');
  const fetching = open().fetch({ timeoutMs: 2000, maxBytes: 100 });
  const answer = await fetching(receiver.url, { method: "POST", body: new URLSearchParams({ code: "7" }) });
  expect(await answer.json()).toEqual({ a: 1 });
  expect(receiver.received).toMatchObject([
    { body: "code=7", headers: { "content-type": "application/x-www-form-urlencoded;charset=UTF-8" } },
  ]);
});
