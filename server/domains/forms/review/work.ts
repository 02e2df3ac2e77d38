/** Submitted forms as work that staff claim and give to each other. */
import { sql } from "kysely";
import { givingWork } from "../../work-claims/giving.ts";
import { workIn } from "../../work-claims/kind.ts";
import { listForms } from "./list.queries.ts";

export const formWork = workIn({
  table: "form_revision",
  isOpen: sql`exists (select from form_waiting where revision_id = item.id)`,
  // A revision never changes; what waits for a decision is locked by it, too.
  locked: { table: "form_waiting", id: "revision_id" },
});

export const giveForms = givingWork<"giveForms">("form", formWork, async ({ db }, filter, limit) =>
  (await listForms(db, filter, { after: undefined, limit })).map(({ id }) => id),
);
