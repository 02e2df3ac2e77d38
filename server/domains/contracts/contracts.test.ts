/** Contracts: sent, filled in, signed with a code, countersigned, rejected, withdrawn, expired, sealed. */
import { X509Certificate } from "node:crypto";
import { buffer } from "node:stream/consumers";
import type { Holder } from "@portico/api/shapes.ts";
import { elementsOf, readPdf, textOf } from "@portico/pdf/testing/read-pdf.ts";
import { unzipSync } from "fflate";
import { sql } from "kysely";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { EvidenceData } from "../../evidence/evidence-data.ts";
import { verifyPack } from "../../evidence/page/verify-pack.ts";
import { systemContext } from "../../jobs/system-context.ts";
import type { Viewer } from "../../kernel/viewer.ts";
import { configuredSeal } from "../../seal/testing/configured.ts";
import { sealingKey } from "../../seal/testing/keys.ts";
import { certified, encrypted, restricted } from "../../seal/testing/shapes.ts";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { auditOf, codeOf, listen, subjectOf } from "../../testing/effects.ts";
import { hashPassword } from "../sessions/passwords/passwords.ts";
import { endContracts, sendContractReminders } from "./contracts.jobs.ts";
import { readContract } from "./contracts.ts";
import { makeEvidence } from "./evidence/evidence.ts";
import { signedContract } from "./evidence/evidence-data.ts";
import { sealContract, sweepUnsealed } from "./evidence/seal.ts";
import { bytesOf, companyOf, hexOf, ofUser, send, signing, text, useTemplate } from "./testing/contracts.ts";

let app: TestApp;
let office: TestUser;
let signers: ReturnType<typeof signing>;
let plain: string;
beforeAll(async () => {
  app = await createTestApp();
  office = await app.as("office", { name: "Olga Office" });
  signers = signing(app);
  plain = await useTemplate(office);
});
afterAll(() => app.close());

/** What the stamps of a sealed contract say, in their order. */
async function stampsOf(sealed: Buffer): Promise<string[]> {
  const task = getDocument({ data: new Uint8Array(sealed), useSystemFonts: false, verbosity: 0 });
  const pdf = await task.promise;
  const found: string[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const annotations = await (await pdf.getPage(number)).getAnnotations();
    for (const { subtype, contentsObj } of annotations) if (subtype === "Stamp") found.push(contentsObj.str);
  }
  await task.destroy();
  return found;
}

const get = (by: TestUser, holder: Holder, id: number) => by.client.contracts.get({ params: { ...holder, id } });
const stateOf = async (holder: Holder, id: number) => (await get(office, holder, id)).state;
const ended = (id: number, days: number) =>
  sql`update contract set expires_on = firm_today() - ${days}::int where id = ${id}`.execute(app.database.db);

test("a client reads the very PDF, signs with the mailed code, and gets the same bytes under the firm's seal", async () => {
  const client = await app.as("client", { name: "Ivan Petrov" });
  const holder = ofUser(client);
  const heard = listen(app);
  const { id } = await send(office, holder, plain);
  const before = await get(client, holder, id);
  expect(before).toMatchObject({ state: "awaitingClient", contract_name: "Brokerage agreement", signed: 0, needed: 1 });
  expect(before.can).toMatchObject({ sign: true, reject: true, withdraw: false, countersign: false });
  const read = await bytesOf(client, holder, before.file.id);
  expect(hexOf(read)).toBe(before.sha256);
  const signed = await signers.sign(client, holder, id);
  expect(signed).toMatchObject({
    state: "approved",
    signatures: [{ name: "Ivan Petrov", account_name: "Ivan Petrov", other_name: false }],
  });
  expect(signers.mails.at(-1)).toMatchObject({ template: "news", params: { type: "contract_approved" } });
  await sealContract(app.services, id);
  const after = await get(client, holder, id);
  const bytes = await bytesOf(client, holder, after.sealed_file?.id ?? 0);
  expect(bytes.subarray(0, read.length).equals(read)).toBe(true);
  expect(await app.services.seal.verify(bytes, "test")).toMatchObject({ problems: [], earlier: [] });
  // The pages with the evidence come after those that were read.
  expect(after.evidence_pages).toBeGreaterThan(0);
  const { pages } = await readPdf(new Uint8Array(bytes));
  expect(pages).toHaveLength(before.pages + after.evidence_pages);
  // The frames for signatures say who signed, when, under which number, and where the proof is.
  const [forClient, forFirm] = await stampsOf(bytes);
  expect(forClient).toMatch(
    new RegExp(
      `^Ivan Petrov\\nSigned electronically, .*\\(UTC\\+0[23]:00\\)\\nContract no. ${id}, SHA-256 ${before.sha256.slice(0, 16)}…\\nProof: .*\\n.*/verify-contract$`,
    ),
  );
  expect(forFirm).toMatch(/^.+\nConfirmed by the firm’s electronic seal on this file\nContract no\./);
  const evidence = elementsOf(pages.slice(before.pages), "TD").map(textOf).join("\n");
  const [authority] = await app.services.seal.authorities();
  const fingerprint = authority && new X509Certificate(authority).fingerprint256;
  for (const shown of ["Ivan Petrov", "127.0.0.1", "(UTC+02:00)", read.length, before.sha256.slice(0, 16)])
    expect(`${evidence} ${elementsOf(pages, "TH").map(textOf).join(" ")}`).toContain(`${shown}`);
  const said = pages
    .slice(before.pages)
    .flatMap((page) => elementsOf([page], "P").map(textOf))
    .join(" ");
  expect(said, "what the times rest on").toMatch(/clock of Portico’s portal.*time stamp.*valid until \d+ \w+ 20\d\d/s);
  expect(evidence.replaceAll(/\s/g, "")).toContain(fingerprint?.replaceAll(/\s/g, "").slice(0, 40));
  heard.stop();
  expect(heard.all.filter(({ name }) => name === "contract").length).toBeGreaterThanOrEqual(3);
  const actions = (await auditOf(app, subjectOf(holder))).map(({ action }) => action);
  expect(actions).toEqual(expect.arrayContaining(["contract.sent", "contract.signed", "contract.sealed"]));
});

test("the evidence of a signature is complete, and nobody can change it", async () => {
  const client = await app.as("client", { name: "Anna Nowak" });
  const holder = ofUser(client);
  const { id, sha256 } = await send(office, holder, plain);
  await signers.sign(client, holder, id);
  const { db } = app.database;
  const row = await db.selectFrom("contract_signature").selectAll().where("contract_id", "=", id).executeTakeFirst();
  expect(row).toMatchObject({
    name: "Anna Nowak",
    name_question: null,
    account_name: "Anna Nowak",
    user_id: client.id,
    factor: "mail",
    address: "127.0.0.1",
  });
  expect(row?.sha256.toString("hex")).toBe(sha256);
  expect(row?.agreement?.length).toBeGreaterThan(20);
  expect(row?.code_sent_at).toBeInstanceOf(Date);
  const change = sql`update contract_signature set name = 'Other' where contract_id = ${id}`;
  await expect(change.execute(app.services.db)).rejects.toThrow("permission denied");
});

test("the evidence of a contract verifies without the portal, and is the same whenever it is taken", async () => {
  const client = await app.as("client", { clientNumber: "77099" });
  const holder = ofUser(client);
  const { id } = await send(office, holder, await useTemplate(office, { counterSign: true }));
  await signers.sign(client, holder, id);
  await office.client.contracts.sign({ params: { ...holder, id }, body: {} });
  const take = async (by: TestUser) =>
    Buffer.from((await by.client.contracts.evidence({ params: { ...holder, id } })).content);
  expect(await codeOf(take(client))).toBe("stateConflict");
  await sealContract(app.services, id);
  const pack = await take(client);
  expect((await take(await app.as("internal"))).equals(pack)).toBe(true);
  const files = unzipSync(pack);
  const { findings } = await verifyPack(new Map(Object.entries(files)));
  expect(findings).toEqual([]);
  const evidence = JSON.parse(Buffer.from(files["evidence.json"] ?? []).toString()) as EvidenceData;
  expect(evidence.contract).toMatchObject({ evidencePages: 2, evidenceOmitted: null });
  expect(Buffer.from(files["README.txt"] ?? []).toString()).toMatch(/The last 2 pages of contract\.pdf/);
  expect(evidence.signatures).toMatchObject([
    { side: "client", code: { sentTo: evidence.signatures[0]?.account.email }, actingFor: null },
    { side: "firm", account: { name: "Olga Office" }, agreement: null, code: null },
  ]);
  expect(await auditOf(app, subjectOf(holder), "contract.evidenceReadByStaff")).toHaveLength(1);

  // Years later another certificate signs the pack, which was not valid yet when the contract was sealed.
  const from = new Date("2029-11-01T00:00:00Z");
  const key = sealingKey("ec", "Later", { from, until: new Date("2040-01-01T00:00:00Z") });
  const seal = await configuredSeal(app.services, key, new Date("2031-01-01T00:00:00Z"));
  const viewer = { userId: client.id, represents: [], begun: [] } as unknown as Viewer;
  const later = await makeEvidence({ ...systemContext(app.services, "test"), seal, viewer }, holder, id);
  const laterFiles = unzipSync(await buffer(later.stream(0, later.size)));
  expect((await verifyPack(new Map(Object.entries(laterFiles)))).findings).toEqual([]);
  expect(JSON.parse(Buffer.from(laterFiles["evidence.json"] ?? []).toString())).toMatchObject({
    madeAt: from.toISOString(),
    contract: evidence.contract,
  });
});

test.each([
  { shown: { how: "displayed", secondsAgo: 90 }, how: "displayed", says: "displayed the file to its last page" },
  { shown: { how: "downloaded", secondsAgo: 0 }, how: "downloaded", says: "downloaded the file and stated" },
  // A caller that says nothing of it signs all the same, and the evidence does not pretend.
  { shown: undefined, how: "unstated", says: "did not state whether it displayed" },
] as const)("the evidence says how the file was read: $how", async ({ shown, how, says }) => {
  const client = await app.as("client", { name: "Ivan Petrov" });
  const holder = ofUser(client);
  const { id, sha256, agreement } = await send(office, holder, plain);
  await signers.confirm(client, holder, id, sha256);
  const signature = { ...signers.given(client, agreement.version, sha256), ...(shown && { shown }) };
  const { signatures } = await client.client.contracts.sign({ params: { ...holder, id }, body: { signature } });
  expect(signatures).toMatchObject([{ shown: how }]);
  const data = await signedContract(app.services, await readContract(app.services.db, id));
  const [one] = data.signatures;
  expect(one?.shown?.how).toBe(how);
  const ago = one?.shown?.at ? Date.parse(one.at) - Date.parse(one.shown.at) : null;
  if (shown) {
    // Never after the signature, which has the time of its transaction.
    expect(ago).toBeGreaterThanOrEqual(0);
    expect(Math.abs((ago ?? 0) / 1000 - shown.secondsAgo)).toBeLessThan(30);
  } else expect(ago).toBeNull();
  await sealContract(app.services, id);
  const { sealed_file: sealed, pages: read } = await get(client, holder, id);
  const { pages } = await readPdf(new Uint8Array(await bytesOf(client, holder, sealed?.id ?? 0)));
  expect(elementsOf(pages.slice(read), "TD").map(textOf).join(" ").replaceAll(/\s+/g, " ")).toContain(says);
  const [entry] = await auditOf(app, { type: "user", id: client.id }, "contract.signed");
  expect(JSON.stringify(entry)).toContain(how);
});

test.each([
  { shown: { how: "displayed", secondsAgo: 5 }, how: "displayed" },
  { shown: undefined, how: "unstated" },
] as const)("the evidence says how the file was read by who signed for the firm: $how", async ({ shown, how }) => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const { id, sha256 } = await send(office, holder, await useTemplate(office, { counterSign: true }));
  await signers.sign(client, holder, id);
  const countersign = (read?: { sha256: string; shown: { how: "displayed"; secondsAgo: number } }) =>
    office.client.contracts.sign({ params: { ...holder, id }, body: read ? { read } : {} });
  const other = countersign({ sha256: "0".repeat(64), shown: { how: "displayed", secondsAgo: 5 } });
  expect(await codeOf(other), "another file was read").toBe("textChanged");
  const { state, signatures } = await countersign(shown && { sha256, shown });
  expect([state, signatures.find(({ side }) => side === "firm")?.shown]).toEqual(["approved", how]);
  const data = await signedContract(app.services, await readContract(app.services.db, id));
  expect(data.signatures.find(({ side }) => side === "firm")?.shown?.how).toBe(how);
  const [entry] = await auditOf(app, { type: "user", id: client.id }, "contract.countersigned");
  expect(JSON.stringify(entry)).toContain(how);
});

test("a name that is not the account's is asked about once, before the code, and the evidence says so", async () => {
  const client = await app.as("client", { name: "Иван Георгиев Петров" });
  const holder = ofUser(client);
  const { id, sha256, agreement } = await send(office, holder, plain);
  const request = (more: { name: string; name_question?: string }) =>
    client.client.contracts.requestCode({ params: holder, body: { contract: id, sha256, ...more } });
  const sign = (more: { name: string; name_question?: string }) =>
    client.client.contracts.sign({
      params: { ...holder, id },
      body: { signature: { ...more, agreed: agreement.version, sha256 } },
    });
  const mailed = signers.mails.length;
  const other = { name: "Ivan Dimitrov" };
  const { name_question: question } = await request(other);
  expect(question).toContain("Ivan Dimitrov");
  expect(question).toContain("Иван Георгиев Петров");
  expect(signers.mails).toHaveLength(mailed);
  const answered = { ...other, name_question: question ?? "" };
  expect(await codeOf(request({ name: "Boris Borisov", name_question: question ?? "" }))).toBe("nameDiffers");
  const code = await request(answered);
  expect(code.name_question).toBeNull();
  expect(signers.mails).toHaveLength(mailed + 1);
  await client.client.sessions.checkValidation({
    params: { id: client.id },
    body: { string: signers.lastCode(), for: code.for },
  });
  // The server decides: neither unasked, nor with the answer about another name.
  expect(await codeOf(sign(other))).toBe("nameDiffers");
  expect(await codeOf(sign({ name: "Boris Borisov", name_question: question ?? "" }))).toBe("nameDiffers");
  expect((await sign(answered)).state).toBe("approved");
  await sealContract(app.services, id);
  const row = await readContract(app.services.db, id);
  const { signatures } = await signedContract(app.services, row);
  expect(signatures).toMatchObject([{ name: "Ivan Dimitrov", nameQuestion: { asked: question, answer: "yes" } }]);
  const { sealed_file: sealed, signatures: shown } = await get(client, holder, id);
  expect(shown).toMatchObject([{ name: "Ivan Dimitrov", account_name: "Иван Георгиев Петров", other_name: true }]);
  const { pages } = await readPdf(new Uint8Array(await bytesOf(client, holder, sealed?.id ?? 0)));
  const written = elementsOf(pages, "TD").map(textOf).join(" ").replace(/\s+/g, " ");
  expect(written).toContain(`${question} Answer: yes.`);
});

test("the account's name in other letters, another order, or without the middle is not asked about", async () => {
  const client = await app.as("client", { name: "Иван Георгиев Петров" });
  const holder = ofUser(client);
  const { id, sha256 } = await send(office, holder, plain);
  for (const name of ["PETROV IVAN", "Иван Петров", "Ivan  Georgiev Petrov"])
    expect(
      await client.client.contracts.requestCode({ params: holder, body: { contract: id, sha256, name } }),
    ).toMatchObject({ name_question: null });
});

test("a code signs the contract and the text it was mailed for, once, and nothing else", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const one = await send(office, holder, plain, { contract_name: "One" });
  const other = await send(office, holder, plain, { contract_name: "Other" });
  const sign = (id: number, sha256: string) =>
    client.client.contracts.sign({
      params: { ...holder, id },
      body: { signature: signers.given(client, one.agreement.version, sha256) },
    });
  expect(await codeOf(sign(one.id, one.sha256))).toBe("freshCodeNeeded");
  await signers.confirm(client, holder, one.id, one.sha256);
  expect(await codeOf(sign(other.id, other.sha256))).toBe("freshCodeNeeded");
  expect(await codeOf(sign(one.id, other.sha256))).toBe("textChanged");
  expect(
    await codeOf(
      client.client.contracts.requestCode({ params: holder, body: { contract: one.id, sha256: other.sha256 } }),
    ),
  ).toBe("textChanged");
  expect(await codeOf(sign(one.id, one.sha256))).toBe("done");
  expect(await codeOf(sign(one.id, one.sha256))).toBe("stateConflict");
  expect(await codeOf(sign(other.id, other.sha256))).toBe("freshCodeNeeded");
  // The code of a step in general signs nothing, and the code of a contract confirms no other step.
  await client.client.sessions.requestValidation({ params: { id: client.id }, body: {} });
  const general = signers.lastCode();
  const bound = `contract:user/${client.id}/${other.id}:${other.sha256}`;
  const check = (string: string, to?: string) =>
    client.client.sessions.checkValidation({ params: { id: client.id }, body: { string, ...(to && { for: to }) } });
  expect(await codeOf(check(general, bound))).toBe("invalidCode");
  await check(general);
  expect(await codeOf(sign(other.id, other.sha256))).toBe("freshCodeNeeded");
});

test("in the hours after a password reset no code is mailed to whom it would not help, and a mailed one signs nothing", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const { id, sha256, agreement } = await send(office, holder, plain);
  const request = () => client.client.contracts.requestCode({ params: holder, body: { contract: id, sha256 } });
  const sign = () =>
    client.client.contracts.sign({
      params: { ...holder, id },
      body: { signature: signers.given(client, agreement.version, sha256) },
    });
  const resetBefore = (hours: number) =>
    sql`update app_user set password_reset_at = now() - make_interval(hours => ${hours}) where id = ${client.id}`.execute(
      app.database.db,
    );
  await resetBefore(1);
  const before = signers.mails.length;
  expect(await codeOf(request())).toBe("coolingOff");
  expect(signers.mails).toHaveLength(before);

  // With an app a code is mailed, since the app's code may follow; alone it is not enough.
  const currentPassword = "a harbour at first light";
  await sql`update app_user set password_hash = ${await hashPassword(currentPassword)}, password_reset_at = null
    where id = ${client.id}`.execute(app.database.db);
  await client.client.sessions.beginAuthenticator({ params: { id: client.id }, body: { currentPassword } });
  await sql`update authenticator set confirmed_at = now() where user_id = ${client.id}`.execute(app.database.db);
  await resetBefore(1);
  await signers.confirm(client, holder, id, sha256);
  expect(await codeOf(sign())).toBe("coolingOff");

  await resetBefore(25);
  await signers.confirm(client, holder, id, sha256);
  expect(await codeOf(sign())).toBe("done");
});

test("a mailed code names the contract that it signs", async () => {
  const client = await app.as("client");
  const { id, sha256 } = await send(office, ofUser(client), plain, { contract_name: "Custody" });
  await client.client.contracts.requestCode({ params: ofUser(client), body: { contract: id, sha256 } });
  expect(signers.mails.at(-1)).toMatchObject({ template: "code", params: { about: "Custody", purpose: "validation" } });
});

test("a countersigned contract goes to the firm and back; nobody signs for the firm what they signed as client", async () => {
  const type = await useTemplate(office, { counterSign: true });
  const client = await app.as("client");
  const holder = ofUser(client);
  const { id } = await send(office, holder, type);
  expect((await signers.sign(client, holder, id)).state).toBe("awaitingAdmin");
  const internal = await app.as("internal");
  const countersign = (by: TestUser) => by.client.contracts.sign({ params: { ...holder, id }, body: {} });
  expect(await codeOf(countersign(internal))).toBe("forbidden");
  expect(await codeOf(countersign(client))).toBe("stateConflict");
  expect((await get(office, holder, id)).can).toMatchObject({ countersign: true, sign: false });
  expect((await countersign(office)).state).toBe("approved");
  expect(await codeOf(countersign(office))).toBe("stateConflict");
  const own = await app.as("office");
  const toOwn = await send(office, ofUser(own), type);
  await signers.sign(own, ofUser(own), toOwn.id);
  expect(await codeOf(own.client.contracts.sign({ params: { ...ofUser(own), id: toOwn.id }, body: {} }))).toBe(
    "stateConflict",
  );
  expect(await codeOf(send(own, ofUser(own), type))).toBe("badInput");
});

test.each(["two", "all"] as const)("a company whose rule is %s waits for enough of its people", async (rule) => {
  const people = [await app.as("client"), await app.as("client"), await app.as("client")] as const;
  const company = await companyOf(app, people);
  const type = await useTemplate(office, { signers: rule });
  const { id } = await send(office, company, type);
  const needed = rule === "two" ? 2 : 3;
  for (const [place, one] of people.slice(0, needed).entries()) {
    const { state, signed, awaited } = await signers.sign(one, company, id);
    expect([state, signed]).toEqual([place + 1 < needed ? "awaitingClient" : "approved", place + 1]);
    if (state === "awaitingClient") {
      expect(awaited).toHaveLength(2 - place);
      expect(await codeOf(signers.sign(one, company, id))).toBe("stateConflict");
    }
  }
  const rejected = await send(office, company, type);
  await signers.sign(people[0], company, rejected.id);
  const last = await people[2].client.contracts.reject({
    params: { ...company, id: rejected.id },
    body: { clientRejectMsg: "Not these terms" },
  });
  expect(last).toMatchObject({ state: "rejectedByClient", client_reject_msg: "Not these terms" });
});

test("somebody who represents the company no longer is not waited for, and does not count", async () => {
  const people = [await app.as("client"), await app.as("client"), await app.as("client")] as const;
  const company = await companyOf(app, people);
  const { id } = await send(office, company, await useTemplate(office, { signers: "all" }));
  await signers.sign(people[0], company, id);
  await sql`delete from representation where company_id = ${company.holderId} and user_id = ${people[1].id}`.execute(
    app.database.db,
  );
  expect(await codeOf(get(people[1], company, id))).toBe("notFound");
  expect((await signers.sign(people[2], company, id)).state).toBe("approved");
});

test("what the client fills in stands in the PDF that they sign, and in no other", async () => {
  const name = { bg: "Сума", en: "Amount", pl: "Kwota" };
  const type = await useTemplate(office, {
    text: { bg: "", en: "Up to {{field.amount}} until {{field.until}}, fee {{field.fee}}.", pl: "" },
    fields: [
      { id: "amount", name, kind: "number", filledBy: "client" },
      { id: "until", name, kind: "day", filledBy: "client" },
      { id: "fee", name, kind: "text", filledBy: "staff" },
    ],
  });
  const client = await app.as("client");
  const holder = ofUser(client);
  expect(await codeOf(send(office, holder, type))).toBe("badInput");
  const sent = await send(office, holder, type, { contract_data: { fee: "1 %" } });
  expect(await codeOf(signers.sign(client, holder, sent.id))).toBe("badInput");
  const fillIn = (contract_data: Record<string, string>, sha256 = sent.sha256) =>
    client.client.contracts.fillIn({ params: { ...holder, id: sent.id }, body: { contract_data, sha256 } });
  expect(await codeOf(fillIn({ amount: "many", until: "2027-01-31" }))).toBe("badInput");
  expect(await codeOf(fillIn({ fee: "0 %" }))).toBe("badInput");
  const filled = await fillIn({ amount: "12500.5", until: "2027-01-31" });
  expect(filled.contract_data).toEqual({ fee: "1 %", amount: "12500.5", until: "2027-01-31" });
  expect(filled.sha256).not.toBe(sent.sha256);
  expect(await codeOf(fillIn({ amount: "1", until: "2027-01-31" }))).toBe("textChanged");
  expect(await codeOf(signers.sign(client, holder, sent.id, { contract_data: { amount: "1" } }))).toBe("textChanged");
  const signed = await signers.sign(client, holder, sent.id, { contract_data: filled.contract_data });
  expect(signed.state).toBe("approved");
  expect(await codeOf(fillIn({ amount: "2", until: "2027-01-31" }, signed.sha256))).toBe("stateConflict");
});

test("what one of two has signed, the other cannot fill in anew", async () => {
  const people = [await app.as("client"), await app.as("client")] as const;
  const company = await companyOf(app, people);
  const type = await useTemplate(office, {
    signers: "two",
    text: { bg: "", en: "Up to {{field.amount}}.", pl: "" },
    fields: [{ id: "amount", name: { bg: "Сума", en: "Amount", pl: "Kwota" }, kind: "number", filledBy: "client" }],
  });
  const { id, sha256: sent } = await send(office, company, type);
  const fillIn = (by: TestUser, amount: string, sha256: string) =>
    by.client.contracts.fillIn({ params: { ...company, id }, body: { contract_data: { amount }, sha256 } });
  const { sha256 } = await fillIn(people[0], "100", sent);
  await signers.sign(people[0], company, id, { contract_data: { amount: "100" } });
  expect((await get(people[1], company, id)).can.fill).toBe(false);
  expect(await codeOf(fillIn(people[1], "9", sha256))).toBe("stateConflict");
  expect(await get(people[1], company, id)).toMatchObject({ sha256, contract_data: { amount: "100" }, signed: 1 });
});

test("a template for companies is sent to no person, and the other way round", async () => {
  const client = await app.as("client");
  const company = await companyOf(app, [client]);
  const [ofCompanies, ofPeople] = [
    await useTemplate(office, { for: "company" }),
    await useTemplate(office, { for: "user" }),
  ];
  expect(await codeOf(send(office, ofUser(client), ofCompanies))).toBe("notFound");
  expect(await codeOf(send(office, company, ofPeople))).toBe("notFound");
  expect(await codeOf(send(office, company, ofCompanies))).toBe("done");
});

test("the same text for the same holder gives the same bytes, and a preview's hash guards what is sent", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const preview = () => office.client.contracts.preview({ params: { ...holder, type: plain }, body: {} });
  const [one, other] = [await preview(), await preview()];
  expect(one.pdf?.sha256).toBe(other.pdf?.sha256);
  expect(hexOf(Buffer.from(one.pdf?.data ?? "", "base64"))).toBe(one.pdf?.sha256);
  await sql`update app_user set name = 'Renamed' where id = ${client.id}`.execute(app.database.db);
  expect(await codeOf(send(office, holder, plain, { sha256: one.pdf?.sha256 }))).toBe("textChanged");
});

test("the texts of a template are read on a worker thread, when they are saved and when they come into use", async () => {
  const run = vi.spyOn(app.services.workers, "run");
  await useTemplate(office);
  expect(run.mock.calls.map(([task]) => task)).toEqual(["checkTemplate", "checkTemplate"]);
  run.mockRestore();
});

test("a template with what no contract can show does not come into use, and its lines are named", async () => {
  const text = { bg: "# Договор\n\n![знак](x.png)", en: "Agreement\n\nOne\n\n<b>two</b>\n\n<i>three</i>", pl: "Umowa" };
  const call = useTemplate(office, { text });
  await expect(call).rejects.toMatchObject({
    code: "contractText",
    errors: [
      { path: "content.text.bg", code: "notShown", line: 3 },
      { path: "content.text.en", code: "notShown", line: 5 },
    ],
  });
});

test("a placeholder without a value and a sign without a glyph stop the preview and the sending, with their place", async () => {
  const type = await useTemplate(office, {
    text: { bg: "", en: "Number\n\n{{holder.clientNumber}}\n\n漢", pl: "" },
  });
  const client = await app.as("client");
  const holder = ofUser(client);
  const { faults, pdf } = await office.client.contracts.preview({ params: { ...holder, type }, body: {} });
  expect(pdf).toBeNull();
  const label = { bg: "Клиентски номер", en: "Client number", pl: "Numer klienta" };
  expect(faults).toContainEqual({ code: "missingValue", line: 3, what: "holder.clientNumber", label });
  expect(await codeOf(send(office, holder, type))).toBe("contractText");
  const numbered = await app.as("client", { clientNumber: "77001" });
  const glyph = await office.client.contracts.preview({ params: { ...ofUser(numbered), type }, body: {} });
  expect(glyph.faults).toEqual([{ code: "missingGlyph", line: 5, what: "漢 (U+6F22)" }]);
  expect((await office.client.contracts.list({ params: { ...holder, type: "all" }, query: {} })).contracts).toEqual([]);
});

test("a proposal may have a name of its own, which its preview shows too", async () => {
  const type = await useTemplate(office, { clientsPropose: true });
  const client = await app.as("client");
  const holder = ofUser(client);
  const { contracts } = client.client;
  const [offered] = (await contracts.listProposable({ params: holder })).filter((one) => one.type === type);
  const body = { contract_name: "Mandate for my savings" };
  const { pdf } = await contracts.preview({ params: { ...holder, type }, body });
  const signature = signers.given(client, offered?.agreement.version ?? 0, pdf?.sha256 ?? "");
  await signers.confirm(client, holder, type, signature.sha256);
  const proposed = await contracts.save({ params: { ...holder, type }, body: { ...body, signature } });
  expect(proposed).toMatchObject({ ...body, state: "awaitingAdmin" });
});

test("a name in letters that the contract cannot show is refused before it is signed", async () => {
  const client = await app.as("client", { name: "Wang Xiaoming" });
  const holder = ofUser(client);
  const { id } = await send(office, holder, plain);
  const { sha256, agreement } = await get(client, holder, id);
  const sign = (name: string) =>
    client.client.contracts.sign({
      params: { ...holder, id },
      body: { signature: { name, agreed: agreement.version, sha256 } },
    });
  await expect(sign("王小明")).rejects.toMatchObject({ errors: [{ path: "signature.name", code: "unprintable" }] });
  expect(await codeOf(sign("Wang Xiaoming"))).not.toBe("badInput");
});

test("a rejected or disabled holder is offered no template", async () => {
  const type = await useTemplate(office, { clientsPropose: true });
  for (const state of ["rejected", "disabled", "postKYC"] as const) {
    const client = await app.as("client");
    const { db } = app.database;
    const offered = async () =>
      (await client.client.contracts.listProposable({ params: ofUser(client) })).some((one) => one.type === type);
    expect(await offered()).toBe(true);
    await db.updateTable("app_user").set({ state }).where("id", "=", client.id).execute();
    expect([state, await offered().catch(() => false)]).toEqual([state, state === "postKYC"]);
  }
});

test("a proposal carries its signature, goes to the firm, and is signed or declined there", async () => {
  const type = await useTemplate(office, { clientsPropose: true });
  const client = await app.as("client");
  const holder = ofUser(client);
  const { contracts } = client.client;
  const [offered] = (await contracts.listProposable({ params: holder })).filter((one) => one.type === type);
  const { pdf } = await contracts.preview({ params: { ...holder, type }, body: {} });
  const signature = signers.given(client, offered?.agreement.version ?? 0, pdf?.sha256 ?? "");
  const propose = () => contracts.save({ params: { ...holder, type }, body: { state: "awaitingAdmin", signature } });
  expect(await codeOf(propose())).toBe("freshCodeNeeded");
  await signers.confirm(client, holder, type, signature.sha256);
  const proposed = await propose();
  expect(proposed).toMatchObject({ state: "awaitingAdmin", by_admin: false, signed: 1, can: { withdraw: true } });
  expect(await codeOf(contracts.withdraw({ params: { id: proposed.id }, body: {} }))).toBe("done");
  expect((await get(client, holder, proposed.id)).state).toBe("rejectedByClient");
  await signers.confirm(client, holder, type, signature.sha256);
  const again = await propose();
  const declined = await office.client.contracts.reject({
    params: { ...holder, id: again.id },
    body: { clientRejectMsg: "Not offered any more" },
  });
  expect(declined).toMatchObject({ state: "rejectedByAdmin", admin_reject_msg: "Not offered any more" });
  expect(await codeOf(contracts.preview({ params: { ...holder, type: plain }, body: {} }))).toBe("forbidden");
});

test("only the side that made a contract withdraws it; what the firm withdrew, the client cannot open any more", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const { id, file } = await send(office, holder, plain);
  const withdraw = (by: TestUser) => by.client.contracts.withdraw({ params: { id }, body: {} });
  const unseen = async () =>
    (await client.client.notifications.listOfUser({ params: { id: client.id } }))
      .filter(({ seen }) => !seen)
      .map(({ type }) => type);
  expect(await unseen()).toEqual(["contract_to_sign"]);
  expect(await codeOf(withdraw(client))).toBe("forbidden");
  expect(await codeOf(withdraw(await app.as("client")))).toBe("notFound");
  await signers.confirm(client, holder, id, (await get(client, holder, id)).sha256);
  expect((await withdraw(office)).state).toBe("rejectedByAdmin");
  expect(await unseen(), "nobody is asked to sign it any more").toEqual(["contract_withdrawn"]);
  const { sha256, agreement } = await get(client, holder, id);
  const late = client.client.contracts.sign({
    params: { ...holder, id },
    body: { signature: signers.given(client, agreement.version, sha256) },
  });
  expect(await codeOf(late)).toBe("stateConflict");
  expect(await codeOf(bytesOf(client, holder, file.id))).toBe("notFound");
  expect((await bytesOf(office, holder, file.id)).length).toBeGreaterThan(1000);
});

test("an ended contract is sent again as the next revision, once", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const first = await send(office, holder, plain);
  const again = () => send(office, holder, plain, { previous: first.id });
  expect(await codeOf(again())).toBe("stateConflict");
  await client.client.contracts.reject({ params: { ...holder, id: first.id }, body: { clientRejectMsg: "Too long" } });
  const second = await again();
  expect(second).toMatchObject({ revision: 2, previous: { id: first.id }, state: "awaitingClient" });
  expect((await get(office, holder, first.id)).can.sendAgain).toBe(false);
  expect(await codeOf(again())).toBe("stateConflict");
});

test("a finished PDF is sent as it is; one that cannot be sealed is refused at once", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const preview = await office.client.contracts.previewText({
    params: holder,
    body: { contract_name: "Special terms", language: "bg", text: "# Особени условия\n\n{{holder.name}}" },
  });
  const bytes = Buffer.from(preview.pdf?.data ?? "", "base64");
  const custom = (content: object) =>
    office.client.contracts.custom({
      params: holder,
      body: { contract_name: "Special terms", language: "bg", content } as never,
    });
  const sent = await custom({ fileName: "terms.pdf", base64data: bytes.toString("base64") });
  expect(sent).toMatchObject({ contract_type: "custom", template_version: null, pages: 1 });
  expect((await bytesOf(client, holder, sent.file.id)).equals(bytes)).toBe(true);
  expect((await signers.sign(client, holder, sent.id)).state).toBe("approved");
  await sealContract(app.services, sent.id);
  expect((await get(client, holder, sent.id)).sealed_file).not.toBeNull();
  const signedBefore = await app.services.seal.seal(bytes, {
    holder: "test",
    field: "author",
    reason: "Signed on paper before",
    location: "Sofia",
    at: new Date(),
  });
  const other = await custom({ fileName: "signed.pdf", base64data: signedBefore.toString("base64") });
  await signers.sign(client, holder, other.id);
  await sealContract(app.services, other.id);
  expect(await get(client, holder, other.id)).toMatchObject({ evidence_pages: 0, evidence_omitted: "signed" });
  const broken = Buffer.from(bytes.toString("latin1").replace("startxref", "startxxxx"), "latin1");
  expect(await codeOf(custom({ fileName: "terms.pdf", base64data: broken.toString("base64") }))).toBe("fileRefused");
  const inFirmsPlace = await app.services.seal.seal(bytes, {
    holder: "test",
    reason: "",
    location: "",
    at: new Date(),
  });
  for (const [content, code] of [
    [certified.noChanges, "certifiedPdf"],
    [await restricted(), "restrictedPdf"],
    [await encrypted(), "lockedPdf"],
    [inFirmsPlace, "signedPdf"],
  ] as const) {
    const refused = custom({ fileName: "terms.pdf", base64data: content.toString("base64") });
    await expect(refused, code).rejects.toMatchObject({ errors: [{ path: "content.base64data", code }] });
  }
  await expect(custom({ fileName: "terms.pdf", base64data: "%%" })).rejects.toMatchObject({
    code: "badInput",
    errors: [{ path: "content.base64data", code: "badFormat" }],
  });
  expect((await custom({ text: "Written **here**." })).pages).toBe(1);
});

test("an unsigned contract expires after its day, and that of a disabled client at once", async () => {
  const [client, leaving] = [await app.as("client"), await app.as("client")];
  const [due, late, theirs] = [
    await send(office, ofUser(client), plain),
    await send(office, ofUser(client), plain),
    await send(office, ofUser(leaving), plain),
  ];
  await ended(due.id, 0);
  await ended(late.id, 2);
  await sql`update app_user set state = 'disabled' where id = ${leaving.id}`.execute(app.database.db);
  expect((await endContracts(app.services)).ended).toBe(2);
  expect(await endContracts(app.services)).toEqual({ ended: 0, failed: 0 });
  expect(await stateOf(ofUser(client), due.id)).toBe("awaitingClient");
  expect(await stateOf(ofUser(client), late.id)).toBe("rejected");
  expect(await stateOf(ofUser(leaving), theirs.id)).toBe("rejected");
  expect(await codeOf(signers.sign(client, ofUser(client), late.id))).toBe("stateConflict");
});

test("the job that ends contracts leaves one that was approved after it was listed", async () => {
  const client = await app.as("client");
  const [first, second] = [await send(office, ofUser(client), plain), await send(office, ofUser(client), plain)];
  for (const { id } of [first, second]) await ended(id, 2);
  const { db } = app.database;
  const running = await db.transaction().execute(async (trx) => {
    await sql`select from contract where id = ${first.id} for update`.execute(trx);
    const run = endContracts(app.services);
    // It has listed both, and waits for the first.
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await waiting.execute(db)).rows.length).toBe(1);
    await sql`update contract set state = 'approved' where id = ${second.id}`.execute(db);
    return { run };
  });
  expect(await running.run).toEqual({ ended: 1, failed: 0 });
  expect(await stateOf(ofUser(client), second.id)).toBe("approved");
});

test("a reminder goes out on its days, once each", async () => {
  const client = await app.as("client");
  const { id } = await send(office, ofUser(client), plain);
  await sql`update contract set expires_on = firm_today() + 3, day = firm_today() - 5 where id = ${id}`.execute(
    app.database.db,
  );
  expect((await sendContractReminders(app.services)).reminded).toBe(1);
  expect((await sendContractReminders(app.services)).reminded).toBe(0);
  const { notifications } = client.client;
  const [newest] = await notifications.listOfUser({ params: { id: client.id } });
  expect(newest).toMatchObject({ type: "contract_reminder", params: { contract: "Brokerage agreement" } });
});

test("sealing is repeated safely: killed before the row, run twice at once, swept up later", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const { id } = await send(office, holder, plain);
  await signers.sign(client, holder, id);
  const { db } = app.database;
  const countFiles = async () =>
    (await db.selectFrom("stored_file").select("id").where("holder_id", "=", client.id).execute()).length;
  // Ended after each step that leaves something outside of the transaction.
  const { workers, seal, files } = app.services;
  const stopped = () => Promise.reject(new Error("stopped"));
  const interrupted: Partial<typeof app.services>[] = [
    { workers: { ...workers, run: (...order: Parameters<typeof workers.run>) => workers.run(...order).then(stopped) } },
    { seal: { ...seal, sealWithPages: (...order) => seal.sealWithPages(...order).then(stopped) } },
    { files: { ...files, put: (content) => files.put(content).then(stopped) } },
  ];
  for (const parts of interrupted) {
    await expect(sealContract({ ...app.services, ...parts }, id)).rejects.toThrow("stopped");
    expect((await get(client, holder, id)).sealed_file).toBeNull();
    expect(await countFiles()).toBe(1);
  }
  await Promise.all(Array.from({ length: 8 }, () => sealContract(app.services, id)));
  expect(await countFiles()).toBe(2);
  expect(await auditOf(app, subjectOf(holder), "contract.sealed")).toHaveLength(1);
  const left = await send(office, holder, plain);
  await signers.sign(client, holder, left.id);
  await sql`update contract set state_changed_at = now() - interval '1 hour' where id = ${left.id}`.execute(db);
  expect((await sweepUnsealed(app.services)).unsealed).toBeGreaterThanOrEqual(1);
  await sealContract(app.services, left.id);
  expect((await get(client, holder, left.id)).sealed_file).not.toBeNull();
});

test("50 people act on one contract at once: one wins, and one entry is written", async () => {
  const people = [await app.as("client"), await app.as("client")] as const;
  const company = await companyOf(app, people);
  const colleagues = [office, await app.as("office"), await app.as("admin")] as const;
  for (let round = 0; round < 5; round += 1) {
    const { id, sha256, agreement } = await send(office, company, plain);
    for (const one of people) await signers.confirm(one, company, id, sha256);
    const params = { ...company, id };
    const sign = (one: TestUser) =>
      one.client.contracts.sign({ params, body: { signature: signers.given(one, agreement.version, sha256) } });
    const act = [
      () => sign(people[0]),
      () => sign(people[1]),
      () => people[0].client.contracts.reject({ params, body: { clientRejectMsg: "No" } }),
      () => people[1].client.contracts.reject({ params, body: { clientRejectMsg: "No" } }),
      ...colleagues.map((one) => () => one.client.contracts.withdraw({ params: { id }, body: {} })),
    ];
    const codes = await Promise.all(
      Array.from({ length: 50 }, (_, place) => codeOf((act[place % act.length] ?? act[0])?.() as Promise<unknown>)),
    );
    expect(codes.filter((code) => code === "done")).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set(["done", "stateConflict"]));
    const entries = (await auditOf(app, subjectOf(company))).filter(
      ({ action, after }) =>
        ["contract.signed", "contract.rejected", "contract.withdrawn"].includes(action) &&
        (after as { contract: number }).contract === id,
    );
    expect(entries).toHaveLength(1);
  }
});

test("lists: the holder's newest first with what awaits them, staff's longest in their state first", async () => {
  const [client, stranger] = [await app.as("client"), await app.as("client")];
  const holder = ofUser(client);
  const sent = [];
  for (const name of ["A", "B", "C"]) sent.push(await send(office, holder, plain, { contract_name: name }));
  const list = (by: TestUser, query: object) => by.client.contracts.list({ params: { ...holder, type: "all" }, query });
  const first = await list(client, { limit: 2 });
  expect([first.awaiting, ...first.contracts.map(({ contract_name }) => contract_name)]).toEqual([3, "C", "B"]);
  const rest = await list(client, { limit: 2, cursor: first.nextCursor });
  expect(rest.contracts.map(({ contract_name }) => contract_name)).toEqual(["A"]);
  expect(await codeOf(list(stranger, {}))).toBe("notFound");
  const staff = await office.client.contracts.listAll({
    query: { holder_type: "user", holder_id: client.id, state: "awaitingClient" },
  });
  expect([staff.count, ...staff.contracts.map(({ id }) => id)]).toEqual([3, ...sent.map(({ id }) => id)]);
  expect(
    (await office.client.contracts.listAll({ query: { age: 1, holder_type: "user", holder_id: client.id } })).count,
  ).toBe(0);
});

test("every placeholder has a name for people in each language", async () => {
  const placeholders = await office.client.contracts.listPlaceholders();
  expect(placeholders.length).toBeGreaterThan(30);
  const unnamed = placeholders.filter(({ name, label }) => Object.values(label).includes(name));
  expect(unnamed).toEqual([]);
  for (const language of ["bg", "en", "pl"] as const) {
    const labels = placeholders.map(({ group, label }) => `${group} ${label[language]}`);
    expect(
      labels.filter((label, place) => labels.indexOf(label) < place),
      "one name for two",
    ).toEqual([]);
  }
  expect(placeholders.find(({ name }) => name === "person.identity.birthPlace")?.label.pl).toBe("Miejsce urodzenia");
});

test("a contract whose pages with the evidence cannot be written is sealed without them; one that only failed, later with them", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const { id } = await send(office, holder, plain);
  await signers.sign(client, holder, id);
  const { workers } = app.services;
  const withPdf = (written: () => Promise<object>) => {
    const run = (name: string, input: never, options: never) =>
      name === "writePdf" ? written() : workers.run(name as "writePdf", input, options);
    return { ...app.services, workers: { ...workers, run: run as never } };
  };
  await expect(
    sealContract(
      withPdf(() => Promise.reject(new Error("no thread"))),
      id,
    ),
  ).rejects.toThrow("no thread");
  expect((await get(client, holder, id)).sealed_file).toBeNull();
  await sealContract(
    withPdf(() => Promise.resolve({ faults: [{ code: "tooLarge", what: "lines", limit: 1 }] })),
    id,
  );
  expect(await get(client, holder, id)).toMatchObject({ evidence_pages: 0, evidence_omitted: "structure" });
});

test("who acts for a company jointly by its form does not bind it alone, whatever the template asks", async () => {
  const [first, second] = [
    await app.as("client", { name: "Elena Dimitrova" }),
    await app.as("client", { name: "Boris Kolev" }),
  ];
  const company = await companyOf(app, [first, second]);
  await app.database.pool.query("update company set signing_authority = $2 where id = $1", [
    company.holderId,
    JSON.stringify(["Elena Dimitrova", "Boris Kolev"].map((name) => ({ name, authority: "jointly" }))),
  ]);
  const { id } = await send(office, company, await useTemplate(office, { signers: "any" }));
  expect(await get(first, company, id)).toMatchObject({ signed: 0, needed: 2 });
  expect(await signers.sign(first, company, id)).toMatchObject({ state: "awaitingClient", signed: 1, needed: 2 });
  expect((await signers.sign(second, company, id)).state).toBe("approved");
});

test("whom the form names must sign too; its limits are for staff to see, and decide nothing of a contract", async () => {
  const names = ["Elena Dimitrova", "Boris Kolev", "Vera Koleva"];
  const [first, second, third] = [
    await app.as("client", { name: names[0] as string }),
    await app.as("client", { name: names[1] as string }),
    await app.as("client", { name: names[2] as string }),
  ];
  const company = await companyOf(app, [first, second, third]);
  const limit = { amount: "10000", currency: "EUR" };
  await app.database.pool.query("update company set signing_authority = $2 where id = $1", [
    company.holderId,
    JSON.stringify([
      { name: names[0], authority: "jointly", with: [names[2]] },
      { name: names[1], authority: "jointly" },
      { name: names[2], authority: "jointly", limit },
    ]),
  ]);
  const { id } = await send(office, company, await useTemplate(office, { signers: "any" }));
  const why = [{ name: names[0], reason: "jointly", with: [names[2]], limit: null }];
  expect(await signers.sign(first, company, id)).toMatchObject({ signed: 1, needed: 2, why, limits: [] });
  expect(await signers.sign(second, company, id)).toMatchObject({ state: "awaitingClient", signed: 2, needed: 3 });
  expect(await get(office, company, id)).toMatchObject({ limits: [{ name: names[2], limit }], needed: 3 });
  expect(await signers.sign(third, company, id)).toMatchObject({ state: "approved", signed: 3, needed: 3, why: [] });
});

test("an amount stands in the contract with the decimals of its currency, in the contract's language", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const named = (id: string) => ({ id, name: { bg: id, en: id, pl: id }, filledBy: "staff" as const });
  const body = "Sum {{field.sum}}; yen {{field.yen}}; bare {{field.bare}}; rate {{field.rate}}.";
  const type = await useTemplate(office, {
    text: { bg: body, en: body, pl: "" },
    fields: [
      { ...named("sum"), kind: "amount", currency: "EUR" },
      { ...named("yen"), kind: "amount", currency: "JPY" },
      { ...named("bare"), kind: "amount" },
      { ...named("rate"), kind: "number" },
    ],
  });
  const data = { sum: "1000.50", yen: "1000", bare: "-1000", rate: "1000.50" };
  const shown = async (language: "en" | "bg") => {
    const { pdf } = await office.client.contracts.preview({
      params: { ...holder, type },
      body: { contract_data: data, language },
    });
    const { pages } = await readPdf(new Uint8Array(Buffer.from(pdf?.data ?? "", "base64")));
    return elementsOf(pages, "P").map(textOf).join(" ").replaceAll(/\s/g, " ");
  };
  expect(await shown("en")).toContain("Sum 1,000.50 EUR; yen 1,000 JPY; bare -1,000.00; rate 1,000.5.");
  expect(await shown("bg")).toContain("Sum 1 000,50 EUR; yen 1 000 JPY; bare -1 000,00;");
  // More decimals than the currency has are refused, never rounded.
  for (const wrong of [{ sum: "1.005" }, { yen: "1.5" }, { bare: "1e2" }])
    expect(await codeOf(send(office, holder, type, { contract_data: { ...data, ...wrong }, language: "en" }))).toBe(
      "badInput",
    );
});

test("a contract in a language that its template lacks is refused, and never written in another", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  await client.client.users.setPreferences({ params: { id: client.id }, body: { newPrefs: { language: "pl" } } });
  const type = await useTemplate(office, { text: { bg: text, en: text, pl: "" }, clientsPropose: true });
  for (const by of [office, client]) {
    const { faults, pdf } = await by.client.contracts.preview({ params: { ...holder, type }, body: {} });
    expect(pdf).toBeNull();
    expect(faults).toMatchObject([{ code: "missingText", what: "pl", label: { en: "Polish" } }]);
  }
  expect(await codeOf(send(office, holder, type))).toBe("contractText");
  expect(await codeOf(send(office, holder, type, { language: "pl" }))).toBe("contractText");
  // Asked for by name, another language is what was wanted.
  expect((await send(office, holder, type, { language: "bg" })).language).toBe("bg");
  const [offered] = (await client.client.contracts.listProposable({ params: holder })).filter(
    (one) => one.type === type,
  );
  expect(offered).toMatchObject({ languages: ["bg", "en"], names: { pl: "Umowa maklerska" } });
});
