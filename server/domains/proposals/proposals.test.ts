/** Four eyes: role, client number and disabling need a second member of staff while the setting is on. */
import type { ApiError } from "@portico/api/errors.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { failAtCommit } from "../../testing/commit.ts";
import { auditOf, codeOf, listen, subjectOf } from "../../testing/effects.ts";
import { arrangeHolder, stateOf } from "../onboarding/testing/holders.ts";
import { type Kind, kinds, rowOf, type Staff } from "./testing/kinds.ts";

let app: TestApp;
const reason = "Agreed with the client";
const staff = {} as Staff;

const saveFourEyes = (who: TestUser, on: boolean) =>
  who.client.settings.save({ params: { name: "fourEyes" }, body: { data: { on }, reason } });
const waitingOff = async () =>
  (await staff.admin.client.proposals.list({ query: { state: "open", limit: 200 } })).proposals.find(
    ({ action }) => action === "fourEyesOff",
  );

/** As in production: switched on by one person, off by two. */
async function setFourEyes(on: boolean): Promise<void> {
  await saveFourEyes(staff.admin, on);
  const waiting = on ? undefined : await waitingOff();
  if (waiting) await decide(staff.second, waiting.id, "confirm");
}

beforeAll(async () => {
  app = await createTestApp();
  staff.internal = await app.as("internal");
  staff.office = await app.as("office", { name: "Olga Office" });
  staff.secondOffice = await app.as("office");
  staff.admin = await app.as("admin", { name: "Adam Admin" });
  staff.second = await app.as("admin", { name: "Berta Admin" });
  staff.third = await app.as("admin");
});
beforeEach(() => setFourEyes(true));
afterAll(() => app.close());

const own = ({ id }: TestUser): Holder => ({ holderType: "user", holderId: id });
const decide = (who: TestUser, proposalId: number | null, decision: "confirm" | "decline" | "withdraw") =>
  who.client.proposals.decide({
    params: { proposalId: proposalId ?? 0 },
    body: decision === "decline" ? { decision, reason } : { decision },
  });
/** What the reader may do with it, in the order of the buttons. */
const decisionsOf = (row?: { can: Record<"confirm" | "decline" | "withdraw", boolean> }) =>
  row && Object.entries(row.can).flatMap(([decision, can]) => (can ? [decision] : []));
const nameOf = async ({ id, client }: TestUser) => (await client.users.get({ params: { id } })).name;
const listOpen = (who: TestUser, of?: TestUser) =>
  who.client.proposals.list({
    query: { state: "open", limit: 200, ...(of && { holder_type: "user", holder_id: of.id }) },
  });
const isIn = async (id: number | null, state: "open" | "decided") =>
  (await staff.office.client.proposals.list({ query: { state, limit: 200 } })).proposals.some((row) => row.id === id);

test("four eyes are switched off by two admins, never by one", async () => {
  expect((await saveFourEyes(staff.admin, false)).data).toEqual({ on: true });
  expect(await codeOf(saveFourEyes(staff.admin, false))).toBe("proposalOpen");
  const waiting = await waitingOff();
  expect(waiting).toMatchObject({ before: { on: true }, after: { on: false }, proposed_by: { id: staff.admin.id } });
  const id = waiting?.id ?? 0;
  expect(await codeOf(decide(staff.admin, id, "confirm"))).toBe("fourEyes");
  expect(await codeOf(decide(staff.office, id, "confirm"))).toBe("forbidden");
  const client = await app.as("client");
  const { proposalId } = await staff.admin.client.users.setRole({
    params: { id: client.id },
    body: { role: "office", reason },
  });
  expect(proposalId).not.toBeNull();
  expect((await decide(staff.second, id, "confirm")).state).toBe("confirmed");
  expect((await staff.admin.client.settings.get({ params: { name: "fourEyes" } })).data).toEqual({ on: false });
  expect(await auditOf(app, { type: "setting", id: "fourEyes" }, "setting.saved")).toEqual(
    expect.arrayContaining([expect.objectContaining({ actor: expect.objectContaining({ userId: staff.second.id }) })]),
  );
});

test("whom a proposal is about decides nothing about it, not even to decline", async () => {
  const { proposalId } = await staff.admin.client.users.setRole({
    params: { id: staff.third.id },
    body: { role: "office", reason },
  });
  const [row] = (await listOpen(staff.third, staff.third)).proposals;
  expect(decisionsOf(row)).toEqual([]);
  for (const decision of ["confirm", "decline", "withdraw"] as const)
    expect(await codeOf(decide(staff.third, proposalId, decision)), decision).toBe("fourEyes");
  await decide(staff.admin, proposalId, "withdraw");
});

for (const [name, kind] of Object.entries(kinds)) {
  const proposer = () => staff[kind.proposer];
  const confirmer = () => staff[kind.confirmer];
  const changes = async (client: TestUser) => auditOf(app, subjectOf(own(client)), kind.action);

  describe(`${name} of a client`, () => {
    test("waits until a second member of staff confirms it, and only then happens", async () => {
      const client = await app.as("client");
      const id = await kind.ask(proposer(), client);
      expect(id).not.toBeNull();
      expect(await kind.current(app, client)).toBe(kind.before);
      expect(await changes(client)).toEqual([]);
      expect(await isIn(id, "open")).toBe(true);
      const confirmed = await decide(confirmer(), id, "confirm");
      expect(confirmed).toMatchObject({
        state: "confirmed",
        holder_id: client.id,
        proposed_by: { id: proposer().id },
        decided_by: { id: confirmer().id },
      });
      expect(await kind.current(app, client)).toBe(kind.after);
      expect(await changes(client)).toMatchObject([{ actor: { userId: confirmer().id } }]);
      expect([await isIn(id, "open"), await isIn(id, "decided")]).toEqual([false, true]);
    });

    test("is never confirmed or declined by who proposed it, who may withdraw it; nobody else may", async () => {
      const client = await app.as("client");
      const id = await kind.ask(proposer(), client);
      for (const decision of ["confirm", "decline"] as const)
        expect(await codeOf(decide(proposer(), id, decision))).toBe("fourEyes");
      expect(await codeOf(decide(confirmer(), id, "withdraw"))).toBe("fourEyes");
      expect(await kind.current(app, client)).toBe(kind.before);
      expect((await decide(proposer(), id, "withdraw")).state).toBe("withdrawn");
      expect(await codeOf(decide(confirmer(), id, "confirm"))).toBe("proposalDecided");
      expect(await kind.current(app, client)).toBe(kind.before);
      expect(await kind.ask(proposer(), client), "it may be proposed again").not.toBeNull();
    });

    test("does not happen where it is declined, and the log says who declined it", async () => {
      const client = await app.as("client");
      const id = await kind.ask(proposer(), client);
      expect((await decide(confirmer(), id, "decline")).decided_by?.id).toBe(confirmer().id);
      expect(await kind.current(app, client)).toBe(kind.before);
      expect(await auditOf(app, subjectOf(own(client)), "proposal.declined")).toMatchObject([
        { actor: { userId: confirmer().id } },
      ]);
    });

    test("proposed again while it waits is refused with the name of who proposed it", async () => {
      const client = await app.as("client");
      await kind.ask(proposer(), client);
      const refused = await kind.ask(confirmer(), client).catch((error: ApiError) => error);
      expect(refused).toMatchObject({ code: "proposalOpen", by: await nameOf(proposer()) });
    });

    test("is shown with what stands now; once that changed it can be declined or withdrawn, not confirmed", async () => {
      const client = await app.as("client");
      await kind.ask(proposer(), client);
      const seen = async (who: TestUser) => (await listOpen(who, client)).proposals[0];
      const fresh = await seen(confirmer());
      expect(fresh?.now).toEqual(fresh?.before);
      expect(decisionsOf(fresh)).toEqual(["confirm", "decline"]);
      await kind.meanwhile(app, client);
      const stale = await seen(confirmer());
      expect(stale?.before).toEqual(fresh?.before);
      expect(stale?.now).not.toEqual(fresh?.before);
      expect(decisionsOf(stale)).toEqual(["decline"]);
      expect(decisionsOf(await seen(proposer()))).toEqual(["withdraw"]);
      await decide(confirmer(), stale?.id ?? 0, "decline");
      expect(await kind.ask(proposer(), client), "it may be proposed anew").not.toBeNull();
    });

    test("is refused where what the proposer saw has changed meanwhile, and goes on waiting", async () => {
      const client = await app.as("client");
      const id = await kind.ask(proposer(), client);
      await kind.meanwhile(app, client);
      const now = await kind.current(app, client);
      expect(await codeOf(decide(confirmer(), id, "confirm"))).toBe("stateConflict");
      expect(await kind.current(app, client)).toBe(now);
      expect(await changes(client)).toEqual([]);
      expect(await isIn(id, "open")).toBe(true);
    });

    test("confirmed by two at once, and declined besides: one decision counts and one row stands in the log", async () => {
      const client = await app.as("client");
      const id = await kind.ask(proposer(), client);
      const heard = listen(app);
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          codeOf(decide(index % 2 ? confirmer() : staff.third, id, index % 5 === 4 ? "decline" : "confirm")),
        ),
      );
      heard.stop();
      expect(answers.toSorted().filter((answer) => answer !== "proposalDecided")).toEqual(["done"]);
      const declined = await auditOf(app, subjectOf(own(client)), "proposal.declined");
      expect((await changes(client)).length + declined.length).toBe(1);
      expect(heard.all.filter(({ name: event }) => event === "proposals:changed").length).toBeGreaterThan(0);
    });

    test("can be proposed once at a time: of 20 proposals at once one waits", async () => {
      const client = await app.as("client");
      const answers = await Promise.all(Array.from({ length: 20 }, () => codeOf(kind.ask(proposer(), client))));
      expect(answers.filter((answer) => answer === "done")).toHaveLength(1);
      expect(answers.filter((answer) => answer === "proposalOpen")).toHaveLength(19);
    });

    test("has no second way past an open proposal once the setting is off, and the proposal can still be decided", async () => {
      const client = await app.as("client");
      const id = await kind.ask(proposer(), client);
      await setFourEyes(false);
      for (const who of [proposer(), confirmer()])
        expect(await codeOf(kind.ask(who, client)), "what one proposed, one does not do alone").toBe("proposalOpen");
      expect(await kind.current(app, client)).toBe(kind.before);
      const [seen] = (await listOpen(confirmer(), client)).proposals;
      expect(decisionsOf(seen)).toEqual(["confirm", "decline"]);
      expect((await decide(confirmer(), id, "confirm")).state).toBe("confirmed");
      expect(await kind.current(app, client)).toBe(kind.after);
    });

    test("happens at once while the setting is off", async () => {
      await setFourEyes(false);
      const client = await app.as("client");
      expect(await kind.ask(proposer(), client)).toBeNull();
      expect(await kind.current(app, client)).toBe(kind.after);
      expect(await changes(client)).toHaveLength(1);
    });
  });
}

test("office confirms a client number, but neither a role nor a disabling, which are an admin's to make", async () => {
  for (const name of ["a role", "the disabling"]) {
    const kind = kinds[name] as Kind;
    const client = await app.as("client");
    const id = await kind.ask(staff.admin, client);
    for (const decision of ["confirm", "decline"] as const)
      expect(await codeOf(decide(staff.office, id, decision))).toBe("forbidden");
    expect(await kind.current(app, client)).toBe(kind.before);
    const { proposals } = await listOpen(staff.office, client);
    expect(proposals.map(decisionsOf), "nothing is offered that would be refused").toEqual([[]]);
  }
  expect(await codeOf(decide(staff.office, 999_999, "confirm"))).toBe("notFound");
  expect(await codeOf(staff.internal.client.proposals.list({ query: {} }))).toBe("forbidden");
});

test("a role is never one's own to change, also not by confirming what a colleague proposed", async () => {
  expect(
    await codeOf(staff.admin.client.users.setRole({ params: { id: staff.admin.id }, body: { role: "client" } })),
  ).toBe("stateConflict");
  const client = await app.as("admin");
  const { proposalId } = await staff.admin.client.users.setRole({
    params: { id: client.id },
    body: { role: "office", reason },
  });
  expect(await codeOf(decide(client, proposalId, "confirm"))).toBe("fourEyes");
  expect((await rowOf(app, client)).role).toBe("admin");
});

test("a number that somebody else got meanwhile is refused on confirmation, and the proposal goes on waiting", async () => {
  const client = await app.as("client");
  const { proposalId } = await staff.office.client.users.setClientNumber({
    params: { id: client.id },
    body: { clientNumber: "WANTED", reason },
  });
  await app.as("client", { clientNumber: "WANTED" });
  expect(await codeOf(decide(staff.secondOffice, proposalId, "confirm"))).toBe("clientNumberInUse");
  expect(await isIn(proposalId, "open")).toBe(true);
  expect((await decide(staff.office, proposalId, "withdraw")).state).toBe("withdrawn");
});

test("staff get no client number: not at once, not by proposal, not by confirming one of before", async () => {
  const { db } = app.database;
  const setRole = ({ id }: TestUser, role: "client" | "office") =>
    db.updateTable("app_user").set({ role }).where("id", "=", id).execute();
  const person = await app.as("client");
  const give = (clientNumber: string | null) =>
    staff.office.client.users.setClientNumber({ params: { id: person.id }, body: { clientNumber, reason } });
  const { proposalId } = await give("STAFF-1");
  await setRole(person, "office");
  expect(await codeOf(decide(person, proposalId, "confirm"))).toBe("fourEyes");
  expect(await codeOf(decide(staff.secondOffice, proposalId, "confirm"))).toBe("isStaff");
  await decide(staff.secondOffice, proposalId, "decline");
  expect(await codeOf(give("STAFF-2"))).toBe("isStaff");
  await setFourEyes(false);
  expect(await codeOf(give("STAFF-2"))).toBe("isStaff");
  expect((await staff.internal.client.users.getState({ params: { id: person.id } })).client_number).toBeNull();
  // One of before is taken away.
  await db
    .insertInto("holder_account")
    .values({ holder_type: "user", holder_id: person.id, client_number: "STAFF-0" })
    .execute();
  expect(await codeOf(give("STAFF-2")), "nor another one").toBe("isStaff");
  expect((await give(null)).client_number).toBeNull();
});

test("of a number and a role of staff at the same moment, one is refused", async () => {
  await setFourEyes(false);
  for (let round = 0; round < 5; round += 1) {
    const { id } = await app.as("client");
    const answers = await Promise.all([
      codeOf(staff.office.client.users.setClientNumber({ params: { id }, body: { clientNumber: `RACE-${id}` } })),
      codeOf(staff.admin.client.users.setRole({ params: { id }, body: { role: "internal" } })),
    ]);
    expect([
      ["done", "isClient"],
      ["isStaff", "done"],
    ]).toContainEqual(answers);
  }
});

test("a number that the holder has already is no change, and proposes nothing", async () => {
  const client = await app.as("client", { clientNumber: "SAME" });
  expect(
    await staff.office.client.users.setClientNumber({ params: { id: client.id }, body: { clientNumber: "SAME" } }),
  ).toEqual({ client_number: "SAME", proposalId: null });
  expect(await auditOf(app, subjectOf(own(client)))).toEqual([]);
});

test("a company's number and its disabling wait for a second pair of eyes too", async () => {
  const reviewers = { office: staff.office, admin: staff.admin };
  await setFourEyes(false);
  const { holder, owner } = await arrangeHolder(app, reviewers, "company", "postKYC");
  await setFourEyes(true);
  const at = { params: { id: holder.holderId } };
  const number = await staff.office.client.companies.setClientNumber({ ...at, body: { clientNumber: "C-1", reason } });
  expect(number.client_number).toBeNull();
  const disabling = await staff.admin.client.companies.modifyState({ ...at, body: { newState: "disabled", reason } });
  expect(disabling.state).toBe("postKYC");
  expect(await codeOf(decide(owner, number.proposalId, "confirm")), "the client themself has no say").toBe("forbidden");
  expect((await decide(staff.secondOffice, number.proposalId, "confirm")).holder_type).toBe("company");
  await decide(staff.second, disabling.proposalId, "confirm");
  expect(await owner.client.companies.getState(at)).toMatchObject({ client_number: "C-1", state: "disabled" });
  const log = await auditOf(app, subjectOf(holder));
  expect(log.slice(-2).map(({ action, actor }) => [action, (actor as { userId: number }).userId])).toEqual([
    ["holder.clientNumberSet", staff.secondOffice.id],
    ["holder.stateChanged", staff.second.id],
  ]);
});

test("an approval with a client number approves at once, and the number waits", async () => {
  const reviewers = { office: staff.office, admin: staff.admin };
  const { holder } = await arrangeHolder(app, reviewers, "company", "pendingKYC");
  const { state, proposalId } = await staff.office.client.companies.modifyState({
    params: { id: holder.holderId },
    body: { newState: "postKYC", clientNumber: "C-77" },
  });
  expect(state).toBe("postKYC");
  const current = { params: { id: holder.holderId } };
  expect((await staff.internal.client.companies.getState(current)).client_number).toBeNull();
  expect(await codeOf(decide(staff.office, proposalId, "confirm")), "who approved has proposed the number").toBe(
    "fourEyes",
  );
  await decide(staff.secondOffice, proposalId, "confirm");
  expect((await staff.internal.client.companies.getState(current)).client_number).toBe("C-77");
});

test("an approval whose number cannot be proposed is no approval: nothing is half done", async () => {
  const reviewers = { office: staff.office, admin: staff.admin };
  const { holder } = await arrangeHolder(app, reviewers, "user", "pendingKYC");
  await staff.office.client.users.setClientNumber({
    params: { id: holder.holderId },
    body: { clientNumber: "U-1", reason },
  });
  const approve = (more: object) =>
    codeOf(
      staff.office.client.users.modifyState({
        params: { id: holder.holderId },
        body: { newState: "postKYC", ...more },
      }),
    );
  expect(await approve({ clientNumber: "U-2" })).toBe("proposalOpen");
  expect(await stateOf(app, holder)).toBe("pendingKYC");
  expect(await approve({})).toBe("done");
});

test("a return that carries a client number is refused with four eyes on as well", async () => {
  const { holder } = await arrangeHolder(app, { office: staff.office, admin: staff.admin }, "user", "pendingKYC");
  const body = { newState: "returnedKYC", reason: "Mend it", clientNumber: "U-3" } as const;
  expect(await codeOf(staff.office.client.users.modifyState({ params: { id: holder.holderId }, body }))).toBe(
    "stateConflict",
  );
  expect(await stateOf(app, holder)).toBe("pendingKYC");
});

test("the end of a disabled person's sessions is told after the confirmation is committed, not before", async () => {
  const client = await app.as("client");
  const id = await (kinds["the disabling"] as Kind).ask(staff.admin, client);
  const seen: Promise<string>[] = [];
  const inspect = () => void seen.push(rowOf(app, client).then(({ state }) => state));
  app.services.events.on("sessionsRevoked", inspect);
  await decide(staff.second, id, "confirm");
  app.services.events.off("sessionsRevoked", inspect);
  expect(await Promise.all(seen)).toEqual(["disabled"]);
  // A confirmation that fails at its end emits nothing.
  const other = await app.as("client");
  const next = await (kinds["the disabling"] as Kind).ask(staff.admin, other);
  await other.client.users.getState({ params: { id: other.id } });
  await failAtCommit(app, "proposal", `new.id = ${next}`);
  const heard = listen(app);
  expect(await codeOf(decide(staff.second, next, "confirm"))).toBe("generic");
  heard.stop();
  expect(heard.all).toEqual([]);
  expect(await codeOf(other.client.users.getState({ params: { id: other.id } }))).toBe("done");
});

test("what waits is counted for each by what they may decide", async () => {
  await app.database.db.updateTable("proposal").set({ state: "withdrawn" }).where("state", "=", "open").execute();
  const counts = async () =>
    Promise.all(
      [staff.office, staff.secondOffice, staff.admin, staff.second].map(async (who) => (await listOpen(who)).open),
    );
  await (kinds["a client number"] as Kind).ask(staff.office, await app.as("client"));
  await (kinds["a role"] as Kind).ask(staff.admin, await app.as("client"));
  expect(await counts()).toEqual([0, 1, 1, 2]);
});

test("the reason of a disabling is there for who confirms it, and in the log once it happened", async () => {
  const client = await app.as("client");
  const { proposalId } = await staff.admin.client.users.modifyState({
    params: { id: client.id },
    body: { newState: "disabled", reason: "Asked to leave" },
  });
  const { proposals } = await listOpen(staff.second, client);
  expect(proposals).toMatchObject([
    { before: { state: "postKYC" }, after: { state: "disabled" }, reason: "Asked to leave" },
  ]);
  await decide(staff.second, proposalId, "confirm");
  expect(await auditOf(app, subjectOf(own(client)), "holder.stateChanged")).toMatchObject([
    { after: { state: "disabled", reason: "Asked to leave" } },
  ]);
});

test("the inbox shows who wants what of whom, before and after, newest first and page by page", async () => {
  await app.database.db.updateTable("proposal").set({ state: "withdrawn" }).where("state", "=", "open").execute();
  const clients = [];
  for (let index = 0; index < 5; index += 1) clients.push(await app.as("client", { name: `Client ${index}` }));
  for (const client of clients) await (kinds["a client number"] as Kind).ask(staff.office, client);
  const names: string[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await staff.office.client.proposals.list({ query: { limit: 2, ...(cursor && { cursor }) } });
    expect(page.open, "their own wait for others").toBe(0);
    names.push(...page.proposals.map(({ holder_name }) => holder_name));
    expect(page.proposals[0]).toMatchObject({
      action: "setClientNumber",
      before: { clientNumber: null },
      after: { clientNumber: expect.stringMatching(/^N-/) as string },
      proposed_by: { id: staff.office.id, name: "Olga Office" },
      decided_by: null,
    });
    cursor = page.nextCursor;
  } while (cursor);
  expect(names).toEqual(["Client 4", "Client 3", "Client 2", "Client 1", "Client 0"]);
  expect((await listOpen(staff.secondOffice)).open).toBe(5);
});

test("nothing is proposed or declined without a reason, which stays with the proposal and in the log", async () => {
  const client = await app.as("client");
  const params = { id: client.id };
  expect(await codeOf(staff.office.client.users.setClientNumber({ params, body: { clientNumber: "NO-REASON" } }))).toBe(
    "badInput",
  );
  expect(await codeOf(staff.admin.client.users.setRole({ params, body: { role: "office" } }))).toBe("badInput");
  expect(await codeOf(staff.admin.client.users.modifyState({ params, body: { newState: "disabled" } }))).toBe(
    "badInput",
  );
  const off = staff.admin.client.settings.save({ params: { name: "fourEyes" }, body: { data: { on: false } } });
  expect(await codeOf(off)).toBe("badInput");
  const id = await (kinds["a client number"] as Kind).ask(staff.office, client);
  const declining = staff.secondOffice.client.proposals.decide({
    params: { proposalId: id ?? 0 },
    body: { decision: "decline", reason: "  " },
  });
  expect(await codeOf(declining)).toBe("badInput");
  await decide(staff.secondOffice, id, "decline");
  expect(await staff.office.client.proposals.get({ params: { proposalId: id ?? 0 } })).toMatchObject({
    state: "declined",
    reason,
    decision_reason: reason,
    decided_by: { id: staff.secondOffice.id },
  });
  expect(await auditOf(app, subjectOf(own(client)))).toMatchObject([
    { action: "proposal.setClientNumberProposed", after: { reason } },
    { action: "proposal.declined", after: { reason } },
  ]);
});

test("of two colleagues at one proposal the second is told who decided it", async () => {
  const client = await app.as("client");
  const id = await (kinds["a role"] as Kind).ask(staff.admin, client);
  await decide(staff.second, id, "decline");
  const late = await decide(staff.third, id, "confirm").catch((error: ApiError) => error);
  expect(late).toMatchObject({ code: "proposalDecided", by: "Berta Admin" });
});

test("a client number that an open proposal wants is kept from everybody else until it is decided", async () => {
  const [first, second] = [await app.as("client"), await app.as("client")];
  const number = `HELD-${first.id}`;
  const ask = ({ id }: TestUser, who = staff.office) =>
    who.client.users.setClientNumber({ params: { id }, body: { clientNumber: number, reason } });
  const { proposalId } = await ask(first);
  const refused = await ask(second, staff.secondOffice).catch((error: ApiError) => error);
  expect(refused).toMatchObject({ code: "clientNumberReserved", by: "Olga Office" });
  const reviewers = { office: staff.office, admin: staff.admin };
  const { holder } = await arrangeHolder(app, reviewers, "company", "pendingKYC");
  const approval = staff.office.client.companies.modifyState({
    params: { id: holder.holderId },
    body: { newState: "postKYC", clientNumber: number },
  });
  expect(await codeOf(approval), "nor with an approval").toBe("clientNumberReserved");
  expect(await stateOf(app, holder)).toBe("pendingKYC");
  await setFourEyes(false);
  expect(await codeOf(ask(second)), "nor at once, while four eyes are off").toBe("clientNumberReserved");
  await setFourEyes(true);
  await decide(staff.secondOffice, proposalId, "decline");
  const { proposalId: next } = await ask(second);
  await decide(staff.secondOffice, next, "confirm");
  expect(await codeOf(ask(first)), "and one that is given is not proposed to another").toBe("clientNumberInUse");
});

test("of twenty proposals of one number for twenty clients at once, one waits", async () => {
  const clients = await Promise.all(Array.from({ length: 20 }, () => app.as("client")));
  const answers = await Promise.all(
    clients.map(({ id }) =>
      codeOf(staff.office.client.users.setClientNumber({ params: { id }, body: { clientNumber: "RACE-1", reason } })),
    ),
  );
  expect(answers.toSorted()).toEqual([...Array.from({ length: 19 }, () => "clientNumberReserved"), "done"].toSorted());
});

test("a number given at once and proposed for another at the same time is one holder's alone", async () => {
  for (let round = 0; round < 5; round += 1) {
    const [first, second] = [await app.as("client"), await app.as("client")];
    const clientNumber = `BOTH-${first.id}`;
    const { proposalId } = await staff.office.client.users.setClientNumber({
      params: { id: first.id },
      body: { clientNumber, reason },
    });
    await decide(staff.secondOffice, proposalId, "decline");
    await staff.admin.client.users.setClientNumber({ params: { id: first.id }, body: { clientNumber, reason } });
    const open = (await listOpen(staff.office, first)).proposals[0]?.id ?? 0;
    const answers = await Promise.all([
      codeOf(decide(staff.secondOffice, open, "confirm")),
      codeOf(staff.office.client.users.setClientNumber({ params: { id: second.id }, body: { clientNumber, reason } })),
    ]);
    expect(answers[0]).toBe("done");
    expect(["clientNumberReserved", "clientNumberInUse"]).toContain(answers[1]);
  }
});
