/** A provider's SCIM client: the calls of RFC 7644, in the ways of Entra ID and Okta, and what follows for people here. */
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { auditOf, codeOf, listen } from "../../../testing/effects.ts";
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

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
async function scim(method: Method, path: string, payload?: object, by = token) {
  const answer = await portal.app.app.inject({
    method,
    url: `/api/scim/v2${path}`,
    headers: {
      authorization: `Bearer ${by}`,
      ...(payload && { "content-type": "application/scim+json" }),
    },
    ...(payload && { payload: JSON.stringify(payload) }),
  });
  return {
    status: answer.statusCode,
    headers: answer.headers,
    // biome-ignore lint/suspicious/noExplicitAny: answers of a standard, of many shapes
    // oxlint-disable-next-line typescript/no-explicit-any -- answers of a standard, of many shapes
    body: (answer.body === "" ? undefined : answer.json()) as any,
  };
}

let people = 0;
beforeEach(() => void people++);
/** As in RFC 7643, section 8.2, with the attributes that the portal keeps. */
const bjensen = (more: object = {}) => ({
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
  userName: `bjensen${people}@firm.example`,
  externalId: `701984-${people}`,
  name: { formatted: "Ms. Barbara J Jensen III", familyName: "Jensen", givenName: "Barbara" },
  displayName: "Babs Jensen",
  emails: [
    { value: `home${people}@jensen.example`, type: "home" },
    { value: `bjensen${people}@firm.example`, type: "work", primary: true },
  ],
  ...more,
});
const userOf = async (email: string) =>
  (
    await sql<{ id: number; role: string; state: string }>`
      select id, role, state from app_user where email = ${email}`.execute(portal.app.database.db)
  ).rows[0];
const patch = (...operations: object[]) => ({
  schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"],
  Operations: operations,
});
const groupOf = async (displayName: string) => {
  const { body } = await scim("GET", `/Groups?filter=${encodeURIComponent(`displayName eq "${displayName}"`)}`);
  return body.totalResults === 1 ? body.Resources[0] : (await scim("POST", "/Groups", { displayName })).body;
};

/** Known by SCIM, in the group, and signed in. */
async function signedIn(group = "portal-office") {
  const user = bjensen();
  const { body } = await scim("POST", "/Users", user);
  const { id } = await groupOf(group);
  await scim("PATCH", `/Groups/${id}`, patch({ op: "Add", path: "members", value: [{ value: body.id }] }));
  portal.provider.signsIn({ sub: user.externalId, email: user.userName, email_verified: true, groups: [group] });
  const browser = portal.browser();
  const answer = await portal.signIn(browser);
  return { user, scimId: String(body.id), groupId: String(id), answer, row: await userOf(user.userName) };
}

test("only a token of a saved provider is heard, and a removed one is not", async () => {
  for (const by of ["", "scim_wrong-wrong-wrong-wrong", `${token}x`]) {
    const answer = await scim("GET", "/Users", undefined, by);
    expect(answer.status).toBe(401);
    expect(answer.headers["www-authenticate"]).toBe("Bearer");
    expect(answer.body).toMatchObject({ schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"], status: "401" });
  }
  expect((await scim("GET", "/Users", undefined, portal.admin.token)).status).toBe(401);
  const made = await portal.admin.client.identity.makeScimToken({ body: {} });
  expect((await scim("GET", "/Users", undefined, made.token)).status).toBe(401);
});

test("the service describes itself", async () => {
  expect((await scim("GET", "/ServiceProviderConfig")).body).toMatchObject({
    patch: { supported: true },
    bulk: { supported: false },
    etag: { supported: false },
  });
  const types = await scim("GET", "/ResourceTypes");
  expect(types.body.Resources.map(({ id }: { id: string }) => id)).toEqual(["User", "Group"]);
  expect((await scim("GET", "/ResourceTypes/User")).body.endpoint).toBe("/Users");
  const schemas = await scim("GET", "/Schemas");
  expect((await scim("GET", `/Schemas/${schemas.body.Resources[1].id}`)).body.name).toBe("Group");
  expect((await scim("GET", "/Schemas/none")).status).toBe(404);
  expect((await scim("GET", "/Nothing")).status).toBe(404);
});

test("a user is made, read back, replaced and removed", async () => {
  const user = bjensen();
  const made = await scim("POST", "/Users", user);
  expect(made.status).toBe(201);
  expect(made.headers["content-type"]).toContain("application/scim+json");
  expect(made.body).toMatchObject({ ...user, active: true, groups: [], meta: { resourceType: "User" } });
  expect(made.headers["location"]).toBe(made.body.meta.location);
  expect((await scim("GET", `/Users/${made.body.id}`)).body).toEqual(made.body);
  // Nobody enters without a group.
  expect(await userOf(user.userName)).toMatchObject({ role: "internal", state: "disabled" });
  expect((await scim("POST", "/Users", user)).body).toMatchObject({ status: "409", scimType: "uniqueness" });
  const replaced = await scim("PUT", `/Users/${made.body.id}`, { ...user, displayName: "Barbara" });
  expect(replaced.body).toMatchObject({ id: made.body.id, displayName: "Barbara" });
  expect((await scim("DELETE", `/Users/${made.body.id}`)).status).toBe(204);
  expect((await scim("GET", `/Users/${made.body.id}`)).status).toBe(404);
  expect((await scim("DELETE", `/Users/${made.body.id}`)).status).toBe(404);
  const again = await scim("POST", "/Users", user);
  expect(again.status).toBe(201);
  expect(again.body.id).not.toBe(made.body.id);
});

test("lists have pages and filters", async () => {
  const names = [1, 2, 3].map((place) => `page${place}-${people}@firm.example`);
  for (const userName of names) await scim("POST", "/Users", { userName, externalId: `x-${userName}` });
  const all = (await scim("GET", "/Users")).body;
  expect(all.itemsPerPage).toBe(all.totalResults);
  const second = (await scim("GET", `/Users?startIndex=${all.totalResults - 1}&count=1`)).body;
  expect(second).toMatchObject({ totalResults: all.totalResults, itemsPerPage: 1 });
  expect(second.Resources[0].userName).toBe(names[1]);
  expect((await scim("GET", "/Users?count=0")).body).toMatchObject({ totalResults: all.totalResults, Resources: [] });
  expect((await scim("GET", "/Users?startIndex=-5&count=1")).body.startIndex).toBe(1);
  expect((await scim("GET", "/Users?startIndex=9999")).body.Resources).toEqual([]);
  expect((await scim("GET", "/Users?count=many")).body.scimType).toBe("invalidValue");
  const filtered = async (filter: string) => (await scim("GET", `/Users?filter=${encodeURIComponent(filter)}`)).body;
  expect((await filtered(`userName eq "${names[0]?.toUpperCase()}"`)).Resources).toMatchObject([
    { userName: names[0] },
  ]);
  expect((await filtered(`USERNAME EQ "${names[0]}"`)).totalResults).toBe(1);
  expect((await filtered(`externalId eq "x-${names[2]}"`)).Resources).toMatchObject([{ userName: names[2] }]);
  expect((await filtered('userName eq "nobody"')).totalResults).toBe(0);
  expect((await filtered("active eq false")).totalResults).toBe(0);
  for (const odd of ['userName sw "a"', 'userName eq "a" and active eq true', "userName eq", 'nickName eq "a"', '"'])
    expect((await filtered(odd)).scimType, odd).toBe("invalidFilter");
});

test("a group gives its role, and its removal takes effect at once, while signed in", async () => {
  const { groupId, scimId, answer, row, user } = await signedIn();
  expect(answer.body).toMatchObject({ userData: { id: row?.id, role: "office" } });
  expect(row).toMatchObject({ role: "office", state: "preKYC" });
  const events = listen(portal.app);
  // As Entra ID removes a member.
  const removed = await scim(
    "PATCH",
    `/Groups/${groupId}`,
    patch({ op: "Remove", path: "members", value: [{ value: scimId }] }),
  );
  expect(removed.status).toBe(200);
  events.stop();
  expect(events.all.filter(({ name }) => name === "sessionsRevoked")).toMatchObject([
    { event: { reason: "disabled" } },
  ]);
  expect(await userOf(user.userName)).toMatchObject({ state: "disabled" });
  // The claim of the next sign-in does not help while the client says otherwise.
  expect((await portal.signIn(portal.browser())).code).toBe("noStaffGroup");
  await scim("PATCH", `/Groups/${groupId}`, patch({ op: "add", path: "members", value: [{ value: scimId }] }));
  expect(await userOf(user.userName)).toMatchObject({ role: "office", state: "preKYC" });
  expect((await portal.signIn(portal.browser())).status).toBe(200);
});

test("a disabled user is out at once, in the ways of Entra ID and Okta, and comes back", async () => {
  const { scimId, user, row } = await signedIn();
  const path = `/Users/${scimId}`;
  const off = [
    patch({ op: "Replace", path: "active", value: "False" }),
    patch({ op: "replace", value: { active: false } }),
    patch({ op: "replace", path: "urn:ietf:params:scim:schemas:core:2.0:User:active", value: false }),
  ];
  for (const body of off) {
    expect((await scim("PATCH", path, body)).body.active).toBe(false);
    expect(await userOf(user.userName)).toMatchObject({ state: "disabled" });
    expect((await portal.signIn(portal.browser())).code).toBe("accountDisabled");
    expect((await scim("PATCH", path, patch({ op: "Replace", path: "active", value: "True" }))).body.active).toBe(true);
    expect(await userOf(user.userName)).toMatchObject({ state: "preKYC", role: "office" });
  }
  const changes = await auditOf(portal.app, { type: "user", id: row?.id ?? 0 }, "holder.stateChanged");
  expect(changes.length).toBeGreaterThanOrEqual(6);
});

test("whoever is removed is out, and does not come back by signing in", async () => {
  const { scimId, groupId, user } = await signedIn();
  expect((await scim("DELETE", `/Users/${scimId}`)).status).toBe(204);
  expect(await userOf(user.userName)).toMatchObject({ state: "disabled" });
  expect((await portal.signIn(portal.browser())).code).toBe("accountDisabled");
  const again = await scim("POST", "/Users", user);
  expect(again.status).toBe(201);
  expect((await portal.signIn(portal.browser())).code).toBe("noStaffGroup");
  await scim("PATCH", `/Groups/${groupId}`, patch({ op: "add", path: "members", value: [{ value: again.body.id }] }));
  expect((await portal.signIn(portal.browser())).status).toBe(200);
});

test("what a person disabled here, SCIM does not enable", async () => {
  const { scimId, user, row } = await signedIn();
  await portal.admin.client.users.modifyState({ params: { id: row?.id ?? 0 }, body: { newState: "disabled" } });
  await scim("PATCH", `/Users/${scimId}`, patch({ op: "replace", path: "active", value: false }));
  await scim("PATCH", `/Users/${scimId}`, patch({ op: "replace", path: "active", value: true }));
  expect(await userOf(user.userName)).toMatchObject({ state: "disabled" });
  expect((await portal.signIn(portal.browser())).code).toBe("accountDisabled");
});

test("a client's address is refused, a colleague's waits for an administrator, an emergency admin's is refused", async () => {
  const emailOf = async (id: number) =>
    (await portal.app.database.db.selectFrom("app_user").select("email").where("id", "=", id).executeTakeFirstOrThrow())
      .email;
  const [client, colleague] = [await portal.app.as("client"), await portal.app.as("office")];
  for (const id of [client.id, portal.admin.id]) {
    const email = await emailOf(id);
    expect((await scim("POST", "/Users", { userName: email })).body).toMatchObject({ status: "409" });
  }
  const email = await emailOf(colleague.id);
  const { body } = await scim("POST", "/Users", { userName: email });
  await scim("PATCH", `/Users/${body.id}`, patch({ op: "replace", path: "active", value: false }));
  // Until it is linked, nothing of it counts.
  expect(await userOf(email)).toMatchObject({ state: "postKYC", role: "office" });
  const { accounts } = await portal.admin.client.identity.get();
  const waiting = accounts.find(({ userId }) => userId === colleague.id);
  expect(waiting).toMatchObject({ linkedAt: null, byScim: true });
  await portal.admin.client.identity.confirmLink({ params: { id: waiting?.id ?? 0 }, body: {} });
  expect(await userOf(email)).toMatchObject({ state: "disabled" });
  expect(await codeOf(colleague.client.colleagues.list())).toBe("unauthenticated");
});

test("groups are renamed, replaced and removed, and roles follow", async () => {
  const { scimId, user } = await signedIn("portal-staff");
  const made = await scim("POST", "/Groups", { displayName: `team-${people}`, members: [{ value: scimId }] });
  expect(made.body).toMatchObject({ members: [{ value: scimId }], meta: { resourceType: "Group" } });
  expect((await scim("POST", "/Groups", { displayName: `team-${people}` })).body.scimType).toBe("uniqueness");
  expect((await scim("GET", `/Groups/${made.body.id}?excludedAttributes=members`)).body.members).toBeUndefined();
  expect((await scim("GET", `/Users/${scimId}`)).body.groups).toHaveLength(2);
  const strangers = patch({ op: "add", path: "members", value: [{ value: crypto.randomUUID() }] });
  expect((await scim("PATCH", `/Groups/${made.body.id}`, strangers)).body.scimType).toBe("invalidValue");
  const filter = patch({ op: "remove", path: `members[value eq "${scimId}"]` });
  expect((await scim("PATCH", `/Groups/${made.body.id}`, filter)).body.members).toEqual([]);
  const renamed = { displayName: `other-${people}`, externalId: "an id", members: [{ value: scimId }] };
  expect((await scim("PUT", `/Groups/${made.body.id}`, renamed)).body).toMatchObject({ externalId: "an id" });
  expect((await scim("DELETE", `/Groups/${made.body.id}`)).status).toBe(204);
  expect(await userOf(user.userName)).toMatchObject({ role: "internal", state: "preKYC" });
});

test("what cannot be read is refused as the standard says", async () => {
  const { body } = await scim("POST", "/Users", bjensen());
  expect((await scim("POST", "/Users", { displayName: "No name" })).body.scimType).toBe("invalidValue");
  expect((await scim("POST", "/Users", { userName: "no address" })).body.scimType).toBe("invalidValue");
  expect((await scim("PATCH", `/Users/${body.id}`, { Operations: [] })).body.scimType).toBe("invalidSyntax");
  const odd = patch({ op: "replace", path: "emails[type eq", value: "x" });
  expect((await scim("PATCH", `/Users/${body.id}`, odd)).body.scimType).toBe("invalidPath");
  expect((await scim("PATCH", `/Users/${body.id}`, patch({ op: "remove" }))).body.scimType).toBe("noTarget");
  const mail = patch({ op: "Replace", path: 'emails[type eq "work"].value', value: "New@Firm.example" });
  expect((await scim("PATCH", `/Users/${body.id}`, mail)).body.emails[1].value).toBe("New@Firm.example");
  expect((await scim("GET", "/Users/no-id")).status).toBe(404);
  const answer = await portal.app.app.inject({
    method: "POST",
    url: "/api/scim/v2/Users",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/scim+json" },
    payload: "{",
  });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ scimType: "invalidSyntax" });
});
