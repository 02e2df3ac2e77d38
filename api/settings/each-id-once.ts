/** A rule of lists in settings. */
import type { z } from "zod";

/** Marks each entry whose id an earlier one has. */
export function eachIdOnce(entries: readonly { id: string }[], context: z.RefinementCtx): void {
  const ids = new Set<string>();
  for (const [place, { id }] of entries.entries())
    if (ids.has(id)) context.addIssue({ code: "custom", path: [place, "id"], params: { field: "twice" } });
    else ids.add(id);
}
