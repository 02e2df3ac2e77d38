/** The verification of payee over HTTP: its four answers, and whatever else a service may do. */
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { account, bulgarian, own, writing } from "../../domains/payments/testing/accounts.ts";
import { createTestApp } from "../../testing/app.ts";
import { createNameCheck } from "./name-check.ts";

interface Asked {
  path: string | undefined;
  authorization: string | undefined;
  body: unknown;
}

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** A service that speaks the protocol: answers by the owner's name. */
async function serve(answer: (name: string) => { status?: number; text: string } | "silence") {
  const asked: Asked[] = [];
  server = createServer((request, response) => {
    void readBody(request).then((text) => {
      const body = JSON.parse(text) as { party: { name: string } };
      asked.push({ path: request.url, authorization: request.headers.authorization, body });
      const said = answer(body.party.name);
      if (said === "silence") return;
      response.writeHead(said.status ?? 200, { "content-type": "application/json" }).end(said.text);
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { asked, baseUrl: `http://127.0.0.1:${port}/vop` };
}

const reasons: string[] = [];
const checkerOf = (nameCheckUrl: string | undefined, nameCheckTimeoutMs = 5000) =>
  createNameCheck({
    config: { nameCheckUrl, nameCheckToken: "secret", nameCheckTimeoutMs },
    report: (reason) => reasons.push(reason),
  });
const asking = { iban: bulgarian(1), number: null, bic: null, country: null, owner: "Ivan Petrov" };

test("asks with token, name and number, and understands the four answers", async () => {
  const answers: Record<string, object> = {
    A: { partyNameMatch: "MTCH" },
    B: { partyNameMatch: "CMTC", matchedName: "Ivan G. Petrov" },
    C: { partyNameMatch: "NMTC" },
    D: { partyNameMatch: "NOAP" },
  };
  const { asked, baseUrl } = await serve((name) => ({ text: JSON.stringify(answers[name]) }));
  const checker = checkerOf(baseUrl);
  const results = [];
  for (const owner of Object.keys(answers)) results.push(await checker.check({ ...asking, owner }));
  expect(results).toEqual([
    { answer: "match", name: null },
    { answer: "closeMatch", name: "Ivan G. Petrov" },
    { answer: "noMatch", name: null },
    { answer: "notPossible", name: null },
  ]);
  expect(asked[0]).toEqual({
    path: "/vop/payee-verifications",
    authorization: "Bearer secret",
    body: { party: { name: "A" }, partyAccount: { iban: bulgarian(1) } },
  });
  await checker.check({ iban: null, number: "123", bic: "CHASUS33", country: "US", owner: "A" });
  expect(asked.at(-1)?.body).toMatchObject({
    partyAccount: { other: { identification: "123", bic: "CHASUS33", country: "US" } },
  });
});

test.each<[string, { status?: number; text: string } | "silence"]>([
  ["fails", { status: 500, text: "" }],
  ["answers no JSON", { text: "<html>" }],
  ["answers with an unknown code", { text: '{"partyNameMatch":"MAYBE"}' }],
  ["gives a close match without the name", { text: '{"partyNameMatch":"CMTC"}' }],
  ["sends too much", { text: `{"partyNameMatch":"MTCH","more":"${"x".repeat(70_000)}"}` }],
  ["redirects", { status: 302, text: "" }],
  ["does not answer", "silence"],
])("a service that %s makes the check not possible, and is reported without the account", async (_, said) => {
  reasons.length = 0;
  const { baseUrl } = await serve(() => said);
  expect(await checkerOf(baseUrl, 300).check(asking)).toEqual({ answer: "notPossible", name: null });
  expect(reasons).toHaveLength(1);
  expect(reasons.join()).not.toContain(bulgarian(1));
});

test("a service that is away makes the check not possible; without one nobody is asked", async () => {
  expect(await checkerOf("http://127.0.0.1:9").check(asking)).toEqual({ answer: "notPossible", name: null });
  expect(await checkerOf(undefined).check(asking)).toBeNull();
});

test("the result stands beside the account, and a list that is refused asks nobody", async () => {
  const { asked, baseUrl } = await serve(() => ({ text: '{"partyNameMatch":"CMTC","matchedName":"Ivan G. Petrov"}' }));
  const app = await createTestApp({ nameCheckUrl: baseUrl });
  try {
    const write = writing(app);
    const user = await app.as("client", { name: "Ivan Petrov" });
    const good = [account("Ivan Petrov", bulgarian(2))];
    await user.client.payments.saveAccounts({ params: own(user), body: { accounts: good } }).catch(() => undefined);
    expect(asked).toEqual([]);
    const { accounts } = await write.save(user, own(user), good);
    expect(accounts[0]?.nameCheck).toMatchObject({ answer: "closeMatch", name: "Ivan G. Petrov" });
    expect(asked).toHaveLength(1);
    // A label is no reason to ask again.
    await write.save(user, own(user), [account("Ivan Petrov", bulgarian(2), { name: "Daily" })]);
    expect(asked).toHaveLength(1);
  } finally {
    await app.close();
  }
});
