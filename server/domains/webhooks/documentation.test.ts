/** docs/webhooks.md: its list of events is that of the declarations, and its code verifies what the portal signs. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { api } from "@portico/api";
import type { Endpoint } from "@portico/api/endpoint.ts";
import { machineScopeOf } from "@portico/api/machine-scopes.ts";
import { webhookEvents } from "@portico/api/webhook-events.ts";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../testing/folder.ts";
import { readDocument, withEvents } from "./documentation.ts";
import { createSecret, signedHeaders } from "./signing.ts";

test("the list of events is current", () => {
  const text = readDocument();
  expect(withEvents(text), "run node server/domains/webhooks/documentation.ts").toBe(text);
});

/** A path without its query, and with the names of its parameters left out. */
const shapeOf = (path: string): string => path.replace(/\?.*$/, "").replace(/\{[^}]*\}|:[a-zA-Z]+/g, "*");

test("each object of an event has a call that reads it, with the scope that the document names", () => {
  const [, table = ""] = /## Read what a message names\n([\s\S]*?)\n## /.exec(readDocument()) ?? [];
  const rows = table.split("\n").filter((line) => line.includes("`GET "));
  const named = rows.flatMap((line) => {
    const [, , calls = "", scopes = ""] = line.split("|");
    const given = [...scopes.matchAll(/`([^`]+)`/g)].map(([, scope]) => scope);
    return [...calls.matchAll(/`GET ([^`]+)`/g)].map(([, path = ""], place) => [shapeOf(path), given[place]] as const);
  });
  const open = new Map(
    Object.entries(api).flatMap(([domain, endpoints]) =>
      Object.values(endpoints as Record<string, Endpoint>)
        .filter(({ method }) => method === "GET")
        .map((endpoint) => [shapeOf(endpoint.path), machineScopeOf(domain, endpoint)] as const),
    ),
  );
  expect(named.map(([path]) => [path, open.get(path)])).toEqual(named);
  const objects = new Set(Object.values(webhookEvents).map(({ object }) => object));
  for (const object of objects) expect(object === "client" || table.includes(`| \`${object}\` |`), object).toBe(true);
});

type Verify = (secret: string, headers: Record<string, string>, body: string) => boolean;

test("the ten lines of TypeScript verify a message, with either secret, and nothing else", async () => {
  const [, code = ""] = /```ts\n([\s\S]*?)```/.exec(readDocument()) ?? [];
  const file = join(await temporaryFolder(), "verify.ts");
  await writeFile(file, code);
  const { verify } = (await import(file)) as { verify: Verify };
  const [one, other] = [createSecret(), createSecret()];
  const body = '{"type":"webhook.test"}';
  const signed = { id: "evt_1", seconds: Math.floor(Date.now() / 1000), body };
  const headers = signedHeaders([one, other], signed);
  expect([verify(one, headers, body), verify(other, headers, body)]).toEqual([true, true]);
  expect(verify(one, headers, `${body} `)).toBe(false);
  expect(verify(createSecret(), headers, body)).toBe(false);
  expect(verify(one, signedHeaders([one], { ...signed, seconds: signed.seconds - 301 }), body)).toBe(false);
});

test("the receiver takes a message that is genuine, and refuses another", async () => {
  const [verify = "", receiver = ""] = [...readDocument().matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code);
  const folder = await temporaryFolder();
  await writeFile(join(folder, "verify.ts"), verify);
  const listening = "console.log(server.address().port)";
  const code = receiver
    .replace("createServer(async", "const server = createServer(async")
    .replace(".listen(8080)", `.listen(0, "127.0.0.1", () => ${listening})`);
  await writeFile(join(folder, "receiver.ts"), code);
  const secret = createSecret();
  const receiving = spawn(process.execPath, [join(folder, "receiver.ts")], { env: { ...process.env, SECRET: secret } });
  try {
    const [port] = (await once(receiving.stdout, "data")) as [Buffer];
    const url = `http://127.0.0.1:${port.toString().trim()}/`;
    const body = '{"type":"webhook.test"}';
    const headers = signedHeaders([secret], { id: "evt_1", seconds: Math.floor(Date.now() / 1000), body });
    expect((await fetch(url, { method: "POST", headers, body })).status).toBe(204);
    expect((await fetch(url, { method: "POST", headers, body: "{}" })).status).toBe(400);
  } finally {
    receiving.kill();
  }
});
