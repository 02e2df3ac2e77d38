/** A list that comes from elsewhere than a file of staff, such as the demo's. */
import type { Tx } from "../../../unit-of-work/transact.ts";
import { makeAllDue } from "../runs/due.queries.ts";
import { packEntries } from "./entries.ts";
import { readList } from "./list-file.ts";
import { endActive, insertList, takePreviewed } from "./lists.queries.ts";

/** Takes the text of a file at once, by that person; everybody is due. */
export async function recordList(
  tx: Tx,
  { name, text, by }: { name: string; text: string; by: number },
): Promise<void> {
  const { entries, format, names, doubled, undated, listedAt, topics } = readList(text);
  await endActive(tx, "file");
  const { id } = await insertList(tx, {
    source: "file",
    state: "previewed",
    name,
    format,
    listed_at: listedAt,
    entries: entries.length,
    names,
    doubled,
    preview: { undated, topics, refusals: [] },
    content: packEntries(entries),
    created_by: by,
  });
  await takePreviewed(tx, id, by);
  await makeAllDue(tx, "list");
}
