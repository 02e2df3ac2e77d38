/** Whether what is not told of a company's owners is enough to hide a beneficial owner. */
import { beneficialOwners, type OwnershipGraph, ownershipOf, percentText, readShare, whole } from "./ownership.ts";

/** No owner of a graph has this id: theirs are not empty. */
const hiddenId = "";

/**
 * True where one person who held all that is not told, of the company and of every company above it, would be a beneficial owner.
 * For graphs without faults.
 */
export function mayHideOwner({ rootId, nodes, edges }: OwnershipGraph, thresholdPercent: number): boolean {
  const told = Map.groupBy(edges, ({ owned }) => owned);
  const untold = nodes
    .filter(({ kind }) => kind === "company")
    .flatMap(({ id }) => {
      const units = (told.get(id) ?? []).reduce((rest, { percent }) => rest - (readShare(percent) ?? 0n), whole);
      return units > 0n ? [{ owner: hiddenId, owned: id, percent: percentText(units) }] : [];
    });
  if (untold.length === 0) return false;
  const shares = ownershipOf({
    rootId,
    nodes: [...nodes, { id: hiddenId, kind: "person" }],
    edges: [...edges, ...untold],
  });
  // A graph that has no room for one more is one of which nothing can be ruled out.
  return shares.faults.length > 0 || beneficialOwners(shares, thresholdPercent).some(({ id }) => id === hiddenId);
}
