/** Effects of a state change, and concurrent state changes. */
import type { Holder } from "@portico/api/shapes.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { auditOf, codeOf, listen, recordMails, subjectOf } from "../../testing/effects.ts";
import { arrangeSubmission } from "../forms/testing/submissions.ts";
import { readSigningAuthority } from "./takeover/authority.ts";
import { arrangeHolder, ask, stateOf } from "./testing/holders.ts";

let app: TestApp;
let office: TestUser;
let admin: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  office = await app.as("office", { name: "Olga Office" });
  admin = await app.as("admin");
});
afterAll(() => app.close());

const reach = (holderType: Holder["holderType"], state: Parameters<typeof arrangeHolder>[3]) =>
  arrangeHolder(app, { office, admin }, holderType, state);
const datesOf = ({ holderType, holderId }: Holder) =>
  app.database.db
    .selectFrom(holderType === "user" ? "app_user" : "company")
    .select(["reviewed_on", "ended_at", "state_before_disabled"])
    .where("id", "=", holderId)
    .executeTakeFirstOrThrow();

test("an approval counts the yearly review from today, takes the client number along, and mails the client", async () => {
  const { holder, owner } = await reach("user", "pendingKYC");
  const mails = recordMails(app);
  await ask(office, holder, { newState: "postKYC", clientNumber: "P-1" });
  expect(await owner.client.users.getState({ params: { id: owner.id } })).toMatchObject({
    state: "postKYC",
    client_number: "P-1",
  });
  const { rows } = await app.database.pool.query<{ today: string }>("select firm_today()::text as today");
  expect(await datesOf(holder)).toEqual({
    reviewed_on: rows[0]?.today,
    ended_at: null,
    state_before_disabled: null,
  });
  expect(mails.map(({ to, template }) => [to, template])).toEqual([[expect.stringMatching(/@test\.example$/), "news"]]);
  expect((await auditOf(app, subjectOf(holder))).map(({ action }) => action)).toEqual([
    "holder.clientNumberSet",
    "holder.stateChanged",
  ]);
});

test("a client number that another holder has undoes the approval that it came with", async () => {
  await app.as("client", { clientNumber: "TAKEN" });
  const { holder } = await reach("user", "pendingKYC");
  expect(await codeOf(ask(office, holder, { newState: "postKYC", clientNumber: "TAKEN" }))).toBe("clientNumberInUse");
  expect(await stateOf(app, holder)).toBe("pendingKYC");
  expect(await auditOf(app, subjectOf(holder))).toEqual([]);
  expect(await codeOf(ask(office, holder, { newState: "postKYC", clientNumber: "FREE" })), "it still waits").toBe(
    "done",
  );
});

test("a client number comes with an approval alone", async () => {
  const { holder } = await reach("user", "pendingKYC");
  const change = { newState: "returnedKYC", reason: "Mend it", clientNumber: "P-9" } as const;
  expect(await codeOf(ask(office, holder, change))).toBe("stateConflict");
  expect(await stateOf(app, holder)).toBe("pendingKYC");
});

test("who is disabled is out at once, on every page, and is back as they were when enabled", async () => {
  const { holder, owner } = await reach("user", "returnedKYC");
  const heard = listen(app);
  await ask(admin, holder, { newState: "disabled" });
  heard.stop();
  expect(await codeOf(owner.client.users.getState({ params: { id: owner.id } }))).toBe("unauthenticated");
  expect(heard.all).toContainEqual({
    name: "sessionsRevoked",
    event: { sessionIds: [expect.any(Number)], reason: "disabled" },
  });
  expect(await codeOf(ask(admin, holder, { newState: "preKYC" })), "a state that they were not in").toBe(
    "stateConflict",
  );
  const seen = await admin.client.users.get({ params: { id: owner.id } });
  expect(seen.state_before_disabled).toBe("returnedKYC");
  await ask(admin, holder, { newState: "returnedKYC" });
  expect(await stateOf(app, holder)).toBe("returnedKYC");
  expect(await codeOf(owner.client.users.getState({ params: { id: owner.id } })), "an ended session stays ended").toBe(
    "unauthenticated",
  );
});

test("a company that is disabled signs nobody out: its people have accounts of their own", async () => {
  const { holder, owner } = await reach("company", "postKYC");
  await ask(admin, holder, { newState: "disabled" });
  expect(await codeOf(owner.client.users.getState({ params: { id: owner.id } }))).toBe("done");
});

test("a relationship ends once: who was rejected, disabled and enabled again is rejected since the first day", async () => {
  const { holder } = await reach("user", "rejected");
  const { ended_at } = await datesOf(holder);
  expect(ended_at).not.toBeNull();
  await ask(admin, holder, { newState: "disabled" });
  expect((await datesOf(holder)).ended_at).toEqual(ended_at);
  await ask(admin, holder, { newState: "rejected" });
  expect(await datesOf(holder)).toMatchObject({ ended_at, state_before_disabled: null });
  expect(await stateOf(app, holder)).toBe("rejected");
  await ask(admin, holder, { newState: "returnedKYC" });
  expect((await datesOf(holder)).ended_at, "reopened, it goes on").toBeNull();
});

test("an approved client who is enabled again has no end of the relationship, and the review day of before", async () => {
  const { holder } = await reach("user", "postKYC");
  const before = await datesOf(holder);
  await ask(admin, holder, { newState: "disabled" });
  expect((await datesOf(holder)).ended_at).not.toBeNull();
  await ask(admin, holder, { newState: "postKYC" });
  expect(await datesOf(holder)).toEqual(before);
});

test("the first approval lets the creator act for the company; a later one does not bring back who was taken away", async () => {
  const { holder, owner } = await reach("company", "postKYC");
  const { repCompanies } = await owner.client.users.getState({ params: { id: owner.id } });
  expect(repCompanies).toEqual([holder.holderId]);
  await ask(owner, holder, { newState: "pendingReKYC" });
  await office.client.companies.editRepresentatives({ params: { id: holder.holderId }, body: { newRepIDs: [] } });
  await arrangeSubmission(app, holder, { by: owner.id, formData: {} });
  await ask(office, holder, { newState: "postKYC" });
  expect((await owner.client.users.getState({ params: { id: owner.id } })).repCompanies).toEqual([]);
  expect(await codeOf(owner.client.companies.get({ params: { id: holder.holderId } }))).toBe("notFound");
});

test("an approved form says how the company's representatives act; forms approved before are read once", async () => {
  const { holder } = await reach("company", "pendingKYC");
  const stated = async () =>
    (
      await app.database.db
        .selectFrom("company")
        .select("signing_authority")
        .where("id", "=", holder.holderId)
        .executeTakeFirstOrThrow()
    ).signing_authority;
  expect(await stated()).toBeNull();
  await ask(office, holder, { newState: "postKYC" });
  const approved = await stated();
  expect(Array.isArray(approved)).toBe(true);
  await app.database.db
    .updateTable("company")
    .set({ signing_authority: null })
    .where("id", "=", holder.holderId)
    .execute();
  await readSigningAuthority(app.services);
  expect(await stated()).toEqual(approved);
  expect(await readSigningAuthority(app.services)).toBe(0);
});

test("a company does not come back as started while its creator has begun another", async () => {
  const { holder, owner } = await reach("company", "rejected");
  await owner.client.companies.create({ params: { userId: owner.id }, body: {} });
  expect(await codeOf(ask(admin, holder, { newState: "returnedKYC" }))).toBe("stateConflict");
  expect(await stateOf(app, holder)).toBe("rejected");
  const other = await reach("company", "preKYC");
  await ask(admin, other.holder, { newState: "disabled" });
  await other.owner.client.companies.create({ params: { userId: other.owner.id }, body: {} });
  expect(await codeOf(ask(admin, other.holder, { newState: "preKYC" }))).toBe("stateConflict");
  expect(await stateOf(app, other.holder)).toBe("disabled");
});

test("staff never judge what is their own, nor a company that they act for", async () => {
  const own: Holder = { holderType: "user", holderId: office.id };
  const { holder } = await reach("company", "pendingKYC");
  // As from a time when staff could act for a client.
  await app.database.db
    .insertInto("representation")
    .values({ user_id: office.id, company_id: holder.holderId, capacity: "statutory" })
    .execute();
  await arrangeSubmission(app, own, { by: office.id, formData: {} });
  for (const one of [own, holder]) {
    expect(await codeOf(ask(office, one, { newState: "postKYC" }))).toBe("stateConflict");
    expect(await stateOf(app, one)).toBe("pendingKYC");
    expect(await codeOf(ask(admin, one, { newState: "postKYC" }))).toBe("done");
  }
});

test("a renewal that was only begun is nothing to judge", async () => {
  const { holder, owner } = await reach("user", "postKYC");
  await ask(owner, holder, { newState: "pendingReKYC" });
  for (const newState of ["postKYC", "returnedKYC", "rejected"] as const)
    expect(await codeOf(ask(office, holder, { newState, reason: "Too soon" }))).toBe("stateConflict");
  expect(await stateOf(app, holder)).toBe("pendingReKYC");
});

test("a refused transition tells nobody anything; one that is taken is told after its commit", async () => {
  const { holder, owner } = await reach("user", "pendingKYC");
  const mails = recordMails(app);
  const heard = listen(app);
  await codeOf(ask(owner, holder, { newState: "postKYC" }));
  await codeOf(ask(office, holder, { newState: "returnedKYC" }));
  expect([heard.all, mails]).toEqual([[], []]);
  const stateWhenNotified: Promise<string>[] = [];
  const note = () => void stateWhenNotified.push(stateOf(app, holder));
  app.services.events.on("holder:state", note);
  await ask(office, holder, { newState: "returnedKYC", reason: "Mend it" });
  app.services.events.off("holder:state", note);
  heard.stop();
  expect(await Promise.all(stateWhenNotified)).toEqual(["returnedKYC"]);
  expect(heard.all.map(({ name }) => name).toSorted()).toEqual([
    "form:changed",
    "holder:state",
    "notification",
    "reviews:changed",
  ]);
});

for (const holderType of ["user", "company"] as const)
  test(`50 renewals asked for at once (${holderType}): one opens, one draft, one audit row`, async () => {
    const { holder, owner } = await reach(holderType, "postKYC");
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        codeOf(
          holderType === "company" && index % 2
            ? owner.client.companies.requestUpdate({ params: { id: holder.holderId }, body: {} })
            : ask(owner, holder, { newState: "pendingReKYC" }),
        ),
      ),
    );
    expect(answers.filter((answer) => answer === "done")).toHaveLength(1);
    expect(answers.filter((answer) => answer === "stateConflict")).toHaveLength(49);
    const changes = await auditOf(app, subjectOf(holder), "holder.stateChanged");
    expect(changes.filter(({ after }) => (after as { action: string }).action === "review")).toHaveLength(1);
  });

test("disabling against approving: either order is sound, and each that counted stands in the log", async () => {
  for (let round = 0; round < 8; round += 1) {
    const { holder } = await reach("user", "pendingKYC");
    const [approved, disabled] = await Promise.all([
      codeOf(ask(office, holder, { newState: "postKYC" })),
      codeOf(ask(admin, holder, { newState: "disabled" })),
    ]);
    expect(disabled).toBe("done");
    const { state_before_disabled } = await datesOf(holder);
    expect(state_before_disabled).toBe(approved === "done" ? "postKYC" : "pendingKYC");
    expect(await auditOf(app, subjectOf(holder), "holder.stateChanged")).toHaveLength(approved === "done" ? 2 : 1);
  }
});

test("two admins who take one another's access at once leave one, whichever way they take it", async () => {
  const lone = await createTestApp();
  try {
    const [first, second] = [await lone.as("admin"), await lone.as("admin")];
    const disable = (who: TestUser, { id }: TestUser) =>
      codeOf(ask(who, { holderType: "user", holderId: id }, { newState: "disabled" }));
    const demote = (who: TestUser, { id }: TestUser) =>
      codeOf(who.client.users.setRole({ params: { id }, body: { role: "client" } }));
    for (let round = 0; round < 12; round += 1) {
      await Promise.all([disable(first, second), (round % 2 ? demote : disable)(second, first)]);
      const left = await lone.database.db
        .selectFrom("app_user")
        .select("id")
        .where("role", "=", "admin")
        .where("state", "<>", "disabled")
        .execute();
      expect(left).toHaveLength(1);
      await lone.database.db.updateTable("app_user").set({ role: "admin", state: "postKYC" }).execute();
      await lone.database.db.updateTable("session").set({ ended_at: null }).execute();
    }
  } finally {
    await lone.close();
  }
});
