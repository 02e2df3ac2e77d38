/** Corporate actions in tests: stated, confirmed, previewed and started as staff do. */
import type { ActionDetails, ActionShare, ActionTerms, corporateActions } from "@portico/api/corporate-actions.ts";
import type { Parsed } from "@portico/api/endpoint.ts";
import type { TestApp, TestUser } from "../../../testing/app.ts";
import { listWorkingRuns } from "../runs.queries.ts";
import { workOnActionRun } from "../working.ts";

type Stated = Parsed<typeof corporateActions.create>["body"];

export const noTerms: ActionTerms = {
  cash: null,
  ratio: null,
  target: null,
  price: null,
  fractions: "down",
  taxRate: null,
  costShare: null,
};

export const stated = (
  instrumentId: number,
  { terms, ...more }: Partial<Omit<Stated, "terms">> & { terms: Partial<ActionTerms> },
): Stated => ({
  instrumentId,
  type: "cashDividend",
  exDay: "2025-05-05",
  recordDay: null,
  payDay: "2025-05-20",
  defaultOption: null,
  deadline: null,
  clientDeadline: null,
  source: "Issuer's notice",
  note: "",
  ...more,
  terms: { ...noTerms, ...terms },
});

/** Announces and confirms; returns the id. */
export async function confirmed(staff: TestUser, body: Stated): Promise<number> {
  const { id } = await staff.client.corporateActions.create({ body });
  const { version } = await staff.client.corporateActions.get({ params: { id } });
  await staff.client.corporateActions.confirm({ params: { id }, body: { version } });
  return id;
}

export const getAction = (staff: TestUser, id: number): Promise<ActionDetails> =>
  staff.client.corporateActions.get({ params: { id } });

/** Lets the job work until nothing is left to be done. */
export async function work({ services }: TestApp): Promise<void> {
  for (let round = 0; round < 20; round += 1) {
    const [id] = await listWorkingRuns(services.db);
    if (id === undefined) return;
    await workOnActionRun(services, id);
  }
}

/** Previews; the run's id. */
export async function previewed(
  app: TestApp,
  staff: TestUser,
  id: number,
  kind: "apply" | "undo" = "apply",
): Promise<number> {
  const run = await staff.client.corporateActions.preview({ params: { id }, body: { kind } });
  await work(app);
  return run.id;
}

export const start = (staff: TestUser, id: number, runId: number) =>
  staff.client.corporateActions.start({ params: { id, runId }, body: {} });

/** Previews and books; the run's id. */
export async function applied(
  app: TestApp,
  staff: TestUser,
  id: number,
  kind: "apply" | "undo" = "apply",
): Promise<number> {
  const runId = await previewed(app, staff, id, kind);
  await start(staff, id, runId);
  await work(app);
  return runId;
}

export const sharesOf = async (staff: TestUser, id: number, runId: number): Promise<ActionShare[]> =>
  (await staff.client.corporateActions.listHolders({ params: { id, runId }, query: { limit: 200 } })).holders;
