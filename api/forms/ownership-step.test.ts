/** What the owners' step asks, and which undisclosed shares are an inconsistency. */
import { expect, test } from "vitest";
import { checkStep } from "./check-step.ts";
import { step } from "./company/ownership.ts";
import type { OwnershipAnswers } from "./field.ts";
import { findInconsistencies } from "./inconsistency.ts";
import { firstSettled } from "./settled.ts";

type Share = readonly [owner: string, owned: string, percent: string];
/** Persons have lower-case names, companies upper-case ones. */
const graph = (...shares: Share[]): OwnershipAnswers => ({
  nodes: [...new Set(shares.map(([owner]) => owner))].map((id) => ({
    id,
    kind: id === id.toUpperCase() ? "company" : "person",
    name: id,
  })),
  edges: shares.map(([owner, owned, percent]) => ({ owner, owned, percent })),
});
const given = (owners: OwnershipAnswers) => ({
  form: { ownership: { owners } },
  today: "2026-11-21",
  ownerPercent: 25,
  settled: firstSettled,
});
const faultsOf = (owners: OwnershipAnswers) =>
  checkStep(step, given(owners)).map(({ path, code }) => `${path} ${code}`);
const hidesOwner = (owners: OwnershipAnswers) =>
  findInconsistencies("companyKYC", given(owners)).some(({ code }) => code === "untoldOwners");

const managerAsked = ["ownership.seniorManager required", "ownership.noOwnerReason required"];

test("the senior manager is asked for only where owners are told and none of them reaches the threshold", () => {
  expect(faultsOf(graph(["ana", "company", "20"], ["boyan", "company", "20"]))).toEqual(managerAsked);
  expect(faultsOf(graph())).toEqual(["ownership.owners required"]);
  expect(faultsOf(graph(["ana", "company", "70"], ["boyan", "company", "50"]))).toEqual([
    "ownership.owners.company overHundred",
  ]);
  expect(faultsOf(graph(["A", "B", "50"], ["B", "A", "50"], ["B", "company", "20"]))).toEqual([
    expect.stringContaining("ownershipCircle"),
  ]);
  expect(faultsOf(graph(["ana", "company", "60"])).filter((fault) => fault.includes("seniorManager"))).toEqual([]);
});

test("a person among the owners has a person's name", () => {
  const owners = graph(["ana", "company", "20"]);
  const named = (name: string) => ({ ...owners, nodes: owners.nodes.map((node) => ({ ...node, name })) });
  expect(faultsOf(named("3"))).toEqual(["ownership.owners.ana.name badName"]);
  expect(faultsOf(named(""))).toEqual(["ownership.owners.ana.name required"]);
  expect(faultsOf(graph(["3M", "company", "20"]))).toEqual(managerAsked);
});

test("a part of the company that could hide a beneficial owner does not fit together with the rest", () => {
  // A company of 30 % without owners.
  expect(hidesOwner(graph(["ana", "company", "70"], ["A", "company", "30"]))).toBe(true);
  expect(hidesOwner(graph(["ana", "company", "70"], ["A", "company", "30"], ["boyan", "A", "100"]))).toBe(false);
  // Just below the threshold, also as the sum of several parts.
  expect(hidesOwner(graph(["ana", "company", "75.0001"]))).toBe(false);
  expect(hidesOwner(graph(["ana", "company", "75"]))).toBe(true);
  expect(hidesOwner(graph(["ana", "company", "75.1"], ["A", "company", "20"]))).toBe(false);
  expect(hidesOwner(graph(["ana", "company", "70"], ["A", "company", "15"], ["B", "company", "15"]))).toBe(true);
  // 51 % of the holding is 20.4 % of the company, but whoever has it controls 40 % (AMLR, Article 54).
  expect(hidesOwner(graph(["ana", "company", "60"], ["A", "company", "40"], ["boyan", "A", "49"]))).toBe(true);
  expect(hidesOwner(graph(["ana", "company", "60"], ["A", "company", "40"], ["boyan", "A", "51"]))).toBe(false);
  // A graph with errors reports no inconsistency.
  expect(hidesOwner(graph(["ana", "company", "70"], ["boyan", "company", "50"]))).toBe(false);
});
