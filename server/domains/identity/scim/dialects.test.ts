/** What SCIM clients are known to send besides the standard; each of these broke another service provider. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type IdentityPortal, startIdentityPortal } from "../testing/portal.ts";

let portal: IdentityPortal;
let token: string;
beforeAll(async () => {
  portal = await startIdentityPortal();
  const made = await portal.admin.client.identity.makeScimToken({ body: {} });
  token = made.token;
  await portal.save({ scimTokens: [{ hash: made.hash, madeAt: made.madeAt }] });
}, 60_000);
afterAll(() => portal.close());

interface Answer {
  status: number;
  body: Record<string, unknown> & { id: string; members?: { value: string }[] };
}
async function scim(method: "GET" | "POST" | "PUT" | "PATCH", path: string, payload?: object): Promise<Answer> {
  const answer = await portal.app.app.inject({
    method,
    url: `/api/scim/v2${path}`,
    // Entra ID names no user agent.
    headers: { authorization: `bearer ${token}`, "user-agent": "", "content-type": "application/scim+json" },
    ...(payload && { payload: JSON.stringify(payload) }),
  });
  return { status: answer.statusCode, body: answer.body === "" ? { id: "" } : answer.json() };
}
const patch = (...Operations: object[]) => ({
  schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"],
  Operations,
});

let people = 0;
/** Somebody with an active account, and the group that gives it. */
async function provisioned() {
  const userName = `person${++people}@firm.example`;
  const user = await scim("POST", "/Users", {
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
    userName,
    externalId: `external-${people}`,
    active: "True",
    emails: [{ value: userName, type: "work" }],
  });
  expect(user.status).toBe(201);
  return { id: user.body.id, userName };
}
const stateOf = async (email: string): Promise<string | undefined> =>
  (await sql<{ state: string }>`select state from app_user where email = ${email}`.execute(portal.app.database.db))
    .rows[0]?.state;
async function groupOf(...members: { id: string }[]): Promise<string> {
  const made = await scim("POST", "/Groups", {
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:Group"],
    displayName: `portal-office`,
    members: members.map(({ id }) => ({ value: id })),
  });
  if (made.status === 201) return made.body.id;
  const { body } = await scim("GET", '/Groups?filter=displayName%20eq%20"portal-office"');
  const id = (body["Resources"] as { id: string }[])[0]?.id ?? "";
  await scim(
    "PATCH",
    `/Groups/${id}`,
    patch({ op: "add", path: "members", value: members.map((one) => ({ value: one.id })) }),
  );
  return id;
}

test.each<[string, object]>([
  ["an addition with a text", { op: "Add", path: "active", value: "False" }],
  ["a replacement with a text", { op: "Replace", path: "active", value: "False" }],
  ["an attribute in capitals in a value without a path", { op: "Replace", value: { Active: "False" } }],
  [
    "the whole name of the schema",
    { op: "replace", path: "urn:ietf:params:scim:schemas:core:2.0:User:active", value: false },
  ],
])("a leaver is out by %s", async (_, operation) => {
  const person = await provisioned();
  await groupOf(person);
  expect(await stateOf(person.userName)).not.toBe("disabled");
  const answer = await scim("PATCH", `/Users/${person.id}`, patch(operation));
  expect([answer.status, answer.body["active"], await stateOf(person.userName)]).toEqual([200, false, "disabled"]);
});

test("a change that changes nothing is answered, also of somebody who is out", async () => {
  const person = await provisioned();
  await groupOf(person);
  const on = patch({ op: "Replace", path: "active", value: "True" });
  expect((await scim("PATCH", `/Users/${person.id}`, on)).status).toBe(200);
  const off = patch({ op: "Replace", path: "active", value: "False" });
  for (let times = 0; times < 2; times++) expect((await scim("PATCH", `/Users/${person.id}`, off)).status).toBe(200);
  expect((await scim("PATCH", `/Users/${person.id}`, on)).status).toBe(200);
  expect(await stateOf(person.userName)).not.toBe("disabled");
});

test.each<[string, (id: string) => unknown]>([
  ["in a list", (id) => [{ value: id }]],
  ["in a list with its address empty", (id) => [{ $ref: null, value: id }]],
  ["alone", (id) => ({ value: id })],
  ["as a text", (id) => id],
])("one member removed by the value %s leaves the others", async (_, valueOf) => {
  const [leaves, stays] = [await provisioned(), await provisioned()];
  const group = await groupOf(leaves, stays);
  const answer = await scim(
    "PATCH",
    `/Groups/${group}`,
    patch({ op: "Remove", path: "members", value: valueOf(leaves.id) }),
  );
  expect([200, 204]).toContain(answer.status);
  expect([await stateOf(leaves.userName), await stateOf(stays.userName)]).toEqual([
    "disabled",
    expect.not.stringMatching("disabled"),
  ]);
});

test.each<[string, unknown]>([
  ["an empty list", []],
  ["an empty member", [{}]],
  ["nobody's id", [{ value: "2819c223-7f76-453a-919d-413861904646" }]],
])("a removal of %s removes nobody", async (_, value) => {
  const stays = await provisioned();
  const group = await groupOf(stays);
  const answer = await scim("PATCH", `/Groups/${group}`, patch({ op: "remove", path: "members", value }));
  expect([200, 204]).toContain(answer.status);
  expect(await stateOf(stays.userName)).not.toBe("disabled");
});

test("attributes that the portal does not keep are no failure", async () => {
  const person = await provisioned();
  await groupOf(person);
  const answer = await scim(
    "PATCH",
    `/Users/${person.id}`,
    patch(
      { op: "Add", path: "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager", value: "42" },
      { op: "Add", path: 'roles[primary eq "True"].value', value: "Clerk" },
      { op: "Add", path: 'phoneNumbers[type eq "mobile"].value', value: "+359888000000" },
      { op: "Add", path: 'addresses[type eq "work"].formatted', value: "1, High Street" },
      { op: "Replace", path: "preferredLanguage", value: "bg" },
    ),
  );
  expect(answer.status).toBe(200);
});

test("somebody who is made again after they were removed is the same person", async () => {
  const person = await provisioned();
  await groupOf(person);
  const gone = await portal.app.app.inject({
    method: "DELETE",
    url: `/api/scim/v2/Users/${person.id}`,
    headers: { authorization: `Bearer ${token}` },
  });
  expect([gone.statusCode, await stateOf(person.userName)]).toEqual([204, "disabled"]);
  const again = await scim("POST", "/Users", {
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
    userName: person.userName.toUpperCase(),
    active: true,
    emails: [{ value: person.userName, type: "work" }],
  });
  expect(again.status).toBe(201);
  await groupOf({ id: again.body.id });
  expect(await stateOf(person.userName)).not.toBe("disabled");
});
