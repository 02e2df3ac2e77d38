/** Uploads in tests: the calls that staff make, and the resulting ledger. */
import type { ImportPreview, OpeningBalance, RowDecision, TransferCost } from "@portico/api/imports.ts";
import { sql } from "kysely";
import type { Db } from "../../../kernel/transaction.ts";
import type { createTestApp, TestUser } from "../../../testing/app.ts";
import type { ImportKind } from "../reading/reader.ts";

export type TestApp = Awaited<ReturnType<typeof createTestApp>>;

export const upload = (
  { client }: TestUser,
  content: string,
  {
    kind = "statement",
    custodian,
    openingBalances = [],
    exclude = [],
    decisions = [],
    transferCosts = [],
  }: {
    kind?: ImportKind;
    custodian?: number;
    openingBalances?: OpeningBalance[];
    exclude?: string[];
    decisions?: RowDecision[];
    transferCosts?: TransferCost[];
  } = {},
): Promise<ImportPreview> =>
  client.imports.preview({
    body: {
      kind,
      ...(custodian !== undefined && { custodian }),
      fileName: "file.xml",
      content,
      openingBalances,
      exclude,
      decisions,
      transferCosts,
    },
  });

export const confirm = ({ client }: TestUser, { id }: { id: number }): Promise<ImportPreview> =>
  client.imports.confirm({ params: { id }, body: {} });

/** Accepts every marked price and rate. */
export async function acceptAll({ client }: TestUser, { id }: { id: number }): Promise<void> {
  const params = { id };
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof client.imports.listQuotes>> = await client.imports.listQuotes({
      params,
      query: { show: "marked", limit: 200, ...(cursor && { cursor }) },
    });
    const places = page.quotes.map(({ place }) => place);
    if (places.length > 0) await client.imports.acceptQuotes({ params, body: { places } });
    cursor = page.nextCursor;
  } while (cursor);
}

/** Previews and confirms a file; throws with the reasons if refused. */
export async function imported(
  staff: TestUser,
  content: string,
  options: Parameters<typeof upload>[2] = {},
): Promise<ImportPreview> {
  const preview = await upload(staff, content, options);
  if (preview.state === "refused") throw new Error(refused(preview).join("; "));
  await acceptAll(staff, preview);
  return confirm(staff, preview);
}

/** "line code detail" of each refusal. */
export const refused = ({ refusals }: ImportPreview): string[] =>
  refusals.map(({ line, code, detail }) => [line ?? "file", code, ...(detail === null ? [] : [detail])].join(" "));

export interface Held {
  /** Quantity by ticker, sold-out ones left out. */
  positions: Record<string, string>;
  /** Cost in the instrument's currency, by ticker. */
  costs: Record<string, string | null>;
  /** Realised gain in the instrument's currency, by ticker. */
  realised: Record<string, string | null>;
  cash: Record<string, string>;
}

/** The holder's stored holdings. */
export async function heldBy(db: Db, holderId: number): Promise<Held> {
  const positions = await sql<{ ticker: string; quantity: string; cost: string | null; realised: string | null }>`
    select ticker, quantity::text, state->>'cost' as cost, state->>'realised' as realised
    from position join instrument on instrument.id = instrument_id
    where holder_type = 'user' and holder_id = ${holderId} order by ticker`.execute(db);
  const cash = await sql<{ currency: string; amount: string }>`
    select currency, amount::text from cash_balance
    where holder_type = 'user' and holder_id = ${holderId} order by currency`.execute(db);
  const held = positions.rows.filter(({ quantity }) => Number(quantity) !== 0);
  return {
    positions: Object.fromEntries(held.map(({ ticker, quantity }) => [ticker, quantity])),
    costs: Object.fromEntries(held.map(({ ticker, cost }) => [ticker, cost])),
    realised: Object.fromEntries(positions.rows.map(({ ticker, realised }) => [ticker, realised])),
    cash: Object.fromEntries(cash.rows.map(({ currency, amount }) => [currency, amount])),
  };
}

/** Everything in the holder's ledger that is compared between ledgers. */
export async function ledgerOf(db: Db, holderId: number): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', day, booked_at, kind, external_id, fingerprint, instrument_id, quantity::text, amount::text, currency) as line
    from ledger_entry where holder_type = 'user' and holder_id = ${holderId}
    order by external_id`.execute(db);
  return rows.map(({ line }) => line);
}
