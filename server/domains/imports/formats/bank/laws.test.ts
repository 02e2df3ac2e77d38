/** Laws of account statements, for any that a bank may write; and damaged ones, which are read or refused, but never crash. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { fileContent } from "../../reading/file-content.ts";
import { readFile } from "../../reading/reader.ts";
import { Exact } from "../../reading/values.ts";
import { camt053, mt940, type WrittenEntry } from "../../testing/bank-files.ts";
import { mutated, mutationCount } from "../../testing/mutations.ts";
import { breakOf } from "./bank-statement.ts";

const read = (text: string) => readFile(text, { today: "2026-11-20", zone: "Europe/Sofia" });

const amount = fc
  .tuple(fc.boolean(), fc.integer({ min: 1, max: 99_999_999 }))
  .map(([isBelow, cents]) => `${isBelow ? "-" : ""}${new Exact(cents).div(100).toFixed()}`);
const entry: fc.Arbitrary<WrittenEntry> = fc.record(
  {
    day: fc.integer({ min: 10, max: 28 }).map((date) => `2026-01-${date}`),
    amount,
    isReversal: fc.boolean(),
    own: fc.constantFrom("RF18W5", "INV 7", "2026/01"),
    bank: fc.integer({ min: 1, max: 9 }).map(String),
    text: fc.constantFrom("Rent", "Czynsz ZOLW", "a b"),
  },
  { requiredKeys: ["day", "amount"] },
);
const statement = fc.record({
  account: fc.constantFrom("DE89370400440532013000", "PL61109010140000071219812874", "0123456789"),
  opening: amount,
  off: fc.oneof({ weight: 3, arbitrary: fc.constant("0") }, amount),
  entries: fc.array(entry, { maxLength: 8 }),
});

const files = fc.record({
  write: fc.constantFrom(mt940, camt053),
  statements: fc.array(statement, { minLength: 1, maxLength: 4 }),
});

test("each statement closes, or the difference is named", async () => {
  await fc.assert(
    fc.asyncProperty(files, async ({ write, statements }) => {
      const written = statements.map((one, index) => ({
        ...one,
        id: `S${index}`,
        closing: one.entries
          .reduce((sum, { amount: of }) => sum.plus(of), new Exact(one.opening))
          .plus(one.off)
          .toFixed(),
      }));
      const file = await read(write(...written));
      expect(file.bank?.statements.map(breakOf)).toEqual(
        statements.map(({ off }) => (off === "0" ? null : new Exact(off).negated().toFixed())),
      );
      const broken = file.refusals.filter(({ code }) => code === "notClosing");
      expect(broken.map(({ detail }) => detail?.split(": ")[1])).toEqual(
        statements.filter(({ off }) => off !== "0").map(({ off }) => `${new Exact(off).negated().toFixed()} EUR`),
      );
      expect(file.refusals).toHaveLength(broken.length);
    }),
  );
});

test("both formats tell the same entries under the same names", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(statement, { minLength: 1, maxLength: 3 }), async (statements) => {
      const written = statements.map(({ off: _off, ...one }, index) => ({
        ...one,
        id: `S${index}`,
        // Without any reference the texts would have to agree in full.
        entries: one.entries.map((of, place) => ({ ...of, bank: of.bank ?? `N${place}` })),
      }));
      const [swift, iso] = await Promise.all([mt940, camt053].map(async (write) => await read(write(...written))));
      const told = ({ entries }: Awaited<ReturnType<typeof read>>) =>
        entries.map(({ externalId, day, amount: of, kind }) => [externalId, day, of, kind]);
      expect(swift && told(swift)).toEqual(iso && told(iso));
    }),
  );
});

const sample = [
  { day: "2026-01-12", amount: "1500.5", own: "RF18W5", text: "Rent", name: "Anna Nowak", bank: "B1" },
  { day: "2026-01-12", amount: "-20", text: "Fee", bank: "B2", isReversal: true },
  {
    day: "2026-01-13",
    amount: "-7.01",
    text: "Łódź",
    payments: [
      { amount: "-7", own: "A" },
      { amount: "-0.01", own: "B" },
    ],
  },
];
const samples = [mt940, camt053].map((write) =>
  Buffer.from(
    write({ account: "DE89370400440532013000", opening: "10", entries: sample }, { account: "0123", entries: sample }),
  ),
);

test("a damaged file is read or refused", { timeout: 3_600_000 }, async () => {
  for (const [place, bytes] of samples.entries())
    for (let seed = 0; seed < mutationCount; seed += 1) {
      const file = await readBytes(mutated(bytes, seed * samples.length + place));
      // Whatever is read closes, is refused, or says nothing of its balances.
      for (const one of file.bank?.statements ?? [])
        if (breakOf(one)) expect(file.refusals.map(({ code }) => code)).toContain("notClosing");
    }
});

const readBytes = (bytes: Buffer) => readFile(fileContent("a", bytes), { today: "2026-11-20", zone: "Europe/Sofia" });
