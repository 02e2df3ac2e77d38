/** A state change is one conditional update: it happens only from a state that the table allows. */
import { holderStates, stateActions, transitions } from "@portico/api/holder-states.ts";
import { dayIn } from "@portico/api/rules/calendar.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../testing/app.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { settingDefaults } from "../settings/defaults.ts";
import { moveState } from "./states.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const move = (holder: Holder, action: (typeof stateActions)[number]) =>
  transact({ ...app.services, system: "test" }, (tx) => moveState(tx, holder, action)).then(
    ({ after }) => after,
    (error: unknown) => (error as { code?: string }).code,
  );

for (const holderType of ["user", "company"] as const)
  test(`every action on a ${holderType} in every state moves it where the table says so, and else leaves it`, async () => {
    const { db } = app.database;
    const table = holderType === "user" ? "app_user" : "company";
    const { id: creator_id } = await app.as("client");
    const holderId =
      holderType === "user"
        ? creator_id
        : (await db.insertInto("company").values({ creator_id }).returning("id").executeTakeFirstOrThrow()).id;
    for (const action of stateActions)
      for (const state of holderStates) {
        await db
          .updateTable(table)
          .set({ state, state_before_disabled: state === "disabled" ? "postKYC" : null })
          .where("id", "=", holderId)
          .execute();
        const row = transitions.find((one) => one.action === action);
        const to = row?.to === "before" ? "postKYC" : row?.to;
        const isLeft = row?.from.includes(state) ?? false;
        expect(await move({ holderType, holderId }, action), `${action} from ${state}`).toBe(
          isLeft ? to : "stateConflict",
        );
        const now = await db.selectFrom(table).select("state").where("id", "=", holderId).executeTakeFirst();
        expect(now?.state, `${action} from ${state}`).toBe(isLeft ? to : state);
      }
    expect(await move({ holderType, holderId: 999_999 }, "approve")).toBe("notFound");
  });

test("50 moves of one holder at once, each by itself: one leaves the state", async () => {
  const { id: holderId } = await app.as("client", { state: "preKYC" });
  const moved = await Promise.all(Array.from({ length: 50 }, () => move({ holderType: "user", holderId }, "submit")));
  expect(moved.filter((state) => state === "pendingKYC")).toHaveLength(1);
  expect(moved.filter((code) => code === "stateConflict")).toHaveLength(49);
});

test("an approval is of the firm's day, wherever that begins", async () => {
  const { db } = app.database;
  const { id } = await app.as("client");
  // Two zones of which at least one has another date than UTC at any moment.
  for (const timeZone of ["Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
    const rules = JSON.stringify({ ...settingDefaults.portalRules, timeZone });
    await db
      .insertInto("setting")
      .values({ name: "portalRules", data: rules })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ data: rules }))
      .execute();
    await db.updateTable("app_user").set({ state: "pendingKYC" }).where("id", "=", id).execute();
    const days = [dayIn(timeZone, new Date())];
    await move({ holderType: "user", holderId: id }, "approve");
    days.push(dayIn(timeZone, new Date()));
    const { reviewed_on } = await db
      .selectFrom("app_user")
      .select("reviewed_on")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(days).toContain(reviewed_on);
  }
});
