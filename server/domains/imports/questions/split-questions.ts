/** Questions about splits that a person answers in the preview, and how their answers apply to the file. */
import type { ImportQuestion } from "@portico/api/imports.ts";
import type { AnswerOf } from "../../portfolios/ledger/splits.ts";
import { entryBook } from "../reading/identity.ts";
import { indexOfNamed, noLine } from "../reading/opening-balances.ts";
import { type FileEntry, type ReadFile, RefusedRow } from "../reading/parsed-file.ts";

/** A question with its answer, as stored with the import. */
export type StoredAnswer = ImportQuestion & { answer: NonNullable<ImportQuestion["answer"]> };

/** What may be answered. */
export const offered: Readonly<Record<ImportQuestion["code"], readonly ImportQuestion["answer"][]>> = {
  sameSplit: ["same", "another"],
  splitUnbooked: ["cash"],
};

/** The answers after one more; `null` withdraws one. */
export const withAnswer = (
  answers: readonly StoredAnswer[],
  question: ImportQuestion,
  answer: ImportQuestion["answer"],
): StoredAnswer[] => [
  ...answers.filter(({ key }) => key !== question.key),
  ...(answer === null ? [] : [{ ...question, answer }]),
];

/** A confirmation waits for it. */
export const isOpen = ({ code, answer }: ImportQuestion): boolean => code === "sameSplit" && answer === null;

export const sameSplitKey = (instrument: string, day: string, known: string): string =>
  `sameSplit ${instrument} ${day} ${known}`;

/** The answers for the ledger; `nameOf` names an instrument as the keys do. */
export const answersFor =
  (answers: readonly StoredAnswer[], nameOf: (instrumentId: number) => string): AnswerOf =>
  (instrumentId, day, known) => {
    const key = sameSplitKey(nameOf(instrumentId), day, known);
    const answer = answers.find((one) => one.key === key)?.answer;
    return answer === "same" || answer === "another" ? answer : undefined;
  };

/** Adds a split of zero for each split that was settled in cash. */
export function withSettledSplits(
  file: ReadFile,
  answers: readonly StoredAnswer[],
): { file: ReadFile; typedInstruments: ReadonlySet<number> } {
  const settled = answers.filter(({ answer }) => answer === "cash");
  if (settled.length === 0) return { file, typedInstruments: new Set() };
  const extended: ReadFile = { ...file, instruments: [...file.instruments], refusals: [...file.refusals] };
  const entries: FileEntry[] = [];
  const refuse = ({ account }: Pick<FileEntry, "account">, { code, detail }: RefusedRow): void => {
    extended.refusals.push({ line: null, code, detail, account });
  };
  const book = entryBook(entries, refuse);
  for (const { account, isin, ticker, currency, day } of settled)
    try {
      const named = isin ?? ticker;
      book.add({
        line: noLine,
        account,
        id: `settled:${day}:${named}`,
        kind: "split",
        day,
        instrument: indexOfNamed(extended, named, currency),
        named,
        quantity: "0",
        currency,
        amount: "0",
      });
    } catch (error) {
      if (!(error instanceof RefusedRow)) throw error;
      refuse({ account }, error);
    }
  const typed = extended.instruments.keys().filter((index) => index >= file.instruments.length);
  return { file: { ...extended, entries: [...entries, ...file.entries] }, typedInstruments: new Set(typed) };
}
