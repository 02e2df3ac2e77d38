/** Seeds bank accounts besides those that forms named: confirmed, refused, to be confirmed, and one that waits. */
import { randomBytes } from "node:crypto";
import type { AccountBody } from "@portico/api/payments/accounts.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import { getAccountList, listAccounts } from "../domains/payments/accounts/accounts.ts";
import { toAccountInput } from "../domains/payments/accounts/changes.ts";
import { boundToList } from "../domains/payments/accounts/codes.ts";
import { decideAccount } from "../domains/payments/accounts/decisions.ts";
import { saveAccounts } from "../domains/payments/accounts/saving.ts";
import { ibanOf } from "./identifiers.ts";
import type { Seed, SeedStep } from "./seed.ts";

/** Rewrites the holder's list, as the person who confirmed a code. Returns the id of the last account. */
async function save(
  seed: Seed,
  who: string,
  holder: Holder,
  change: (accounts: AccountBody[]) => AccountBody[],
): Promise<number> {
  // By the real clock, which the seed's services compare it with, too.
  const { rows } = await sql<{ id: number }>`
    insert into session (user_id, token_hash, expires_at, ended_at, fresh_until, fresh_factor)
    values (${seed.userId(who)}, ${randomBytes(32)}, now(), now(), now() + interval '5 minutes', 'mail')
    returning id`.execute(seed.context.trx);
  const context = await seed.context.as(seed.userId(who), rows[0]?.id ?? 0);
  const viewer = context.viewer && { ...context.viewer, freshUntil: new Date(context.now().getTime() + 300_000) };
  const before = await listAccounts(context.db, holder);
  const kept = before.map(({ id, name, iban, number, bic, bank, country, currency, owner, is_default: isDefault }) => ({
    id,
    name,
    iban,
    number,
    bic,
    bank,
    country,
    currency,
    owner,
    isDefault,
  }));
  const list = change(kept);
  await sql`
    update session set fresh_for = ${boundToList(holder, list.map(toAccountInput))} where id = ${rows[0]?.id}`.execute(
    seed.context.trx,
  );
  const caller = { ...context, viewer };
  const { version } = await getAccountList(caller, holder);
  const { accounts } = await saveAccounts(caller, holder, { accounts: list, version });
  return accounts.at(-1)?.id ?? 0;
}

const addAccount = (seed: Seed, who: string, holder: Holder, account: AccountBody): Promise<number> =>
  save(seed, who, holder, (accounts) => [...accounts, account]);

type Decision = { state: "confirmed" } | { state: "refused"; reason: string };
const decide = async (seed: Seed, holder: Holder, id: number, decision: Decision) =>
  decideAccount(await seed.as("office"), holder, id, decision);

export const accountSteps: readonly SeedStep[] = [
  {
    daysAgo: 30,
    at: "14:05",
    async run(seed) {
      const holder = seed.user("james");
      const id = await addAccount(seed, "james", holder, {
        name: "Dollars",
        number: "000123456789",
        bic: "CHASUS33",
        bank: "JPMorgan Chase",
        country: "US",
        currency: "USD",
        owner: "James Wright",
        isDefault: true,
      });
      await decide(seed, holder, id, { state: "confirmed" });
    },
  },
  {
    daysAgo: 12,
    at: "10:20",
    async run(seed) {
      const holder = seed.user("anna");
      const id = await addAccount(seed, "anna", holder, {
        name: "Wspólne",
        iban: ibanOf("PL", "109010140000071219812874"),
        currency: "PLN",
        owner: "Anna Kowalska, Jan Kowalski",
      });
      await decide(seed, holder, id, {
        state: "refused",
        reason: "Rachunek jest wspólny. Prosimy podać rachunek prowadzony wyłącznie na Pani nazwisko.",
      });
    },
  },
  // Changed and removed again.
  {
    daysAgo: 9,
    at: "16:10",
    run: async (seed) =>
      addAccount(seed, "vera", seed.user("vera"), {
        iban: ibanOf("BG", "UNCR70001598765432"),
        currency: "EUR",
        owner: "Вера Димитрова",
      }),
  },
  {
    daysAgo: 9,
    at: "16:25",
    run: async (seed) =>
      save(seed, "vera", seed.user("vera"), (accounts) => [
        ...accounts.slice(0, -1),
        { ...accounts.at(-1), owner: "Vera Dimitrova", bic: "UNCRBGSF" },
      ]),
  },
  {
    daysAgo: 8,
    at: "08:40",
    run: async (seed) => save(seed, "vera", seed.user("vera"), (accounts) => accounts.slice(0, -1)),
  },
  {
    daysAgo: 1,
    at: "11:35",
    run: async (seed) =>
      addAccount(seed, "nikolay", seed.company("trakia"), {
        name: "Разплащателна",
        iban: ibanOf("BG", "UNCR70001523456789"),
        bic: "UNCRBGSF",
        currency: "EUR",
        owner: "Тракия Солар АД",
      }),
  },
];

/** Added just now, so that its waiting time has begun whenever the demo is loaded. */
export async function addWaitingAccount(seed: Seed): Promise<void> {
  const holder = seed.user("ivan");
  const id = await addAccount(seed, "ivan", holder, {
    name: "Спестявания",
    iban: ibanOf("BG", "STSA93001234567890"),
    currency: "EUR",
    owner: "Иван Петров",
  });
  await decide(seed, holder, id, { state: "confirmed" });
}
