/** Payment files: valid for banks, released by a second person, each withdrawal in one of them, and paid by its reference. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { validateXML } from "xmllint-wasm";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { codeOf } from "../../../testing/effects.ts";
import { bulgarian } from "../testing/accounts.ts";
import { type Payer, payer, withdraw } from "../testing/payments.ts";
import { inBankLetters, type PaymentOrderFile, writePain001 } from "./pain001.ts";

/** As ISO 20022 publishes it: version 12 has all elements of version 09. */
const schema = readFileSync(join(import.meta.dirname, "testing", "pain.001.001.12.xsd"), "utf8");
async function faultsOf(xml: string): Promise<string[]> {
  const contents = xml.replaceAll("pain.001.001.09", "pain.001.001.12");
  const { errors } = await validateXML({ xml: [{ fileName: "file.xml", contents }], schema: [schema] });
  return errors.map(({ message }) => message);
}

describe("the text", () => {
  const sepa = {
    reference: "RF18W5",
    amount: "12.50",
    name: "Иван Щъркелов & Söhne",
    number: bulgarian(7),
    isIban: true,
    bic: null,
  };
  const order: PaymentOrderFile = {
    messageId: "P20260105ABCDEF",
    createdAt: "2026-01-05T10:00:00",
    executeOn: "2026-01-05",
    currency: "EUR",
    debtor: { name: "Firm OOD", iban: "DE89370400440532013000", bic: "COBADEFFXXX" },
    payments: [sepa, { ...sepa, reference: "RF45W6", amount: "0.01", bic: "BNBGBGSD" }],
  };
  const american = { ...sepa, number: "000123456789", isIban: false, bic: "CHASUS33" };

  test("of payments within SEPA satisfies the EPC's schema, and says what is paid", async () => {
    const text = writePain001(order);
    expect(await faultsOf(text)).toEqual([]);
    expect(text).toContain("<NbOfTxs>2</NbOfTxs><CtrlSum>12.51</CtrlSum>");
    expect(text).toContain("<EndToEndId>RF18W5</EndToEndId>");
    expect(text).toContain("<Ustrd>RF18W5</Ustrd>");
    expect(text).toContain("<Nm>Ivan Shtarkelov + Sohne</Nm>");
  });

  test("of other payments satisfies ISO's schema, in a part of its own", async () => {
    const text = writePain001({ ...order, payments: [sepa, american] });
    expect(await faultsOf(text)).toEqual([]);
    expect(text.match(/<PmtInf>/g)).toHaveLength(2);
    expect(text).toMatch(/<ChrgBr>SHAR<\/ChrgBr>.*<Othr><Id>000123456789<\/Id><\/Othr>/s);
    expect(text).not.toMatch(/SEPA<\/Cd>.*SEPA<\/Cd>/s);
  });

  test("a schema finds what is wrong", async () => {
    const text = writePain001(order).replace("<EndToEndId>RF18W5</EndToEndId>", "");
    expect(await faultsOf(text)).not.toEqual([]);
  });

  test.each([
    ["Łukasz Żółw", "Lukasz Zolw"],
    ["Жана Юлиева", "Zhana Yulieva"],
    // As in the identity card and in the payee's bank: a final "ия" is "ia" by law.
    ["Мария Щерева", "Maria Shtereva"],
    ["Groß Łęcki Æsir", "Gross Lecki Aesir"],
    ["Müller <&> Ñ", "Muller + N"],
  ])("%s is written in letters that banks read", (name, written) => {
    expect(inBankLetters(name, 70)).toBe(written);
  });
});

describe("a file", () => {
  let app: TestApp;
  let office: TestUser;
  let other: TestUser;
  beforeAll(async () => {
    app = await createTestApp();
    [office, other] = [await app.as("office"), await app.as("office")];
    const account = {
      currency: "EUR",
      beneficiary: "Firm",
      iban: "DE89370400440532013000",
      bic: "COBADEFFXXX",
      bank: "Commerzbank",
      address: "",
      nip: "",
    };
    for (const [name, data] of [
      ["depositInstructions", { accounts: [account] }],
      ["fourEyes", { on: true }],
    ] as const)
      await sql`
        insert into setting (name, data) values (${name}, ${JSON.stringify(data)}::jsonb)
        on conflict (name) do update set data = excluded.data`.execute(app.database.db);
  });
  afterAll(() => app.close());

  const asked = async (sum: string): Promise<{ client: Payer; id: number }> => {
    const client = await payer(app, "1000");
    return { client, id: (await withdraw(app, client, { ...client, sum })).id };
  };
  const prepare = (...requestIds: number[]) =>
    office.client.payments.preparePaymentFile({ body: { currency: "EUR", requestIds } });
  const release = (by: TestUser, { id }: { id: number }) =>
    by.client.payments.releasePaymentFile({ params: { fileId: id }, body: {} });
  const download = (by: TestUser, { id }: { id: number }) =>
    by.client.payments.downloadPaymentFile({ params: { fileId: id } });
  const stateOf = async (id: number) =>
    (await office.client.payments.listRequests({ query: { limit: 200 } })).requests.find((one) => one.id === id)?.state;

  test("is downloaded once a second person released it, which orders its withdrawals", async () => {
    const { id } = await asked("120.5");
    const { withdrawals } = await office.client.payments.listPayable({ query: {} });
    expect(withdrawals.find((one) => one.request_id === id)).toMatchObject({ amount: "120.5", lacks: null });
    const file = await prepare(id);
    expect(file).toMatchObject({ payments: 1, total: "120.5", state: "prepared", can: { release: false } });
    expect(await codeOf(download(office, file))).toBe("stateConflict");
    expect(await codeOf(release(office, file))).toBe("fourEyes");
    expect(await stateOf(id)).toBe("open");
    expect(await release(other, file)).toMatchObject({ state: "released" });
    expect(await stateOf(id)).toBe("paying");
    const { content, fileName } = await download(office, file);
    expect(fileName).toBe(`${file.message_id}.xml`);
    expect(content).toContain('<InstdAmt Ccy="EUR">120.5</InstdAmt>');
    expect(await codeOf(office.client.payments.cancelPaymentFile({ params: { fileId: file.id }, body: {} }))).toBe(
      "stateConflict",
    );
  });

  test("has a withdrawal that is in no other; cancelling frees it", async () => {
    const { id } = await asked("10");
    const file = await prepare(id);
    expect(await codeOf(prepare(id))).toBe("inUse");
    await office.client.payments.cancelPaymentFile({ params: { fileId: file.id }, body: {} });
    expect(await codeOf(release(other, file))).toBe("stateConflict");
    expect(await prepare(id)).toMatchObject({ state: "prepared" });
  });

  test("is not released with a withdrawal that its client took back", async () => {
    const { client, id } = await asked("10");
    const file = await prepare(id);
    await client.client.payments.withdrawRequest({ params: { ...client.holder, requestId: id }, body: {} });
    expect(await codeOf(release(other, file))).toBe("stateConflict");
    expect(
      (await office.client.payments.listPaymentFiles({ query: {} })).files.find((one) => one.id === file.id),
    ).toMatchObject({
      state: "prepared",
    });
  });

  const decline = (id: number) =>
    office.client.payments.handleRequest({
      params: { requestId: id },
      body: { state: "declined", staffMessage: "Not this month" },
    });

  test("is not released with a withdrawal that a colleague declined meanwhile, and orders none of its others", async () => {
    const [open, closed] = [await asked("11"), await asked("10")];
    const file = await prepare(open.id, closed.id);
    await decline(closed.id);
    expect(await codeOf(release(other, file))).toBe("stateConflict");
    expect([await stateOf(open.id), await stateOf(closed.id)]).toEqual(["open", "declined"]);
    expect(await codeOf(download(other, file))).toBe("stateConflict");
    await office.client.payments.cancelPaymentFile({ params: { fileId: file.id }, body: {} });
    expect(await prepare(open.id)).toMatchObject({ payments: 1, total: "11" });
  });

  test("a release and a decision at once: the withdrawal is ordered or declined, and the other is refused", async () => {
    const { id } = await asked("10");
    const file = await prepare(id);
    const results = await Promise.all([codeOf(release(other, file)), codeOf(decline(id))]);
    expect(results.filter((code) => code === "done")).toHaveLength(1);
    const isReleased = results[0] === "done";
    expect(await stateOf(id)).toBe(isReleased ? "paying" : "declined");
    const { files } = await office.client.payments.listPaymentFiles({ query: {} });
    expect(files.find((one) => one.id === file.id)?.state).toBe(isReleased ? "released" : "prepared");
  });

  test("two preparations at once put a withdrawal into one file", async () => {
    const { id } = await asked("10");
    const results = await Promise.all([codeOf(prepare(id)), codeOf(prepare(id))]);
    expect(results.toSorted()).toEqual(["done", "inUse"]);
  });
});
