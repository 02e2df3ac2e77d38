import { expect, onTestFinished, test, vi } from "vitest";
import { withClient } from "../database/connect.ts";
import { createTestApp } from "./app.ts";
import { codeOf } from "./effects.ts";

test("a test whose call answers 500 is told why", async () => {
  const app = await createTestApp();
  onTestFinished(() => app.close());
  const printed = vi.spyOn(console, "error").mockImplementation(() => undefined);
  onTestFinished(() => printed.mockRestore());
  expect(await codeOf(app.anonymous.settings.getBrand({}))).toBe("done");
  expect(printed).not.toHaveBeenCalled();
  Object.defineProperty(app.services, "vault", {
    enumerable: true,
    get: () => {
      throw new Error("a part that is broken");
    },
  });
  expect(await codeOf(app.anonymous.settings.getBrand({}))).toBe("generic");
  const [words, error] = printed.mock.lastCall as [string, Error];
  expect(words).toBe("A call answered 500:");
  expect(error.stack).toMatch(/a part that is broken\n\s+at /);
});

test("a call's error has the server's as its cause, with the statement that failed; the caller is not told it", async () => {
  const app = await createTestApp();
  onTestFinished(() => app.close());
  const printed = vi.spyOn(console, "error").mockImplementation(() => undefined);
  onTestFinished(() => printed.mockRestore());
  const { client, token } = await app.as("admin");
  await withClient(app.database.owner, (owner) => owner.query("alter table fund rename column name to called"));
  const failure = await client.funds.listFunds({ query: { limit: 20 } }).catch((error: unknown) => error);
  expect(failure).toMatchObject({
    code: "generic",
    cause: { code: "42703", statement: expect.stringMatching(/from .*fund/) },
  });
  expect((failure as Error).cause).toMatchObject({
    stack: expect.stringMatching(/column .*name.* does not exist\n\s+at /),
  });
  const answer = await app.app.inject({
    url: "/target/funds?limit=20",
    headers: { authorization: `Bearer ${token}`, accept: "application/problem+json" },
  });
  expect(answer.statusCode).toBe(500);
  expect(answer.body).not.toMatch(/select|fund|exist/);
});
