/** Shares of owners: proposed by the form, confirmed, corrected and removed by staff, never above 100 % on a day. */
import type { FormData } from "@portico/api/forms/form-shapes.ts";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { auditOf, codeOf, faultsOf } from "../../testing/effects.ts";
import { arrangeSubmission } from "../forms/testing/submissions.ts";
import { arrangeHolder, ask } from "../onboarding/testing/holders.ts";

let app: TestApp;
let office: TestUser;
let admin: TestUser;
let internal: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  office = await app.as("office", { name: "Olga Office" });
  admin = await app.as("admin", { name: "Adam Admin" });
  internal = await app.as("internal");
});
afterAll(() => app.close());

const graph = (shares: Record<string, string>): FormData => ({
  ownership: {
    owners: {
      nodes: [
        { id: "p1", kind: "person", name: "Ana Ivanova" },
        { id: "p2", kind: "person", name: "Boris Petrov" },
        { id: "c1", kind: "company", name: "Holding" },
      ].filter(({ id }) => id in shares || id === "c1"),
      edges: [
        ...Object.entries(shares).map(([owner, percent]) => ({ owner, owned: "c1", percent })),
        { owner: "c1", owned: "company", percent: "60" },
      ],
    },
  },
});

/** An approved company, whose creator acts for it. */
async function approvedCompany(form: FormData = graph({ p1: "55.5555", p2: "10" })) {
  const owner = await app.as("client");
  const { id } = await owner.client.companies.create({ params: { userId: owner.id }, body: {} });
  await approve(owner, id, form);
  return { id, owner };
}

async function approve(by: TestUser, id: number, formData: FormData) {
  const holder = { holderType: "company", holderId: id } as const;
  await app.database.db
    .deleteFrom("form_draft")
    .where("holder_type", "=", "company")
    .where("holder_id", "=", id)
    .execute();
  await arrangeSubmission(app, holder, { by: by.id, formData });
  await ask(office, holder, { newState: "postKYC" });
}

const listOf = (id: number, who: TestUser = internal) => who.client.ownership.list({ params: { id } });
const held = async (id: number) =>
  (await listOf(id)).shares.map(({ owner, percent, from, until }) => [owner.id, percent, from, until]);

interface Typed {
  user_id: number;
  percent: string;
  from?: string;
  until?: string | null;
  stated?: { revision: number; owner: string } | null;
}
/** Confirmed at once: four eyes are off. */
async function confirm(id: number, { from = "2024-01-01", until = null, stated = null, ...body }: Typed, who = office) {
  const written = await who.client.ownership.confirm({ params: { id }, body: { from, until, stated, ...body } });
  return { id: written.id ?? 0 };
}
const correct = (id: number, shareId: number, body: { percent: string; from: string; until: string | null }) =>
  office.client.ownership.correct({ params: { id, shareId }, body });
const remove = (id: number, shareId: number) => office.client.ownership.remove({ params: { id, shareId }, body: {} });

describe("what the form proposes", () => {
  test("is each person's share along the chains, exact, and counts for nothing before it is confirmed", async () => {
    const { id } = await approvedCompany();
    const { form, shares } = await listOf(id);
    expect(form).toEqual({
      revision: 1,
      owners: [
        { owner: "p1", name: "Ana Ivanova", percent: "33.3333", suggested: null },
        { owner: "p2", name: "Boris Petrov", percent: "6", suggested: null },
      ],
    });
    expect(shares).toEqual([]);
  });

  test("marks a confirmed share from which a newer approved form differs, or which it no longer names", async () => {
    const { id, owner } = await approvedCompany();
    const other = await app.as("client");
    await confirm(id, { user_id: owner.id, percent: "33.3333", stated: { revision: 1, owner: "p1" } });
    await confirm(id, { user_id: other.id, percent: "6", stated: { revision: 1, owner: "p2" } });
    const says = async () => (await listOf(id)).shares.map(({ form_says }) => form_says);
    expect(await says()).toEqual([null, null]);
    await ask(owner, { holderType: "company", holderId: id }, { newState: "pendingReKYC" });
    expect(await says(), "a form that is not approved says nothing").toEqual([null, null]);
    await approve(owner, id, graph({ p1: "40" }));
    expect(await says()).toEqual(["24", "0"]);
    expect(
      await codeOf(confirm(id, { user_id: other.id, percent: "7", stated: { revision: 1, owner: "p2" } })),
      "confirmed by the page of a form that is no longer the newest",
    ).toBe("stateConflict");
    await confirm(id, { user_id: owner.id, percent: "24", from: "2024-06-01", stated: { revision: 2, owner: "p1" } });
    expect((await listOf(id)).shares.map(({ percent, until, form_says }) => [percent, until, form_says])).toEqual([
      ["6", null, "0"],
      ["33.3333", "2024-05-31", null],
      ["24", null, null],
    ]);
  });

  test("suggests the one client in whose own form the same identifier is, and nobody if there are two or it contradicts", async () => {
    const person = (name: string, egn: string) => {
      const [firstName = "", lastName = ""] = name.split(" ");
      return {
        identity: { firstName, lastName, birthDate: "1974-03-18", citizenships: ["BG"] },
        nationalIdentifier: { identifierKind: "personal", identifierCountry: "BG", identifierValue: egn },
      };
    };
    const egn = "7403185032";
    const details = {
      birthDate: "1974-03-18",
      identifierKind: "personal",
      identifierCountry: "BG",
      identifierValue: egn,
    };
    const arrangePerson = async (name: string) => {
      const client = await app.as("client", { state: "preKYC", name });
      const holder = { holderType: "user", holderId: client.id } as const;
      await arrangeSubmission(app, holder, { by: client.id, formData: person(name, egn) });
      await ask(office, holder, { newState: "postKYC" });
      return client;
    };
    const first = await arrangePerson("Ana Ivanova");
    const form = graph({ p1: "50" });
    const nodes =
      (form["ownership"]?.["owners"] as { nodes: { id: string; details?: object }[] } | undefined)?.nodes ?? [];
    const ofAna = nodes.find((node) => node.id === "p1");
    if (ofAna) ofAna.details = details;
    const { id } = await approvedCompany(form);
    const suggested = async () => (await listOf(id)).form?.owners.map((one) => one.suggested);
    expect(await suggested()).toEqual([{ id: first.id, name: "Ana Ivanova" }]);
    await arrangePerson("Ana Ivanova");
    expect(await suggested()).toEqual([null]);
  });
});

describe("a confirmed share", () => {
  test("ends where a later one of the person begins; a correction and a removal keep what was", async () => {
    const { id, owner } = await approvedCompany();
    const { id: first } = await confirm(id, { user_id: owner.id, percent: "80" });
    const { id: again } = await confirm(id, { user_id: owner.id, percent: "80.0" });
    expect(again, "sent twice").toBe(first);
    const { id: second } = await confirm(id, { user_id: owner.id, percent: "60", from: "2025-03-01" });
    expect(await held(id)).toEqual([
      [owner.id, "80", "2024-01-01", "2025-02-28"],
      [owner.id, "60", "2025-03-01", null],
    ]);
    // A correction with an earlier day than the share's.
    const ended = (await listOf(id)).shares[0]?.id ?? 0;
    await correct(id, ended, { percent: "75", from: "2023-05-01", until: "2025-02-28" });
    expect(await codeOf(correct(id, ended, { percent: "70", from: "2023-05-01", until: "2025-02-28" }))).toBe(
      "stateConflict",
    );
    expect(await faultsOf(correct(id, second, { percent: "60", from: "2025-01-01", until: null }))).toEqual([
      "from timesOverlap",
    ]);
    expect(await faultsOf(correct(id, second, { percent: "60", from: "2025-03-01", until: "2025-01-01" }))).toEqual([
      "until endBeforeStart",
    ]);
    await remove(id, second);
    await remove(id, second);
    expect(await held(id)).toEqual([[owner.id, "75", "2023-05-01", "2025-02-28"]]);
    const { former } = await listOf(id);
    expect(former.map(({ percent, until, removed, replaced_by }) => [percent, until, removed, replaced_by])).toEqual([
      ["60", null, true, "Olga Office"],
      ["80", "2025-02-28", false, "Olga Office"],
      ["80", null, false, "Olga Office"],
    ]);
    const log = await auditOf(app, { type: "company", id });
    expect(log.map(({ action }) => action).filter((action) => action.startsWith("ownership."))).toEqual([
      "ownership.confirmed",
      "ownership.corrected",
      "ownership.confirmed",
      "ownership.corrected",
      "ownership.removed",
    ]);
  });

  test("is refused where shares would exceed 100 % on a day, also between two colleagues at once", async () => {
    const { id, owner } = await approvedCompany();
    const others = [await app.as("client"), await app.as("client")];
    await confirm(id, { user_id: owner.id, percent: "60", until: "2024-12-31" });
    const next = { user_id: others[0]?.id ?? 0, percent: "40.000000000001" };
    expect(await faultsOf(confirm(id, { ...next, from: "2024-12-31" }))).toEqual(["percent overHundred"]);
    await confirm(id, { ...next, from: "2025-01-01" });
    const { id: later } = await confirm(id, { user_id: owner.id, percent: "20", from: "2026-01-01" });
    expect(await faultsOf(correct(id, later, { percent: "60", from: "2026-01-01", until: null }))).toEqual([
      "percent overHundred",
    ]);
    const race = [office, admin].map((who, place) =>
      codeOf(
        confirm(id, { user_id: (place === 0 ? owner : others[1])?.id ?? 0, percent: "39", from: "2027-01-01" }, who),
      ),
    );
    // The first takes the place of the owner's 20 %.
    const codes = await Promise.all(race);
    expect(codes.toSorted()).toEqual(["badInput", "done"]);
  });

  test("is refused for who is unknown, staff, or not identified, and in a company that is no client", async () => {
    const { id } = await approvedCompany();
    const fresh = await app.as("client", { state: "preKYC" });
    const tried = (user_id: number) => confirm(id, { user_id, percent: "10" });
    expect(await faultsOf(tried(999_999))).toEqual(["user_id unknown"]);
    expect(await faultsOf(tried(fresh.id))).toEqual(["user_id notReviewed"]);
    expect(await codeOf(tried(office.id))).toBe("isStaff");
    for (const percent of ["0", "100.1", "-5", "1e1", "10,5", "33.3333333333333"])
      expect(await faultsOf(confirm(id, { user_id: fresh.id, percent }))).toEqual(["percent badFormat"]);
    const client = await app.as("client");
    const { holder } = await arrangeHolder(app, { office, admin }, "company", "pendingKYC");
    expect(await codeOf(confirm(holder.holderId, { user_id: client.id, percent: "10" }))).toBe("notApproved");
    expect(await codeOf(confirm(999_999, { user_id: client.id, percent: "10" }))).toBe("notFound");
    const other = await approvedCompany();
    const { id: share } = await confirm(other.id, { user_id: client.id, percent: "10" });
    expect(await codeOf(remove(id, share)), "of another company").toBe("notFound");
    expect(await codeOf(confirm(id, { user_id: client.id, percent: "10" }, internal))).toBe("forbidden");
    expect(await codeOf(client.client.ownership.list({ params: { id } }))).toBe("forbidden");
    expect((await listOf(id)).can.change).toBe(false);
    expect((await listOf(id, office)).can.change).toBe(true);
  });

  test("is not confirmed by a colleague who acts for the company", async () => {
    const { id } = await approvedCompany();
    const client = await app.as("client");
    const acting = await app.as("office");
    await sql`insert into representation (user_id, company_id, valid_from) values (${acting.id}, ${id}, '2020-01-01')`.execute(
      app.database.db,
    );
    expect(await codeOf(confirm(id, { user_id: client.id, percent: "10" }, acting))).toBe("fourEyes");
  });
});

test("whatever is asked, no day has more than 100 % and nobody two shares on a day", async () => {
  const days = ["2024-01-01", "2024-06-30", "2024-07-01", "2025-01-01", "2025-12-31"];
  const { id, owner } = await approvedCompany();
  const people = [owner, await app.as("client"), await app.as("client")];
  const day = fc.constantFrom(...days);
  const action = fc.record({
    who: fc.nat(2),
    percent: fc.constantFrom("10", "33.3333", "50", "66.6667", "100"),
    from: day,
    until: fc.option(day),
    kind: fc.constantFrom("confirm", "correct", "remove"),
    which: fc.nat(5),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 6 }), async (actions) => {
      for (const { who, percent, from, until, kind, which } of actions) {
        const { shares } = await listOf(id);
        const share = shares[which % Math.max(1, shares.length)]?.id;
        if (kind === "confirm" || share === undefined)
          await codeOf(confirm(id, { user_id: people[who]?.id ?? 0, percent, from, until }, admin));
        else if (kind === "correct")
          await codeOf(
            admin.client.ownership.correct({ params: { id, shareId: share }, body: { percent, from, until } }),
          );
        else await admin.client.ownership.remove({ params: { id, shareId: share }, body: {} });
        const now = (await listOf(id)).shares;
        for (const each of days) {
          const on = now.filter((one) => one.from <= each && (one.until === null || one.until >= each));
          expect(on.reduce((sum, one) => sum + Number(one.percent) * 10_000, 0)).toBeLessThanOrEqual(1_000_000.5);
          expect(new Set(on.map((one) => one.owner.id)).size).toBe(on.length);
        }
      }
    }),
    { numRuns: 12 },
  );
});

describe("with four eyes on", () => {
  const reason = "Extract of the register";
  const saveFourEyes = (who: TestUser, on: boolean) =>
    who.client.settings.save({ params: { name: "fourEyes" }, body: { data: { on }, reason } });
  const second = {} as Record<"office" | "admin", TestUser>;
  beforeAll(async () => {
    second.office = await app.as("office", { name: "Otto Office" });
    second.admin = await app.as("admin");
    await saveFourEyes(admin, true);
  });
  const decide = (who: TestUser, proposalId: number | null, decision: "confirm" | "withdraw") =>
    who.client.proposals.decide({ params: { proposalId: proposalId ?? 0 }, body: { decision } });
  const propose = (id: number, user_id: number, more: object = {}, who = office) =>
    who.client.ownership.confirm({
      params: { id },
      body: { user_id, percent: "40", from: "2024-01-01", until: null, stated: null, reason, ...more },
    });
  const openOf = async (id: number) =>
    (
      await office.client.proposals.list({
        query: { state: "open", action: "setShare", holder_type: "company", holder_id: id, limit: 50 },
      })
    ).proposals;

  test("a share waits for a second person, who may not act for the company, and counts from then on", async () => {
    const { id, owner } = await approvedCompany();
    expect(await faultsOf(propose(id, owner.id, { reason: undefined }))).toEqual(["reason required"]);
    const asked = await propose(id, owner.id);
    expect(asked).toEqual({ id: null, proposalId: expect.any(Number) });
    expect(await held(id)).toEqual([]);
    expect(await newsOf(owner)).toEqual([]);
    expect(await codeOf(propose(id, owner.id, { percent: "50" }, admin))).toBe("proposalOpen");
    expect(await codeOf(decide(office, asked.proposalId, "confirm"))).toBe("fourEyes");
    const acting = await app.as("office");
    await sql`insert into representation (user_id, company_id, valid_from) values (${acting.id}, ${id}, '2020-01-01')`.execute(
      app.database.db,
    );
    expect(await codeOf(decide(acting, asked.proposalId, "confirm"))).toBe("fourEyes");
    const [row] = await openOf(id);
    expect(row).toMatchObject({
      before: { held: [] },
      now: { held: [] },
      after: { change: "confirm", person: owner.id, percent: "40", from: "2024-01-01", until: null },
      reason,
    });
    await decide(second.office, asked.proposalId, "confirm");
    expect(await held(id)).toEqual([[owner.id, "40", "2024-01-01", null]]);
    const [shown] = (await listOf(id)).shares;
    expect(shown?.confirmed_by).toBe("Otto Office");
    expect(await newsOf(owner)).toMatchObject([{ type: "share_set", params: { day: "2024-01-01" } }]);
    expect((await auditOf(app, { type: "user", id: owner.id })).map(({ action }) => action)).toContain("ownership.set");
  });

  test("so do a correction, an end and a removal, each of what the proposer saw", async () => {
    const { id, owner } = await approvedCompany();
    const { proposalId } = await propose(id, owner.id);
    await decide(admin, proposalId, "confirm");
    const [share] = (await listOf(id)).shares;
    const params = { id, shareId: share?.id ?? 0 };
    const body = { percent: "40", from: "2024-01-01", until: "2025-12-31", reason };
    const ended = await office.client.ownership.correct({ params, body });
    expect((await listOf(id)).shares).toMatchObject([{ until: null }]);
    expect(await openOf(id)).toMatchObject([{ before: { held: [{ id: params.shareId, percent: "40" }] } }]);
    await decide(office, ended.proposalId, "withdraw");
    const again = await office.client.ownership.correct({ params, body });
    await decide(second.office, again.proposalId, "confirm");
    expect(await held(id)).toEqual([[owner.id, "40", "2024-01-01", "2025-12-31"]]);
    const now = (await listOf(id)).shares[0]?.id ?? 0;
    const removed = await office.client.ownership.remove({ params: { id, shareId: now }, body: { reason } });
    expect((await held(id)).length).toBe(1);
    await decide(second.office, removed.proposalId, "confirm");
    expect(await held(id)).toEqual([]);
    expect((await newsOf(owner)).map(({ type, params: about }) => [type, about["day"]])).toEqual([
      ["share_removed", undefined],
      ["share_ended", "2025-12-31"],
      ["share_set", "2024-01-01"],
    ]);
  });

  test("one for each owner may be open; what others got meanwhile leaves no room, and then nobody confirms it", async () => {
    const { id, owner } = await approvedCompany();
    const other = await app.as("client");
    const first = await propose(id, owner.id, { percent: "70" });
    const more = await propose(id, other.id, { percent: "31" });
    expect((await openOf(id)).length).toBe(2);
    await decide(second.office, first.proposalId, "confirm");
    expect(await codeOf(decide(second.office, more.proposalId, "confirm"))).toBe("stateConflict");
    expect(await held(id)).toEqual([[owner.id, "70", "2024-01-01", null]]);
  });

  test("nothing is changed at once while a proposal is open, also once four eyes are off again", async () => {
    const { id, owner } = await approvedCompany();
    const { proposalId } = await propose(id, owner.id);
    const off = await saveFourEyes(admin, false);
    expect(off.data).toEqual({ on: true });
    const waiting = (await admin.client.proposals.list({ query: { state: "open", action: "fourEyesOff", limit: 1 } }))
      .proposals[0];
    await decide(second.admin, waiting?.id ?? 0, "confirm");
    expect(await codeOf(confirm(id, { user_id: owner.id, percent: "10" }))).toBe("proposalOpen");
    await decide(office, proposalId, "withdraw");
    await confirm(id, { user_id: owner.id, percent: "10" });
    expect((await newsOf(owner)).map(({ type, params }) => [type, params["name_bg"]])).toEqual([
      ["share_set", expect.stringContaining(", 10 %")],
    ]);
  });
});

const newsOf = async ({ id, client }: TestUser) =>
  (await client.notifications.listOfUser({ params: { id } })).filter(({ type }) => type.startsWith("share_"));
