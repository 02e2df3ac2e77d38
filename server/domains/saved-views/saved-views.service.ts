/** The team's saved views of its lists, colleagues, and the firm's own jobs. */
import type { Answer } from "@portico/api/endpoint.ts";
import type { staffDesk } from "@portico/api/staff-desk.ts";
import { firmJobs } from "../../jobs/firm-jobs.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { deleteView, lastRuns, listColleagues, listViews, upsertView } from "./saved-views.queries.ts";

type View = Answer<(typeof staffDesk)["saveView"]>;

export const listSavedViews = async ({ db }: Context, list: View["list"]): Promise<View[]> =>
  (await listViews(db, list)).map((row) => ({
    id: row.id,
    list,
    name: row.name,
    query: row.query as Record<string, string>,
    created_by: { id: row.created_by, name: row.creator },
  }));

/** Saves a view for the team. One of the same name may be a colleague's: `nameInUse`, unless it is to be replaced. */
export async function saveView(
  context: Context,
  list: View["list"],
  { name, query, replace = false }: { name: string; query: Record<string, string>; replace?: boolean | undefined },
): Promise<View> {
  const viewer = requireViewer(context);
  const saved = await upsertView(context.db, { list, name, query, createdBy: viewer.userId, replace });
  if (!saved) throw new Refusal("nameInUse");
  return { id: saved.id, list, name, query, created_by: { id: viewer.userId, name: viewer.name } };
}

export async function removeView({ db }: Context, list: View["list"], id: number): Promise<{ done: true }> {
  if (!(await deleteView(db, list, id))) throw new Refusal("notFound");
  return { done: true };
}

export const listStaffColleagues = ({ db }: Context) => listColleagues(db);

/** Every job of the firm with its last run, also one that never ran. */
export async function listJobRuns({ db }: Context): Promise<Answer<(typeof staffDesk)["listJobs"]>> {
  const runs = new Map((await lastRuns(db)).map((run) => [run.job, run]));
  return firmJobs.map(({ name, schedule }) => {
    const run = runs.get(name);
    return {
      job: name,
      schedule: schedule ?? null,
      last: run
        ? {
            started_at: run.started_at.toISOString(),
            finished_at: run.finished_at?.toISOString() ?? null,
            outcome: run.outcome,
            failure: run.failure,
          }
        : null,
    };
  });
}
