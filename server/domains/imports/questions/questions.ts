/** Makes the questions of a preview from what the ledger found. */
import type { ImportQuestion } from "@portico/api/imports.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { getInstruments } from "../../market-data/market-data.ts";
import type { UnbookedSplit } from "../../portfolios/ledger/entries.ts";
import type { Outcome, Prepared } from "../booking/statement.ts";
import { lastingName } from "../reading/instruments.ts";
import { type StoredAnswer, sameSplitKey } from "./split-questions.ts";

/** Names an instrument of the file as the keys of questions do: alike in every reading of the file. */
export const nameIn =
  ({ resolved }: Prepared) =>
  (instrumentId: number): string => {
    const described = resolved.described[resolved.places.get(instrumentId) ?? -1];
    return described ? lastingName(described) : String(instrumentId);
  };

/** The questions, each with its answer if it has one. */
export async function askAbout(
  db: Db,
  { prepared, outcomes }: { prepared: Prepared; outcomes: readonly Outcome[] },
  answers: readonly StoredAnswer[],
): Promise<ImportQuestion[]> {
  const { file } = prepared;
  const nameOf = nameIn(prepared);
  const asked = outcomes.flatMap(({ batch, preview }) =>
    preview.splitQuestions.map((question) => ({ ...question, account: batch.account })),
  );
  const until = (account: string): string => {
    const days = file.entries.flatMap((entry) => (entry.account === account ? [entry.day] : []));
    return [file.accounts.get(account)?.to ?? "", ...days].toSorted().at(-1) ?? "";
  };
  // What is asked about is not offered besides: the known split to the same holder, the file's own to anybody.
  const isAsked = (account: string, { instrumentId, split }: UnbookedSplit): boolean =>
    asked.some(
      (one) =>
        one.instrumentId === instrumentId &&
        ((one.account === account && one.known.day === split.day) ||
          (one.answer === undefined && one.own.day === split.day)),
    );
  const unbooked = outcomes.flatMap(({ batch: { account }, preview }) => {
    const last = until(account);
    return preview.unbookedSplits.flatMap((one) =>
      one.split.day <= last && !isAsked(account, one) ? [{ ...one, account }] : [],
    );
  });
  const ids = [...asked, ...unbooked].map(({ instrumentId }) => instrumentId);
  const instruments = await getInstruments(db, [...new Set(ids)]);
  const of = (instrumentId: number) => {
    const { name, ticker, isin, currency } = instruments.get(instrumentId) ?? unnamed;
    return { name, ticker, isin, currency };
  };
  const answerTo = new Map(answers.map(({ key, answer }) => [key, answer]));
  const questions = [
    ...asked.map(({ account, instrumentId, own, known }): ImportQuestion => {
      const key = sameSplitKey(nameOf(instrumentId), own.day, known.day);
      const days = { day: own.day, knownDay: known.day, from: known.from, into: known.into };
      const quantity = own.from;
      return {
        key,
        code: "sameSplit",
        account,
        ...of(instrumentId),
        ...days,
        quantity,
        answer: answerTo.get(key) ?? null,
      };
    }),
    // What was settled is booked by the answer, and is not found again.
    ...answers.filter(({ code }) => code === "splitUnbooked"),
    ...unbooked.map(({ account, instrumentId, split, quantity }): ImportQuestion => {
      const { isin, ticker } = of(instrumentId);
      const key = `splitUnbooked ${account} ${isin ?? ticker} ${split.day}`;
      const days = { day: split.day, knownDay: null, from: split.from, into: split.into };
      return { key, code: "splitUnbooked", account, ...of(instrumentId), ...days, quantity, answer: null };
    }),
  ];
  return [...new Map(questions.toReversed().map((question) => [question.key, question])).values()].toReversed();
}

const unnamed = { name: "?", ticker: "?", isin: null, currency: "EUR" };
