/** The cost of a file with many accounts grows linearly with their number. */

import type { Holder } from "@portico/api/shapes.ts";
import { expect, test } from "vitest";
import { leastWork, ownWork } from "../../testing/own-work.ts";
import type { Outcome, Prepared } from "./booking/statement.ts";
import { validatedStatement } from "./preview/comparison.ts";
import { readStatement } from "./testing/reading.ts";

/** A file in which every account sells its own security, unknown to the portal. */
const fileOf = (count: number) =>
  readStatement(
    [
      "account,date,kind,ticker,quantity,price,currency,amount",
      ...Array.from({ length: count }, (_, at) => `A${at},2024-01-10,sell,T${at},-5,20,EUR,100`),
    ].join("\n"),
  );

/** The accounts' holders, and the writer's answers. */
function matched(file: Awaited<ReturnType<typeof fileOf>>): { prepared: Prepared; outcomes: Outcome[] } {
  const idOf = (place: number): number => place + 1000;
  const holders = new Map(
    [...file.accounts.keys()].map((account, at): [string, Holder & { name: string }] => [
      account,
      { holderType: "user", holderId: at + 1, name: `Client ${at}` },
    ]),
  );
  const names = file.instruments.map(
    ({ name, ticker, currency }, at) => [idOf(at), { name, ticker, currency }] as const,
  );
  const resolved = {
    ids: names.map(([id]) => id),
    known: new Set<number>(),
    names: new Map(names),
    completed: [],
    described: file.instruments,
    places: new Map(names.map(([id], place) => [id, place])),
  };
  const outcomes = file.entries.map((row): Outcome => {
    const { account, instrument = 0 } = row;
    const holder = holders.get(account) as Holder & { name: string };
    const missing = [{ instrumentId: idOf(instrument), quantity: "5", day: "2024-01-10" }];
    const none = {
      known: [],
      refusals: [],
      changes: [],
      cashBelowZero: [],
      withoutUnits: [],
      splitQuestions: [],
      unbookedSplits: [],
      from: null,
    };
    return {
      batch: { account, holder, entries: [], rows: [row] },
      preview: { ...none, holder, missing },
      holdings: { positions: new Map(), cash: new Map(), lastDay: null },
      elsewhere: { positions: new Map(), cash: new Map() },
    };
  });
  return {
    prepared: {
      file,
      decisions: new Map(),
      resolved,
      holders,
      accounts: new Map(),
      unknownAccounts: [],
      batches: outcomes.map(({ batch }) => batch),
      refusals: [],
      unaimed: [],
    },
    outcomes,
  };
}

async function costOf(count: number): Promise<number> {
  const file = await fileOf(count);
  const { prepared, outcomes } = matched(file);
  let accounts: ReturnType<typeof validatedStatement>["accounts"] = [];
  const cost = await ownWork(() => ({ accounts } = validatedStatement(prepared, outcomes)));
  expect(accounts).toHaveLength(count);
  expect(accounts.at(-1)?.suggestedOpeningBalances).toMatchObject([{ instrument: `T${count - 1}`, quantity: "5" }]);
  return cost;
}

test("four times as many accounts take about four times as long to look at", { timeout: 60_000 }, async () => {
  await costOf(500);
  const [small, large] = [await leastWork(() => costOf(2000)), await leastWork(() => costOf(8000))];
  // Four times plus measurement error; quadratic time would be sixteen times.
  expect(large).toBeLessThan(Math.max(small, 20) * 9);
});
