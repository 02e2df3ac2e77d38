/** Arranges the owners of a company in layers: each above everything it owns. */
import { rootId } from "@portico/api/forms/check-ownership.ts";
import type { OwnershipAnswers } from "@portico/api/forms/field.ts";

/** Ids by layer, the company first. An owner in a cycle, or owning nothing, is in the layer above the company. */
export function arrangeLayers({ nodes, edges }: OwnershipAnswers): string[][] {
  const depth = new Map<string, number>([[rootId, 0]]);
  const depthOf = (id: string, path: readonly string[]): number => {
    const known = depth.get(id);
    if (known !== undefined) return known;
    if (path.includes(id)) return 0;
    const owned = edges.filter(({ owner }) => owner === id).map((edge) => depthOf(edge.owned, [...path, id]));
    const found = Math.max(0, ...owned) + 1;
    depth.set(id, found);
    return found;
  };
  const layers: string[][] = [[rootId]];
  for (const { id } of nodes) (layers[depthOf(id, [])] ??= []).push(id);
  return layers.filter((ids) => ids !== undefined && ids.length > 0);
}
