/** Checks the graph of a company's owners, and tells whose details are asked for. */
import { beneficialOwners, ownershipOf } from "@portico/kyc/ownership.ts";
import type { Answers, Fault, OwnershipAnswers } from "./field.ts";

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export function checkOwnership(
  value: unknown,
  path: string,
): { faults: Fault[]; owners: { id: string; details?: Answers | undefined }[] } {
  if (!isRecord(value) || !Array.isArray(value["nodes"]) || !Array.isArray(value["edges"]))
    return { faults: [{ path, code: "wrongType" }], owners: [] };
  const graph = value as unknown as OwnershipAnswers;
  const ownership = ownershipOf({
    rootId: "company",
    nodes: [...graph.nodes.filter(({ id }) => id !== "company"), { id: "company", kind: "company" }],
    edges: graph.edges,
  });
  if (ownership.faults.length > 0) return { faults: [{ path, code: "notAllowed" }], owners: [] };
  const ids = new Set(beneficialOwners(ownership, 25).map(({ id }) => id));
  return { faults: [], owners: graph.nodes.filter(({ id }) => ids.has(id)) };
}
