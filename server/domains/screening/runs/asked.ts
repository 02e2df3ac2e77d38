/** A person has a client looked at now. */
import type { Holder } from "@portico/api/shapes.ts";
import type { Context } from "../../../kernel/context.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { getHolder } from "../../holders/holders.ts";
import { dueJob } from "../screening.jobs.ts";
import { makeDue } from "./due.queries.ts";

/** `notFound` for a holder that does not exist. */
export async function screenNow(context: Context, holder: Holder): Promise<{ done: true }> {
  await transact(context, async (tx) => {
    await getHolder(tx, holder);
    await makeDue(tx, holder, "asked");
    await tx.enqueue(dueJob, {}, { key: "all" });
  });
  return { done: true };
}
