/**
 * Checks that every regular expression in the sources takes time linear in the text: a person's answer, a file or a header
 * must not keep the portal busy for longer than it takes to read it. One that is not linear is rewritten: a repetition
 * that could begin at each place begins only where its run does (`(?<!0)0+$`), two that could share the same characters
 * are made distinct, or their length is limited.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { parseSync, Visitor } from "oxc-parser";
import { nonLinear } from "./expressions.ts";

const folders = ["api", "kyc", "ledger", "messages", "pdf", "scenarios", "server", "web/app"];
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", ...folders], {
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => /\.tsx?$/.test(file) && !/\.(test|generated|d)\.tsx?$|\/testing\//.test(file));

/** Reasons by expression: many stand in several files. */
const known = new Map<string, string[]>();
const problems: string[] = [];
for (const file of files) {
  const source = readFileSync(file, "utf8");
  const { program } = parseSync(file, source);
  new Visitor({
    Literal(node) {
      if (!("regex" in node) || !node.regex) return;
      const { pattern, flags } = node.regex;
      const written = `/${pattern}/${flags}`;
      const reasons = known.get(written) ?? nonLinear(pattern, flags);
      known.set(written, reasons);
      const line = source.slice(0, node.start).split("\n").length;
      problems.push(...reasons.map((reason) => `${file}:${line} ${written} ${reason}`));
    },
  }).visit(program);
}
for (const problem of problems) console.error(problem);
console.info(`${known.size} expressions, ${problems.length} not linear`);
if (problems.length > 0 || known.size < 100) process.exitCode = 1;
