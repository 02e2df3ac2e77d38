/** The members of staff to whom clients can be assigned. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";

let app: TestApp;
let internal: TestUser;
let office: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  internal = await app.as("internal", { name: "Irene Internal" });
  office = await app.as("office", { name: "Olga Office" });
});
afterAll(() => app.close());

test("colleagues are listed with how many clients each has; who left or is disabled is not among them", async () => {
  const [client, gone] = [await app.as("client"), await app.as("office", { state: "disabled" })];
  const { id: company } = await client.client.companies.create({ params: { userId: client.id }, body: {} });
  await office.client.users.assign({ params: { id: client.id }, body: { admin_id: internal.id } });
  await office.client.companies.assign({ params: { id: company }, body: { admin_id: internal.id } });
  const colleagues = await office.client.colleagues.list();
  expect(colleagues.find(({ id }) => id === internal.id)).toEqual({
    id: internal.id,
    name: "Irene Internal",
    role: "internal",
    users: 1,
    companies: 1,
  });
  expect(colleagues.map(({ id }) => id)).not.toContain(gone.id);
  expect(colleagues.map(({ id }) => id)).not.toContain(client.id);
});
