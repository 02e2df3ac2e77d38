/** Notices of falls as clients and staff read them, and the instruments that count as leveraged. */
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import { mandates as calls, type FallNotice } from "@portico/api/mandates.ts";
import { digitsOf } from "@portico/api/rules/written-figures.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { readPage } from "../../../kernel/cursor.ts";
import { canOf, staffVerdict } from "../../../kernel/policy.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { isHolder } from "../../../kernel/viewer.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { getHolder } from "../../holders/holders.ts";
import { getInstruments } from "../../market-data/market-data.ts";
import {
  findUnopened,
  insertLeverage,
  insertOpenings,
  listAllNotices,
  listLeveragedInstruments,
  listNotices,
  listUnknown,
  type NoticeRecord,
} from "./falls.queries.ts";

const rounded = (amount: string, digits: number): string => new Decimal(amount).toDecimalPlaces(digits).toFixed(digits);

const presented = ({ instrumentId, name, isin, toldAt, openedAt, ...notice }: NoticeRecord): FallNotice => ({
  ...notice,
  instrument: instrumentId === null ? null : { name: name ?? "", isin },
  base: rounded(notice.base, digitsOf(notice.currency)),
  value: rounded(notice.value, digitsOf(notice.currency)),
  // Never rounded up to a threshold that was not reached.
  fall: new Decimal(notice.fall).toDecimalPlaces(2, Decimal.ROUND_DOWN).toFixed(2),
  toldAt: toldAt.toISOString(),
  openedAt: openedAt?.toISOString() ?? null,
});

type Page = Parsed<typeof calls.listNotices>["query"];

/** The holder's notices; the first look of the holder's people at each is recorded, not that of staff. */
export async function listHolderNotices(
  context: Context,
  holder: Holder,
  { cursor, limit }: Page,
): Promise<Answer<typeof calls.listNotices>> {
  const { db } = context;
  const viewer = requireViewer(context);
  await getHolder(db, holder);
  const { rows, nextCursor } = await readPage(
    { cursor, limit, order: "newest" },
    ({ after, limit: most }) => listNotices(db, holder, { below: after?.id, limit: most }),
    ({ id }) => ["", id],
  );
  if (isHolder(viewer, holder) && rows.length > 0) {
    const ids = rows.map(({ id }) => id);
    const unopened = await findUnopened(db, holder, ids, viewer.userId);
    if (unopened.length > 0)
      await transact(context, async (tx) => {
        if (await insertOpenings(tx, holder, unopened, viewer.userId)) tx.emit("fallNotice", holder);
      });
  }
  return { notices: rows.map(presented), nextCursor };
}

export async function listStaffNotices(
  { db }: Context,
  { cursor, limit }: Page,
): Promise<Answer<typeof calls.listAllNotices>> {
  const { rows, nextCursor } = await readPage(
    { cursor, limit, order: "newest" },
    ({ after, limit: most }) => listAllNotices(db, { below: after?.id, limit: most }),
    ({ id }) => ["", id],
  );
  return {
    notices: rows.map(({ holderType, holderId, holderName, adviser, ...notice }) => ({
      ...presented(notice),
      holderType,
      holderId,
      name: holderName,
      adviser,
    })),
    nextCursor,
  };
}

export async function listUnknownFalls({ db }: Context): Promise<Answer<typeof calls.listUnknownFalls>> {
  const rows = await listUnknown(db);
  return {
    holders: rows.map(({ checkedAt, unknown, ...row }) => ({
      ...row,
      checkedAt: checkedAt.toISOString(),
      days: unknown.slice(-31),
    })),
  };
}

export async function listLeveraged(context: Context): Promise<Answer<typeof calls.listLeveraged>> {
  const rows = await listLeveragedInstruments(context.db);
  return {
    instruments: rows.map(({ id, name, isin }) => ({ id, name, isin })),
    can: canOf({ change: staffVerdict(requireViewer(context), calls.setLeveraged) }),
  };
}

/** States whether an instrument is leveraged; the same again changes nothing. */
export const setLeveraged = (context: Context, id: number, leveraged: boolean): Promise<{ done: true }> =>
  transact(context, async (tx) => {
    const { userId } = requireViewer(context);
    const instrument = (await getInstruments(tx, [id])).get(id);
    if (!instrument) throw new Refusal("notFound");
    const before = (await listLeveragedInstruments(tx)).some((one) => one.id === id);
    if (before === leveraged) return { done: true };
    await insertLeverage(tx, { instrumentId: id, leveraged, userId });
    const { name, isin } = instrument;
    tx.audit("instrument.leverageSet", id, { before: { leveraged: before }, after: { name, isin, leveraged } });
    return { done: true };
  });
