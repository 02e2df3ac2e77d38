/** Worker task: reads a list and stores what it has, to be taken or dropped. */
import { createHash } from "node:crypto";
import { transact } from "../../../unit-of-work/transact.ts";
import type { Tools } from "../../../workers/task.ts";
import { type Asker, toWriteContext } from "../../imports/audit-entries.ts";
import { shownName, shownRefusals } from "../../imports/row-files.ts";
import { packEntries } from "./entries.ts";
import { readList } from "./list-file.ts";
import { insertList } from "./lists.queries.ts";
import { toAuditedList } from "./presented.ts";

interface Sent {
  fileName: string;
  /** In pieces; the text is put together here. */
  content: readonly string[];
}

/** The id of the stored preview. */
export async function run({ upload, asker }: { upload: Sent; asker: Asker }, tools: Tools): Promise<number> {
  const text = upload.content.join("");
  const sha256 = createHash("sha256").update(text).digest();
  const { entries, format, names, doubled, undated, listedAt, topics, refusals } = readList(text);
  const isRefused = entries.length === 0;
  return transact(toWriteContext(tools, asker), async (tx) => {
    const made = await insertList(tx, {
      source: "file",
      state: isRefused ? "refused" : "previewed",
      name: shownName(upload.fileName),
      format,
      sha256,
      listed_at: listedAt,
      entries: entries.length,
      names,
      doubled,
      refused: refusals.length,
      preview: { undated, topics, refusals: shownRefusals(refusals) },
      content: isRefused ? null : packEntries(entries),
      created_by: asker.userId,
    });
    tx.audit("screening.listPreviewed", made.id, { after: { ...toAuditedList(made), state: made.state } });
    tx.emit("screening:lists", {});
    return made.id;
  });
}
