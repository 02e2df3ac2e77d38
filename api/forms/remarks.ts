/** Whether the client answered a remark: its place says something else than in the revision that was returned. */
import { type Answers, type FormAnswers, isEmpty } from "./field.ts";

const isRecord = (value: unknown): value is Answers =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What stands at a remark's path: a step, a field, an entry of a list, a row of a grid, an owner with what they hold. */
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

/** The same for what says the same: without blanks around texts, without what is empty, keys in order. */
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

/** True where two answers say the same. */
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(plain(one)) === JSON.stringify(plain(other));

export const isAnswered = ({ path, said }: { path: string; said?: unknown }, form: FormAnswers): boolean =>
  !isSame(saidAt(form, path), said);
