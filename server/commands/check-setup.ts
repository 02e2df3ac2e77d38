/**
 * `npm run check-setup`: looks at everything that the portal needs, says of each what is wrong and what helps, and changes
 * nothing. Ends with 1 if something is wrong.
 */
import { type CheckId, checkIds, type Finding, findings, stateOf } from "@portico/api/rules/set-up-checks.ts";
import { textIn } from "@portico/messages/server-text.ts";
import type { TextParams } from "@portico/messages/text.ts";
import { type Checked, checkInstallation } from "../checks/checks.ts";
import { wrongSettings } from "../checks/settings-check.ts";
import { runCommand, UsageError } from "./command.ts";

const t = textIn("en");

/** The words of a finding; that each code has what its text takes is checked where it is found. */
function wordsOf({ code, values }: Finding): string {
  const key = `checks.found.${code}` as const;
  return t(key, values as TextParams<typeof key>);
}

const asData = (checked: readonly Checked[]) => ({
  ok: checked.every(({ state }) => state !== "wrong"),
  checkedAt: new Date().toISOString(),
  checks: checked.map(({ id, state, found }) => ({
    id,
    title: t(`checks.title.${id}`),
    state,
    found: found.map((one) => ({
      code: one.code,
      state: findings[one.code],
      text: wordsOf(one),
      values: one.values,
      detail: one.detail,
    })),
  })),
});

const stateWidth = 12;
const lineWidth = 110;

/** Broken between words, each line after the state's column. */
function wrapped(text: string): string {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line !== "" && line.length + word.length >= lineWidth - stateWidth) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines.map((line) => " ".repeat(stateWidth) + line).join("\n");
}

function asLines(checked: readonly Checked[]): string {
  const parts = checked.map(({ id, state, found }) => {
    const head = `${t(`checks.state.${state}`).padEnd(stateWidth)}${t(`checks.title.${id}`)}`;
    const body = found.map((one) => wrapped(wordsOf(one) + (one.detail === null ? "" : ` [${one.detail}]`)));
    return [head, ...body].join("\n");
  });
  const count = (state: Checked["state"]): number => checked.filter((one) => one.state === state).length;
  return `${parts.join("\n")}\n\n${count("wrong")} wrong, ${count("unknown")} not checked, ${count("attention")} to look at, ${count("trial")} fine for trying, ${count("right")} right.`;
}

function print(checked: readonly Checked[], isJson: boolean): number {
  const data = asData(checked);
  console.log(isJson ? JSON.stringify(data, null, 2) : asLines(checked));
  return data.ok ? 0 : 1;
}

function readOnly(names: string | undefined): readonly CheckId[] {
  if (names === undefined) return checkIds;
  const wanted = names.split(",").map((name) => name.trim());
  const unknown = wanted.find((name) => !(checkIds as readonly string[]).includes(name));
  if (unknown !== undefined) throw new UsageError(`“${unknown}” is no check; these are: ${checkIds.join(", ")}.`);
  return wanted as CheckId[];
}

const longestSeconds = 300;

function readLimit(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const seconds = Number(text);
  if (!(seconds > 0 && seconds <= longestSeconds))
    throw new UsageError(`“${text}” is no number of seconds up to ${longestSeconds}.`);
  return seconds * 1000;
}

/** Ends the process although a check still waits for a server, once everything is written. */
const endAfterWriting = (code: number): Promise<never> =>
  new Promise(() => void process.stdout.write("", () => process.exit(code)));

const usage = "check-setup [-- --json --only=check,check --seconds=limit of each]";

await runCommand(
  {
    usage,
    options: ["only", "seconds"],
    flags: ["json"],
    wrongSettings(error, { flags }) {
      const found = [wrongSettings(error)];
      return print([{ id: "settings", state: stateOf(found), found }], flags.has("json"));
    },
  },
  async ({ config, flags, options }) => {
    const [only, limitMs] = [readOnly(options["only"]), readLimit(options["seconds"])];
    const checked = await checkInstallation(config, { only, ...(limitMs !== undefined && { limitMs }) });
    return endAfterWriting(print(checked, flags.has("json")));
  },
);
