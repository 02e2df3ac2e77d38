/** Names in three scripts against a list: who is found, who is not, and why. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { compareNames, readName } from "./compare-names.ts";
import { indexNames } from "./name-index.ts";
import { compareBirths, type Match, matchOf, scoreOf } from "./score.ts";
import { editDistance } from "./similarity.ts";
import { lookedFor, madeUpList } from "./testing/made-up-names.ts";

const threshold = 0.8;
const listed = madeUpList.map((one) => ({ ...one, names: one.names.map((name) => readName(name, "person")) }));
const places = listed.flatMap((entry) => entry.names.map((name) => ({ entry, name })));
const index = indexNames(places.map(({ name }) => name));

/** The entries found by way of the index, at or above the threshold. */
function findAll({ name, births, countries }: (typeof lookedFor)[number]): { id: string; match: Match }[] {
  const ours = { names: [readName(name, "person")], births, countries };
  const entries = new Set(ours.names.flatMap((one) => index.find(one).map((place) => places[place]?.entry)));
  return [...entries].flatMap((entry) => {
    const match = entry && matchOf(ours, entry);
    return match && match.score >= threshold ? [{ id: entry.id, match }] : [];
  });
}

test("three hundred names in three scripts: precision and recall", () => {
  expect(lookedFor).toHaveLength(300);
  expect(lookedFor.filter(({ is }) => is !== null)).toHaveLength(200);
  let [right, wrong, missed] = [0, 0, 0];
  const faults: string[] = [];
  for (const one of lookedFor) {
    const found = findAll(one);
    const isFound = found.some(({ id }) => id === one.is);
    if (isFound) right += 1;
    else if (one.is !== null) {
      missed += 1;
      faults.push(`missed ${one.kind} ${one.name} ${one.is}`);
    }
    for (const { id, match } of found)
      if (id !== one.is) {
        wrong += 1;
        faults.push(`wrong ${one.kind} ${one.name} = ${match.theirName} ${match.score}`);
      }
  }
  const [precision, recall] = [right / (right + wrong), right / (right + missed)];
  console.info({ right, wrong, missed, precision, recall }, faults);
  expect(recall).toBeGreaterThanOrEqual(0.97);
  expect(precision).toBeGreaterThanOrEqual(0.95);
});
