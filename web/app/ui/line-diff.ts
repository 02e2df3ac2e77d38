/** What changed between two texts, line by line: the longest common subsequence of their lines. */

export interface DiffLine {
  change: "same" | "added" | "removed";
  text: string;
}

/** Beyond this many comparisons, what differs is shown as replaced as a whole. */
const mostCells = 4_000_000;

export function lineDiff(before: string, after: string): DiffLine[] {
  const old = before.split("\n");
  const now = after.split("\n");
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  return [
    ...lines("same", old.slice(0, start)),
    ...middleDiff(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    ...lines("same", old.slice(old.length - end)),
  ];
}

const lines = (change: DiffLine["change"], texts: readonly string[]): DiffLine[] =>
  texts.map((text) => ({ change, text }));

function middleDiff(old: readonly string[], now: readonly string[]): DiffLine[] {
  const width = now.length + 1;
  if ((old.length + 1) * width > mostCells) return [...lines("removed", old), ...lines("added", now)];
  // lengths[i * width + j]: the longest common subsequence of the lines from i and from j on.
  const lengths = new Uint16Array((old.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      lengths[i * width + j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const found: DiffLine[] = [];
  let i = 0;
  let j = 0;
  while (i < old.length || j < now.length) {
    const [left = "", right = ""] = [old[i], now[j]];
    if (i < old.length && j < now.length && left === right) {
      found.push({ change: "same", text: left });
      i++;
      j++;
    } else if (j >= now.length || (i < old.length && at(i + 1, j) >= at(i, j + 1))) {
      found.push({ change: "removed", text: left });
      i++;
    } else {
      found.push({ change: "added", text: right });
      j++;
    }
  }
  return found;
}

/** Of a diff the changed lines, with a few unchanged ones around each; null stands for those left out. */
export function selectChanges(diff: readonly DiffLine[], around = 2): (DiffLine | null)[] {
  const isNear = diff.map((_, place) =>
    diff.slice(Math.max(0, place - around), place + around + 1).some(({ change }) => change !== "same"),
  );
  return diff.flatMap((line, place): (DiffLine | null)[] =>
    isNear[place] ? [line] : place === 0 || isNear[place - 1] ? [null] : [],
  );
}
