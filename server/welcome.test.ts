import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "./kernel/config.ts";
import { createTestDatabase, type TestDatabase } from "./testing/database.ts";
import { firstSteps } from "./welcome.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test("an operator of an empty portal is told how to make the first account, and where mails lie", async () => {
  const config = readConfig({ DATA_DIR: "/srv/portico" });
  expect((await firstSteps({ db: database.db, config })).join("\n")).toMatch(/create-admin[^]*\/srv\/portico\/mail/);
  const sending = readConfig({ SMTP_URL: "smtp://mail.example" });
  expect(await firstSteps({ db: database.db, config: sending })).toHaveLength(1);
});
