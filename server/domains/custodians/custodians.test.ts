/** Custodians and whose their accounts are: records, four eyes, and what files book through them. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { auditOf, codeOf } from "../../testing/effects.ts";
import { createFirm } from "../imports/testing/firm.ts";
import { imported, refused, upload } from "../imports/testing/uploads.ts";
import { arrangeCustodian, custodianOf, link, readCustodian } from "./testing/arranged.ts";

const firm = createFirm("D");
const userOf = ({ id }: { id: number }) => ({ holderType: "user", holderId: id }) as const;
const columns = "account,date,kind,isin,name,quantity,currency,amount,id,custodian";
const csv = (...rows: string[]): string => [columns, ...rows].join("\n");
const paid = (account: string, more: { id?: string; custodian?: string; amount?: string } = {}) =>
  `${account},2024-02-01,deposit,,,,EUR,${more.amount ?? "100"},${more.id ?? ""},${more.custodian ?? ""}`;
const ledger = async (id: number) =>
  (
    await sql<{ line: string }>`
      select concat_ws(' ', external_id, amount::text, coalesce(custodian, '-')) as line from ledger_entry
      where holder_type = 'user' and holder_id = ${id} order by id`.execute(firm.portal.services.db)
  ).rows.map(({ line }) => line.replace(/row:\w+/, "row"));
let names = 0;
const nameOf = (name: string) => `${name} ${++names}`;
const fourEyes = async (on: boolean) => {
  await sql`insert into setting (name, data) values ('fourEyes', ${JSON.stringify({ on })}::jsonb)
    on conflict (name) do update set data = excluded.data`.execute(firm.portal.services.db);
};

test("a custodian is saved with its version; a former name stays one of its names, and no other may have it", async () => {
  const admin = await firm.portal.as("admin");
  const name = nameOf("First Bank");
  const id = await arrangeCustodian(admin, name);
  expect(await codeOf(arrangeCustodian(admin, name.toUpperCase()))).toBe("nameInUse");
  const save = (version: number, wanted: object) =>
    admin.client.custodians.save({ params: { id }, body: { ...custodianOf(name), ...wanted, version } });
  await save(1, { name: `${name} AG` });
  expect(await readCustodian(firm.staff, id)).toMatchObject({ name: `${name} AG`, other_names: [name], version: 2 });
  expect(await codeOf(save(1, {}))).toBe("stateConflict");
  expect(await codeOf(arrangeCustodian(admin, name))).toBe("nameInUse");
  await admin.client.custodians.end({ params: { id }, body: {} });
  expect(await codeOf(save(3, {}))).toBe("stateConflict");
  await admin.client.custodians.restore({ params: { id }, body: {} });
  expect(await readCustodian(firm.staff, id)).toMatchObject({ ended_at: null, can: { save: false } });
});

test("with four eyes on, booking without a person and wider tolerances wait; narrower ones and the rest are saved", async () => {
  const admin = await firm.portal.as("admin");
  const second = await firm.portal.as("admin");
  const id = await arrangeCustodian(admin, nameOf("Wide Bank"), { cash_tolerance: "1" });
  const { name } = await readCustodian(admin, id);
  const save = (version: number, wanted: object, reason?: string) =>
    admin.client.custodians.save({
      params: { id },
      body: { ...custodianOf(name), ...wanted, version, ...(reason !== undefined && { reason }) },
    });
  await fourEyes(true);
  try {
    expect(await codeOf(save(1, { automatic: true }))).toBe("badInput");
    const wanted = { automatic: true, quantity_tolerance: "0.001", cash_tolerance: "0.5", country: "CH" };
    const { proposalId } = await save(1, wanted, "They are always right");
    expect(await readCustodian(admin, id)).toMatchObject({
      automatic: false,
      quantity_tolerance: "0",
      cash_tolerance: "0.5",
      country: "CH",
    });
    expect(await codeOf(save(2, { ...wanted, country: "DE" }, "Again"))).toBe("proposalOpen");
    const params = { proposalId: proposalId ?? 0 };
    expect(await codeOf(admin.client.proposals.decide({ params, body: { decision: "confirm" } }))).toBe("fourEyes");
    await second.client.proposals.decide({ params, body: { decision: "confirm" } });
    expect(await readCustodian(admin, id)).toMatchObject(wanted);
  } finally {
    await fourEyes(false);
  }
});

test("a link is proposed with four eyes on, once for an account, and is stale after another change", async () => {
  const admin = await firm.portal.as("admin");
  const second = await firm.portal.as("office");
  const custodian = await arrangeCustodian(admin, nameOf("Link Bank"));
  const [ana, boris] = [await firm.client(), await firm.client()];
  await fourEyes(true);
  let proposalId: number | null;
  try {
    ({ proposalId } = await link(firm.staff, custodian, " de12 3456 ", userOf(ana)));
    expect(proposalId).not.toBeNull();
    expect(await codeOf(link(second, custodian, "DE123456", userOf(boris)))).toBe("proposalOpen");
    const { proposals } = await second.client.proposals.list({ query: { action: "linkAccount" } });
    expect(proposals[0]).toMatchObject({ before: { linked: null }, now: { linked: null }, can: { confirm: true } });
  } finally {
    await fourEyes(false);
  }
  expect(await codeOf(link(second, custodian, "DE123456", userOf(boris))), "also once four eyes are off").toBe(
    "proposalOpen",
  );
  const params = { proposalId: proposalId ?? 0 };
  await sql`insert into custodian_account (custodian_id, number, purpose) values (${custodian}, 'DE123456', 'own')`.execute(
    firm.portal.services.db,
  );
  expect(await codeOf(second.client.proposals.decide({ params, body: { decision: "confirm" } }))).toBe("stateConflict");
  await sql`delete from custodian_account where custodian_id = ${custodian}`.execute(firm.portal.services.db);
  await second.client.proposals.decide({ params, body: { decision: "confirm" } });
  const { accounts } = await firm.staff.client.custodians.listAccounts({ query: { custodian } });
  expect(accounts).toMatchObject([{ number: "DE123456", purpose: "client", holder: { holder_id: ana.id } }]);
  expect(await auditOf(firm.portal, { type: "user", id: ana.id }, "holder.accountLinked")).toHaveLength(1);
});

test("equal rows of two accounts of one client are two entries, each with its custodian; both are known again", async () => {
  const admin = await firm.portal.as("admin");
  const [one, other] = [nameOf("One Bank"), nameOf("Other Bank")];
  const [first, second] = [await arrangeCustodian(admin, one), await arrangeCustodian(admin, other)];
  const client = await firm.client();
  await link(firm.staff, first, "A-1", userOf(client));
  await link(firm.staff, second, "A-2", userOf(client));
  const file = csv(paid("A-1"), paid("a-2"), paid(client.account), paid("A-1", { id: "X", custodian: "Elsewhere" }));
  const preview = await imported(firm.staff, file);
  expect(preview).toMatchObject({ newRows: 4, state: "confirmed" });
  expect((await ledger(client.id)).toSorted()).toEqual([
    `@A-1/csv:X 100 Elsewhere`,
    `@A-1/row 100 ${one}`,
    `@A-2/row 100 ${other}`,
    `row 100 -`,
  ]);
  expect(await upload(firm.staff, file)).toMatchObject({ newRows: 0, knownRows: 4 });
});

test("an account of two custodians is refused until it is said whose file it is; then each books its own client", async () => {
  const admin = await firm.portal.as("admin");
  const [one, other] = [nameOf("Same Bank"), nameOf("Same Bank")];
  const [first, second] = [await arrangeCustodian(admin, one), await arrangeCustodian(admin, other)];
  const [ana, boris] = [await firm.client(), await firm.client()];
  await link(firm.staff, first, "S-1", userOf(ana));
  await link(firm.staff, second, "S-1", userOf(boris));
  expect(refused(await upload(firm.staff, csv(paid("S-1"))))).toEqual([`2 ambiguousAccount S-1: ${one}, ${other}`]);
  await imported(firm.staff, csv(paid("S-1")), { custodian: second });
  expect(await ledger(ana.id)).toEqual([]);
  expect(await ledger(boris.id)).toEqual([`@S-1/row 100 ${other}`]);
  expect(await codeOf(upload(firm.staff, csv(paid("S-1")), { custodian: 999_999 }))).toBe("badInput");
});

test("the only custodian that sends the format is the file's; what was booked by client number keeps its ids when linked", async () => {
  const admin = await firm.portal.as("admin");
  const client = await firm.client();
  const file = csv(paid(client.account));
  await imported(firm.staff, file);
  const custodian = await arrangeCustodian(admin, nameOf("Csv Bank"), { formats: ["csv"] });
  const { name } = await readCustodian(admin, custodian);
  await link(firm.staff, custodian, client.account, userOf(client));
  expect(await upload(firm.staff, file)).toMatchObject({ newRows: 0, knownRows: 1 });
  await imported(firm.staff, csv(paid(client.account), paid(client.account, { amount: "7" })));
  expect(await ledger(client.id)).toEqual(["row 100 -", `row 7 ${name}`]);
  await admin.client.custodians.end({ params: { id: custodian }, body: {} });
});

test("a link changes only once what was booked through it is reversed, and a closed account is refused", async () => {
  const admin = await firm.portal.as("admin");
  const custodian = await arrangeCustodian(admin, nameOf("Move Bank"));
  const [ana, boris] = [await firm.client(), await firm.client()];
  await link(firm.staff, custodian, "M-1", userOf(ana));
  await imported(firm.staff, csv(paid("M-1", { id: "P" })));
  expect(await codeOf(link(firm.staff, custodian, "M-1", userOf(boris)))).toBe("inUse");
  expect(
    await codeOf(
      firm.staff.client.custodians.markAccount({ body: { custodian, number: "M-1", purpose: "own", reason: "Ours" } }),
    ),
  ).toBe("inUse");
  await imported(
    firm.staff,
    ["account,date,kind,currency,amount,id,reverses", "M-1,2024-02-02,reversal,EUR,0,Q,P"].join("\n"),
  );
  await link(firm.staff, custodian, "M-1", userOf(boris));
  expect(await auditOf(firm.portal, { type: "user", id: ana.id }, "holder.accountUnlinked")).toHaveLength(1);
  const { accounts } = await firm.staff.client.custodians.listAccounts({ query: { custodian } });
  const [account] = accounts;
  await firm.staff.client.custodians.endAccount({
    params: { id: account?.id ?? 0 },
    body: { version: account?.version ?? 0, reason: "Closed by the bank" },
  });
  expect(refused(await upload(firm.staff, csv(paid("M-1")))).join()).toContain("notClientsAccount M-1");
});

test("numbers that nobody has are a list: files are counted once, and a mark or a link ends it", async () => {
  const admin = await firm.portal.as("admin");
  const custodian = await arrangeCustodian(admin, nameOf("List Bank"));
  const client = await firm.client();
  const list = async () =>
    (await firm.staff.client.custodians.listUnknownAccounts({ query: {} })).accounts
      .filter(({ number }) => number.startsWith("N-"))
      .map(({ number, files, entries }) => [number, files, entries]);
  const file = csv(paid("N-1"), paid("N-1", { amount: "2" }), paid("N-2"));
  await upload(firm.staff, file, { custodian });
  await upload(firm.staff, file, { custodian });
  await upload(firm.staff, csv(paid("n -1")), { custodian });
  expect((await list()).toSorted((one, other) => String(one[0]).localeCompare(String(other[0])))).toEqual([
    ["N-1", 2, 1],
    ["N-2", 1, 1],
  ]);
  await firm.staff.client.custodians.markAccount({
    body: { custodian, number: "N-2", purpose: "foreign", reason: "Another firm’s" },
  });
  await link(firm.staff, custodian, "N-1", userOf(client));
  expect(await list()).toEqual([]);
  const { accounts } = await firm.staff.client.custodians.listAccounts({ query: { custodian } });
  expect(accounts.every(({ first_seen_at }) => first_seen_at !== null)).toBe(true);
});

test("nobody links an account of their own or of staff", async () => {
  const admin = await firm.portal.as("admin");
  const custodian = await arrangeCustodian(admin, nameOf("Own Bank"));
  const colleague = await firm.portal.as("office");
  expect(await codeOf(link(firm.staff, custodian, "O-1", userOf(firm.staff)))).toBe("fourEyes");
  expect(await codeOf(link(firm.staff, custodian, "O-1", userOf(colleague)))).toBe("isStaff");
  expect(await codeOf(link(firm.staff, custodian, "O-1", { holderType: "user", holderId: 999_999 }))).toBe("notFound");
});
