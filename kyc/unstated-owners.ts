/** Whether the unstated part of a company's ownership is large enough to hide a beneficial owner. */
import { beneficialOwners, type OwnershipGraph, ownershipOf, percentText, readShare, whole } from "./ownership.ts";

/** Not used by any owner of a graph: their ids are not empty. */
const hiddenId = "";

/**
 * True if one person who held everything that is not stated, of the company and of every company above it, would be a
 * beneficial owner. For graphs without faults.
 */
export function mayHideOwner({ rootId, nodes, edges }: OwnershipGraph, thresholdPercent: number): boolean {
  const stated = Map.groupBy(edges, ({ owned }) => owned);
  const unstated = nodes
    .filter(({ kind }) => kind === "company")
    .flatMap(({ id }) => {
      const units = (stated.get(id) ?? []).reduce((rest, { percent }) => rest - (readShare(percent) ?? 0n), whole);
      return units > 0n ? [{ owner: hiddenId, owned: id, percent: percentText(units) }] : [];
    });
  if (unstated.length === 0) return false;
  const shares = ownershipOf({
    rootId,
    nodes: [...nodes, { id: hiddenId, kind: "person" }],
    edges: [...edges, ...unstated],
  });
  // A graph at its limits rules out nothing.
  return shares.faults.length > 0 || beneficialOwners(shares, thresholdPercent).some(({ id }) => id === hiddenId);
}
