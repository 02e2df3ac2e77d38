/** References are one holder's, or one withdrawal's; those given out before theirs was made of the id are still found. */
import { creditorReference } from "@portico/kyc/creditor-reference.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openKysely, openPool } from "../../../database/connect.ts";
import { readMigrations } from "../../../database/migrate.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { bookEntries } from "../../portfolios/ledger/writer.ts";
import { deposit } from "../../portfolios/testing/firm.ts";
import { matchPayments } from "./matching.ts";
import { carriesReference, namedIn, referenceOfDeposits, referenceOfWithdrawal } from "./reference-formats.ts";

describe("a text", () => {
  test("carries a reference however it is spaced, and not a longer one that begins alike", () => {
    const reference = referenceOfWithdrawal(17);
    for (const text of [
      reference,
      `/ROC/${reference.toLowerCase()}/X`,
      `SEPA ${reference.replace(/(.{4})/g, "$1 ")} Y`,
    ])
      expect(carriesReference(text, reference), text).toBe(true);
    expect(carriesReference(`${reference}4`, reference)).toBe(false);
    expect(carriesReference(null, reference)).toBe(false);
  });

  test("names withdrawals and holders, also where digits follow; wrong check digits name nobody", () => {
    expect(namedIn(`X ${referenceOfWithdrawal(17)} 2026-01-05`).requestIds).toContain(17);
    expect(namedIn(referenceOfWithdrawal(170)).requestIds).toEqual([170]);
    const holder = { holderType: "company" as const, holderId: 9 };
    expect(namedIn(`${referenceOfDeposits(holder)} ${referenceOfWithdrawal(3)}`)).toMatchObject({
      requestIds: [3],
      holders: [holder],
    });
    expect(namedIn(`RF00W17 RF99DEPU4 RF1 RF`)).toMatchObject({ requestIds: [], holders: [] });
    expect(namedIn(null)).toEqual({ requestIds: [], holders: [], others: [] });
  });

  test("a person and a company of one id have references of their own", () => {
    const of = (holderType: "user" | "company") => referenceOfDeposits({ holderType, holderId: 5 });
    expect(of("user")).not.toBe(of("company"));
  });
});

describe("of deposits", () => {
  let app: TestApp;
  let admin: TestUser;
  beforeAll(async () => {
    app = await createTestApp();
    admin = await app.as("admin");
  });
  afterAll(() => app.close());

  const client = async (clientNumber: string) => {
    const user = await app.as("client", { clientNumber });
    return { ...user, holder: { holderType: "user" as const, holderId: user.id } };
  };
  const announceAndPay = async ({ client: calls, holder }: Awaited<ReturnType<typeof client>>, text: string) => {
    await calls.payments.requestTransaction({
      params: holder,
      body: { type: "deposit", transactionInfo: { sum: "50", currency: "EUR" } },
    });
    const day = new Date().toISOString().slice(0, 10);
    await bookEntries(app.services.db, holder, [{ ...deposit(day, "50"), description: text }]);
    return matchPayments(app.services, holder);
  };

  test("two client numbers that look alike have two", async () => {
    const [one, other] = [await client("P/001"), await client("P001")];
    const references = await Promise.all(
      [one, other].map(async (user) => (await user.client.payments.getCash({ params: user.holder })).reference),
    );
    expect(new Set(references).size).toBe(2);
    expect(await announceAndPay(one, references[0] ?? "")).toMatchObject({ matched: 1 });
  });

  test("one given out earlier is still found, unless another client has the same", async () => {
    const [one, two, three] = [await client("Q1"), await client("R/1"), await client("R1")];
    const [own, shared] = [creditorReference("Q1") ?? "", creditorReference("R1") ?? ""];
    for (const [user, reference] of [
      [one, own],
      [two, shared],
      [three, shared],
    ] as const)
      await sql`
        insert into former_deposit_reference (holder_type, holder_id, reference)
        values ('user', ${user.id}, ${reference})`.execute(app.database.db);
    expect(await announceAndPay(one, `Old ${own}`)).toMatchObject({ matched: 1 });
    expect(await announceAndPay(two, `Old ${shared}`)).toMatchObject({ matched: 0 });
    const { payments } = await admin.client.payments.listUnexplained({ query: {} });
    expect(payments.find(({ holder_id }) => holder_id === two.id)).toMatchObject({
      names: [{ request_id: null, holder_id: three.id }],
      requests: [{ isNamed: false, sameAmount: true }],
    });
  });

  test("the migration keeps what was given out, of former numbers too, and tells the admins of pairs", async () => {
    const [one, other, renamed] = [await client("S/7"), await client("S7"), await client("NEW-1")];
    const migration = (await readMigrations())["0089-deposit-references"];
    const pool = openPool({ connection: app.database.owner, size: 1, prepared: false, name: "test" });
    const owner = openKysely(pool);
    const undone = owner.transaction().execute(async (trx) => {
      await sql`drop table former_deposit_reference`.execute(trx);
      await sql`
        insert into audit_entry (chain, position, at, action, subject_type, subject_id, before, after, content_hash, hash)
        values (0, 999999, now(), 'holder.clientNumberSet', 'user', ${String(renamed.id)}, '{"clientNumber": "old.9"}',
          '{"clientNumber": "NEW-1"}', '', '')`.execute(trx);
      await migration?.up(trx);
      const { rows } = await sql<{ id: number; reference: string }>`
        select holder_id as id, reference from former_deposit_reference
        where holder_id in (${one.id}, ${other.id}, ${renamed.id}) order by holder_id, reference`.execute(trx);
      const told = await trx.selectFrom("notification").select("text").where("holder_id", "=", admin.id).execute();
      throw Object.assign(new Error("undo"), { rows, told: told.map(({ text }) => text) });
    });
    const pair = creditorReference("S7");
    await expect(undone).rejects.toMatchObject({
      message: "undo",
      rows: [
        { id: one.id, reference: pair },
        { id: other.id, reference: pair },
        ...[creditorReference("NEW1"), creditorReference("OLD9")]
          .toSorted((a, b) => String(a).localeCompare(String(b)))
          .map((reference) => ({ id: renamed.id, reference })),
      ],
      told: expect.arrayContaining([expect.stringMatching(new RegExp(`${pair}.*\\(S/7\\).*\\(S7\\)`))]) as unknown,
    });
    await owner.destroy();
  });
});
