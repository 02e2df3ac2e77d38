/** Checks the ownership graph of a company and finds the beneficial owners, who answer more questions. */
import {
  beneficialOwners,
  type Ownership,
  type OwnershipFault,
  type OwnershipGraph,
  ownershipOf,
} from "@portico/kyc/ownership.ts";
import type { FieldCode } from "../errors.ts";
import type { Fault, OwnershipAnswers, OwnershipNode } from "./field.ts";
import { isName } from "./names.ts";

/** Id of the company itself in its ownership graph. */
export const rootId = "company";

const isText = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Reads an answer of any shape; undefined if it is not a graph. */
export function readOwnership(value: unknown): OwnershipAnswers | undefined {
  if (!isRecord(value)) return undefined;
  const { nodes, edges } = value;
  if (!Array.isArray(nodes) || !Array.isArray(edges)) return undefined;
  const isNode = (node: unknown): boolean =>
    isRecord(node) && isText(node["id"]) && (node["kind"] === "person" || node["kind"] === "company");
  const isEdge = (edge: unknown): boolean =>
    isRecord(edge) &&
    typeof edge["owner"] === "string" &&
    typeof edge["owned"] === "string" &&
    typeof edge["percent"] === "string";
  if (!nodes.every(isNode) || !edges.every(isEdge)) return undefined;
  return { nodes, edges } as OwnershipAnswers;
}

/** The graph including the company's own node. */
export const toGraph = ({ nodes, edges }: OwnershipAnswers): OwnershipGraph => ({
  rootId,
  nodes: [{ id: rootId, kind: "company" }, ...nodes],
  edges,
});
/** Shares of every person. */
export const calculateShares = (answers: OwnershipAnswers): Ownership => ownershipOf(toGraph(answers));

/** The owners who answer more questions: with at least this percentage, or in control; none while the graph has errors. */
export function findOwners(
  answers: OwnershipAnswers,
  threshold: number,
  shares: Ownership = calculateShares(answers),
): OwnershipNode[] {
  const ids = new Set(beneficialOwners(shares, threshold).map(({ id }) => id));
  return answers.nodes.filter(({ id }) => ids.has(id));
}

/**
 * Errors of the graph, at the owner or share concerned, and the beneficial owners. A graph without owners counts as
 * unanswered.
 */
export function checkOwnership(
  value: unknown,
  path: string,
  threshold: number,
): { faults: Fault[]; owners: OwnershipNode[] } {
  const answers = readOwnership(value);
  if (!answers) return { faults: [{ path, code: "wrongType" }], owners: [] };
  const ids = answers.nodes.map(({ id }) => id);
  if (ids.length === 0) return { faults: [{ path, code: "required" }], owners: [] };
  if (new Set([rootId, ...ids]).size <= ids.length) return { faults: [{ path, code: "twice" }], owners: [] };
  const shares = calculateShares(answers);
  const faults = [
    ...answers.nodes.flatMap((node): Fault[] => {
      const code = faultOfName(node);
      return code ? [{ path: `${path}.${node.id}.name`, code }] : [];
    }),
    ...shares.faults.map((fault) => faultOf(fault, answers, path)),
  ];
  return faults.length > 0 ? { faults, owners: [] } : { faults, owners: findOwners(answers, threshold, shares) };
}

const faultOfName = ({ kind, name }: OwnershipNode): FieldCode | undefined => {
  if (!isText(name)) return "required";
  return kind === "person" ? isName(name) : undefined;
};

function faultOf(fault: OwnershipFault, { edges }: OwnershipAnswers, path: string): Fault {
  const at = (edge: number): string => `${path}.${edges[edge]?.owner || "share"}`;
  switch (fault.kind) {
    case "badShare":
      return { path: at(fault.edge), code: edges[fault.edge]?.percent.trim() === "" ? "required" : "badFormat" };
    case "unknownNode":
      return { path: at(fault.edge), code: "unknownOwner" };
    case "duplicateEdge":
      return { path: at(fault.edge), code: "twice" };
    case "tooLarge":
      return { path, code: "tooBig" };
    case "sharesOver100":
      return { path: `${path}.${fault.node}`, code: "overHundred" };
    default:
      return { path: `${path}.${fault.nodes[0] ?? ""}`, code: "ownershipCircle" };
  }
}
