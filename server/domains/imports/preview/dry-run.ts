/**
 * Validation shared by preview and confirmation: reads a file and compares it with the portal's data. Runs on a worker
 * thread.
 */

import type { UsedCode } from "@portico/api/custodians/bank-codes.ts";
import { type NamedMapping, namedMapping } from "@portico/api/imports/mapping.ts";
import {
  type OpeningBalance,
  openingBalance,
  type RowDecision,
  rowDecision,
  type TransferCost,
  transferCost,
} from "@portico/api/imports.ts";
import type { ImportFormat } from "@portico/api/rules/import-kinds.ts";
import { z } from "zod";
import { Refusal } from "../../../kernel/refusal.ts";
import { type Db, inTransaction, type Trx } from "../../../kernel/transaction.ts";
import { findBankCodes } from "../../custodians/bank-codes.ts";
import { findCustodianName, findOnlySender } from "../../custodians/custodians.ts";
import { firmDay } from "../../settings/firm-day.ts";
import { withSenders } from "../booking/senders.ts";
import { type Given, prepareStatement } from "../booking/statement.ts";
import { withTransferCosts } from "../booking/transfers.ts";
import type { FileContent } from "../formats/format.ts";
import { findEarlierDecisions, findEvidence, type ImportRecord } from "../imports.queries.ts";
import { listOwnMappings } from "../mapping/mappings.queries.ts";
import { readyMappings } from "../mapping/ready/ready.ts";
import { byLine } from "../questions/decisions.ts";
import { askAbout } from "../questions/questions.ts";
import { type StoredAnswer, withSettledSplits } from "../questions/split-questions.ts";
import { prepareQuotes } from "../quotes/comparison.ts";
import { fileContent } from "../reading/file-content.ts";
import { withOpeningBalances } from "../reading/opening-balances.ts";
import { type ImportKind, readFile } from "../reading/reader.ts";
import { unpacked } from "../stored-upload.ts";
import { validatedStatement } from "./comparison.ts";
import { calculateOutcomes } from "./outcomes.ts";
import type { Validated } from "./preview.ts";
import { validatedPositions } from "./stated.ts";

export interface Upload {
  /** Undefined: what the file is recognised as. */
  kind?: ImportKind | undefined;
  /** Whose file it is, as staff chose; undefined or null: the only custodian that sends its format. */
  custodian?: number | null | undefined;
  content: FileContent;
  openingBalances: readonly OpeningBalance[];
  /** Keys of instruments to exclude. */
  exclude: readonly string[];
  decisions: readonly RowDecision[];
  transferCosts: readonly TransferCost[];
  answers?: readonly StoredAnswer[];
  /** Whose the file is where it does not say. */
  account?: string | undefined;
  /** The key of the mapping to read it with. */
  mapping?: string | undefined;
  /** Instead of those in use: the one with which it was read before. */
  mappings?: readonly NamedMapping[];
  /** Instead of what the firm says of banks' codes now: with what it was read before. */
  codes?: readonly UsedCode[];
  /** The portal read the file itself: the record of the file, and where it lay. */
  pickup?: { fileId: number; from: string };
}

/** A parsed file, with what staff typed for it. */
export interface Read extends Given {
  kind: ImportKind;
  /** The message of its standard. */
  message: string | null;
  answers: readonly StoredAnswer[];
}

/** Kinds of files whose rows become entries of ledgers. */
export const booksEntries = (kind: ImportKind): boolean => kind === "statement" || kind === "cash" || kind === "lots";

export async function readUpload(db: Db, now: Date, upload: Upload): Promise<Read> {
  const { content, openingBalances, exclude, transferCosts, answers = [] } = upload;
  const decisions = byLine(upload.decisions);
  const { timeZone, today } = await firmDay(db, now);
  const { kind: asked, account, mapping, mappings = await listOwnMappings(db) } = upload;
  const isKnown = [...mappings, ...readyMappings].some(({ key }) => key === mapping);
  if (mapping !== undefined && !isKnown)
    throw new Refusal("badInput", { fields: [{ path: "mapping", code: "unknown" }] });
  const findCodes = async (accounts: readonly string[], format: ImportFormat) => {
    const sender = upload.custodian ?? (await findOnlySender(db, format)) ?? null;
    return findBankCodes(db, accounts, sender, upload.codes);
  };
  const given = { kind: asked, today, zone: timeZone, exclude, decisions, account, mapping, mappings, findCodes };
  const read = await readFile(content, given);
  const { kind, message } = read;
  if (upload.custodian && !(await findCustodianName(db, upload.custodian)))
    throw new Refusal("badInput", { fields: [{ path: "custodian", code: "unknown" }] });
  const custodianId = upload.custodian ?? (await findOnlySender(db, read.format)) ?? null;
  if (!booksEntries(kind))
    return { kind, message, custodianId, file: read, decisions, typedInstruments: new Set(), answers: [] };
  const opened = withOpeningBalances(withTransferCosts(read, transferCosts), openingBalances, today);
  const settled = withSettledSplits(opened.file, answers);
  const typedInstruments = new Set([...opened.typedInstruments, ...settled.typedInstruments]);
  return { kind, message, custodianId, file: settled.file, decisions, typedInstruments, answers };
}

/** Reads the stored text of an import again, with what was typed beside it: a future date may be valid a day later. */
export async function readAgain(
  db: Db,
  now: Date,
  {
    id,
    kind,
    fileName,
    custodianId,
    preview: { codes = [] },
  }: Pick<ImportRecord, "id" | "kind" | "fileName" | "custodianId" | "preview">,
  answers: readonly StoredAnswer[],
): Promise<Read> {
  const evidence = await findEvidence(db, id);
  // Discarded meanwhile.
  if (!evidence?.content) throw new Refusal("stateConflict");
  const openingBalances = z.array(openingBalance).parse(evidence.openingBalances);
  const exclude = z.array(z.string()).parse(evidence.excluded);
  const decisions = z.array(rowDecision).parse(evidence.decisions);
  const transferCosts = z.array(transferCost).parse(evidence.transferCosts);
  const content = fileContent(fileName, await unpacked(evidence));
  const account = evidence.account ?? undefined;
  const named = evidence.mapping === null ? undefined : namedMapping.parse(evidence.mapping);
  const through = named && { mapping: named.key, mappings: [named] };
  const custodian = custodianId;
  return readUpload(db, now, {
    kind,
    custodian,
    content,
    openingBalances,
    exclude,
    decisions,
    transferCosts,
    answers,
    account,
    codes,
    ...through,
  });
}

async function validate(trx: Trx, read: Read): Promise<Validated> {
  if (read.kind === "positions") return validatedPositions(trx, await prepareStatement(trx, read));
  if (!booksEntries(read.kind)) return (await prepareQuotes(trx, read)).validated;
  const prepared = await prepareStatement(trx, read);
  const outcomes = await calculateOutcomes(trx, prepared, read.answers);
  const validated = validatedStatement(prepared, outcomes);
  return {
    ...validated,
    transfers: await withSenders(trx, prepared.file, validated.transfers, outcomes),
    questions: await askAbout(trx, { prepared, outcomes }, read.answers),
  };
}

/** Carries a result out of a transaction that is rolled back. */
class LeaveNothing extends Error {
  readonly validated: Validated;
  constructor(validated: Validated) {
    super("rolled back on purpose");
    this.validated = validated;
  }
}

/** Runs the confirmation, including new instruments, and rolls everything back. */
export async function dryRun(db: Db, read: Read): Promise<Validated> {
  try {
    return await inTransaction(db, async (trx) => {
      const validated = await validate(trx, read);
      const asked = validated.file.undecided.map(({ key }) => key);
      throw new LeaveNothing({ ...validated, before: await findEarlierDecisions(trx, asked) });
    });
  } catch (error) {
    if (error instanceof LeaveNothing) return error.validated;
    throw error;
  }
}
