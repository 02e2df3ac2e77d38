/** Funds: their data, newest NAV and documents. */
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import { type Fund, type FundContent, type FundDocument, funds } from "@portico/api/funds.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { readPage } from "../../kernel/cursor.ts";
import { canOf, staffVerdict } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Db } from "../../kernel/transaction.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { isIsin } from "../imports/reading/values.ts";
import { firmDay } from "../settings/firm-day.ts";
import {
  type DocumentRecord,
  type FundRecord,
  findFirstDays,
  findFunds,
  findFundsByIsin,
  findOfferStamp,
  hasNavs,
  insertFund,
  listDocuments,
  listFundRecords,
  listHolding,
  updateFund,
} from "./funds.queries.ts";
import { readCorrections } from "./navs/corrections.ts";

export type { FundRecord } from "./funds.queries.ts";

const order = "name";

const toCard = (fund: FundRecord) => {
  const { nav_day: day, nav_value: value, nav_source: source } = fund;
  return { ...fund, nav: day === null || value === null || source === null ? null : { day, value, source } };
};

/** A document as answers show it; `current` if it is valid on the day and no newer valid one replaces it. */
export function describeDocuments(
  rows: readonly DocumentRecord[],
  today: string,
): (FundDocument & { fund_id: number })[] {
  const isValid = ({ valid_from: from, valid_until: until }: DocumentRecord): boolean =>
    from <= today && (until === null || until >= today);
  const shown = new Set<string>();
  return rows.map((row) => {
    const { id, fund_id, kind, language, valid_from, valid_until, name, size, media_type } = row;
    const place = `${fund_id} ${kind} ${language}`;
    // The newest comes first.
    const current = isValid(row) && !shown.has(place);
    if (current) shown.add(place);
    return { id, fund_id, kind, language, valid_from, valid_until, file: { name, size, media_type }, current };
  });
}

/** Funds with their documents, in no order; with `validOn`, only those to read then. */
export async function readFunds(db: Db, ids: readonly number[], { validOn }: { validOn?: Date } = {}): Promise<Fund[]> {
  if (ids.length === 0) return [];
  const unique = [...new Set(ids)];
  const [records, since, documents, { today }] = await Promise.all([
    findFunds(db, unique),
    findFirstDays(db, unique),
    listDocuments(db, unique),
    firmDay(db, validOn ?? new Date()),
  ]);
  const shown = Map.groupBy(
    describeDocuments(documents, today).filter(({ current }) => current || validOn === undefined),
    ({ fund_id }) => fund_id,
  );
  return records.map((record) => ({
    ...toCard(record),
    documents: shown.get(record.id) ?? [],
    since: since.get(record.id) ?? null,
  }));
}

/** Which of these funds exist. */
export const knownFunds = async (db: Db, ids: readonly number[]): Promise<Set<number>> =>
  ids.length === 0 ? new Set() : new Set((await findFunds(db, ids)).map(({ id }) => id));

export async function listFunds(
  context: Context,
  { search, cursor, limit }: Parsed<typeof funds.listFunds>["query"],
): Promise<Answer<typeof funds.listFunds>> {
  const { rows, nextCursor } = await readPage(
    { cursor, limit, order },
    (start) => listFundRecords(context.db, { search, ...start }),
    (row) => [row.sort, row.id],
  );
  return {
    funds: rows.map(toCard),
    nextCursor,
    can: canOf({ create: staffVerdict(requireViewer(context), funds.createFund) }),
  };
}

/** A fund with the documents to read today; `notFound` for an unknown one. */
export async function getFund({ db, now }: Pick<Context, "db" | "now">, id: number): Promise<Fund> {
  const [found] = await readFunds(db, [id], { validOn: now() });
  if (!found) throw new Refusal("notFound");
  return found;
}

/** The same for staff, with every document and the definitions that hold it. */
export async function openFund(context: Context, id: number): Promise<Answer<typeof funds.openFund>> {
  const { db } = context;
  const viewer = requireViewer(context);
  const [[record], [found], heldBy] = [await findFunds(db, [id]), await readFunds(db, [id]), await listHolding(db, id)];
  if (!record || !found) throw new Refusal("notFound");
  return {
    ...found,
    saved_at: record.saved_at.toISOString(),
    held_by: heldBy.map((one) => ({ id: one.id, name: one.name })),
    corrections: await readCorrections(db, id),
    can: canOf({ edit: staffVerdict(viewer, funds.saveFund), upload: staffVerdict(viewer, funds.addFundDocument) }),
  };
}

function requireIsin({ isin }: FundContent, path: string): void {
  if (!isIsin(isin)) throw new Refusal("badInput", { fields: [{ path, code: "badChecksum" }] });
}

/** Adds a fund; `nameInUse` for an ISIN that is known. `demo` marks made-up figures. */
export async function createFund(context: Context, content: FundContent, { demo = false } = {}): Promise<Fund> {
  const { userId } = requireViewer(context);
  requireIsin(content, "isin");
  const id = await transact(context, async (tx) => {
    const made = await insertFund(tx, content, { userId, demo });
    if (made === undefined) throw new Refusal("nameInUse");
    tx.audit("fund.created", made, { after: content });
    tx.emit("funds:changed", {});
    return made;
  });
  return getFund(context, id);
}

/** Changes a fund's data; `inUse` for another currency once it has NAVs, `stateConflict` if it was saved since. */
export async function saveFund(
  context: Context,
  id: number,
  { content, since }: Parsed<typeof funds.saveFund>["body"],
): Promise<Fund> {
  const { userId } = requireViewer(context);
  requireIsin(content, "content.isin");
  await transact(context, async (tx) => {
    const [before] = await findFunds(tx, [id]);
    if (!before) throw new Refusal("notFound");
    const [other] = await findFundsByIsin(tx, [content.isin]);
    if (other && other.id !== id) throw new Refusal("nameInUse");
    if (before.currency !== content.currency && (await hasNavs(tx, id))) throw new Refusal("inUse");
    if (!(await updateFund(tx, id, content, { userId, since }))) throw new Refusal("stateConflict");
    const { isin, name, manager, currency, type, legal_form, venue, distribution, ongoing_costs, sri } = before;
    tx.audit("fund.saved", id, {
      before: { isin, name, manager, currency, type, legal_form, venue, distribution, ongoing_costs, sri },
      after: content,
    });
    tx.emit("funds:changed", {});
  });
  return getFund(context, id);
}

/** Changes with what visitors see of the offer, but for what its versions of content and the days change. */
export const getOfferStamp = ({ db }: Pick<Context, "db">): Promise<string> => findOfferStamp(db);
