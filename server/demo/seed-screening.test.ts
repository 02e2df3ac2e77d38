/** The demo's list: one client may be on it, and nobody else is looked at while the demo is loaded. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../testing/app.ts";
import { seedScreening } from "./seed-screening.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test("one candidate is open, of the client who has an entry's name", async () => {
  const admin = await app.as("admin");
  const james = await app.as("client", { name: "James Wright" });
  await app.as("client", { name: "Anna Kowalska" });
  const client = { holderType: "user", holderId: james.id } as const;
  await seedScreening(app.services, { admin: admin.id, client, today: "2026-03-02" });
  const { candidates, count } = await admin.client.screening.listCandidates({ query: {} });
  expect(count).toBe(1);
  expect(candidates).toMatchObject([{ name: "James Wright", entryName: "WRIGHT, James A.", state: "open" }]);
  const { lists, due } = await admin.client.screening.listLists({ query: {} });
  expect(lists).toMatchObject([{ state: "active", entries: 5 }]);
  expect(due).toBe(1);
});
