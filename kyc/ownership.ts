/**
 * Who owns a company: the graph of persons and companies above it, each person's indirect share, the beneficial owners.
 * Sources: Regulation (EU) 2024/1624 (AMLR), Article 52 (an indirect interest is the product of the interests along a chain, and the
 * sum over all chains) and Article 53 (whoever controls an owner, by more than half of it or by other means, counts with the whole of
 * that owner's interest). Exact: a share is a fraction of integers, so that 25.0000 % is neither more nor less.
 */

export interface Owner {
  id: string;
  kind: "person" | "company";
}
export interface Share {
  owner: string;
  owned: string;
  /** Percent as decimal text with up to 4 decimals, above 0 and at most 100. */
  percent: string;
  /** Control by other means than the share alone. */
  control?: "votes" | "agreement" | "other" | undefined;
}
export interface OwnershipGraph {
  rootId: string;
  /** Owners, and the root itself. */
  nodes: readonly Owner[];
  edges: readonly Share[];
}

export type OwnershipFault =
  | { kind: "badShare" | "unknownNode" | "duplicateEdge"; edge: number }
  | { kind: "sharesOver100"; node: string }
  | { kind: "circle"; nodes: readonly string[] };

export interface PersonShare {
  id: string;
  /** Product along the chains, summed: percent, rounded down to 4 decimals for showing. */
  percent: string;
  /** Part of it that is held without a company between. */
  direct: string;
  /** With the whole interest of every owner that the person controls (Article 53). */
  attributed: string;
  /** Controls the company by other means, or by more than half of it. */
  controls: boolean;
}
export interface Ownership {
  faults: readonly OwnershipFault[];
  persons: readonly PersonShare[];
  /** Percent of the company whose owners are not told. */
  unknown: string;
}

/** One hundred percent in ten-thousandths of a percent. */
const whole = 1_000_000n;

/** n / whole^power. */
interface Fraction {
  n: bigint;
  power: number;
}
const zero: Fraction = { n: 0n, power: 0 };
const one: Fraction = { n: 1n, power: 0 };

const scaled = ({ n, power }: Fraction, to: number): bigint => n * whole ** BigInt(to - power);
function add(a: Fraction, b: Fraction): Fraction {
  const power = Math.max(a.power, b.power);
  return { n: scaled(a, power) + scaled(b, power), power };
}
const times = (a: Fraction, units: bigint): Fraction => ({ n: a.n * units, power: a.power + 1 });
/** Ten-thousandths of a percent; undefined for what is no share. */
export function readShare(percent: string): bigint | undefined {
  const match = /^(\d{1,3})(?:[.,](\d{1,4}))?$/.exec(percent.trim());
  if (!match) return undefined;
  const units = BigInt(match[1] ?? "0") * 10_000n + BigInt((match[2] ?? "").padEnd(4, "0"));
  return units > 0n && units <= whole ? units : undefined;
}

/** As percent text without trailing zeros. */
function shown(fraction: Fraction): string {
  const units = (fraction.n * whole) / whole ** BigInt(fraction.power);
  const decimals = String(units % 10_000n)
    .padStart(4, "0")
    .replace(/0+$/, "");
  return decimals === "" ? String(units / 10_000n) : `${units / 10_000n}.${decimals}`;
}

interface Edge {
  owner: string;
  owned: string;
  units: bigint;
  control: boolean;
}

function readEdges({ nodes, edges }: OwnershipGraph): { read: Edge[]; faults: OwnershipFault[] } {
  const known = new Set(nodes.map(({ id }) => id));
  const seen = new Set<string>();
  const faults: OwnershipFault[] = [];
  const read: Edge[] = [];
  edges.forEach(({ owner, owned, percent, control }, edge) => {
    const units = readShare(percent);
    const pair = JSON.stringify([owner, owned]);
    if (!known.has(owner) || !known.has(owned) || owner === owned) faults.push({ kind: "unknownNode", edge });
    else if (units === undefined) faults.push({ kind: "badShare", edge });
    else if (seen.has(pair)) faults.push({ kind: "duplicateEdge", edge });
    else read.push({ owner, owned, units, control: control !== undefined });
    seen.add(pair);
  });
  return { read, faults };
}

/** A circle of owners, each owning the next; undefined where there is none. */
function findCircle(ids: readonly string[], ownedBy: (id: string) => readonly Edge[]): string[] | undefined {
  const state = new Map<string, "open" | "closed">();
  const visit = (id: string, path: readonly string[]): string[] | undefined => {
    if (state.get(id) === "closed") return undefined;
    if (state.get(id) === "open") return path.slice(path.indexOf(id));
    state.set(id, "open");
    for (const { owned } of ownedBy(id)) {
      const circle = visit(owned, [...path, id]);
      if (circle) return circle;
    }
    state.set(id, "closed");
    return undefined;
  };
  for (const id of ids) {
    const circle = visit(id, []);
    if (circle) return circle;
  }
  return undefined;
}

/** Every person's share in the root. With faults that make the sums meaningless, no shares. */
export function ownershipOf(graph: OwnershipGraph): Ownership {
  const { read, faults } = readEdges(graph);
  const ownedBy = grouped(read, ({ owner }) => owner);
  const ownersOf = grouped(read, ({ owned }) => owned);
  for (const { id } of graph.nodes)
    if (ownersOf(id).reduce((sum, { units }) => sum + units, 0n) > whole)
      faults.push({ kind: "sharesOver100", node: id });
  const circle = findCircle(
    graph.nodes.map(({ id }) => id),
    ownedBy,
  );
  if (circle) faults.push({ kind: "circle", nodes: circle });
  if (faults.length > 0) return { faults, persons: [], unknown: "100" };

  const shares = sharesIn(graph.rootId, ownedBy);
  const persons = graph.nodes
    .filter(({ kind }) => kind === "person")
    .map(({ id }) => personShare(id, graph, { shares, ownedBy, ownersOf }));
  const known = graph.nodes.filter(({ kind }) => kind === "person").reduce((sum, { id }) => add(sum, shares(id)), zero);
  const unknown = add(one, { n: -known.n, power: known.power });
  return { faults, persons, unknown: shown(unknown) };
}

type EdgesOf = (id: string) => readonly Edge[];

function grouped(edges: readonly Edge[], key: (edge: Edge) => string): EdgesOf {
  const groups = Map.groupBy(edges, key);
  return (id) => groups.get(id) ?? [];
}

/** Each node's share in the root: the product along each chain, summed; every node worked out once. */
function sharesIn(rootId: string, ownedBy: EdgesOf): (id: string) => Fraction {
  const known = new Map<string, Fraction>([[rootId, one]]);
  const share = (id: string): Fraction => {
    const found = known.get(id);
    if (found) return found;
    const sum = ownedBy(id).reduce((total, { owned, units }) => add(total, times(share(owned), units)), zero);
    known.set(id, sum);
    return sum;
  };
  return share;
}

function personShare(
  id: string,
  { rootId, nodes }: OwnershipGraph,
  { shares, ownedBy, ownersOf }: { shares: (id: string) => Fraction; ownedBy: EdgesOf; ownersOf: EdgesOf },
): PersonShare {
  const direct = ownedBy(id)
    .filter(({ owned }) => owned === rootId)
    .reduce((sum, { units }) => add(sum, { n: units, power: 1 }), zero);
  const controlled = controlledBy(id, nodes, ownersOf);
  const attributed = ownersOf(rootId)
    .filter(({ owner }) => controlled.has(owner))
    .reduce((sum, { units }) => add(sum, { n: units, power: 1 }), zero);
  return {
    id,
    percent: shown(shares(id)),
    direct: shown(direct),
    attributed: shown(attributed),
    controls: controlled.has(rootId),
  };
}

/** The person, and every company of which those found so far hold more than half, or which one of them controls by other means. */
function controlledBy(person: string, nodes: readonly Owner[], ownersOf: EdgesOf): Set<string> {
  const controlled = new Set([person]);
  for (let before = 0; before < controlled.size; ) {
    before = controlled.size;
    for (const { id, kind } of nodes) {
      if (kind === "person" || controlled.has(id)) continue;
      const held = ownersOf(id).filter(({ owner }) => controlled.has(owner));
      const units = held.reduce((sum, edge) => sum + edge.units, 0n);
      if (units * 2n > whole || held.some(({ control }) => control)) controlled.add(id);
    }
  }
  return controlled;
}

/**
 * The persons who are beneficial owners: at or above the threshold by product or by attribution, or in control.
 * @param thresholdPercent the firm's setting, 25 by default
 */
export function beneficialOwners({ persons }: Ownership, thresholdPercent: number): PersonShare[] {
  const threshold = BigInt(Math.round(thresholdPercent * 10_000));
  const reachesIt = (percent: string): boolean => (readShownShare(percent) ?? 0n) >= threshold;
  return persons.filter(({ percent, attributed, controls }) => controls || reachesIt(percent) || reachesIt(attributed));
}

/** A share as it is shown was rounded down, so one that shows less than the threshold is less; 0 is a share here. */
const readShownShare = (percent: string): bigint | undefined => (percent === "0" ? 0n : readShare(percent));
