/** Manipulated cursors and deeply nested bodies: refused as bad input, never a 500. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { personWithDraft } from "../domains/forms/testing/filled.ts";
import { encodeCursor } from "../kernel/cursor.ts";
import { createTestApp, type TestApp, type TestUser } from "../testing/app.ts";

let app: TestApp;
let admin: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as("admin");
});
afterAll(() => app.close());

test("a cursor whose moment or text the database would not take is refused", async () => {
  const lists: [string, string][] = [
    ["/user?sort=-created_at", "-created_at"],
    ["/user?sort=name", "name"],
    ["/company?sort=created_at", "created_at"],
    ["/company?sort=-name", "-name"],
    ["/form/KYC?show=all", "KYC all"],
    ["/form/companyKYC?show=waiting", "companyKYC waiting"],
    [`/staff/timeline/user/${admin.id}?limit=5`, "at"],
    [`/user/${admin.id}/accesses?limit=5`, "at"],
  ];
  for (const [url, order] of lists) {
    const isMoment = !order.endsWith("name");
    for (const value of ["a\u0000b", ...(isMoment ? ["yesterday", "2026-02-31T00:00:00.000Z", "infinity"] : [])]) {
      const cursor = encodeCursor(order, value, 1);
      const answer = await app.app.inject({
        url: `${url}&cursor=${cursor}`,
        headers: { authorization: `Bearer ${admin.token}` },
      });
      expect([url, value, answer.statusCode, answer.body]).toEqual([url, value, 400, "badInput"]);
    }
  }
});

test("answers nested deeper than any form asks are refused before anything walks them", async () => {
  const { client, path } = await personWithDraft(app);
  for (const depth of [100, 3_000, 100_000])
    for (const [open, close] of [
      ["[", "]"],
      ['{"a":', "}"],
    ] as const) {
      const value = `${open.repeat(depth)}1${close.repeat(depth)}`;
      const answer = await app.app.inject({
        method: "PATCH",
        url: `/form/user/${path.holderId}/KYC`,
        headers: { authorization: `Bearer ${client.token}`, "content-type": "application/json" },
        payload: `{"version":2,"changes":[{"step":"identity","field":"firstName","value":${value}}]}`,
      });
      expect([depth, open, answer.statusCode, answer.body]).toEqual([depth, open, 400, "badInput"]);
    }
});

test("an id in a body is a number: nothing else is read as one", async () => {
  const client = await app.as("client");
  const calls: [string, "POST" | "PATCH", (value: unknown) => unknown, TestUser][] = [
    [`/user/${client.id}/assign`, "POST", (value) => ({ admin_id: value }), admin],
    [`/user/${client.id}/edit-reps`, "PATCH", (value) => ({ newRepIDs: [value] }), admin],
    ["/company/edit-reps/1", "PATCH", (value) => ({ newRepIDs: [value] }), admin],
    ["/company/1/assign", "PATCH", (value) => ({ admin_id: value }), admin],
    [`/user/${client.id}/lastCompany`, "PATCH", (value) => ({ lastCompany: value }), client],
    [`/notif/user/${client.id}`, "POST", (value) => ({ text: "News", target_id: value }), admin],
  ];
  for (const [url, method, body, who] of calls)
    for (const value of [true, "1", [1], 1.5, -1, {}]) {
      const headers = { authorization: `Bearer ${who.token}`, "content-type": "application/json" };
      const answer = await app.app.inject({ url, method, headers, payload: JSON.stringify(body(value)) });
      expect([url, value, answer.statusCode, answer.body]).toEqual([url, value, 400, "badInput"]);
    }
});

test("a version or revision larger than the database's integers is refused", async () => {
  const client = await app.as("client");
  const form = `/form/user/${client.id}/KYC`;
  const calls: [string, "GET" | "POST" | "DELETE", ((value: number) => unknown)?][] = [
    [`${form}/revisions/$`, "GET"],
    [`${form}/revisions/$/accept`, "POST", () => ({ step: "identity", accepted: true })],
    [`${form}/revisions/$/remarks/1`, "DELETE"],
    [`${form}/submitted/$`, "GET"],
    [`/doc/user/${client.id}/by-id/1/thumbnail/$`, "GET"],
    ["/contract/templates/any/use", "POST", (version) => ({ version, edit: 1 })],
    ["/contract/templates/any/use", "POST", (edit) => ({ version: 1, edit })],
    ["/contract/templates/any/retire", "POST", (version) => ({ version })],
    ["/import/1/quotes/accept", "POST", (place) => ({ places: [place] })],
  ];
  for (const [url, method, body] of calls)
    for (const value of [2 ** 31, Number.MAX_SAFE_INTEGER]) {
      const answer = await app.app.inject({
        url: url.replace("$", String(value)),
        method,
        headers: { authorization: `Bearer ${admin.token}` },
        ...(body && { payload: body(value) as object }),
      });
      expect([url, value, answer.statusCode]).toEqual([url, value, 400]);
    }
});
