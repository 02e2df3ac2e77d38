/** Days and moments at the edges of the calendar: refused where the database has none such, never a 500. */
import { api } from "@portico/api";
import type { Endpoint } from "@portico/api/endpoint.ts";
import { isDay, isInstant } from "@portico/api/rules/calendar.ts";
import { day, instant } from "@portico/api/shapes.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { encodeCursor } from "../kernel/cursor.ts";
import { createTestApp, type TestApp, type TestUser } from "../testing/app.ts";

let app: TestApp;
let client: TestUser;
let admin: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  client = await app.as("client", { clientNumber: "D1" });
  admin = await app.as("admin");
});
afterAll(() => app.close());

const call = (method: Endpoint["method"], url: string, who: TestUser, payload?: object) =>
  app.app.inject({ method, url, headers: { authorization: `Bearer ${who.token}` }, ...(payload && { payload }) });

/** The parameters that are days. */
function daysIn(shape: z.ZodType | undefined): string[] {
  if (!shape) return [];
  const { properties = {} } = z.toJSONSchema(shape, { io: "input", unrepresentable: "any" });
  return Object.entries(properties)
    .filter(([, property]) => JSON.stringify(property).includes('"date"'))
    .map(([name]) => name);
}

const edges = ["0000-01-01", "0000-02-29", "0000-12-31", "0001-01-01", "0999-12-31", "1000-01-01", "9999-12-31"];

test("every day in an address, at both ends of the calendar", async () => {
  const endpoints = Object.values(api).flatMap((domain) => Object.values(domain as Record<string, Endpoint>));
  const withDays = endpoints.filter(({ query, params }) => daysIn(query).length + daysIn(params).length > 0);
  expect(withDays.length).toBeGreaterThan(10);
  for (const endpoint of withDays)
    for (const edge of edges) {
      const query = new URLSearchParams(daysIn(endpoint.query).map((name) => [name, edge]));
      const path = daysIn(endpoint.params)
        .reduce((text, name) => text.replace(`:${name}`, edge), endpoint.path)
        .replace(":holderType", "user")
        .replace(/:(holderId|id|userId)\b/, String(client.id))
        .replaceAll(/:\w+/g, "1");
      for (const who of [client, admin]) {
        const answer = await call(endpoint.method, `${path}?${query}`, who);
        const said = `${endpoint.method} ${path}?${query} → ${answer.statusCode} ${answer.body.slice(0, 80)}`;
        expect(answer.statusCode, said).toBeLessThan(500);
        if (edge < "1000" && answer.statusCode === 200) expect.fail(said);
      }
    }
});

test("a day or moment before the year 1000, or after 9999, is none", () => {
  for (const text of edges.slice(0, 5)) {
    expect([text, isDay(text), day.safeParse(text).success]).toEqual([text, false, false]);
    const moment = `${text}T00:00:00.000Z`;
    expect([moment, isInstant(moment), instant.safeParse(moment).success]).toEqual([moment, false, false]);
  }
  expect(isInstant("+010000-01-01T00:00:00.000Z")).toBe(false);
  for (const text of edges.slice(5))
    expect([text, isDay(text), day.safeParse(text).success]).toEqual([text, true, true]);
});

test("it is named as a wrong date", async () => {
  const answer = await app.app.inject({
    url: `/portfolio/user/${client.id}/customer-orders/0000-01-01/2026-01-01`,
    headers: { authorization: `Bearer ${client.token}`, accept: "application/problem+json" },
  });
  expect(answer.json()).toMatchObject({ errors: [{ path: "from", code: "badDate" }] });
});

test("a cursor with such a moment is refused", async () => {
  for (const moment of ["0000-01-01T00:00:00.000Z", "0000-12-31T23:59:59Z"]) {
    const cursor = encodeCursor("-created_at", moment, 1);
    const answer = await call("GET", `/user?sort=-created_at&cursor=${cursor}`, admin);
    expect([answer.statusCode, answer.body]).toEqual([400, "badInput"]);
  }
});
