/**
 * The specification's list of calls (section 7), line by line: path, method, fields of the body, and who may make the
 * call.
 */
import { api } from "@portico/api";
import type { Access, Endpoint } from "@portico/api/endpoint.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { createTestApp, type TestApp, type TestUser } from "../testing/app.ts";

type Who = "anyone" | "signedIn" | "self" | "company" | "holder" | "internal" | "office" | "admin";
/** Call, who may make it (docs/rules.md, Roles), and the body's fields; a call without fields works without a body. */
type Line = readonly [call: string, who: Who, fields?: string];

const lines: readonly Line[] = [
  ["POST /user/login", "anyone", "email password"],
  ["POST /user/register", "anyone", "email password name"],
  ["POST /user/verify", "anyone", "email code"],
  ["GET /user/resend-code/{email}", "anyone"],
  ["GET /user/reset-generate/{email}", "anyone"],
  ["POST /user/reset-pass/{email}", "anyone", "newPass validationString"],
  ["GET /user/{id}/state", "self"],
  ["GET /user/{id}/client-data", "self"],
  ["PATCH /user/modify-state/{id}", "self", "newState"],
  ["POST /user/{id}/request-subscription", "self", "service"],
  ["POST /user/{id}/set-preferences", "self", "newPrefs"],
  ["POST /user/{id}/mail-admins", "self", "title content"],
  ["POST /user/{id}/check-validation", "self", "string"],
  ["GET /user", "internal"],
  ["GET /user/{id}", "self"],
  ["POST /user/{id}/set_client_number", "office", "clientNumber"],
  ["POST /user/{id}/set_client_data", "office", "newData"],
  ["PATCH /user/{id}/set_user_role", "admin", "role"],
  ["POST /user/{id}/assign", "office", "admin_id"],
  ["PATCH /user/{id}/edit-reps", "office", "newRepIDs"],
  ["POST /user/{id}/update_dist_groups", "office", "newGroups"],
  ["POST /user/rename_group/{name}", "admin", "new_name"],
  ["DELETE /user/dist_group/{name}", "admin"],
  ["PATCH /user/{id}/name", "self", "name"],
  ["PATCH /user/{id}/lastCompany", "self", "lastCompany"],
  ["GET /company/{userId}/companies", "self"],
  ["POST /company/{userId}/create", "self"],
  ["GET /company/{id}", "company"],
  ["GET /company/{userId}/started-company-state", "self"],
  ["GET /company/{id}/state", "company"],
  ["PATCH /company/update-request/{id}", "company"],
  ["GET /company", "internal"],
  ["PATCH /company/{id}/set_client_number", "office", "clientNumber"],
  ["PATCH /company/modify-state/{id}", "company", "newState"],
  ["PATCH /company/edit-reps/{id}", "office", "newRepIDs"],
  ["PATCH /company/{id}/assign", "office", "admin_id"],
  ["POST /form/{holderType}/{holderId}/{type}/create", "holder", "formData"],
  ["GET /form/{holderType}/{holderId}/{type}", "holder"],
  ["GET /form/user/{id}/persons-data", "self"],
  ["DELETE /form/user/{id}/ongoing_comp_kyc", "self"],
  ["POST /form/{holderType}/{holderId}/{type}/snapshot", "holder"],
  ["GET /form/{type}", "internal"],
  ["POST /doc/{holderType}/{holderId}/{type}", "holder", "documents byAdmin"],
  ["GET /doc/{holderType}/{holderId}/by-id/{docId}", "holder"],
  ["GET /doc/{holderType}/{holderId}/by-type/{type}", "holder"],
  ["DELETE /doc/{id}", "signedIn"],
  ["GET /sharepoint/content", "signedIn"],
  ["GET /sharepoint/download", "signedIn"],
  ["POST /sharepoint/upload", "signedIn", "base64data fileName client_number byAdmin"],
  ["POST /contract/{holderType}/{holderId}/custom", "office", "contract_name language content"],
  ["POST /contract/{holderType}/{holderId}/{type}/save", "holder", "contract_data contract_name state"],
  ["GET /contract/{holderType}/{holderId}/{type}", "holder"],
  ["GET /contract/{holderType}/{holderId}/{id}/data", "holder"],
  ["PATCH /contract/{holderType}/{holderId}/{id}/sign", "holder", "contract_data state"],
  ["PATCH /contract/{holderType}/{holderId}/{id}/reject", "holder", "clientRejectMsg"],
  ["GET /contract/", "internal"],
  ["PATCH /contract/{id}/withdraw", "signedIn"],
  ["GET /notif/user/{id}", "self"],
  ["GET /notif/{userId}/user_companies", "self"],
  ["DELETE /notif/{holderType}/{holderId}/{id}/", "holder"],
  ["POST /notif/{holderType}/{holderId}", "office", "notif_type text target_id"],
  ["GET /data-field/", "internal"],
  ["POST /data-field/create", "admin", "label"],
  ["DELETE /data-field/{id}", "admin"],
  ["POST /ticket/{holderType}/{holderId}", "holder", "creator_type creator_id title content files"],
  ["GET /ticket/{holderType}/{holderId}", "holder"],
  ["GET /ticket/", "internal"],
  ["PATCH /ticket/{holderType}/{holderId}/{id}/resolve", "holder"],
  ["PATCH /ticket/{id}/assign", "office", "admin_id"],
  ["PATCH /ticket/{id}/close", "internal"],
  ["PATCH /ticket/{holderType}/{holderId}/resolve-by-title", "holder", "title"],
  ["POST /ticket/{holderType}/{holderId}/{id}/comments", "holder", "creator_type creator_id content files"],
  ["GET /ticket/{holderType}/{holderId}/{id}/comments", "holder"],
  ["GET /target/definitions", "anyone"],
  ["GET /target/definitions/featured", "anyone"],
  ["GET /target/definition/{id}", "anyone"],
  ["GET /target/funds", "signedIn"],
  ["GET /target/funds/{id}", "signedIn"],
  ["POST /target/definition", "admin", "content"],
  ["PATCH /target/definition/{id}", "admin", "content edit"],
  ["PATCH /target/definitions/order", "admin", "ids orderVersion"],
  ["DELETE /target/definition/{id}", "admin"],
  ["GET /portfolio/{holderType}/{holderId}/customer-portfolio", "holder"],
  ["GET /portfolio/{holderType}/{holderId}/customer-orders/{from}/{to}", "holder"],
  ["GET /portfolio/{holderType}/{holderId}/customer-transactions/{from}/{to}", "holder"],
  ["POST /portfolio/{holderType}/{holderId}/transaction", "holder", "type userMsg transactionInfo"],
  ["GET /settings/{name}", "internal"],
  ["POST /settings/{name}", "admin", "data"],
  ["GET /settings/forex-rates", "anyone"],
  ["GET /bank-account/{holder_type}/{holder_id}", "holder"],
  ["POST /bank-account/{holder_type}/{holder_id}", "holder", "accounts"],
  ["GET /countries/{id}", "anyone"],
  ["POST /analytics/{userId}", "self", "ip country country_code city os browserName"],
  ["PATCH /analytics/fetch", "admin", "searchQuery page pageSize sortBy"],
];

/** Parameter names are the portal's own; a trailing slash is ignored. */
const shapeOf = (path: string): string => path.replaceAll(/\{\w+\}|:\w+/g, "*").replace(/\/$/, "");
const endpoints = new Map(
  Object.values(api)
    .flatMap((domain) => Object.values(domain as Record<string, Endpoint>))
    .map((endpoint) => [`${endpoint.method} ${shapeOf(endpoint.path)}`, endpoint]),
);
const endpointOf = (call: string): Endpoint | undefined => {
  const [method = "", path = ""] = call.split(" ");
  return endpoints.get(`${method} ${shapeOf(path)}`);
};
const whoOf = (access: Access): string => (access.kind === "staff" ? access.level : access.kind);

const built = lines.map(([call, who, fields = ""]) => [call, who, fields] as const);

test("each of the specification's 94 calls is there", () => {
  expect(lines).toHaveLength(94);
  expect(built.filter(([call]) => !endpointOf(call)).map(([call]) => call)).toEqual([]);
});

test.each(built)("%s is for %s", (call, who) => {
  const access = endpointOf(call)?.access;
  expect(access && whoOf(access)).toBe(who);
});

test.each(built.filter(([, , fields]) => fields))("%s (%s) takes %s", (call, _, fields) => {
  const body = endpointOf(call)?.body;
  const schema = body && z.toJSONSchema(body, { io: "input", unrepresentable: "any" });
  expect(Object.keys(schema?.properties ?? {})).toEqual(expect.arrayContaining(fields.split(" ")));
});

let app: TestApp;
let caller: TestUser;
let creator: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  caller = await app.as("admin");
  creator = await app.as("client", { state: "preKYC" });
});
afterAll(() => app.close());

/** Calls that change something and have no body in the specification. */
const bodiless = built.filter(([call, , fields]) => !fields && !call.startsWith("GET "));

test.each(bodiless)("%s (%s) works with an empty body and with none", async (call) => {
  const [method = "", path = ""] = call.split(" ");
  const type = path.includes("{type}") ? "KYC" : "";
  // Staff are no clients.
  const sender = path.startsWith("/company") ? creator : caller;
  const { id: company } = await creator.client.companies.create({ params: { userId: creator.id }, body: {} });
  const values: Record<string, string | number> = {
    holderType: "user",
    holderId: caller.id,
    userId: sender.id,
    type,
    name: "nobody",
    id: path.startsWith("/company") ? company : caller.id,
  };
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
  for (const headers of [{}, { "content-type": "application/json" }])
    for (const payload of [undefined, "{}"]) {
      if (payload && !("content-type" in headers)) continue;
      const answer = await app.app.inject({
        method: method as "POST",
        url,
        headers: { ...headers, authorization: `Bearer ${sender.token}` },
        ...(payload && { payload }),
      });
      expect([200, 201, 204, 404, 409, 422], `${call} ${JSON.stringify(headers)} ${payload}: ${answer.body}`).toContain(
        answer.statusCode,
      );
    }
});
