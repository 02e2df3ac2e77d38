/** The viewer of the audit log: equal to the log for any filters, recorded itself, and with the state of the chains. */
import { type AuditAction, auditActionNames } from "@portico/api/audit-actions.ts";
import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AuditEntry, audit } from "../../audit/audit.ts";
import { inTransaction } from "../../kernel/transaction.ts";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { auditOf, codeOf } from "../../testing/effects.ts";

let app: TestApp;
let admin: TestUser;
let office: TestUser;
let anna: TestUser;
let boris: TestUser;
let requestIds: number[];
let owner: pg.Client;

/** Those that may record anything. */
const actions = ["user.clientDataSet", "proposal.setNameProposed", "proposal.declined", "setting.saved"] as const;
const seeded = 300;
const firstDay = Date.parse("2025-03-01T00:00:00Z");
const dayMs = 86_400_000;

beforeAll(async () => {
  app = await createTestApp();
  owner = new pg.Client(app.database.owner);
  await owner.connect();
  [admin, office, anna, boris] = await Promise.all([
    app.as("admin", { name: "Ada Admin" }),
    app.as("office", { name: "Olga Office" }),
    app.as("client", { name: "Anna" }),
    app.as("client", { name: "Boris" }),
  ]);
  const made = await app.database.db
    .insertInto("transaction_request")
    .values(
      [anna, anna, boris].map(({ id }) => ({
        holder_type: "user",
        holder_id: id,
        type: "buy",
        transaction_info: "{}",
        created_by: id,
      })),
    )
    .returning("id")
    .execute();
  requestIds = made.map(({ id }) => id);
  await inTransaction(app.database.db, (trx) => audit(trx, ...Array.from({ length: seeded }, (_, n) => entryOf(n))));
  // Days and moments that many share, so that pages end between entries of the same instant.
  await owner.query(
    `update audit_entry set at = timestamptz '2025-03-01T00:00:00Z' + make_interval(hours => ((position * 7 + chain) % 40)::int * 6)`,
  );
});
afterAll(async () => {
  await owner.end();
  await app.close();
});

const subjects = () => [
  { type: "user", id: anna.id },
  { type: "user", id: boris.id },
  { type: "company", id: anna.id },
  ...requestIds.map((id) => ({ type: "transactionRequest", id })),
  { type: "setting", id: "brand" },
];
const entryOf = (n: number): AuditEntry => ({
  actor: n % 5 === 0 ? { system: "retention" } : { userId: [admin.id, office.id, anna.id][n % 3] ?? 0 },
  action: actions[n % 4] ?? "setting.saved",
  subject: subjects()[n % 7] ?? { type: "setting", id: "brand" },
  before: { n: n - 1 },
  after: { n },
});

interface Row {
  chain: number;
  position: number;
  at: Date;
  actor: { userId?: number } | null;
  action: string;
  subject_type: string;
  subject_id: string;
}
interface Asked {
  holder: string | undefined;
  person: number | undefined;
  action: AuditAction[] | undefined;
  subject: string | undefined;
  from: string | undefined;
  to: string | undefined;
}

/** What the filters mean, without indexes and SQL. */
function meets(row: Row, { holder, person, action, subject, from, to }: Asked): boolean {
  const about = `${row.subject_type}/${row.subject_id}`;
  const requests = requestIds.map((id, index) => ({ id, holder: `user/${index < 2 ? anna.id : boris.id}` }));
  const whose =
    row.subject_type === "transactionRequest"
      ? requests.find(({ id }) => String(id) === row.subject_id)?.holder
      : about;
  // The firm's time zone is two hours ahead in March.
  const day = new Date(row.at.getTime() + 2 * 3_600_000).toISOString().slice(0, 10);
  const beginsAt = (text: string) => (text.includes("T") ? row.at.toISOString() >= text : day >= text);
  const endsAt = (text: string) => (text.includes("T") ? row.at.toISOString() <= text : day <= text);
  return (
    (holder === undefined || whose === holder) &&
    (person === undefined || row.actor?.userId === person) &&
    (action === undefined || action.some((one) => one === row.action)) &&
    (subject === undefined || about === subject) &&
    (from === undefined || beginsAt(from)) &&
    (to === undefined || endsAt(to))
  );
}

const place = ({ chain, position }: { chain: number; position: number }) => `${chain}/${position}`;
const byTime = (a: Row, b: Row): number =>
  b.at.getTime() - a.at.getTime() || b.position - a.position || b.chain - a.chain;

async function listAll(asked: Asked, limit: number): Promise<string[]> {
  const { action, ...others } = asked;
  const given = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined));
  const found: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await admin.client.audit.list({
      query: { ...given, ...(action && { action: action.join(",") }), limit, ...(cursor !== undefined && { cursor }) },
    });
    found.push(...page.entries.map(place));
    if (page.nextCursor === null) return found;
    cursor = page.nextCursor;
  }
}

test("for any filters and pages, the viewer shows what a naive reading of the whole log finds, in its order", async () => {
  const moment = fc
    .integer({ min: -1, max: 11 })
    .map((days) => new Date(firstDay + days * dayMs))
    .chain((day) => fc.constantFrom(day.toISOString(), day.toISOString().slice(0, 10)));
  const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });
  const asked = fc.record({
    holder: maybe(fc.constantFrom(`user/${anna.id}`, `user/${boris.id}`, `company/${anna.id}`)),
    person: maybe(fc.constantFrom(admin.id, office.id, anna.id, boris.id)),
    action: maybe(fc.uniqueArray(fc.constantFrom(...actions, "user.created" as const), { minLength: 1 })),
    subject: maybe(fc.constantFrom("setting/brand", `user/${anna.id}`, `transactionRequest/${requestIds[0]}`)),
    from: maybe(moment),
    to: maybe(moment),
  });
  await fc.assert(
    fc.asyncProperty(asked, fc.integer({ min: 1, max: 200 }), async (filter, limit) => {
      const { rows } = await owner.query<Row>(
        "select chain, position::int, at, actor, action, subject_type, subject_id from audit_entry where at < '2025-04-01'",
      );
      const ended = { ...filter, to: filter.to ?? "2025-03-20" };
      const wanted = rows.filter((row) => meets(row, ended)).toSorted(byTime);
      expect(await listAll(ended, limit)).toEqual(wanted.map(place));
    }),
    { numRuns: 60 },
  );
});

describe("an entry", () => {
  test("names who, whom, and what was before, and says when its content was erased", async () => {
    const { entries } = await admin.client.audit.list({
      query: { holder: `user/${boris.id}`, subject: `transactionRequest/${requestIds[2]}`, to: "2025-03-20" },
    });
    expect(entries[0]).toMatchObject({
      subject: {
        type: "transactionRequest",
        name: null,
        holder: { holder_type: "user", holder_id: boris.id, name: "Boris" },
      },
      erasedAt: null,
    });
    const { entries: own } = await admin.client.audit.list({
      query: { subject: `user/${anna.id}`, person: office.id, to: "2025-03-20" },
    });
    expect(own[0]).toMatchObject({
      actor: { id: office.id, name: "Olga Office", system: null },
      subject: { type: "user", id: String(anna.id), name: "Anna" },
      before: { n: expect.any(Number) },
    });
    const { chain, position } = own[0] ?? { chain: 0, position: 0 };
    await owner.query(
      "update audit_entry set actor = null, before = null, after = null, salt = null, erased_at = now() where chain = $1 and position = $2",
      [chain, position],
    );
    const { entries: left } = await admin.client.audit.list({
      query: { subject: `user/${anna.id}`, to: "2025-03-20", limit: 200 },
    });
    expect(left.find((entry) => place(entry) === place({ chain, position }))).toMatchObject({
      actor: { id: null, name: null, system: null },
      after: null,
      erasedAt: expect.any(String),
    });
  });
});

describe("looking", () => {
  test("is recorded once an hour for the same filters, and is an access to the client", async () => {
    const reader = await app.as("admin");
    const query = { holder: `user/${boris.id}`, action: "proposal.declined" };
    for (let times = 0; times < 2; times += 1) await reader.client.audit.list({ query });
    await reader.client.audit.list({ query: { person: office.id } });
    const looks = (await auditOf(app, { type: "audit", id: "log" }, "audit.read")).filter(
      ({ actor }) => (actor as { userId: number }).userId === reader.id,
    );
    expect(looks.map(({ after }) => after)).toEqual([{ filter: query }, { filter: { person: office.id } }]);
    const { accesses } = await boris.client.users.listAccesses({ params: { id: boris.id }, query: {} });
    expect(accesses.filter(({ staff }) => staff === reader.name)).toMatchObject([{ what: "audit.list" }]);
  });

  test("is for administrators alone, and what is not a filter is refused", async () => {
    for (const role of ["client", "internal", "office"] as const)
      expect(await codeOf((await app.as(role)).client.audit.list({ query: {} }))).toBe("forbidden");
    for (const query of [
      { holder: "user/x" },
      { action: "user.roleSet,nothing.happened" },
      { subject: "brand" },
      { from: "2025-02-30" },
      { cursor: "x" },
    ])
      expect(await codeOf(admin.client.audit.list({ query })), JSON.stringify(query)).toBe("badInput");
  });
});

test("every action can be asked for", () => {
  for (const name of auditActionNames) expect(name).toMatch(/^[a-zA-Z]+\.[a-zA-Z]+$/);
});
