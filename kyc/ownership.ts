/**
 * Ownership of a company: the graph of persons and companies above it, each person's indirect share, and the beneficial
 * owners. Regulation (EU) 2024/1624 (AMLR) defines an interest in several ways, and all figures are calculated:
 * - Article 52: the product of the interests along a chain, summed over all chains (`percent`).
 * - Article 54(a): if a person controls an owner (Article 53: more than half of it, or other means), the owner's whole
 *   interest counts, with the other interests of the person and of other controlled owners (`attributed`, never below
 *   `percent`).
 * - Article 54(b): an interest in a company that controls the root counts like an interest in the root (`inController`).
 * Shares are fractions of integers, so 25.0000 % is exact.
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
  /** Control by means other than the share. */
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
  /** Total shares entered for the node. */
  | { kind: "sharesOver100"; node: string; percent: string }
  | { kind: "circle"; nodes: readonly string[] }
  /** Nothing is calculated for a graph above the limits. */
  | { kind: "tooLarge" };

/** Limits that keep the cost of hostile input to a fraction of a second. */
const maxNodes = 200;
const maxShares = 800;

export interface PersonShare {
  id: string;
  /** Product along the chains, summed, in percent, rounded down to 4 decimals. */
  percent: string;
  /** Part held directly, without a company in between. */
  direct: string;
  /** Including the whole interest of every owner that the person controls (Article 54, a). */
  attributed: string;
  /** The largest interest in a company that controls the root (Article 54, b); "0" if there is none. */
  inController: string;
  /** Controls the company by other means or by more than half of it. */
  controls: boolean;
}
export interface Ownership {
  faults: readonly OwnershipFault[];
  persons: readonly PersonShare[];
  /** Percent of the company whose owners are not stated. */
  unknown: string;
  /** Companies without a stated owner: worth a question, not a fault. */
  ownerless: readonly string[];
}

/** One hundred percent in ten-thousandths of a percent. */
export const whole = 1_000_000n;

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
/** Ten-thousandths of a percent; undefined if the text is not a share. */
export function readShare(percent: string): bigint | undefined {
  const match = /^(\d{1,3})(?:[.,](\d{1,4}))?$/.exec(percent.trim());
  if (!match) return undefined;
  const units = BigInt(match[1] ?? "0") * 10_000n + BigInt((match[2] ?? "").padEnd(4, "0"));
  return units > 0n && units <= whole ? units : undefined;
}

/** Ten-thousandths of a percent as percent text without trailing zeros. */
export function percentText(units: bigint): string {
  const decimals = String(units % 10_000n)
    .padStart(4, "0")
    .replace(/(?<!0)0+$/, "");
  return decimals === "" ? String(units / 10_000n) : `${units / 10_000n}.${decimals}`;
}
const shown = ({ n, power }: Fraction): string => percentText((n * whole) / whole ** BigInt(power));

interface Edge {
  owner: string;
  owned: string;
  units: bigint;
  control: boolean;
}

function readEdges({ nodes, edges }: OwnershipGraph): { read: Edge[]; faults: OwnershipFault[] } {
  const known = new Set(nodes.map(({ id }) => id));
  // A person cannot be owned.
  const companies = new Set(nodes.filter(({ kind }) => kind === "company").map(({ id }) => id));
  const seen = new Set<string>();
  const faults: OwnershipFault[] = [];
  const read: Edge[] = [];
  edges.forEach(({ owner, owned, percent, control }, edge) => {
    const units = readShare(percent);
    const pair = JSON.stringify([owner, owned]);
    if (!known.has(owner) || !companies.has(owned) || owner === owned) faults.push({ kind: "unknownNode", edge });
    else if (units === undefined) faults.push({ kind: "badShare", edge });
    else if (seen.has(pair)) faults.push({ kind: "duplicateEdge", edge });
    else read.push({ owner, owned, units, control: control !== undefined });
    seen.add(pair);
  });
  return { read, faults };
}

/** A cycle of owners, each owning the next; undefined if there is none. */
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

/** Every person's share in the root; no shares if faults make the sums meaningless. */
export function ownershipOf(graph: OwnershipGraph): Ownership {
  if (graph.nodes.length > maxNodes || graph.edges.length > maxShares) return unreckoned([{ kind: "tooLarge" }]);
  const { read, faults } = readEdges(graph);
  const ownedBy = grouped(read, ({ owner }) => owner);
  const ownersOf = grouped(read, ({ owned }) => owned);
  for (const { id } of graph.nodes) {
    const given = ownersOf(id).reduce((sum, { units }) => sum + units, 0n);
    if (given > whole) faults.push({ kind: "sharesOver100", node: id, percent: percentText(given) });
  }
  const circle = findCircle(
    graph.nodes.map(({ id }) => id),
    ownedBy,
  );
  if (circle) faults.push({ kind: "circle", nodes: circle });
  if (faults.length > 0) return unreckoned(faults);

  const companies = graph.nodes.filter(({ kind }) => kind === "company").map(({ id }) => id);
  const controlOf = (id: string): Set<string> => controlledBy(id, ownedBy);
  const above = companies.filter((id) => id !== graph.rootId && controlOf(id).has(graph.rootId));
  const shares = sharesIn(graph.rootId, ownedBy);
  const persons = graph.nodes
    .filter(({ kind }) => kind === "person")
    .map(({ id }): PersonShare => {
      const controlled = controlOf(id);
      const attributedIn = (company: string): Fraction => attributed(company, controlled, ownedBy);
      return {
        id,
        percent: shown(shares(id)),
        direct: shown(sum(ownedBy(id).filter(({ owned }) => owned === graph.rootId))),
        attributed: shown(attributedIn(graph.rootId)),
        inController: shown(largest(above.map(attributedIn))),
        controls: controlled.has(graph.rootId),
      };
    });
  const stated = graph.nodes
    .filter(({ kind }) => kind === "person")
    .reduce((total, { id }) => add(total, shares(id)), zero);
  const unknown = add(one, { n: -stated.n, power: stated.power });
  return { faults, persons, unknown: shown(unknown), ownerless: companies.filter((id) => ownersOf(id).length === 0) };
}

/** Decimals of an exact share: those of a chain of three links. */
const exactDigits = 12;

/**
 * Each person's interest in the root (`percent`), but with twelve decimals, rounded down: exact for chains of up to three links.
 * Null while the graph has faults.
 */
export function effectiveShares(graph: OwnershipGraph): Map<string, string> | null {
  if (ownershipOf(graph).faults.length > 0) return null;
  const shares = sharesIn(
    graph.rootId,
    grouped(readEdges(graph).read, ({ owner }) => owner),
  );
  const text = ({ n, power }: Fraction): string => {
    const units = (n * 10n ** BigInt(exactDigits + 2)) / whole ** BigInt(power);
    const decimals = String(units % 10n ** BigInt(exactDigits))
      .padStart(exactDigits, "0")
      .replace(/(?<!0)0+$/, "");
    const percent = units / 10n ** BigInt(exactDigits);
    return decimals === "" ? String(percent) : `${percent}.${decimals}`;
  };
  const persons = graph.nodes.filter(({ kind }) => kind === "person");
  return new Map(persons.map(({ id }) => [id, text(shares(id))]));
}

const unreckoned = (faults: readonly OwnershipFault[]): Ownership => ({
  faults,
  persons: [],
  unknown: "100",
  ownerless: [],
});

type EdgesOf = (id: string) => readonly Edge[];

function grouped(edges: readonly Edge[], key: (edge: Edge) => string): EdgesOf {
  const groups = Map.groupBy(edges, key);
  return (id) => groups.get(id) ?? [];
}

const sum = (edges: readonly Edge[]): Fraction => ({
  n: edges.reduce((total, { units }) => total + units, 0n),
  power: 1,
});
const largest = (fractions: readonly Fraction[]): Fraction =>
  fractions.reduce((most, each) => (add(each, { n: -most.n, power: most.power }).n > 0n ? each : most), zero);

/**
 * Each node's share in a company: the product along each chain, summed, without chains through the nodes in `leftOut`.
 */
function sharesIn(
  company: string,
  ownedBy: EdgesOf,
  leftOut: ReadonlySet<string> = new Set(),
): (id: string) => Fraction {
  const known = new Map<string, Fraction>([...leftOut].map((id) => [id, zero]));
  known.set(company, one);
  const share = (id: string): Fraction => {
    const found = known.get(id);
    if (found) return found;
    const total = ownedBy(id).reduce((before, { owned, units }) => add(before, times(share(owned), units)), zero);
    known.set(id, total);
    return total;
  };
  return share;
}

/**
 * The interest in a company of a person and all that the person controls, as if they were one owner. A chain counts
 * once, by its last link outside this group: interests within the group do not count.
 */
function attributed(company: string, controlled: ReadonlySet<string>, ownedBy: EdgesOf): Fraction {
  const hands = new Set([...controlled].filter((id) => id !== company));
  const share = sharesIn(company, ownedBy, hands);
  return [...hands]
    .flatMap(ownedBy)
    .filter(({ owned }) => !hands.has(owned))
    .reduce((total, { owned, units }) => add(total, times(share(owned), units)), zero);
}

/**
 * The owner and every company that they control: together with the companies found so far they hold more than half of
 * it, or one of them controls it by other means. Each share is read once, when its owner is found.
 */
function controlledBy(owner: string, ownedBy: EdgesOf): Set<string> {
  const controlled = new Set([owner]);
  const held = new Map<string, bigint>();
  // The set grows during the iteration.
  for (const id of controlled)
    for (const { owned, units, control } of ownedBy(id)) {
      const total = (held.get(owned) ?? 0n) + units;
      held.set(owned, total);
      if (control || total * 2n > whole) controlled.add(owned);
    }
  return controlled;
}

/**
 * The persons who are beneficial owners: at or above the threshold by any of the three figures, or in control.
 * @param thresholdPercent the firm's setting, 25 by default
 */
export function beneficialOwners({ persons }: Ownership, thresholdPercent: number): PersonShare[] {
  const threshold = BigInt(Math.round(thresholdPercent * 10_000));
  const reachesIt = (percent: string): boolean => (readShownShare(percent) ?? 0n) >= threshold;
  return persons.filter(
    ({ percent, attributed, inController, controls }) =>
      controls || [percent, attributed, inController].some(reachesIt),
  );
}

/** Displayed shares are rounded down, so a share displayed below the threshold is below it; 0 is valid here. */
const readShownShare = (percent: string): bigint | undefined => (percent === "0" ? 0n : readShare(percent));
