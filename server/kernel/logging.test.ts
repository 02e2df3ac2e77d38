import { expect, test } from "vitest";
import { createLog, requestIds } from "./logging.ts";

const lines: string[] = [];
const log = createLog({ logLevel: "info", logPretty: false }, { write: (line: string) => lines.push(line) });
const logged = (write: () => void): Record<string, unknown> => {
  lines.length = 0;
  write();
  return JSON.parse(lines[0] ?? "{}") as Record<string, unknown>;
};

test.each([
  ["password", { password: "hunter2" }],
  ["newPass", { body: { newPass: "hunter2" } }],
  ["token", { a: [{ token: "hunter2" }] }],
  ["one-time code", { body: { code: "424242" } }],
  ["authorization", { headers: { authorization: "Bearer hunter2" } }],
  ["cookie", { headers: { Cookie: "__Host-bind=hunter2", "set-cookie": ["hunter2"] } }],
  ["bearer in a text", { note: "sent Authorization: Bearer hunter2" }],
  ["password in an address", { url: "postgres://me:hunter2@db/x" }],
  ["code in an address", { url: "/reset?validationString=hunter2&x=1" }],
])("%s never reaches the log", (_, fields) => {
  logged(() => log.info(fields, "a call with Bearer hunter2"));
  expect(lines[0]).not.toMatch(/hunter2|424242/);
});

test("an error is logged with its message, code, stack and statement, without the row that PostgreSQL quotes", () => {
  const error = Object.assign(new Error("duplicate key"), {
    code: "23505",
    detail: "Key (email)=(a@b.c)",
    constraint: "user_email",
    statement: `insert into app_user (email) values ($1)${" ".repeat(5000)}`,
  });
  const line = logged(() => log.error({ err: error, code: "generic" }, "call failed"));
  expect(line).toMatchObject({
    level: "error",
    msg: "call failed",
    code: "generic",
    err: { code: "23505", constraint: "user_email", statement: expect.stringMatching(/^insert into .{0,4000}$/) },
  });
  expect(lines[0]).not.toContain("a@b.c");
});

test("a request's line carries its id and a path without its query", () => {
  const line = logged(() => log.info({ req: { method: "GET", url: "/x?token=1", id: "r-1" } }));
  expect(line["req"]).toEqual({ method: "GET", url: "/x", requestId: "r-1" });
});

test("ids of requests are never alike, not in two processes either", () => {
  const [first, second] = [requestIds(), requestIds()];
  expect(new Set([first(), first(), second(), second()]).size).toBe(4);
});
