/**
 * Opening lots and the units that came without them: lots never bring units that a transfer has brought already. They replace it, by a
 * reversal, with the same units on the same day.
 */
import type { ImportRefusal } from "@portico/api/imports.ts";
import type { Trx } from "../../../kernel/transaction.ts";
import type { FoundAccount } from "../../custodians/resolve.ts";
import { isNear } from "../../portfolios/ledger/delivered-costs.ts";
import { type Arrival, findArrivals } from "../../portfolios/ledger/holdings.ts";
import type { RefusedEntry } from "../questions/refused-rows.ts";
import { type FileEntry, leaveOut, type ReadFile } from "../reading/parsed-file.ts";
import { sum } from "../reading/values.ts";
import type { Resolved } from "./new-entries.ts";

/** An entry of a file of lots. */
type Brought = FileEntry & { brought: NonNullable<FileEntry["brought"]> };
const isBrought = (entry: FileEntry): entry is Brought => entry.brought !== undefined;

interface Known {
  accounts: ReadonlyMap<string, FoundAccount>;
  resolved: Pick<Resolved, "ids">;
}

const withoutAccount = (externalId: string): string => externalId.replace(/^@[^/]*\//, "");
const isOfLots = ({ externalId }: Arrival): boolean => withoutAccount(externalId).startsWith("lot:");

/** The reversal of what is replaced. */
function reversalOf(entry: FileEntry, arrival: Arrival, place: number): FileEntry {
  const { line, account, day, time, externalId, fingerprint, currency } = entry;
  return {
    line,
    account,
    kind: "reversal",
    day,
    ...(time !== undefined && { time }),
    currency,
    amount: "0",
    externalId: `${externalId}:replaces${place}`,
    fingerprint,
    reversesBooked: arrival.externalId,
    description: `${arrival.kind} ${arrival.day}: ${arrival.quantity}`,
  };
}

const takeDay = <Entry extends FileEntry>(entry: Entry, { day, time, custodian }: Arrival): Entry => ({
  ...entry,
  day,
  ...(time !== undefined && { time }),
  ...(entry.custodian === undefined && custodian !== null && { custodian }),
});

/**
 * Joins the lots of a file with what is booked: equal lots are known, other lots of the same units replace them, and units that a
 * transfer or an opening balance brought without lots are replaced by them. Refused if such units came, and are others in number; or if
 * none came and the file does not say when.
 */
export async function joinLots(
  trx: Trx,
  file: ReadFile,
  { accounts, resolved }: Known,
  refuse: (refusal: ImportRefusal) => void,
): Promise<void> {
  const brought = file.entries.filter(isBrought);
  if (brought.length === 0) return;
  const joined = new Map<FileEntry, FileEntry[]>();
  for (const [account, own] of Map.groupBy(brought, (entry) => entry.account)) {
    const of = accounts.get(account);
    if (!of) continue;
    const idOf = (entry: FileEntry): number => resolved.ids[entry.instrument ?? -1] ?? -1;
    const arrivals = await findArrivals(trx, of.holder, [...new Set(own.map(idOf))]);
    for (const [id, lots] of Map.groupBy(own, idOf)) {
      const booked = arrivals.filter(({ instrumentId }) => instrumentId === id);
      for (const [entry, into] of joinSecurity(file, { lots, booked, idPrefix: of.idPrefix }, refuse))
        joined.set(entry, into);
    }
  }
  file.entries = file.entries.flatMap((entry) => joined.get(entry) ?? [entry]);
}

interface Security {
  lots: readonly Brought[];
  booked: readonly Arrival[];
  idPrefix: string;
}

function joinSecurity(
  file: ReadFile,
  { lots, booked, idPrefix }: Security,
  refuse: (refusal: ImportRefusal) => void,
): Map<FileEntry, FileEntry[]> {
  const joined = new Map<FileEntry, FileEntry[]>();
  const open: Brought[] = [];
  for (const entry of lots) {
    const start = `${idPrefix}${entry.brought.key}:`;
    const former = booked.filter(({ externalId }) => externalId.startsWith(start));
    const mine = former.find(({ inForce }) => inForce);
    const same = booked.find(({ inForce, fingerprint }) => inForce && fingerprint === entry.fingerprint);
    const externalId = `${entry.brought.key}:${former.length + 1}`;
    if (mine && mine === same)
      joined.set(entry, [{ ...takeDay(entry, mine), externalId: mine.externalId.slice(idPrefix.length) }]);
    else if (same || booked.some((arrival) => hasLots(arrival, entry))) {
      leaveOut(file, "lots");
      joined.set(entry, []);
    } else if (mine) {
      const replacing = { ...takeDay(entry, mine), externalId };
      joined.set(entry, [reversalOf(replacing, mine, 1), replacing]);
    } else open.push({ ...entry, externalId, origin: entry } as Brought & { origin: FileEntry });
  }
  const waiting = Map.groupBy(open as (Brought & { origin: FileEntry })[], ({ brought }) => brought.arrived ?? "");
  for (const [arrived, group] of waiting) {
    const found = matchArrivals(booked, group, arrived);
    for (const [place, { origin, ...entry }] of group.entries()) {
      if (found === undefined) {
        const { line, account } = entry;
        const came = booked.filter(lacksLots).map(({ day, quantity }) => `${quantity} (${day})`);
        const total = sum(...group.map(({ quantity = "0" }) => quantity));
        if (came.length > 0)
          refuse({ line, code: "amountsDisagree", detail: `lots: ${total} ≠ ${came.join(", ")}`, account });
        else refuse({ line, code: "missingValue", detail: "arrived", account });
        joined.set(origin, [entry]);
        continue;
      }
      const [first] = found;
      const placed = first ? takeDay(entry, first) : entry;
      const reversals = place === 0 ? found.map((arrival, number) => reversalOf(placed, arrival, number + 1)) : [];
      joined.set(origin, [...reversals, placed]);
    }
  }
  return joined;
}

/** True if an arrival that is no upload of lots has exactly these: it took them over. */
const hasLots = (arrival: Arrival, { quantity, currency, cost, lots }: FileEntry): boolean =>
  arrival.inForce &&
  !isOfLots(arrival) &&
  arrival.quantity === quantity &&
  arrival.currency === currency &&
  arrival.cost === cost &&
  arrival.lots?.length === lots?.length;

const lacksLots = (arrival: Arrival): boolean => arrival.inForce && !isOfLots(arrival) && arrival.lots === undefined;

/**
 * The arrivals that the lots replace: one with their number of units, or all of a day together. None if nothing came that they could be,
 * and their day is stated; undefined if it is not stated, or units without a cost came in another number.
 */
function matchArrivals(booked: readonly Arrival[], lots: readonly FileEntry[], arrived: string): Arrival[] | undefined {
  const total = sum(...lots.map(({ quantity = "0" }) => quantity));
  const near = booked.filter((arrival) => lacksLots(arrival) && (arrived === "" || isNear(arrival.day, arrived)));
  const costless = near.filter(({ cost }) => cost === undefined);
  const one = [...costless, ...near].find(({ quantity }) => quantity === total);
  if (one) return [one];
  const together = [...Map.groupBy(costless, ({ day }) => day).values()].find(
    (group) => sum(...group.map(({ quantity = "0" }) => quantity)) === total,
  );
  if (together) return together;
  return costless.length > 0 || arrived === "" ? undefined : [];
}

/**
 * A transfer of a custodian's file that brings the units whose lots were uploaded before: it takes them over, and the upload is
 * reversed. Refused are those that bring another number of units within days of the lots: hardly others. Whoever knows that they are
 * types their cost, or leaves them out.
 */
export async function takeOverLots(trx: Trx, file: ReadFile, { accounts, resolved }: Known): Promise<RefusedEntry[]> {
  const refused: RefusedEntry[] = [];
  const lacking = file.entries.filter(
    ({ kind, instrument, cost, brought }) =>
      kind === "transferIn" && instrument !== undefined && cost === undefined && brought === undefined,
  );
  const joined = new Map<FileEntry, FileEntry[]>();
  for (const [account, own] of Map.groupBy(lacking, (entry) => entry.account)) {
    const of = accounts.get(account);
    if (!of) continue;
    const ids = own.flatMap(({ instrument }) => resolved.ids[instrument ?? -1] ?? []);
    const arrivals = await findArrivals(trx, of.holder, [...new Set(ids)]);
    const booked = new Set(arrivals.map(({ externalId }) => externalId));
    const free = arrivals.filter((arrival) => arrival.inForce && isOfLots(arrival));
    for (const entry of own) {
      if (booked.has(of.idPrefix + entry.externalId)) continue;
      const id = resolved.ids[entry.instrument ?? -1];
      const place = free.findIndex(
        ({ instrumentId, quantity, currency, day }) =>
          instrumentId === id && quantity === entry.quantity && currency === entry.currency && isNear(day, entry.day),
      );
      const [taken] = place < 0 ? [] : free.splice(place, 1);
      if (!taken) {
        const other = free.find(({ instrumentId, day }) => instrumentId === id && isNear(day, entry.day));
        const { line, quantity } = entry;
        const detail = `${quantity} ≠ lots: ${other?.quantity} (${other?.day})`;
        if (other) refused.push({ entry, refusal: { line, code: "amountsDisagree", detail, account } });
        continue;
      }
      const { cost, lots } = taken;
      const known = { ...entry, cost, lots, isCostTyped: true };
      joined.set(entry, [reversalOf(known, taken, 1), known]);
    }
  }
  if (joined.size > 0) file.entries = file.entries.flatMap((entry) => joined.get(entry) ?? [entry]);
  return refused;
}
