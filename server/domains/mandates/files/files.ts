/** Files of mandates and flags: read and compared first, then stored as a whole or not at all. Nothing of a file is kept. */
import { createHash } from "node:crypto";
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import type { mandates as calls, MandateFilePreview } from "@portico/api/mandates.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { canonicalJson } from "@portico/reports/canonical.ts";
import { flaggedUnits } from "@portico/reports/position-flags.ts";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { isHolder, type Viewer } from "../../../kernel/viewer.ts";
import { type Tx, transact } from "../../../unit-of-work/transact.ts";
import { findHoldersByClientNumbers } from "../../holders/holders.ts";
import { shownName, shownRefusals, shownRows } from "../../imports/row-files.ts";
import { findByIsins } from "../../market-data/market-data.ts";
import { firmDay } from "../../settings/firm-day.ts";
import { type FlagRecord, findHeld, listFlags, type StoredFlag } from "../flags.queries.ts";
import { positionOf, recordFlag } from "../flags.ts";
import { listBenchmarkNames, listStanding, lockMandate, type StoredMandate } from "../mandates.queries.ts";
import { changesCategory, readMandate, recordMandate } from "../mandates.ts";
import { type ReadRefusal, readFlagRows, readMandates } from "./reader.ts";

type Body = Pick<Parsed<typeof calls.previewFile>["body"], "kind" | "fileName" | "content">;
type Shown = MandateFilePreview["shown"][number];

/** What a row would store. */
interface Planned {
  holder: Holder;
  shown: Shown;
  /** It corrects what was recorded of its day or position. */
  isCorrection: boolean;
  store: (tx: Tx, by: { userId: number; fileName: string }) => Promise<unknown>;
}

interface Compared {
  kind: Body["kind"];
  rows: number;
  known: number;
  planned: Planned[];
  refusals: ReadRefusal[];
}

const shownValues = (values: Record<string, string | boolean | null>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      if (value === null || value === false) return [];
      return [[name, value === true ? "yes" : value] as const];
    }),
  );

const valuesOfMandate = (
  one: Omit<StoredMandate, "id" | "benchmark">,
  benchmark: string | null,
): Record<string, string> =>
  shownValues({
    from: one.from,
    category: one.category,
    service: one.service,
    leverage: one.leverage,
    benchmark,
    frequency: one.frequency,
    single_confirmations: one.singleConfirmations,
  });

/** Holders of the accounts, without those about whom the viewer may not decide. */
async function findClients(db: Db, viewer: Viewer, accounts: readonly string[]) {
  const found = await findHoldersByClientNumbers(db, [...new Set(accounts)]);
  return new Map([...found].filter(([, holder]) => !isHolder(viewer, holder)));
}

async function compareMandates(db: Db, viewer: Viewer, text: string): Promise<Compared> {
  const { rows, read, repeated, refusals } = readMandates(text);
  const clients = await findClients(
    db,
    viewer,
    read.map(({ account }) => account),
  );
  const benchmarks = (await listBenchmarkNames(db)).filter(({ ended }) => !ended);
  const byName = new Map(
    benchmarks.flatMap(({ id, name }) =>
      [name.bg, name.en, name.pl].map((one) => [one.trim().toLowerCase(), id] as const),
    ),
  );
  const nameOf = (id: number | null): string | null => benchmarks.find((one) => one.id === id)?.name.en ?? null;
  const compared: Compared = { kind: "mandates", rows, known: repeated, planned: [], refusals: [...refusals] };
  // What the file itself records of earlier days counts before.
  const inFile = Map.groupBy(
    read.toSorted((one, other) => (one.from < other.from ? -1 : 1)),
    ({ account }) => account.toUpperCase(),
  );
  for (const row of read) {
    const refuse = (code: string, detail: string) => compared.refusals.push({ line: row.line, code, detail });
    const client = clients.get(row.account);
    if (!client) {
      refuse("unknownClient", row.account);
      continue;
    }
    const benchmark = row.benchmark === null ? null : byName.get(row.benchmark.trim().toLowerCase());
    if (benchmark === undefined) {
      refuse("unknownBenchmark", row.benchmark ?? "");
      continue;
    }
    const { holderType, holderId } = client;
    const holder = { holderType, holderId };
    const standing = await listStanding(db, holder, { day: row.from });
    const [before] = standing;
    const earlier = inFile.get(row.account.toUpperCase())?.findLast(({ from }) => from < row.from);
    const former = earlier && (!before || before.from <= earlier.from) && before?.from !== row.from ? earlier : before;
    const { line, account, reason, benchmark: _name, ...stated } = row;
    const mandate = { ...stated, benchmark };
    if (before?.from === row.from && isSame(before, mandate)) {
      compared.known += 1;
      continue;
    }
    const changed = changesCategory(former, row.category);
    if (changed && reason === null) {
      refuse("reasonMissing", row.account);
      continue;
    }
    compared.planned.push({
      holder,
      isCorrection: before?.from === row.from,
      shown: {
        line,
        account,
        name: client.name,
        values: { ...valuesOfMandate(mandate, nameOf(benchmark)), ...(reason !== null && { reason }) },
        stored: before ? valuesOfMandate(before, nameOf(before.benchmark)) : null,
        marks: changed ? ["category"] : [],
      },
      store: (tx, { userId, fileName }) =>
        recordMandate(tx, holder, { ...mandate, reason, recordedBy: userId }, { fileName }),
    });
  }
  return compared;
}

const isSame = (one: Omit<StoredMandate, "id">, other: Omit<StoredMandate, "id">): boolean =>
  one.category === other.category &&
  one.service === other.service &&
  one.leverage === other.leverage &&
  one.benchmark === other.benchmark &&
  one.frequency === other.frequency &&
  one.singleConfirmations === other.singleConfirmations;

const valuesOfFlag = (flag: Omit<StoredFlag, "id" | "instrumentId">, name: string | null): Record<string, string> =>
  shownValues({
    what: name ?? flag.currency,
    flag: flag.kind,
    quantity: flag.quantity,
    from: flag.from,
    to: flag.to,
    note: flag.note,
  });

/** The flag of the same kind, position and first day. */
const sameFlag = (row: Omit<StoredFlag, "id">, flags: readonly FlagRecord[]): FlagRecord | undefined =>
  flags.find((flag) => flag.kind === row.kind && flag.from === row.from && positionOf(flag) === positionOf(row));

function marksOf(
  row: Omit<StoredFlag, "id">,
  flags: readonly FlagRecord[],
  held: string,
  today: string,
): Shown["marks"] {
  if (row.to !== null && row.to < today) return ["over"];
  if (Number(held) <= 0) return ["notHeld"];
  const others = flags.filter((flag) => positionOf(flag) === positionOf(row) && flag !== sameFlag(row, flags));
  return flaggedUnits(held, [...others, row]).exceeds ? ["exceeds"] : [];
}

async function compareFlags(db: Db, viewer: Viewer, text: string, today: string): Promise<Compared> {
  const { rows, read, repeated, refusals } = readFlagRows(text);
  const clients = await findClients(
    db,
    viewer,
    read.map(({ account }) => account),
  );
  const instruments = await findByIsins(db, [...new Set(read.flatMap(({ isin }) => isin ?? []))]);
  const compared: Compared = { kind: "flags", rows, known: repeated, planned: [], refusals: [...refusals] };
  for (const row of read) {
    const refuse = (code: string, detail: string) => compared.refusals.push({ line: row.line, code, detail });
    const client = clients.get(row.account);
    const instrument = row.isin === null ? null : instruments.get(row.isin);
    if (!client) refuse("unknownClient", row.account);
    else if (instrument === undefined) refuse("unknownInstrument", row.isin ?? "");
    else {
      const { holderType, holderId } = client;
      const holder = { holderType, holderId };
      const { line, account, isin: _isin, ...stated } = row;
      const flag = { ...stated, instrumentId: instrument?.id ?? null };
      const flags = await listFlags(db, holder);
      const before = sameFlag(flag, flags);
      if (before && isSameFlag(before, flag)) {
        compared.known += 1;
        continue;
      }
      const held = await findHeld(db, holder);
      const units = (instrument ? held.units.get(instrument.id) : held.cash.get(row.currency ?? "")) ?? "0";
      const name = instrument?.name ?? null;
      compared.planned.push({
        holder,
        isCorrection: before !== undefined,
        shown: {
          line,
          account,
          name: client.name,
          values: valuesOfFlag(flag, name),
          stored: before ? valuesOfFlag(before, before.name) : null,
          marks: [
            ...marksOf(flag, flags, units, today),
            ...(flag.kind === "transferred" && (await readMandate(db, holder, { day: flag.from })).category === "retail"
              ? (["retail"] as const)
              : []),
          ],
        },
        store: (tx, { userId, fileName }) =>
          recordFlag(
            tx,
            holder,
            { ...flag, replaces: before?.id ?? null, reason: null, recordedBy: userId },
            { name, before, fileName },
          ),
      });
    }
  }
  return compared;
}

const isSameFlag = (one: Omit<StoredFlag, "id">, other: Omit<StoredFlag, "id">): boolean =>
  one.quantity === other.quantity && one.to === other.to && one.note === other.note;

const compare = async ({ db, now }: Pick<Context, "db" | "now">, viewer: Viewer, { kind, content }: Body) => {
  const text = content.pieces.join("");
  const { today } = await firmDay(db, now());
  return kind === "mandates" ? compareMandates(db, viewer, text) : compareFlags(db, viewer, text, today);
};

function presented({ kind, rows, known, planned, refusals }: Compared): Answer<typeof calls.previewFile> {
  const corrected = planned.filter(({ isCorrection }) => isCorrection);
  return {
    kind,
    rows,
    newRows: planned.length - corrected.length,
    knownRows: known,
    correctedRows: corrected.length,
    refusedRows: refusals.length,
    markedRows: planned.filter(({ isCorrection, shown }) => !isCorrection && shown.marks.length > 0).length,
    seen: createHash("sha256")
      .update(canonicalJson({ kind, refusals, shown: planned.map(({ shown }) => shown) }))
      .digest("hex"),
    refusals: shownRefusals(refusals) as MandateFilePreview["refusals"],
    shown: planned.slice(0, shownRows).map(({ shown }) => shown),
  };
}

/** What a file would store. */
export const previewFile = async (context: Context, body: Body): Promise<MandateFilePreview> =>
  presented(await compare(context, requireViewer(context), body));

/**
 * Stores a file. `fileRefused` if a row of it is refused; `quotesNotAccepted` while marked rows or corrections were not looked at;
 * `stateConflict` if it says otherwise than what was shown: something was recorded meanwhile. A file that is stored already stores nothing.
 */
export const storeFile = (
  context: Context,
  { seen, acceptMarked, ...body }: Parsed<typeof calls.storeFile>["body"],
): Promise<{ stored: number }> =>
  transact(context, async (tx) => {
    const viewer = requireViewer(context);
    const first = await compare({ db: tx, now: context.now }, viewer, body);
    // In one order, so that two files at once do not wait for each other in a circle.
    const holders = new Map(first.planned.map(({ holder }) => [`${holder.holderType}/${holder.holderId}`, holder]));
    for (const key of [...holders.keys()].toSorted()) await lockMandate(tx, holders.get(key) as Holder);
    const compared = await compare({ db: tx, now: context.now }, viewer, body);
    if (compared.refusals.length > 0) throw new Refusal("fileRefused");
    if (compared.planned.length === 0) return { stored: 0 };
    const shown = presented(compared);
    if (shown.seen !== seen) throw new Refusal("stateConflict");
    if (shown.markedRows + shown.correctedRows > 0 && !acceptMarked) throw new Refusal("quotesNotAccepted");
    const by = { userId: viewer.userId, fileName: shownName(body.fileName) };
    for (const { store } of compared.planned) await store(tx, by);
    return { stored: compared.planned.length };
  });
