/** A firm's rule that asks for fewer signers is told to the companies that follow it. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { arrangeHolder } from "../../onboarding/testing/holders.ts";
import { notifyCompanies } from "./firm-rule.ts";

let app: TestApp;
let office: TestUser;
let admin: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  office = await app.as("office");
  admin = await app.as("admin");
});
afterAll(() => app.close());

test("companies without a rule of their own are told once; those with one, and those that nobody acts for, are not", async () => {
  const follows = await arrangeHolder(app, { office, admin }, "company", "postKYC");
  const own = await arrangeHolder(app, { office, admin }, "company", "postKYC");
  await office.client.payments.setSigners({ params: own.holder, body: { rule: "all" } });
  await notifyCompanies(app.services, { rule: "any" });
  const newsOf = async (who: TestUser) =>
    (await who.client.notifications.listOfCompanies({ params: { userId: who.id } })).filter(
      ({ type }) => type === "withdrawal_signers_lowered",
    );
  expect(await newsOf(follows.owner)).toMatchObject([{ params: { asked: "any" } }]);
  expect(await newsOf(own.owner)).toEqual([]);
});

test("the job waits only if the rule asks for fewer", async () => {
  const save = (companySigners: "any" | "two" | "all") =>
    admin.client.settings.save({
      params: { name: "withdrawalRules" },
      body: { data: { companySigners, expiryDays: 14 } },
    });
  const count = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from jobs.job where name = 'portfolios.signers-lowered'`.execute(app.database.db);
    return rows[0]?.count ?? 0;
  };
  const before = await count();
  await save("all");
  expect(await count(), "more is no alarm").toBe(before);
  await save("two");
  expect(await count()).toBe(before + 1);
});
