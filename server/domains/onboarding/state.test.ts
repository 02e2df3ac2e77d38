/** Every state × caller × requested state, for people and companies, compared with the transition table. */
import {
  type HolderState,
  holderStates,
  type StateActor,
  type Transition,
  transitions,
} from "@portico/api/holder-states.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { auditOf, codeOf, subjectOf } from "../../testing/effects.ts";
import { type ArrangedHolder, arrangeHolder, ask, stateOf } from "./testing/holders.ts";

let app: TestApp;
const staff = {} as Record<"internal" | "office" | "admin" | "stranger" | "judge", TestUser>;

beforeAll(async () => {
  app = await createTestApp();
  for (const role of ["internal", "office", "admin"] as const) staff[role] = await app.as(role);
  staff.judge = await app.as("office");
  staff.stranger = await app.as("client");
});
afterAll(() => app.close());

const reach = (holderType: Holder["holderType"], state: HolderState) =>
  arrangeHolder(app, { office: staff.judge, admin: staff.admin }, holderType, state);

/** Copied from docs/rules.md, independent of the table in the code: from → to, by whom. A submission is a separate call. */
const decided: Record<string, readonly StateActor[]> = {
  "pendingKYC → postKYC": ["office", "admin"],
  "pendingReKYC → postKYC": ["office", "admin"],
  "pendingKYC → returnedKYC": ["office", "admin"],
  "pendingReKYC → returnedKYC": ["office", "admin"],
  "pendingKYC → rejected": ["office", "admin"],
  "pendingReKYC → rejected": ["office", "admin"],
  "postKYC → pendingReKYC": ["holder", "system"],
  "rejected → returnedKYC": ["admin"],
  ...Object.fromEntries(
    holderStates.filter((state) => state !== "disabled").map((state) => [`${state} → disabled`, ["admin"] as const]),
  ),
  "disabled → before": ["admin"],
};
const isSubmission = ({ action }: Transition) => action === "submit" || action === "resubmit";

test("the table of transitions says what was decided, no more and no less", () => {
  const table = transitions
    .filter((row) => !isSubmission(row))
    .flatMap(({ from, to, by }) => from.map((state) => [`${state} → ${to}`, by] as const));
  expect(Object.fromEntries(table)).toEqual(decided);
  expect(table).toHaveLength(Object.keys(decided).length);
  expect(transitions.filter(isSubmission).map(({ from, to, by }) => [from, to, by])).toEqual([
    [["preKYC", "returnedKYC"], "pendingKYC", ["holder", "office", "admin"]],
    [["pendingReKYC"], "pendingReKYC", ["holder", "office", "admin"]],
  ]);
});

const callers = ["holder", "stranger", "internal", "office", "admin"] as const;
type Caller = (typeof callers)[number];

const rowOf = (state: HolderState, wanted: HolderState, caller: Caller): Transition | undefined =>
  transitions.find(
    (row) =>
      !isSubmission(row) &&
      row.from.includes(state) &&
      row.by.includes(caller as StateActor) &&
      // Anyone disabled here was an approved client, and returns only to that state.
      (row.to === "before" ? "postKYC" : row.to) === wanted,
  );

/** The answer to a call that the table does not allow. */
function refusal(caller: Caller, state: HolderState, { holderType }: Holder): string {
  if (caller === "stranger") return "notFound";
  if (caller === "internal") return "forbidden";
  // A disabled person has no session; representatives of a disabled company still see it.
  return caller === "holder" && holderType === "user" && state === "disabled" ? "unauthenticated" : "stateConflict";
}

const traces = async ({ holder }: ArrangedHolder) => ({
  audit: (await auditOf(app, subjectOf(holder))).length,
  notifications: (
    await app.database.db
      .selectFrom("notification")
      .select("id")
      .where("holder_type", "=", holder.holderType)
      .where("holder_id", "=", holder.holderId)
      .execute()
  ).length,
});

const told: Partial<Record<Transition["action"], Record<Holder["holderType"], string>>> = {
  approve: { user: "approved_kyc", company: "approved_company" },
  return: { user: "reject_kyc", company: "rejected_comp_kyc" },
  reject: { user: "declined_kyc", company: "declined_comp_kyc" },
  reopen: { user: "reopened_kyc", company: "reopened_comp_kyc" },
};

for (const holderType of ["user", "company"] as const)
  describe(holderType, () => {
    for (const state of holderStates)
      test(`from ${state} the table's ways lead on, each for its callers alone; any other changes nothing`, async () => {
        let arranged = await reach(holderType, state);
        for (const wanted of holderStates)
          for (const caller of callers) {
            const cell = `${state} → ${wanted} by ${caller}`;
            const row = rowOf(state, wanted, caller);
            const { holder, owner } = arranged;
            const who = caller === "holder" ? owner : staff[caller];
            const before = await traces(arranged);
            const answer = await codeOf(ask(who, holder, { newState: wanted, reason: "Because" }));
            if (!row) {
              expect(`${cell}: ${answer}`).toBe(`${cell}: ${refusal(caller, state, holder)}`);
              expect(await stateOf(app, holder), cell).toBe(state);
              expect(await traces(arranged), cell).toEqual(before);
              continue;
            }
            expect(`${cell}: ${answer}`).toBe(`${cell}: done`);
            const after = row.to === "before" ? "postKYC" : wanted;
            expect(await stateOf(app, holder), cell).toBe(after);
            expect((await auditOf(app, subjectOf(holder), "holder.stateChanged")).at(-1), cell).toEqual({
              action: "holder.stateChanged",
              actor: { userId: who.id, sessionId: expect.any(Number) as number },
              before: { state },
              after: {
                state: after,
                action: row.action,
                reason: "Because",
                ...(row.decides && { revision: expect.any(Number) as number }),
              },
            });
            const notifies = told[row.action]?.[holderType];
            expect(await traces(arranged), cell).toEqual({
              audit: before.audit + 1,
              notifications: before.notifications + (notifies ? 1 : 0),
            });
            if (notifies) {
              const params = { holder_type: holderType, holder_id: holder.holderId, type: notifies };
              const rows = await app.database.db
                .selectFrom("notification")
                .select(["holder_type", "holder_id", "type", "text"])
                .where("holder_type", "=", holderType)
                .where("holder_id", "=", holder.holderId)
                .orderBy("id", "desc")
                .limit(1)
                .execute();
              expect(rows, cell).toEqual([{ ...params, text: "Because" }]);
            }
            arranged = await reach(holderType, state);
          }
      });
  });
