/** Compares a statement with the portal's data: known entries, refused ones, resulting changes, and what the file states. */
import type { AccountPreview, ImportRefusal, ImportRemark } from "@portico/api/imports.ts";
import type { EntriesPreview, EntryRefusal } from "../../portfolios/ledger/entries.ts";
import type { Batch, Outcome, Prepared } from "../booking/statement.ts";
import { listTransfers } from "../booking/transfers.ts";
import { listRefusedRows, type RefusedEntry } from "../questions/refused-rows.ts";
import { calculateNet } from "../reading/net-changes.ts";
import { noLine } from "../reading/opening-balances.ts";
import { type FileEntry, type ReadAccount, shortened } from "../reading/parsed-file.ts";
import { shownId } from "../reading/sources.ts";
import { comparePositions, findCashBreaks, suggestOpenings } from "./positions.ts";
import type { Validated } from "./preview.ts";
import { accountsWithRefusedRows } from "./refused-accounts.ts";

/** Refusals about an instrument, whose message names it. */
const namedRefusals: readonly EntryRefusal["code"][] = [
  "quantityBelowZero",
  "costAboveHeld",
  "splitDiffers",
  "nothingToSplit",
  "openingBalanceNotFirst",
];

/** The writer's refusal as shown in the preview, with the line of the file. */
function toImportRefusal({ rows, account }: Batch, { resolved }: Prepared, refusal: EntryRefusal): ImportRefusal {
  const entry = rows[refusal.index];
  const named = refusal.instrumentId === undefined ? undefined : resolved.names.get(refusal.instrumentId);
  const name = named?.name ?? named?.ticker ?? "?";
  const withName = named && namedRefusals.includes(refusal.code);
  const detail = withName
    ? refusal.detail === null || refusal.code === "costAboveHeld"
      ? name
      : `${name} (${refusal.detail})`
    : refusal.detail && shownId(refusal.detail.replace(/^@[^/]*\//, ""));
  const line = entry === undefined || entry.line === noLine ? null : entry.line;
  return { line, code: refusal.code, detail: detail === null ? null : shortened(detail), account };
}

/** The entries of an account that the writer refuses. */
export const refusedEntries = (
  batch: Batch,
  prepared: Prepared,
  { refusals }: Pick<EntriesPreview, "refusals">,
): RefusedEntry[] =>
  refusals.flatMap((refusal) => {
    const entry = batch.rows[refusal.index];
    return entry ? [{ entry, refusal: toImportRefusal(batch, prepared, refusal) }] : [];
  });

/** The preview of a statement, from the writer's results for each account. */
export function validatedStatement(prepared: Prepared, outcomes: readonly Outcome[]): Validated {
  const { file } = prepared;
  const refusals = [...prepared.refusals];
  const known = new Set<FileEntry>();
  for (const { batch, preview } of outcomes) {
    for (const refusal of preview.refusals) refusals.push(toImportRefusal(batch, prepared, refusal));
    listRefusedRows(file, refusedEntries(batch, prepared, preview));
    for (const index of preview.known) known.add(batch.rows[index] as FileEntry);
  }
  refusals.sort((one, other) => (one.line ?? 0) - (other.line ?? 0));
  const byAccount = Map.groupBy(file.entries, ({ account }) => account);
  const outcomeOf = new Map(outcomes.map((outcome) => [outcome.batch.account, outcome]));
  const accounts = [...file.accounts.values()].map((account) =>
    accountPreview(prepared, {
      account,
      entries: byAccount.get(account.account) ?? [],
      outcome: outcomeOf.get(account.account),
    }),
  );
  const heldBefore = (account: string, instrument: number): string =>
    outcomeOf.get(account)?.holdings.positions.get(prepared.resolved.ids[instrument] ?? -1) ?? "0";
  // What is refused is not counted, so that an account with a refused row would not close for that reason alone.
  const incomplete = accountsWithRefusedRows(refusals);
  const remarks = [
    ...(file.bank?.lost ?? []),
    ...[...file.accounts.values()]
      .filter(({ account }) => !incomplete.has(account))
      .flatMap((account) => findCashBreaks(account, calculateNet(ownEntries(byAccount.get(account.account) ?? [])))),
    ...file.entries.flatMap(({ retainedFrom, line, account, currency, amount }): ImportRemark[] =>
      retainedFrom === undefined ? [] : [{ code: "commissionKept", line, account, currency, amount, detail: null }],
    ),
    ...prepared.unaimed.flatMap((row): ImportRemark[] => {
      const { line, account, currency, amount, quantity, instrument, description } = row;
      if (known.has(row)) return [];
      const of = instrument === undefined ? description : file.instruments[instrument]?.name;
      const detail = [quantity, of].filter((part) => part !== undefined).join(" ") || null;
      return [{ code: "cancelsNothing", line, account, currency, amount, detail }];
    }),
    ...outcomes.flatMap(({ batch, preview }) =>
      preview.withoutUnits.flatMap((index): ImportRemark[] => {
        const entry = batch.rows[index];
        if (!entry) return [];
        const { line, account, currency, amount, instrument } = entry;
        const detail = file.instruments[instrument ?? -1]?.name ?? null;
        return [{ code: "capitalWithoutShares", line, account, currency, amount, detail }];
      }),
    ),
    ...file.entries.flatMap((entry): ImportRemark[] => {
      const { costOpen, line, account, currency, day } = entry;
      return costOpen === undefined || known.has(entry)
        ? []
        : [{ code: "costOpen", line, account, currency, amount: "0", detail: `${day} · ${costOpen}` }];
    }),
  ];
  return {
    file,
    refusals,
    remarks,
    accounts,
    unknownAccounts: prepared.unknownAccounts,
    transfers: listTransfers(file, known, heldBefore),
    known,
    knownRows: known.size + (prepared.pooled?.facts.known.length ?? 0),
    newRows: file.entries.length - known.size + (prepared.pooled?.facts.open.length ?? 0),
    quotes: [],
    bankAccounts: prepared.pooled?.accounts ?? [],
  };
}

/** Entries of the file itself, without typed balances. */
const ownEntries = (entries: readonly FileEntry[]): FileEntry[] => entries.filter(({ line }) => line !== noLine);

function accountPreview(
  { file, resolved, holders }: Prepared,
  { account, entries, outcome }: { account: ReadAccount; entries: readonly FileEntry[]; outcome: Outcome | undefined },
): AccountPreview {
  const holder = holders.get(account.account);
  const days = entries.filter(({ line }) => line !== noLine).map(({ day }) => day);
  const first = days.reduce((least, day) => (day < least ? day : least), days[0] ?? "");
  const last = days.reduce((most, day) => (day > most ? day : most), days[0] ?? "");
  const knownEntries = outcome?.preview.known.length ?? 0;
  const from = account.from ?? (first || null);
  const net = calculateNet(entries);
  const own = calculateNet(ownEntries(entries));
  return {
    account: account.account,
    holder: holder ? { holder_type: holder.holderType, holder_id: holder.holderId, name: holder.name } : null,
    from,
    to: account.to ?? (last || null),
    entries: entries.length,
    newEntries: entries.length - knownEntries,
    knownEntries,
    cashBelowZero: outcome?.preview.cashBelowZero ?? [],
    positions: outcome ? comparePositions({ account, outcome, resolved }) : [],
    suggestedOpeningBalances: outcome
      ? suggestOpenings({
          file,
          account,
          outcome,
          resolved,
          net,
          own,
          first: from !== null && (first === "" || from < first) ? from : first,
        })
      : [],
  };
}
