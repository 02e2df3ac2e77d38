/** Which files of a domain have to say by their suffix that they do I/O; the files need not exist. */
import { expect, test } from "vitest";
import { brokenSuffix } from "./suffixes.ts";

const check = (file: string, to: string, { typeOnly = false, onlyTypes = false } = {}) =>
  brokenSuffix(file, { imports: [{ to, typeOnly }], onlyTypes });
const plain = "server/domains/tickets/tickets.sla.ts";

test.each([
  "server/domains/tickets/tickets.queries.ts",
  "server/unit-of-work/transact.ts",
  "server/adapters/files/files.ts",
  "server/secrets/firm-key.ts",
  "node:fs",
  "node:fs/promises",
  "node:child_process",
  "node:dns/promises",
  "node:net",
])("a file without a suffix may not import %s", (to) => {
  expect(check(plain, to)).toContain(to);
  expect(check("server/domains/tickets/tickets.policy.ts", to)).toContain(to);
  expect(check("server/domains/tickets/tickets.service.ts", to)).toBeUndefined();
});

test.each(["node:path", "node:crypto", "node:zlib", "api/rules/limits.ts", "server/kernel/viewer.ts"])(
  "it may import %s",
  (to) => expect(check(plain, to)).toBeUndefined(),
);

test("a type says nothing about what a file does, but a context or a transaction does", () => {
  expect(check(plain, "server/domains/tickets/tickets.queries.ts", { typeOnly: true })).toBeUndefined();
  expect(check(plain, "server/kernel/context.ts", { typeOnly: true })).toContain("context.ts");
});

test("a file of types alone does nothing, and has no suffix", () => {
  const types = { typeOnly: true, onlyTypes: true };
  expect(check("server/domains/proposals/proposals.kind.ts", "server/kernel/context.ts", types)).toBeUndefined();
  expect(check("server/domains/proposals/proposals.kind.service.ts", "server/kernel/context.ts", types)).toContain(
    "types alone",
  );
});

test("tests and the programs that open files are exempt", () => {
  expect(check("server/domains/tickets/tickets.test.ts", "node:fs")).toBeUndefined();
  expect(check("server/domains/files/decoder/text.ts", "node:fs")).toBeUndefined();
});
