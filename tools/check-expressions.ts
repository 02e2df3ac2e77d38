/**
 * Checks that every regular expression in the sources takes time linear in the text: a person's answer, a file or a header
 * must not keep the portal busy for longer than it takes to read it. One that is not linear is rewritten: a repetition
 * that could begin at each place begins only where its run does (`(?<!0)0+$`), two that could share the same characters
 * are made distinct, or their length is limited. Of those composed at run time, tools/composed-expressions.ts lists the
 * ones whose text the file alone does not decide.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { parseSync, Visitor } from "oxc-parser";
import { composedIn, listed } from "./composed-expressions.ts";
import { nonLinear } from "./expressions.ts";

const folders = ["api", "kyc", "ledger", "messages", "pdf", "reports", "scenarios", "server", "web/app"];
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", ...folders], {
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => /\.tsx?$/.test(file) && !/\.(test|generated|d)\.tsx?$|\/testing\//.test(file));

/** Reasons by expression: many stand in several files. */
const known = new Map<string, string[]>();
const problems: string[] = [];
const unneeded = new Set(listed);
for (const file of files) {
  const source = readFileSync(file, "utf8");
  const { program } = parseSync(file, source);
  const placeOf = (start: number): string => `${file}:${source.slice(0, start).split("\n").length}`;
  const analyse = (pattern: string, flags: string, start: number): void => {
    const written = `/${pattern}/${flags}`;
    const reasons = known.get(written) ?? nonLinear(pattern, flags);
    known.set(written, reasons);
    problems.push(...reasons.map((reason) => `${placeOf(start)} ${written} ${reason}`));
  };
  new Visitor({
    Literal(node) {
      if ("regex" in node && node.regex) analyse(node.regex.pattern, node.regex.flags, node.start);
    },
  }).visit(program);
  for (const { code, start, source: pattern, flags } of composedIn(source, program)) {
    const entry = listed.find((one) => one.file === file && one.code === code);
    if (pattern !== undefined) analyse(pattern, flags, start);
    else if (entry) {
      unneeded.delete(entry);
      analyse(entry.example, entry.flags ?? "", start);
    } else problems.push(`${placeOf(start)} ${code} is composed of more than constants: list it with the reason`);
  }
}
problems.push(...[...unneeded].map(({ file, code }) => `${file} ${code} is listed, but not there`));
for (const problem of problems) console.error(problem);
console.info(`${known.size} expressions, ${problems.length} not linear`);
if (problems.length > 0 || known.size < 100) process.exitCode = 1;
