/** Candidates as work that staff claim. */
import { sql } from "kysely";
import { givingWork } from "../work-claims/giving.ts";
import { workIn } from "../work-claims/kind.ts";
import { listDecided, listOpen } from "./candidates/candidates.queries.ts";

/** Who says that it is true, may still be the one who works on it. */
export const screeningWork = workIn({
  table: "screening_candidate",
  isOpen: sql`item.state in ('open', 'info', 'proposed')`,
});

export const giveScreening = givingWork<"giveScreening">(
  "screening",
  screeningWork,
  async ({ db }, { show, assigned }, limit) => {
    const list = show === "open" ? listOpen : listDecided;
    return (await list(db, { after: undefined, limit, assigned })).map(({ id }) => id);
  },
);
