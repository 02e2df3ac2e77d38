/**
 * The declared audit actions: each has a text in every language and is written by some change, and no other is written.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type AuditAction, auditActionNames, auditActions, isAuditAction } from "@portico/api/audit-actions.ts";
import type { AuditDeclaration } from "@portico/api/audit-declaration.ts";
import { languages } from "@portico/api/shapes.ts";
import { textIn } from "@portico/messages/server-text.ts";
import type { TextKey } from "@portico/messages/text.ts";
import { expect, test } from "vitest";

const server = join(import.meta.dirname, "..");
const sources = globSync("**/*.ts", { cwd: server, exclude: ["**/node_modules/**"] })
  .filter((file) => !file.endsWith(".test.ts"))
  .map((file) => ({ file, source: readFileSync(join(server, file), "utf8") }));

test.each(languages)("each action has its wording in %s, and each wording is of one action", (language) => {
  const t = textIn(language) as (key: TextKey, params: object) => string;
  const labels = auditActionNames.map((action) => {
    const key = `admin.timeline.${auditActions[action].text}` as const;
    const label = t(key, { before: "b", after: "a", name: "n", text: "x", reason: "r", place: "p" });
    expect(label, action).not.toBe(key);
    return label;
  });
  expect(new Set(labels).size).toBe(auditActionNames.length);
});

const isFormer = (action: AuditAction): boolean => {
  const declared: AuditDeclaration = auditActions[action];
  return declared.former ?? false;
};

/** The first argument of each `tx.audit(…)` in the source. */
const audited = sources.flatMap(({ file, source }) =>
  [...source.matchAll(/\b(?:tx|nested)\.audit\(\s*([^,]+?)\s*,/g)].map(([, action = ""]) => ({ file, action })),
);

test("every tx.audit names declared actions, and none gets around the type", () => {
  expect(audited.length).toBeGreaterThan(50);
  for (const { file, action } of audited) {
    expect(action, file).not.toMatch(/\bas\b/);
    for (const [, name = ""] of action.matchAll(/"([^"]*)"/g))
      expect(isAuditAction(name), `${file}: ${name}`).toBe(true);
  }
});

test("every declared action is written by some change, unless only earlier versions wrote it", () => {
  const all = sources.map(({ source }) => source).join("\n");
  // Actions whose name is composed from a closed list.
  const composed = /^proposal\./;
  for (const action of auditActionNames)
    if (!composed.test(action)) expect(all.includes(`"${action}"`), action).toBe(!isFormer(action));
});
