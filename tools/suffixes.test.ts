/** What the suffix of a file of a domain says that it does; the files need not exist. */
import { expect, test } from "vitest";
import { brokenSuffix, filesThatDoIo, type Imported } from "./suffixes.ts";

const check = (file: string, to: string, { typeOnly = false, onlyTypes = false } = {}) => {
  const imports: Imported[] = [{ to, typeOnly }];
  return brokenSuffix(file, { imports, onlyTypes, doIo: filesThatDoIo(new Map([[file, imports]])) });
};
const policy = "server/domains/tickets/tickets.policy.ts";

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
])("a policy and a mail may not import %s", (to) => {
  expect(check(policy, to)).toContain(to);
  expect(check("server/domains/tickets/by-mail/by-mail.mails.ts", to)).toContain(to);
  expect(check("server/domains/tickets/tickets.ts", to)).toBeUndefined();
});

test.each(["node:path", "node:crypto", "node:zlib", "api/rules/limits.ts", "server/kernel/viewer.ts"])(
  "they may import %s",
  (to) => expect(check(policy, to)).toBeUndefined(),
);

test("nor a file that does I/O by itself or through others", () => {
  const [between, last] = ["server/domains/tickets/due.ts", "server/domains/tickets/hours.ts"];
  const imports: Imported[] = [{ to: between, typeOnly: false }];
  const graphTo = (to: string) =>
    new Map<string, Imported[]>([
      [policy, imports],
      [between, [{ to: last, typeOnly: false }]],
      [last, [{ to, typeOnly: false }]],
    ]);
  const broken = (to: string) => brokenSuffix(policy, { imports, onlyTypes: false, doIo: filesThatDoIo(graphTo(to)) });
  expect(broken("node:fs")).toContain(between);
  expect(broken("node:path")).toBeUndefined();
});

test("a type says nothing about what a file does, but a context or a transaction does", () => {
  expect(check(policy, "server/domains/tickets/tickets.queries.ts", { typeOnly: true })).toBeUndefined();
  expect(check(policy, "server/kernel/context.ts", { typeOnly: true })).toContain("context.ts");
});

test("a file of types alone does nothing, and has no suffix", () => {
  const types = { typeOnly: true, onlyTypes: true };
  expect(check("server/domains/proposals/kind.ts", "server/kernel/context.ts", types)).toBeUndefined();
  expect(check("server/domains/proposals/kind.policy.ts", "server/kernel/context.ts", types)).toContain("types alone");
});

test("the list of suffixes is closed", () => {
  expect(check("server/domains/tickets/tickets.service.ts", "node:path")).toContain("no suffix but");
  expect(check("server/domains/tickets/tickets.sla.ts", "node:path")).toContain("no suffix but");
});

test("tests and the programs that open files are exempt", () => {
  expect(check("server/domains/tickets/tickets.test.ts", "node:fs")).toBeUndefined();
  expect(check("server/domains/files/decoder/pdf.walk.ts", "node:fs")).toBeUndefined();
});
