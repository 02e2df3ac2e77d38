/** Whether the client answered a remark: its field differs from the returned revision. */
import { type Answers, type FormAnswers, isEmpty, isRecord } from "./field.ts";

/** The answer at a remark's path: a step, a field, a list entry, a grid row, or an owner with their shares. */
export const saidAt = (form: FormAnswers, path: string): unknown =>
  path.split(".").reduce<unknown>((value, name) => partOf(value, name), form);

function partOf(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.find((item) => isRecord(item) && item["id"] === name);
  if (!isRecord(value)) return undefined;
  const { nodes, edges, chosen } = value;
  if (Array.isArray(nodes) && Array.isArray(edges)) {
    const node: unknown = partOf(nodes, name);
    const held = edges.filter((edge) => isRecord(edge) && edge["owner"] === name);
    return isRecord(node) ? { ...(node["details"] as Answers | undefined), ...node, held } : undefined;
  }
  return isRecord(chosen) ? chosen[name] : value[name];
}

/** A normalised form of equal answers: texts trimmed, empty values dropped, keys sorted. */
function plain(value: unknown): unknown {
  if (isEmpty(value)) return null;
  if (typeof value === "string") return value.trim();
  if (Array.isArray(value)) return value.map(plain);
  if (!isRecord(value)) return value;
  return Object.entries(value)
    .filter(([, part]) => !isEmpty(part))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, part]) => [name, plain(part)]);
}

/** True if two answers are equal in content. */
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(plain(one)) === JSON.stringify(plain(other));

export const isAnswered = ({ path, said }: { path: string; said?: unknown }, form: FormAnswers): boolean =>
  !isSame(saidAt(form, path), said);
