/** What a caller is told of each field that does not match its declaration. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../testing/app.ts";

let app: TestApp;
let client: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  client = await app.as("client", { clientNumber: "F-1" });
});
afterAll(() => app.close());

async function faults(method: "GET" | "POST", url: string, payload?: object): Promise<string[]> {
  const headers = { authorization: `Bearer ${client.token}`, accept: "application/problem+json" };
  const answer = await app.app.inject({ method, url, headers, ...(payload && { payload }) });
  expect(answer.statusCode).toBe(400);
  const { errors = [] } = answer.json<{ errors?: { path: string; code: string }[] }>();
  return errors.map(({ path, code }) => `${path} ${code}`);
}

test("a body: each field with its own reason", async () => {
  expect(await faults("POST", "/user/login", { email: "ana@", password: "" })).toEqual([
    "email badEmail",
    "password required",
  ]);
  expect(await faults("POST", "/user/login", { email: `${"a".repeat(300)}@b.example`, remember: true })).toEqual([
    "email tooLong",
    "password required",
    "remember unknown",
  ]);
  const request = {
    transactionInfo: { sum: "5,00", instrumentName: "x".repeat(121), currency: 5, iban: "x" },
    key: "k",
  };
  expect(await faults("POST", `/portfolio/user/${client.id}/transaction`, request)).toEqual([
    "type required",
    "transactionInfo.instrumentName tooLong",
    "transactionInfo.sum badFormat",
    "transactionInfo.currency wrongType",
    "transactionInfo.iban unknown",
    "key tooShort",
  ]);
});

test("an address: days that do not exist, limits, choices", async () => {
  const at = (query: string) => faults("GET", `/money/user/${client.id}/movements?${query}`);
  expect(await at("from=2026-02-30&kind=gift&limit=0")).toEqual(
    expect.arrayContaining(["from badDate", "kind notAllowed", "limit tooSmall"]),
  );
});
