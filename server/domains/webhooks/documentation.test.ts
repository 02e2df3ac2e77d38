/** docs/webhooks.md: its list of events is that of the declarations, and its code verifies what the portal signs. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../testing/folder.ts";
import { readDocument, withEvents } from "./documentation.ts";
import { createSecret, signedHeaders } from "./signing.ts";

test("the list of events is current", () => {
  const text = readDocument();
  expect(withEvents(text), "run node server/domains/webhooks/documentation.ts").toBe(text);
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
