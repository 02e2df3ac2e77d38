/** The whole portal over HTTP with its database, compared with the same model as the rules alone. */
import type { HolderState } from "@portico/api/holder-states.ts";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { codeOf, personWithDraft } from "./testing/filled.ts";
import {
  type Actor,
  actions,
  newModel,
  type Outcome,
  type Portal,
  type Staff,
  type Verdict,
} from "./testing/form-model.ts";

let app: TestApp;
let staff: Record<Staff, TestUser>;

beforeAll(async () => {
  app = await createTestApp();
  staff = { officeA: await app.as("office"), officeB: await app.as("office"), admin: await app.as("admin") };
});
afterAll(() => app.close());

type Holder = Awaited<ReturnType<typeof personWithDraft>>;
const declared = ["terms", "privacy", "truth", "risk", "electronicSignature"];

/** A new client without a draft. */
async function newHolder(): Promise<Holder> {
  const holder = await personWithDraft(app);
  await app.database.db.deleteFrom("form_draft").where("holder_id", "=", holder.client.id).execute();
  return holder;
}

class Server implements Portal {
  private readonly holder: Holder;
  private fillings = 0;
  constructor(holder: Holder) {
    this.holder = holder;
  }
  private async of(actor: Actor): Promise<TestUser> {
    if (actor !== "holder") return staff[actor];
    // Disabling ended the session; here the same person returns after being enabled.
    await app.database.db
      .updateTable("session")
      .set({ ended_at: null })
      .where("user_id", "=", this.holder.client.id)
      .execute();
    return this.holder.client;
  }
  private async outcome(call: Promise<unknown>): Promise<Outcome> {
    return (await codeOf(call)) as Outcome;
  }
  private async change(actor: Actor, newState: HolderState, reason?: string): Promise<Outcome> {
    const { client } = await this.of(actor);
    return this.outcome(
      client.users.modifyState({
        params: { id: this.holder.client.id },
        body: { newState, ...(reason !== undefined && { reason }) },
      }),
    );
  }

  async fill(actor: Actor): Promise<Outcome> {
    const { client } = await this.of(actor);
    const { path, answers } = this.holder;
    // A new value each time: typing the existing value does not count as filling in.
    const work = { ...answers["work"], position: `Engineer ${++this.fillings}` };
    return this.outcome(client.forms.create({ params: path, body: { formData: { ...answers, work } } }));
  }
  async submit(actor: Actor): Promise<Outcome> {
    const { client } = await this.of(actor);
    return this.outcome(client.forms.snapshot({ params: this.holder.path, body: {} }));
  }
  decide = (actor: Staff, verdict: Verdict, reason: boolean) =>
    this.change(actor, verdict, reason ? "Because" : undefined);
  async renew(): Promise<Outcome> {
    const outcome = await this.change("holder", "pendingReKYC");
    if (outcome === "done")
      await this.holder.client.client.forms.save({
        params: this.holder.path,
        body: { version: 1, changes: declared.map((field) => ({ step: "declarations", field, value: true })) },
      });
    return outcome;
  }
  disable = (actor: Staff) => this.change(actor, "disabled");
  async enable(actor: Staff): Promise<Outcome> {
    const { id } = this.holder.client;
    const seen = await app.database.db
      .selectFrom("app_user")
      .select("state_before_disabled")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    return this.change(actor, seen.state_before_disabled as HolderState);
  }
  async state(): Promise<HolderState> {
    const { state } = await app.database.db
      .selectFrom("app_user")
      .select("state")
      .where("id", "=", this.holder.client.id)
      .executeTakeFirstOrThrow();
    return state as HolderState;
  }
}

test("in 60 sequences of calls the portal answers as the model does", async () => {
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(fc.commands(actions, { maxCommands: 25, size: "max" }), async (commands) => {
      const holder = await newHolder();
      await fc.asyncModelRun(async () => ({ model: newModel(), real: new Server(holder) }), commands);
      taken += [...commands].length;
      // The audit log contains each state change exactly once.
      const { db } = app.database;
      const notified = await db
        .selectFrom("audit_entry")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .where("subject_type", "=", "user")
        .where("subject_id", "=", String(holder.client.id))
        .where("action", "=", "form.submitted")
        .executeTakeFirstOrThrow();
      const revisions = await db
        .selectFrom("form_revision")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .where("holder_type", "=", "user")
        .where("holder_id", "=", holder.client.id)
        .executeTakeFirstOrThrow();
      expect(notified.count).toBe(revisions.count);
    }),
    { numRuns: 60 },
  );
  expect(taken).toBeGreaterThan(400);
});
