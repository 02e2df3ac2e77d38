/** Long numbers and files of empty lines are read, or refused, in the time it takes to read them. */
import { expect, test } from "vitest";
import { readRecords } from "./csv/records.ts";
import { exactNumber } from "./reading/values.ts";

const zeros = "0".repeat(60_000);
const soon = (work: () => unknown, limitMs: number) => {
  const begun = performance.now();
  let failed: unknown;
  try {
    work();
  } catch (error) {
    failed = error;
  }
  expect(performance.now() - begun).toBeLessThan(limitMs);
  return failed;
};

test.each([zeros, `-${zeros}`, `1${zeros}`, `0.${zeros}`, `0.${zeros}1`, `${zeros}x`, `${zeros}.x`, `${zeros}e`])(
  "a number of sixty thousand zeros (%.8s)",
  (text) => {
    soon(() => exactNumber(text, "amount"), 300);
  },
);

const columns = { kind: "prices" as const, known: new Set(["a", "b"]), required: ["a"] };
const lines = (line: string) => `a,b\n${line.repeat(1_500_000)}`;

test("a million and a half of line ends are no rows", () => {
  let rows: number | undefined;
  const work = () => {
    rows = readRecords(`${lines("\n")}1,2\n`, columns, () => undefined, []);
  };
  expect(soon(work, 5000)).toBeUndefined();
  expect(rows).toBe(1);
});

test.each([",,\n", " \n"])("of as many blank rows of another length, %j, the file is refused", (line) => {
  expect(soon(() => readRecords(lines(line), columns, () => undefined, []), 20_000)).toMatchObject({
    message: "tooManyRows",
  });
});

test("rows after empty ones and after a quoted line end keep their line", () => {
  const seen: number[] = [];
  const text = 'a,b\n\n\n1,"x\ny"\n\n2,z\n';
  readRecords(text, columns, ({ line }) => seen.push(line), []);
  expect(seen).toEqual([4, 7]);
});
