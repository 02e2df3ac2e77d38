import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { beneficialOwners, type OwnershipGraph, ownershipOf } from "./ownership.ts";

const person = (id: string) => ({ id, kind: "person" as const });
const company = (id: string) => ({ id, kind: "company" as const });
const owns = (owner: string, owned: string, percent: string) => ({ owner, owned, percent });
const graph = (nodes: OwnershipGraph["nodes"], edges: OwnershipGraph["edges"]): OwnershipGraph => ({
  rootId: "root",
  nodes: [company("root"), ...nodes],
  edges,
});
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id).toSorted();

describe("shares through companies", () => {
  test("multiply along a chain and add over chains", () => {
    const ownership = ownershipOf(
      graph(
        [person("ana"), company("holding")],
        [owns("ana", "root", "10"), owns("ana", "holding", "40"), owns("holding", "root", "50")],
      ),
    );
    expect(ownership.persons).toEqual([{ id: "ana", percent: "30", direct: "10", attributed: "10", controls: false }]);
    expect(ownership.unknown).toBe("70");
  });

  test("count whole where the person holds more than half of the owner between", () => {
    const ownership = ownershipOf(
      graph([person("ana"), company("holding")], [owns("ana", "holding", "51"), owns("holding", "root", "30")]),
    );
    expect(ownership.persons[0]).toMatchObject({ percent: "15.3", attributed: "30" });
    expect(ids(beneficialOwners(ownership, 25))).toEqual(["ana"]);
  });

  test("reach the threshold at exactly 25.0000 percent, and not a ten-thousandth below", () => {
    const of = (percent: string) => ownershipOf(graph([person("ana")], [owns("ana", "root", percent)]));
    expect(ids(beneficialOwners(of("25.0000"), 25))).toEqual(["ana"]);
    expect(beneficialOwners(of("24.9999"), 25)).toEqual([]);
  });

  test("control by other means makes a beneficial owner of a small share", () => {
    const ownership = ownershipOf(
      graph([person("ana")], [{ owner: "ana", owned: "root", percent: "1", control: "votes" }]),
    );
    expect(ids(beneficialOwners(ownership, 25))).toEqual(["ana"]);
  });
});

describe("a graph that cannot be", () => {
  test("more than 100 percent of one company", () => {
    const { faults } = ownershipOf(
      graph([person("a"), person("b")], [owns("a", "root", "60"), owns("b", "root", "40.0001")]),
    );
    expect(faults).toEqual([{ kind: "sharesOver100", node: "root" }]);
  });
  test("owners in a circle are named in its order", () => {
    const { faults } = ownershipOf(
      graph([company("a"), company("b")], [owns("a", "b", "50"), owns("b", "a", "50"), owns("a", "root", "50")]),
    );
    expect(faults).toEqual([{ kind: "circle", nodes: ["a", "b"] }]);
  });
  test("a share that is none, an owner who is not there, the same share twice", () => {
    const { faults } = ownershipOf(
      graph(
        [person("a")],
        [owns("a", "root", "0"), owns("x", "root", "5"), owns("a", "root", "5"), owns("a", "root", "100.0001")],
      ),
    );
    expect(faults.map(({ kind }) => kind)).toEqual(["badShare", "unknownNode", "duplicateEdge", "badShare"]);
  });
});

/** Graphs without circles: an owner owns only nodes before it; no company is owned over 100 %. */
const graphs = fc
  .array(fc.record({ isPerson: fc.boolean(), shares: fc.array(fc.nat(3000), { maxLength: 6 }) }), {
    minLength: 1,
    maxLength: 8,
  })
  .map((owners) => {
    const nodes = owners.map(
      ({ isPerson }, index) => ({ id: `n${index}`, kind: isPerson ? "person" : "company" }) as const,
    );
    const targets = ["root", ...nodes.filter(({ kind }) => kind === "company").map(({ id }) => id)];
    const left = new Map(targets.map((id) => [id, 1_000_000]));
    const edges = owners.flatMap(({ shares }, index) =>
      shares.flatMap((share, target) => {
        const owned = targets[target];
        const before = owned === "root" || Number(owned?.slice(1)) < index;
        const units = Math.min(share * 317, left.get(owned ?? "") ?? 0);
        if (owned === undefined || !before || units === 0) return [];
        left.set(owned, (left.get(owned) ?? 0) - units);
        return [owns(`n${index}`, owned, (units / 10_000).toFixed(4))];
      }),
    );
    return graph(nodes, edges);
  });
const units = (percent: string) => Math.round(Number(percent) * 10_000);

describe("laws of ownership", () => {
  test("no graph without circles has a fault, and all shares and the unknown part make 100", () => {
    fc.assert(
      fc.property(graphs, (each) => {
        const { faults, persons, unknown } = ownershipOf(each);
        expect(faults).toEqual([]);
        const sum = persons.reduce((total, { percent }) => total + units(percent), units(unknown));
        // Each share shown is rounded down.
        expect(sum).toBeLessThanOrEqual(1_000_000);
        expect(sum).toBeGreaterThan(1_000_000 - persons.length - 1);
      }),
    );
  });
  test("the order in which shares are told does not matter", () => {
    fc.assert(
      fc.property(graphs, (each) => {
        expect(ownershipOf({ ...each, edges: each.edges.toReversed() })).toEqual(ownershipOf(each));
      }),
    );
  });
  test("a lower threshold never loses a beneficial owner", () => {
    fc.assert(
      fc.property(graphs, fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 100 }), (each, a, b) => {
        const ownership = ownershipOf(each);
        const few = ids(beneficialOwners(ownership, Math.max(a, b)));
        expect(ids(beneficialOwners(ownership, Math.min(a, b)))).toEqual(expect.arrayContaining(few));
      }),
    );
  });
});
