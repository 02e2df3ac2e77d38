/** What users of other e-signing products complained about in public, tried on our contracts. */
import { elementsOf, readPdf, textOf } from "@portico/pdf/testing/read-pdf.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { codeOf } from "../../testing/effects.ts";
import { readContract } from "./contracts.ts";
import { signedContract } from "./evidence/evidence-data.ts";
import { sealContract } from "./evidence/seal.ts";
import { bytesOf, companyOf, ofUser, send, signing, useTemplate } from "./testing/contracts.ts";

let app: TestApp;
let office: TestUser;
let signers: ReturnType<typeof signing>;
beforeAll(async () => {
  app = await createTestApp();
  office = await app.as("office", { name: "Olga Office" });
  signers = signing(app);
});
afterAll(() => app.close());

const get = (by: TestUser, holder: ReturnType<typeof ofUser>, id: number) =>
  by.client.contracts.get({ params: { ...holder, id } });

test("one person signs once, also in two tabs at once (documenso 192)", async () => {
  const people = [await app.as("client", { name: "Ivan Petrov" }), await app.as("client")];
  const company = await companyOf(app, people);
  const [first] = people as [TestUser, TestUser];
  const { id, sha256, agreement } = await send(office, company, await useTemplate(office, { signers: "two" }));
  await signers.confirm(first, company, id, sha256);
  const sign = () =>
    first.client.contracts.sign({
      params: { ...company, id },
      body: { signature: signers.given(first, agreement.version, sha256) },
    });
  const answers = await Promise.all([codeOf(sign()), codeOf(sign()), codeOf(sign())]);
  expect(answers.filter((one) => one === "done")).toHaveLength(1);
  expect(await codeOf(signers.sign(first, company, id))).toBe("stateConflict");
  const { signatures, state } = await get(first, company, id);
  expect([signatures.length, state]).toEqual([1, "awaitingClient"]);
});

test("nothing is completed without a signature (documenso 536)", async () => {
  const client = await app.as("client", { name: "Ivan Petrov" });
  const holder = ofUser(client);
  const { id, sha256, agreement } = await send(office, holder, await useTemplate(office));
  const sign = (body: object) =>
    client.client.contracts.sign({ params: { ...holder, id }, body: body as Record<string, never> });
  expect(await codeOf(sign({}))).toBe("badInput");
  expect(await codeOf(sign({ state: "approved" }))).toBe("badInput");
  expect(await codeOf(sign({ read: { sha256, shown: { how: "displayed", secondsAgo: 1 } } }))).toBe("badInput");
  for (const name of ["", " ", "\u200B\u200B\u200B", "\u00A0\u2003\u00A0"])
    expect(await codeOf(sign({ signature: { name, agreed: agreement.version, sha256 } })), JSON.stringify(name)).toBe(
      "badInput",
    );
  expect(await codeOf(sign({ signature: signers.given(client, agreement.version, sha256) })), "no code").toBe(
    "freshCodeNeeded",
  );
  expect(await get(client, holder, id)).toMatchObject({ state: "awaitingClient", signatures: [] });
});

test("a contract's name in any letters is a file that can be downloaded (documenso 78)", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const type = await useTemplate(office);
  for (const name of [
    "Client’s “special” terms – 2026",
    "Договор за управление № 5/б",
    'a"b\\c; d=%41',
    "Umowa łączna",
  ]) {
    const { id, contract_name: stored, file } = await send(office, holder, type, { contract_name: name });
    expect(stored).toBe(name);
    const { name: downloaded, content } = await client.client.files.download({
      params: { ...holder, fileId: file.id },
    });
    expect(Buffer.from(content).subarray(0, 5).toString(), name).toBe("%PDF-");
    expect(downloaded, name).toMatch(/\.pdf$/);
    expect((await signers.sign(client, holder, id)).state).toBe("approved");
  }
});

test.each(["Žofia Šťastná-Čaňová", "Николай О’Хара", "Łukasz Żółć"])(
  "%s signs with every letter of the name, and it stands in the evidence (libresign 3787, opensign 884)",
  async (name) => {
    const client = await app.as("client", { name });
    const holder = ofUser(client);
    const { id } = await send(office, holder, await useTemplate(office));
    expect((await signers.sign(client, holder, id)).signatures).toMatchObject([{ name, other_name: false }]);
    await sealContract(app.services, id);
    const { sealed_file: sealed, pages } = await get(client, holder, id);
    const read = await readPdf(new Uint8Array(await bytesOf(client, holder, sealed?.id ?? 0)));
    expect(elementsOf(read.pages.slice(pages), "TD").map(textOf).join(" ").normalize("NFC")).toContain(name);
  },
);

test("the firm's signature changes no byte that the client accepted; one seal covers all (docuseal 163, 179, 299)", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const { id, file } = await send(office, holder, await useTemplate(office, { counterSign: true }));
  const before = await bytesOf(client, holder, file.id);
  await signers.sign(client, holder, id);
  await office.client.contracts.sign({ params: { ...holder, id }, body: {} });
  await sealContract(app.services, id);
  const { sealed_file: sealed } = await get(client, holder, id);
  const after = await bytesOf(client, holder, sealed?.id ?? 0);
  expect(after.subarray(0, before.length).equals(before)).toBe(true);
  expect(after.toString("latin1").match(/\/ByteRange/g)).toHaveLength(1);
});

test("nothing is signed in the future, by no clock of a caller (docuseal 261)", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const { id } = await send(office, holder, await useTemplate(office));
  await signers.sign(client, holder, id);
  await sealContract(app.services, id);
  const data = await signedContract(app.services, await readContract(app.services.db, id));
  for (const { at, shown } of data.signatures) {
    expect(Date.parse(at)).toBeLessThanOrEqual(Date.now() + 1000);
    if (shown?.at) expect(shown.at <= at).toBe(true);
  }
  const { sealed_file: sealed } = await get(client, holder, id);
  const text = (await bytesOf(client, holder, sealed?.id ?? 0)).toString("latin1");
  const times = [...text.matchAll(/\/M ?\(D:(\d{14})/g)].map(([, time]) => time as string);
  const now = new Date(Date.now() + 1000).toISOString().replaceAll(/\D/g, "").slice(0, 14);
  expect(times.length).toBeGreaterThan(0);
  for (const time of times) expect(time <= now).toBe(true);
});

test("who signed, and then rejects in another tab, keeps the signature as it was given (documenso 3180, 1616)", async () => {
  const people = [await app.as("client", { name: "Ivan Petrov" }), await app.as("client")];
  const company = await companyOf(app, people);
  const [first, second] = people as [TestUser, TestUser];
  const { id } = await send(office, company, await useTemplate(office, { signers: "two" }));
  const { signatures: given } = await signers.sign(first, company, id);
  const reject = (by: TestUser) =>
    by.client.contracts.reject({ params: { ...company, id }, body: { clientRejectMsg: "Not any more" } });
  expect(await reject(first)).toMatchObject({ state: "rejectedByClient", signatures: given });
  expect(await codeOf(signers.sign(second, company, id)), "nobody signs what ended").toBe("stateConflict");
  // Once it is complete, nobody takes it back.
  const done = await send(office, company, await useTemplate(office, { signers: "any" }));
  await signers.sign(first, company, done.id);
  for (const by of [first, second])
    expect(
      await codeOf(
        by.client.contracts.reject({ params: { ...company, id: done.id }, body: { clientRejectMsg: "Too late" } }),
      ),
    ).toBe("stateConflict");
});

test("the second person signs as the first did, in whatever order (libresign 5211, docuseal 481)", async () => {
  const people = [await app.as("client", { name: "Ivan Petrov" }), await app.as("client", { name: "Vera Koleva" })];
  const company = await companyOf(app, people);
  const [first, second] = people as [TestUser, TestUser];
  const type = await useTemplate(office, { signers: "all" });
  for (const [one, other] of [
    [first, second],
    [second, first],
  ] as const) {
    const { id } = await send(office, company, type);
    expect((await signers.sign(one, company, id)).awaited).toEqual([other.name]);
    expect(await signers.sign(other, company, id)).toMatchObject({ state: "approved", signed: 2 });
    await sealContract(app.services, id);
    expect((await get(first, company, id)).sealed_file).not.toBeNull();
  }
});
