/** Documents of funds: who reads which, which is current, and which are about to expire. */
import { addDays } from "@portico/api/rules/calendar.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { auditOf, codeOf } from "../../../testing/effects.ts";
import { pdfWith, pngOf } from "../../files/testing/samples.ts";
import { line, newDefinition, newDraft, newFund } from "../testing/arranged.ts";

let app: TestApp;
let admin: TestUser;
let office: TestUser;
let client: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  [admin, office, client] = [await app.as("admin"), await app.as("office"), await app.as("client")];
});
afterAll(() => app.close());

const today = new Date().toISOString().slice(0, 10);
let files = 0;
const add = (fundId: number, more: object = {}, content = pdfWith(`/Lang (en-${++files})`)) =>
  office.client.funds.addFundDocument({
    params: { id: fundId },
    body: {
      kind: "kid",
      language: "en",
      valid_from: addDays(today, -10),
      valid_until: addDays(today, 30),
      fileName: "kid.pdf",
      base64data: content.toString("base64"),
      ...more,
    },
  });

test("clients read the newest valid one of each kind and language; staff see all", async () => {
  const fund = await newFund(admin);
  await add(fund.id, { valid_from: addDays(today, -400), valid_until: addDays(today, -35) });
  await add(fund.id, { valid_from: addDays(today, -30) });
  const newest = await add(fund.id);
  await add(fund.id, { valid_from: addDays(today, 5), valid_until: null });
  const polish = await add(fund.id, { language: "pl" });
  const ids = (await client.client.funds.getFund({ params: { id: fund.id } })).documents.map(({ id }) => id);
  expect(ids).toEqual([newest.id, polish.id]);
  const staff = await office.client.funds.openFund({ params: { id: fund.id } });
  expect(staff.documents.map(({ current }) => current)).toEqual([false, true, false, false, true]);
});

test("a visitor reads documents of what is published alone", async () => {
  const [held, other] = [await newFund(admin), await newFund(admin)];
  const [mine, theirs, old] = [
    await add(held.id),
    await add(other.id),
    await add(held.id, { kind: "factsheet", valid_until: addDays(today, -1) }),
  ];
  const { id } = await newDefinition(admin, { allocation: [line(held.id, "100")] });
  const draft = await newDraft(admin, { allocation: [line(held.id, "100")] });
  const statusOf = async (definition: number, document: number) =>
    (await app.app.inject({ url: `/target/definition/${definition}/documents/${document}` })).statusCode;
  expect(await statusOf(id, mine.id)).toBe(200);
  expect(await statusOf(id, theirs.id)).toBe(404);
  expect(await statusOf(id, old.id)).toBe(404);
  expect(await statusOf(draft.id, mine.id)).toBe(404);
  const asClient = (fund: number, document: number) =>
    codeOf(client.client.funds.getFundDocument({ params: { id: fund, documentId: document } }));
  expect(await asClient(held.id, mine.id)).toBe("done");
  expect(await asClient(other.id, mine.id)).toBe("notFound");
});

test("what is no PDF, or ends before it begins, is refused and not stored", async () => {
  const fund = await newFund(admin);
  expect(await codeOf(add(fund.id, { fileName: "kid.png" }, pngOf(4, 4)))).toBe("fileRefused");
  expect(await codeOf(add(fund.id, { valid_until: addDays(today, -11) }))).toBe("badInput");
  expect(await codeOf(add(999_999))).toBe("notFound");
  expect((await office.client.funds.openFund({ params: { id: fund.id } })).documents).toEqual([]);
});

test("those about to expire are listed, ended ones first, and not where a newer one is there", async () => {
  const fund = await newFund(admin);
  const ended = await add(fund.id, { kind: "factsheet", valid_until: addDays(today, -2) });
  const soon = await add(fund.id, { kind: "prospectus", valid_until: addDays(today, 20) });
  await add(fund.id, { valid_until: addDays(today, 10) });
  await add(fund.id, { valid_until: addDays(today, 300) });
  await add(fund.id, { language: "bg", valid_until: null });
  const listed = async (days: number) =>
    (await office.client.funds.listExpiringDocuments({ query: { days } })).documents
      .filter(({ fund_id }) => fund_id === fund.id)
      .map(({ id }) => id);
  expect(await listed(60)).toEqual([ended.id, soon.id]);
  expect(await listed(0)).toEqual([ended.id]);
});

test("a document that was taken away is gone for everybody, and the audit log keeps what it was", async () => {
  const fund = await newFund(admin);
  const { id } = await add(fund.id);
  const remove = () => office.client.funds.removeFundDocument({ params: { id: fund.id, documentId: id } });
  await remove();
  expect(await codeOf(remove())).toBe("notFound");
  expect(await codeOf(client.client.funds.getFundDocument({ params: { id: fund.id, documentId: id } }))).toBe(
    "notFound",
  );
  expect(
    (await auditOf(app, { type: "fund", id: fund.id }, "fund.documentRemoved")).map(({ before }) => before),
  ).toMatchObject([{ id, kind: "kid", language: "en" }]);
});
