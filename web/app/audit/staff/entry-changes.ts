/** What an entry changed, field by field. */

export interface FieldChange {
  /** Names of the field and of those that contain it. */
  path: readonly string[];
  /** undefined where the side does not have the field. */
  before: unknown;
  after: unknown;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isList = (value: unknown): value is unknown[] =>
  Array.isArray(value) && value.some((one) => typeof one === "object");

/** The parts of a value that has parts; undefined for one that is shown as a whole. */
function partsOf(value: unknown): Record<string, unknown> | undefined {
  if (isRecord(value)) return value;
  return isList(value) ? Object.fromEntries(value.map((one, index) => [String(index), one])) : undefined;
}

/** Deeper values are shown as they are recorded. */
const deepest = 5;

/**
 * The fields that differ, in the order of the later side; of an entry with one side only, all of its fields. A field that
 * was there and is not any more comes last.
 */
export function changesOf(before: unknown, after: unknown, path: readonly string[] = []): FieldChange[] {
  const [was, is] = [partsOf(before), partsOf(after)];
  const isSplit =
    (was || is) && (was || before === undefined || before === null) && (is || after === undefined || after === null);
  if (!isSplit || path.length >= deepest)
    return path.length === 0 && isNothing(before) && isNothing(after) ? [] : changeOf(before, after, path);
  const names = [...new Set([...Object.keys(is ?? {}), ...Object.keys(was ?? {})])];
  return names.flatMap((name) => changesOf(was?.[name], is?.[name], [...path, name]));
}

const isNothing = (value: unknown): boolean => value === undefined || value === null;

const changeOf = (before: unknown, after: unknown, path: readonly string[]): FieldChange[] =>
  (isNothing(before) && isNothing(after)) || JSON.stringify(before) === JSON.stringify(after)
    ? []
    : [{ path, before, after }];
