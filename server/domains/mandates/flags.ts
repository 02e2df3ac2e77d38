/** Flags of positions: recorded, corrected and taken back; what was said stays. */
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import type { mandates as calls } from "@portico/api/mandates.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { flaggedUnits } from "@portico/reports/position-flags.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { canOf, enforce } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Db } from "../../kernel/transaction.ts";
import { readsAsStaff } from "../../kernel/viewer.ts";
import { type Tx, transact } from "../../unit-of-work/transact.ts";
import { getHolder, getUserNames } from "../holders/holders.ts";
import { usesOwnLedger } from "../portfolios/custody.ts";
import { firmDay } from "../settings/firm-day.ts";
import {
  type FlagRecord,
  findHeld,
  findInstrumentName,
  insertFlag,
  isWithdrawn,
  listFlags,
  type NewFlag,
  type StoredFlag,
} from "./flags.queries.ts";
import { refusalToRecord } from "./mandates.policy.ts";
import { lockMandate } from "./mandates.queries.ts";
import { readMandate } from "./mandates.ts";

/** Which position a flag is of. */
export const positionOf = ({ instrumentId, currency }: Pick<StoredFlag, "instrumentId" | "currency">): string =>
  instrumentId === null ? `cash ${currency}` : `instrument ${instrumentId}`;

const stateOn = ({ from, to }: StoredFlag, today: string): "coming" | "current" | "over" => {
  if (from > today) return "coming";
  return to !== null && to < today ? "over" : "current";
};

/** Flags as known at a time, of what is flagged on a day. */
export async function readFlags(
  db: Db,
  holder: Holder,
  { day, knownAt }: { day: string; knownAt: string },
): Promise<FlagRecord[]> {
  return (await listFlags(db, holder, { knownAt })).filter((flag) => stateOn(flag, day) === "current");
}

/** The holder's flags: staff get all that stand, the holder those of today. */
export async function listHolderFlags(context: Context, holder: Holder): Promise<Answer<typeof calls.listFlags>> {
  const { db, config, now } = context;
  const viewer = requireViewer(context);
  await getHolder(db, holder);
  const { today } = await firmDay(db, now());
  const isStaff = readsAsStaff(viewer, holder);
  const all = await listFlags(db, holder);
  const shown = isStaff ? all : all.filter((flag) => stateOn(flag, today) === "current");
  const held = shown.length > 0 && (await usesOwnLedger(db, config, holder)) ? await findHeld(db, holder) : null;
  const names = isStaff
    ? await getUserNames(db, [...new Set(shown.flatMap(({ recordedBy }) => recordedBy ?? []))])
    : null;
  const isRetail = isStaff && (await readMandate(db, holder, { day: today })).category === "retail";
  const current = Map.groupBy(
    all.filter((flag) => stateOn(flag, today) === "current"),
    positionOf,
  );
  const heldOf = ({ instrumentId, currency }: StoredFlag): string | null => {
    if (!held) return null;
    return (instrumentId === null ? held.cash.get(currency ?? "") : held.units.get(instrumentId)) ?? "0";
  };
  return {
    flags: shown.map((flag) => {
      const { instrumentId, name, isin, recordedAt, recordedBy, ...row } = flag;
      const state = stateOn(flag, today);
      const units = heldOf(flag);
      return {
        ...row,
        instrument: instrumentId === null ? null : { id: instrumentId, name: name ?? "", isin },
        state,
        recordedAt: recordedAt.toISOString(),
        recordedBy: recordedBy === null ? null : (names?.get(recordedBy) ?? null),
        held: units,
        prohibited: isRetail && row.kind === "transferred" && state !== "over",
        exceeds:
          units !== null &&
          state === "current" &&
          (flaggedUnits(units, current.get(positionOf(flag)) ?? []).exceeds || Number(units) <= 0),
      };
    }),
    can: canOf({ record: refusalToRecord(viewer, holder) }),
  };
}

const auditedFlag = (
  id: number,
  { kind, quantity, from, to, note, currency }: Omit<StoredFlag, "id" | "instrumentId">,
  name: string | null,
) => ({ flag: id, kind, what: name ?? currency ?? "", quantity, day: from, to, note });

/** Stores a flag under the holder's lock; `before` is the one that it corrects. */
export async function recordFlag(
  tx: Tx,
  holder: Holder,
  flag: NewFlag,
  { name, before, fileName }: { name: string | null; before?: FlagRecord | undefined; fileName?: string },
): Promise<number> {
  const id = await insertFlag(tx, holder, flag);
  tx.audit("flag.recorded", holder, {
    ...(before && { before: auditedFlag(before.id, before, before.name) }),
    after: {
      ...auditedFlag(id, flag, name),
      ...(flag.reason !== null && { reason: flag.reason }),
      ...(fileName !== undefined && { fileName }),
    },
  });
  tx.emit("mandate", holder);
  return id;
}

/**
 * Records a flag, or corrects one. `badInput` if it names both or neither of instrument and currency, an unknown instrument, an end before its
 * beginning, or no reason for a correction; `stateConflict` if the corrected one does not stand any more.
 */
export const recordFlagByStaff = (
  context: Context,
  holder: Holder,
  { instrument_id: instrumentId, ...body }: Parsed<typeof calls.recordFlag>["body"],
): Promise<{ id: number }> =>
  transact(context, async (tx) => {
    const viewer = requireViewer(context);
    await getHolder(tx, holder);
    enforce(refusalToRecord(viewer, holder));
    await lockMandate(tx, holder);
    const instrument = instrumentId === null ? undefined : await findInstrumentName(tx, instrumentId);
    const fields = [
      ...((instrumentId === null) === (body.currency === null)
        ? [{ path: "instrument_id", code: "required" } as const]
        : []),
      ...(instrumentId !== null && !instrument ? [{ path: "instrument_id", code: "notAllowed" } as const] : []),
      ...(body.to !== null && body.to < body.from ? [{ path: "to", code: "beforeStart" } as const] : []),
      ...(body.replaces !== null && body.reason === null ? [{ path: "reason", code: "required" } as const] : []),
    ];
    if (fields.length > 0) throw new Refusal("badInput", { fields });
    const before =
      body.replaces === null ? undefined : (await listFlags(tx, holder)).find(({ id }) => id === body.replaces);
    if (body.replaces !== null && !before) throw new Refusal("stateConflict");
    const flag = { ...body, instrumentId, recordedBy: viewer.userId };
    return { id: await recordFlag(tx, holder, flag, { name: instrument?.name ?? null, before }) };
  });

/** Takes a flag back; doing it twice is one. `stateConflict` for one that was corrected, `notFound` for none of the holder's. */
export const withdrawFlag = (
  context: Context,
  holder: Holder,
  { flagId, reason }: { flagId: number; reason: string },
): Promise<{ done: true }> =>
  transact(context, async (tx) => {
    const viewer = requireViewer(context);
    await getHolder(tx, holder);
    enforce(refusalToRecord(viewer, holder));
    await lockMandate(tx, holder);
    const flag = (await listFlags(tx, holder)).find(({ id }) => id === flagId);
    if (!flag) {
      if (await isWithdrawn(tx, holder, flagId)) return { done: true };
      throw new Refusal("notFound");
    }
    const { id, name, isin: _isin, recordedAt: _at, ...stated } = flag;
    await insertFlag(tx, holder, { ...stated, replaces: id, withdrawn: true, reason, recordedBy: viewer.userId });
    tx.audit("flag.withdrawn", holder, { before: auditedFlag(id, flag, name), after: { reason } });
    tx.emit("mandate", holder);
    return { done: true };
  });
