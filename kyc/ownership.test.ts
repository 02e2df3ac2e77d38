import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { beneficialOwners, effectiveShares, type OwnershipGraph, ownershipOf } from "./ownership.ts";

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
    expect(ownership.persons).toEqual([
      { id: "ana", percent: "30", direct: "10", attributed: "30", inController: "0", controls: false },
    ]);
    expect(ownership.unknown).toBe("70");
  });

  test("count whole where the person holds more than half of the owner between", () => {
    const ownership = ownershipOf(
      graph([person("ana"), company("holding")], [owns("ana", "holding", "51"), owns("holding", "root", "30")]),
    );
    expect(ownership.persons[0]).toMatchObject({ percent: "15.3", attributed: "30" });
    expect(ids(beneficialOwners(ownership, 25))).toEqual(["ana"]);
  });

  test("add up what a controlled owner holds and what the person holds beside it (AMLR, Article 54, a)", () => {
    const ownership = ownershipOf(
      graph(
        [person("ana"), company("first"), company("second")],
        [
          owns("ana", "first", "51"),
          owns("first", "root", "15"),
          owns("ana", "second", "40"),
          owns("second", "root", "30"),
        ],
      ),
    );
    expect(ownership.persons[0]).toMatchObject({ percent: "19.65", attributed: "27", controls: false });
    expect(ids(beneficialOwners(ownership, 25))).toEqual(["ana"]);
  });

  test("count a controlled owner's whole interest through a company that it does not control", () => {
    const ownership = ownershipOf(
      graph(
        [person("ana"), company("a"), company("b")],
        [owns("ana", "a", "51"), owns("a", "b", "40"), owns("b", "root", "50")],
      ),
    );
    expect(ownership.persons[0]).toMatchObject({ percent: "10.2", attributed: "20", inController: "0" });
    expect(beneficialOwners(ownership, 25)).toEqual([]);
  });

  test("do not count twice what two controlled owners hold of one another", () => {
    const ownership = ownershipOf(
      graph(
        [person("ana"), company("owner"), company("between")],
        [
          owns("ana", "owner", "60"),
          owns("between", "owner", "40"),
          owns("ana", "between", "30"),
          owns("owner", "root", "100"),
        ],
      ),
    );
    expect(ownership.persons[0]).toMatchObject({ percent: "72", attributed: "100", controls: true });
  });

  test("count in a company that controls the root like in the root itself (AMLR, Article 54, b)", () => {
    const of = (percent: string) =>
      ownershipOf(
        graph([person("ana"), company("holding")], [owns("ana", "holding", percent), owns("holding", "root", "60")]),
      );
    expect(of("30").persons[0]).toMatchObject({ percent: "18", attributed: "18", inController: "30", controls: false });
    expect(ids(beneficialOwners(of("30"), 25))).toEqual(["ana"]);
    expect(beneficialOwners(of("24.9999"), 25)).toEqual([]);
    const half = [owns("ana", "holding", "30"), owns("holding", "root", "50")];
    expect(beneficialOwners(ownershipOf(graph([person("ana"), company("holding")], half)), 25)).toEqual([]);
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

test("effective shares are exact through three links, and none of a graph that cannot be", () => {
  const chain = graph(
    [person("ana"), person("bob"), company("a"), company("b")],
    [
      owns("ana", "a", "33.3333"),
      owns("a", "b", "33.3333"),
      owns("b", "root", "33.3333"),
      owns("ana", "root", "0.0001"),
      owns("bob", "b", "50"),
    ],
  );
  expect(effectiveShares(chain)).toEqual(
    new Map([
      ["ana", "3.703792592603"],
      ["bob", "16.66665"],
    ]),
  );
  expect(effectiveShares(graph([person("a")], [owns("a", "root", "101")]))).toBeNull();
});

test("a company of which no owner is told is named, and is no fault", () => {
  const { faults, ownerless } = ownershipOf(graph([company("fund")], [owns("fund", "root", "40")]));
  expect({ faults, ownerless }).toEqual({ faults: [], ownerless: ["fund"] });
});

describe("a graph that cannot be", () => {
  test("more than 100 percent of one company", () => {
    const { faults } = ownershipOf(
      graph([person("a"), person("b")], [owns("a", "root", "60"), owns("b", "root", "40.0001")]),
    );
    expect(faults).toEqual([{ kind: "sharesOver100", node: "root", percent: "100.0001" }]);
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
  test("a person is nobody's", () => {
    const { faults, unknown } = ownershipOf(
      graph([person("ana"), person("bob")], [owns("ana", "bob", "50"), owns("bob", "root", "100")]),
    );
    expect(faults).toEqual([{ kind: "unknownNode", edge: 0 }]);
    expect(unknown).toBe("100");
  });
  test("more owners or shares than anyone draws are refused before they cost anything", () => {
    const many = Array.from({ length: 30_000 }, (_, index) => company(`c${index}`));
    const chain = many.slice(1).map(({ id }, index) => owns(id, `c${index}`, "50"));
    expect(ownershipOf(graph(many, [])).faults).toEqual([{ kind: "tooLarge" }]);
    expect(ownershipOf(graph(many.slice(0, 9), chain)).faults).toEqual([{ kind: "tooLarge" }]);
  });
});

/** Graphs without cycles: an owner owns only earlier nodes, and no company is owned over 100 %. */
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
        // Each displayed share is rounded down.
        expect(sum).toBeLessThanOrEqual(1_000_000);
        expect(sum).toBeGreaterThan(1_000_000 - persons.length - 1);
      }),
    );
  });
  test("a share with what is controlled is never below the share by product, and never above 100", () => {
    fc.assert(
      fc.property(graphs, (each) => {
        for (const { percent, attributed, inController } of ownershipOf(each).persons) {
          expect(units(attributed)).toBeGreaterThanOrEqual(units(percent));
          expect(Math.max(units(attributed), units(inController))).toBeLessThanOrEqual(1_000_000);
        }
      }),
    );
  });
  test("a larger share never makes the share in the whole smaller, nor loses the beneficial owner", () => {
    fc.assert(
      fc.property(graphs, fc.nat(50), fc.integer({ min: 1, max: 999_999 }), (each, which, less) => {
        const edge = each.edges[which % each.edges.length];
        fc.pre(edge !== undefined && less < units(edge.percent));
        const lowered = each.edges.map((one) => (one === edge ? { ...one, percent: (less / 10_000).toFixed(4) } : one));
        const [before, after] = [ownershipOf({ ...each, edges: lowered }), ownershipOf(each)];
        for (const [index, { id, percent, attributed }] of before.persons.entries()) {
          expect(units(after.persons[index]?.percent ?? "0")).toBeGreaterThanOrEqual(units(percent));
          if (id === edge.owner)
            expect(units(after.persons[index]?.attributed ?? "0")).toBeGreaterThanOrEqual(units(attributed));
        }
      }),
    );
  });
  test("a circle is always found, and each of its owners owns the next", () => {
    fc.assert(
      fc.property(graphs, fc.integer({ min: 2, max: 5 }), (each, length) => {
        const ring = Array.from({ length }, (_, index) => company(`ring${index}`));
        const links = ring.map(({ id }, index) => owns(id, `ring${(index + 1) % length}`, "40"));
        const [fault, ...more] = ownershipOf({
          ...each,
          nodes: [...each.nodes, ...ring],
          edges: [...each.edges, ...links],
        }).faults;
        expect(more).toEqual([]);
        expect(fault?.kind).toBe("circle");
        const named = fault?.kind === "circle" ? fault.nodes : [];
        expect(named.toSorted()).toEqual(ring.map(({ id }) => id));
        for (const [index, id] of named.entries())
          expect(links.some(({ owner, owned }) => owner === id && owned === named[(index + 1) % length])).toBe(true);
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
