/** Whatever is wrong with a call's path, query or body, the answer names the field. */
import { api } from "@portico/api";
import { fillPath } from "@portico/api/client.ts";
import type { Endpoint } from "@portico/api/endpoint.ts";
import type { Problem } from "@portico/api/errors.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../testing/app.ts";

let app: TestApp;
let admin: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as("admin");
});
afterAll(() => app.close());

const calls = Object.entries(api).flatMap(([domain, endpoints]) =>
  Object.entries(endpoints)
    .map(([name, endpoint]: [string, Endpoint]) => ({ name: `${domain}.${name}`, endpoint }))
    // A body of bytes has no field.
    .filter(({ endpoint }) => !endpoint.binaryBody),
);
const paramsOf = ({ path }: Endpoint) => [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
const filled = (endpoint: Endpoint, value: (name: string) => string) =>
  fillPath(endpoint.path, Object.fromEntries(paramsOf(endpoint).map((name) => [name, value(name)])));
const usual = (name: string) => (name === "holderType" ? "user" : "1");

async function unnamed(send: (endpoint: Endpoint) => { url: string; payload?: object | undefined }[]) {
  const found: string[] = [];
  for (const { name, endpoint } of calls)
    for (const { url, payload } of send(endpoint)) {
      const answer = await app.app.inject({
        method: endpoint.method,
        url,
        headers: { accept: "application/problem+json", authorization: `Bearer ${admin.token}` },
        ...(payload && { payload }),
      });
      if (answer.statusCode !== 400) continue;
      const { code, errors = [] } = answer.json<Problem>();
      if (code === "badInput" && !errors.some(({ path }) => path !== ""))
        found.push(`${name} ${url} ${JSON.stringify(errors)}`);
    }
  return found;
}

test("of a path", async () => {
  const wrong = ["x", "0"];
  const tried = (endpoint: Endpoint) =>
    paramsOf(endpoint).flatMap((name) =>
      wrong.map((value) => ({
        url: filled(endpoint, (other) => (other === name ? value : usual(other))),
        payload: endpoint.body && {},
      })),
    );
  expect(await unnamed(tried)).toEqual([]);
}, 120_000);

test("of a query", async () => {
  const tried = (endpoint: Endpoint) =>
    ["zzz=1", "limit=x&holder_type=x&holder_id=y"].map((query) => ({
      url: `${filled(endpoint, usual)}?${query}`,
      payload: endpoint.body && {},
    }));
  expect(await unnamed(tried)).toEqual([]);
}, 120_000);

test("of a body", async () => {
  const tried = (endpoint: Endpoint) =>
    endpoint.body ? [{ zzz: 1 }, { id: {} }].map((payload) => ({ url: filled(endpoint, usual), payload })) : [];
  expect(await unnamed(tried)).toEqual([]);
}, 120_000);
