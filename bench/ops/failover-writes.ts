/** What clients and staff write while a primary is lost (failover.ts). */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { insertAccount } from "../../server/domains/payments/accounts/accounts.queries.ts";
import { bookEntries } from "../../server/domains/portfolios/ledger/writer.ts";
import { inTransaction } from "../../server/kernel/transaction.ts";
import type { BenchPortal, BenchUser } from "../database.ts";

/** One call at one of the portals; undefined if it was not answered, or with a failure that passes. */
export type Call = (port: number, user: BenchUser, method: string, path: string, body: object) => Promise<unknown>;
/** Tries once; true when it is acknowledged. */
export type Write = (port: number) => Promise<boolean>;

/** Who does one thing after another; settled when the last is acknowledged. */
export interface Queue {
  turn: Promise<void>;
}

/** One withdrawal at a time: a session confirms one thing. */
interface Client extends Queue {
  user: BenchUser;
  number: string;
  ticket: number;
  account: number;
}

const rowsOfImport = 20;
const accountData = { iban: "DE89370400440532013000", number: null, bic: null, bank: null, country: null };

async function createClient(portal: BenchPortal, call: Call, port: number, number: string): Promise<Client> {
  const { db } = portal.services;
  const user = await portal.user(number);
  const holder = { holderType: "user", holderId: user.id } as const;
  const entry = { kind: "deposit", day: "2026-01-02", currency: "EUR", amount: "1000000", source: "bench" } as const;
  await bookEntries(db, holder, [{ ...entry, externalId: `first ${number}`, fingerprint: number }]);
  await sql`insert into bank_account_list (holder_type, holder_id) values ('user', ${user.id})`.execute(db);
  const account = await inTransaction(db, (trx) =>
    insertAccount(trx, holder, {
      ...accountData,
      place: 0,
      name: "Mine",
      currency: "EUR",
      owner: number,
      is_default: true,
      state: "confirmed",
      usable_from: new Date(0),
      nameCheck: null,
      form_revision_id: null,
      by: user.id,
    }),
  );
  const question = { key: randomUUID(), title: "Failover", content: "Is anything lost?", topic: "question" };
  const made = await call(port, user, "POST", `/ticket/user/${user.id}`, question);
  return { user, number, ticket: (made as { id: number }).id, account: account.id, turn: Promise.resolve() };
}

/** Clients with money, an account and a ticket, and a colleague who imports. */
export async function prepareWrites(portal: BenchPortal, call: Call, port: number) {
  const { db } = portal.services;
  const staff = await portal.staff();
  // One import at a time: one that was previewed before another was confirmed is refused, and previewed again.
  const imports: Queue = { turn: Promise.resolve() };
  const clients: Client[] = [];
  for (let count = 0; count < 40; count++) clients.push(await createClient(portal, call, port, `client${count}`));

  const withdraw = ({ user, account }: Client, key: string, number: number): Write => {
    const path = `/portfolio/user/${user.id}/transaction`;
    const sum = (1 + number / 100_000).toFixed(5).slice(0, 4);
    return async (at) => {
      const asked = await call(at, user, "POST", `${path}/code`, { sum, currency: "EUR", accountId: account });
      if (asked === undefined) return false;
      // As check-validation does with the mailed code.
      const confirmed = await sql`
        update session set fresh_until = now() + interval '5 minutes', fresh_factor = 'authenticator', fresh_challenge = null,
          fresh_for = ${(asked as { for: string }).for} where user_id = ${user.id}`
        .execute(db)
        .catch(() => undefined);
      const transactionInfo = { sum, currency: "EUR", accountId: account };
      const body = { type: "withdrawal", userMsg: "", transactionInfo, key };
      return confirmed !== undefined && (await call(at, user, "POST", path, body)) !== undefined;
    };
  };

  const importRows = (keys: readonly string[]): Write => {
    const rows = keys.map((key, at) => `${clients[at % clients.length]?.number},2026-02-03,deposit,EUR,5,${key}`);
    const content = ["account,date,kind,currency,amount,id", ...rows].join("\n");
    return async (at) => {
      const preview = await call(at, staff, "POST", "/import/preview", {
        kind: "statement",
        fileName: "day.csv",
        content,
      });
      const { id, state } = (preview ?? {}) as { id?: number; state?: string };
      // An answer that was cut off says nothing.
      if (state !== undefined && state !== "previewed")
        throw new Error(`a file was refused: ${JSON.stringify(preview)}`);
      const done = id === undefined ? undefined : await call(at, staff, "POST", `/import/${id}/confirm`, {});
      return (done as { state?: string } | undefined)?.state === "confirmed";
    };
  };

  return {
    /** The keys that a write stores, and the write; one in ten is a withdrawal, one in fifty an import. */
    next(number: number): { keys: string[]; write: Write; after?: Queue } {
      const client = clients[number % clients.length] as Client;
      const { user, ticket } = client;
      if (number % 50 === 7) {
        const keys = Array.from({ length: rowsOfImport }, () => randomUUID());
        return { keys, write: importRows(keys), after: imports };
      }
      const key = randomUUID();
      if (number % 10 === 3) return { keys: [key], write: withdraw(client, key, number), after: client };
      const [path, body]: [string, object] =
        number % 2 === 0
          ? [`/ticket/user/${user.id}/${ticket}/comments`, { key, content: `comment ${number}` }]
          : [`/chat/user/${user.id}/messages`, { key, text: `message ${number}` }];
      return { keys: [key], write: async (at) => (await call(at, user, "POST", path, body)) !== undefined };
    },
    /** How often each key is stored. */
    async stored(): Promise<Map<string, number>> {
      const { rows } = await sql<{ key: string; times: number }>`
        select key, count(*)::int as times from (
          select client_key::text as key from ticket_comment where client_key is not null
          union all select key::text from chat_message
          union all select request_key from transaction_request join cash_reservation on request_id = id
          union all select right(external_id, 36) from ledger_entry where day = '2026-02-03'
        ) written group by key`.execute(db);
      return new Map(rows.map(({ key, times }) => [key, times]));
    },
  };
}
