/** Staff confirm and refuse accounts, alone or by two, and write lists on behalf of clients; what a payment may use. */
import type { BankAccount } from "@portico/api/payments/accounts.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Refusal } from "../../../kernel/refusal.ts";
import { inTransaction } from "../../../kernel/transaction.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { auditOf, codeOf, subjectOf } from "../../../testing/effects.ts";
import { companyOf } from "../../contracts/testing/contracts.ts";
import { account, bulgarian, endWaiting, own, writing } from "../testing/accounts.ts";
import { lockPayableAccount } from "./accounts.ts";

let app: TestApp;
let office: TestUser;
let second: TestUser;
let admin: TestUser;
let write: ReturnType<typeof writing>;
beforeAll(async () => {
  app = await createTestApp();
  office = await app.as("office", { name: "Olga Office" });
  second = await app.as("office", { name: "Otto Office" });
  admin = await app.as("admin");
  await app.as("admin");
  write = writing(app);
});
afterAll(() => app.close());

let number = 1000;
const decide = (who: TestUser, holder: Holder, accountId: number, state: "confirmed" | "refused", reason?: string) =>
  who.client.payments.decideAccount({
    params: { ...holder, accountId },
    body: state === "refused" ? { state, reason: reason ?? "" } : { state, ...(reason && { reason }) },
  });

async function withAccount(): Promise<{ user: TestUser; holder: Holder; one: BankAccount }> {
  const user = await app.as("client", { name: "Ivan Petrov" });
  const { accounts } = await write.save(user, own(user), [account("Ivan Petrov", bulgarian(++number))]);
  return { user, holder: own(user), one: accounts[0] as BankAccount };
}

const payable = (holder: Holder, id: number) =>
  inTransaction(app.services.db, (trx) => lockPayableAccount(trx, holder, id)).then(
    ({ id: found }) => found,
    (error: unknown) => (error instanceof Refusal ? error.fields.map(({ path, code }) => `${path} ${code}`)[0] : error),
  );

describe("deciding", () => {
  test("a confirmed account can be paid to once its waiting time is over; the client is told", async () => {
    const { user, holder, one } = await withAccount();
    expect(await payable(holder, one.id)).toBe("transactionInfo.accountId accountNotConfirmed");
    expect(await decide(office, holder, one.id, "confirmed")).toMatchObject({
      state: "confirmed",
      can: { decide: false },
    });
    expect(await payable(holder, one.id)).toBe("transactionInfo.accountId accountWaits");
    await endWaiting(app, holder);
    expect(await payable(holder, one.id)).toBe(one.id);
    const [news] = await user.client.notifications.listOfUser({ params: { id: user.id } });
    expect(news).toMatchObject({ type: "account_confirmed", params: { account: `…${one.iban?.slice(-4)} EUR` } });
    expect(await codeOf(decide(office, holder, one.id, "refused", "Too late"))).toBe("stateConflict");
  });

  test("a refused one needs a reason, which the client reads; changed, it is new again", async () => {
    const { user, holder, one } = await withAccount();
    expect(await codeOf(decide(office, holder, one.id, "refused"))).toBe("badInput");
    await decide(office, holder, one.id, "refused", "The statement shows another name.");
    await endWaiting(app, holder);
    expect(await payable(holder, one.id)).toBe("transactionInfo.accountId accountRefused");
    const { accounts } = await write.list(user, holder);
    expect(accounts).toMatchObject([{ state: "refused", refusal: "The statement shows another name." }]);
    const again = await write.save(user, holder, [account("Petrov Ivan", one.iban ?? "")]);
    expect(again.accounts).toMatchObject([{ id: one.id, state: "new", refusal: null }]);
    expect(await auditOf(app, subjectOf(holder), "bankAccount.decided")).toMatchObject([
      { after: { account: one.id, state: "refused", reason: "The statement shows another name." } },
    ]);
  });

  test("somebody else's, a removed and an unknown account are no place for money, and are told alike", async () => {
    const [mine, theirs] = [await withAccount(), await withAccount()];
    const gone = "transactionInfo.accountId accountGone";
    await write.save(mine.user, mine.holder, []);
    expect(await Promise.all([mine.one.id, theirs.one.id, 99_999_999].map((id) => payable(mine.holder, id)))).toEqual([
      gone,
      gone,
      gone,
    ]);
    expect(await codeOf(decide(office, mine.holder, mine.one.id, "confirmed"))).toBe("notFound");
    expect(await codeOf(decide(office, mine.holder, theirs.one.id, "confirmed"))).toBe("notFound");
  });

  test("nobody decides on an account of their own, of a company they act for, or one that they entered", async () => {
    const company = await companyOf(app, [office]);
    const added = await office.client.payments
      .saveAccounts({
        params: company,
        body: { accounts: [account("Held Ltd", bulgarian(++number))] },
      })
      .catch(() => null);
    expect(added, "for a company that they act for they are a client, who needs a code").toBeNull();
    const { accounts } = await write.save(office, company, [account("Held Ltd", bulgarian(++number))]);
    expect(await codeOf(decide(office, company, accounts[0]?.id ?? 0, "confirmed"))).toBe("fourEyes");
    const client = await app.as("client", { name: "Ivan Petrov" });
    const byStaff = await office.client.payments.saveAccounts({
      params: own(client),
      body: { accounts: [account("Ivan Petrov", bulgarian(++number))] },
    });
    const id = byStaff.accounts[0]?.id ?? 0;
    expect(byStaff.accounts).toMatchObject([
      { state: "new", created_by: { name: "Olga Office" }, can: { decide: false } },
    ]);
    expect(await codeOf(decide(office, own(client), id, "confirmed"))).toBe("fourEyes");
    expect(await codeOf(decide(second, own(client), id, "confirmed"))).toBe("done");
  });

  test("of two colleagues who decide at once, one wins", async () => {
    const { holder, one } = await withAccount();
    const answers = await Promise.all([
      codeOf(decide(office, holder, one.id, "confirmed")),
      codeOf(decide(second, holder, one.id, "refused", "Not theirs")),
    ]);
    expect(answers.toSorted()).toEqual(["done", "stateConflict"]);
  });

  test("the queue has new accounts of all clients, those that have waited longest first, page by page", async () => {
    const made = [await withAccount(), await withAccount(), await withAccount()];
    const internal = await app.as("internal");
    const seen: number[] = [];
    let cursor: string | null | undefined;
    let open: number;
    do {
      const page = await internal.client.payments.listNewAccounts({ query: { limit: 2, ...(cursor && { cursor }) } });
      seen.push(...page.accounts.map(({ id }) => id));
      open = page.open;
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen.slice(-3)).toEqual(made.map(({ one }) => one.id));
    expect(new Set(seen).size).toBe(open);
    const { accounts } = await office.client.payments.listNewAccounts({ query: { limit: 200 } });
    expect(accounts.at(-1)).toMatchObject({ holderName: "Ivan Petrov", can: { decide: true } });
  });
});

describe("with four eyes on", () => {
  const setFourEyes = (on: boolean) =>
    app.database.db
      .insertInto("setting")
      .values({ name: "fourEyes", data: JSON.stringify({ on }) })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ data: JSON.stringify({ on }) }))
      .execute();
  beforeAll(() => setFourEyes(true));
  afterAll(() => setFourEyes(false));

  const confirm = (who: TestUser, proposalId: number) =>
    who.client.proposals.decide({ params: { proposalId }, body: { decision: "confirm" } });

  test("office's list becomes a proposal with a reason, which a colleague confirms; the client's own does not", async () => {
    const { user, holder, one } = await withAccount();
    const { version } = await write.list(user, holder);
    const body = { accounts: [account("Ivan Petrov", bulgarian(++number))], version };
    expect(await codeOf(office.client.payments.saveAccounts({ params: holder, body }))).toBe("badInput");
    const { proposalId, accounts } = await office.client.payments.saveAccounts({
      params: holder,
      body: { ...body, reason: "By letter" },
    });
    expect(accounts.map(({ id }) => id)).toEqual([one.id]);
    const proposal = await second.client.proposals.get({ params: { proposalId: proposalId ?? 0 } });
    expect(proposal).toMatchObject({ action: "setBankAccounts", can: { confirm: true }, reason: "By letter" });
    expect([proposal.before["list"], proposal.after["list"]]).toEqual([
      `${one.iban} · EUR · Ivan Petrov`,
      `${body.accounts[0]?.iban} · EUR · Ivan Petrov`,
    ]);
    expect(await codeOf(confirm(office, proposalId ?? 0))).toBe("fourEyes");
    await confirm(second, proposalId ?? 0);
    expect((await write.list(user, holder)).accounts.map(({ iban }) => iban)).toEqual([body.accounts[0]?.iban]);
    expect((await second.client.payments.listAccounts({ params: holder })).accounts).toMatchObject([
      { created_by: { name: "Olga Office" }, state: "new" },
    ]);
  });

  test("a list proposed for an older one can no longer be confirmed", async () => {
    const { user, holder } = await withAccount();
    const { proposalId } = await office.client.payments.saveAccounts({
      params: holder,
      body: { accounts: [], version: (await write.list(user, holder)).version, reason: "Closed" },
    });
    await write.save(user, holder, [account("Ivan Petrov", bulgarian(++number))]);
    expect((await second.client.proposals.get({ params: { proposalId: proposalId ?? 0 } })).can.confirm).toBe(false);
    expect(await codeOf(confirm(second, proposalId ?? 0))).toBe("stateConflict");
  });

  test("decisions on two accounts of a holder wait side by side, and each is carried out by a second person", async () => {
    const user = await app.as("client", { name: "Ivan Petrov" });
    const holder = own(user);
    const { accounts } = await write.save(user, holder, [
      account("Ivan Petrov", bulgarian(++number)),
      account("Ivan Petrov", bulgarian(++number)),
    ]);
    const [one, two] = accounts as [BankAccount, BankAccount];
    const first = await decide(office, holder, one.id, "confirmed", "Statement seen");
    const other = await decide(office, holder, two.id, "refused", "Another name");
    expect([first.state, other.state]).toEqual(["new", "new"]);
    expect(await codeOf(decide(admin, holder, one.id, "confirmed", "Again"))).toBe("proposalOpen");
    await confirm(second, first.proposalId ?? 0);
    await confirm(second, other.proposalId ?? 0);
    expect((await write.list(user, holder)).accounts.map(({ state, refusal }) => [state, refusal])).toEqual([
      ["confirmed", null],
      ["refused", "Another name"],
    ]);
  });
});
