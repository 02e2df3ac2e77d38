/** Making a mapping: what is offered of a file, what is tried, and what is saved. */
import type { Answer } from "@portico/api/endpoint.ts";
import type { importMappings } from "@portico/api/import-mappings.ts";
import { useEffect, useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { show, t } from "../../../ui/testing/show.tsx";
import { ColumnFields } from "./column-fields.tsx";
import { type Draft, emptyDraft, missingOf, offeredColumns, toMapping } from "./draft.ts";
import { FormatFields } from "./format-fields.tsx";
import { KindFields } from "./kind-fields.tsx";
import { FileTable, Trial } from "./trial.tsx";

type Tried = Answer<typeof importMappings.try>;

const columns = ["Datum", "Art", "Soll", "Haben"];
const values: Tried["values"] = [
  { values: ["Einzahlung"], rows: 2 },
  { values: ["Spesen"], rows: 1 },
];

let draft: Draft = emptyDraft;
const keep = (typed: Draft): void => {
  draft = typed;
};

function useTyped(onDraft: (typed: Draft) => void) {
  const [typed, setTyped] = useState(emptyDraft);
  useEffect(() => onDraft(typed), [onDraft, typed]);
  return { typed, change: (part: Partial<Draft>) => setTyped((before) => ({ ...before, ...part })) };
}

function Columns({ onDraft }: { onDraft: (typed: Draft) => void }) {
  const { typed, change } = useTyped(onDraft);
  return <ColumnFields draft={typed} columns={columns} onChange={change} />;
}

function Fields({ onDraft }: { onDraft: (typed: Draft) => void }) {
  const { typed, change } = useTyped(onDraft);
  return (
    <>
      <FormatFields draft={typed} tables={[]} onChange={change} />
      <ColumnFields draft={typed} columns={columns} onChange={change} />
      <KindFields
        draft={typed}
        columns={columns}
        values={typed.kindColumns.length === 1 ? values : []}
        onChange={change}
      />
    </>
  );
}

const group = (part: "date" | "currency" | "amount") =>
  page.getByRole("group", { name: t(`admin.mappings.part.${part}`), exact: true });

test("columns, signs, formats and kinds that are chosen make the mapping", async () => {
  await show(<Fields onDraft={keep} />);
  await userEvent.selectOptions(page.getByLabelText(t("admin.mappings.decimal")), ",");
  await userEvent.fill(page.getByLabelText(t("admin.mappings.dates")), "DD.MM.YYYY\nYYYY-MM-DD");
  await userEvent.selectOptions(group("date").getByLabelText(t("admin.mappings.from")), "column");
  await userEvent.selectOptions(group("date").getByLabelText(t("admin.mappings.fileColumn")), "Datum");
  await userEvent.selectOptions(group("currency").getByLabelText(t("admin.mappings.from")), "constant");
  await userEvent.fill(group("currency").getByLabelText(t("admin.mappings.value")), "EUR");
  await userEvent.selectOptions(group("amount").getByLabelText(t("admin.mappings.from")), "difference");
  await userEvent.selectOptions(group("amount").getByLabelText(t("admin.mappings.credit")), "Haben");
  expect(missingOf(draft, ["date", "currency", "amount"])).toEqual(["amount", "kind"]);
  await userEvent.selectOptions(group("amount").getByLabelText(t("admin.mappings.debit")), "Soll");
  await userEvent.selectOptions(page.getByLabelText(t("admin.mappings.kindColumn")), "Art");
  await userEvent.selectOptions(page.getByLabelText("Einzahlung"), "deposit");
  await userEvent.fill(page.getByLabelText(t("admin.mappings.pattern")), "Spesen*");
  await page.getByRole("button", { name: t("admin.mappings.addPattern") }).click();
  await userEvent.selectOptions(page.getByLabelText("Spesen*"), "fee");
  expect(missingOf(draft, ["date", "currency", "amount"])).toEqual([]);
  expect(toMapping(draft)).toMatchObject({
    makes: "statement",
    numbers: { decimal: "," },
    dates: { formats: ["DD.MM.YYYY", "YYYY-MM-DD"] },
    columns: {
      date: { source: { from: "column", names: ["Datum"] } },
      currency: { source: { from: "constant", value: "EUR" } },
      amount: { source: { from: "sum", terms: [{ name: "Haben" }, { name: "Soll", minus: true }] } },
    },
    kinds: {
      columns: ["Art"],
      rows: [
        { when: ["Einzahlung"], result: "deposit" },
        { when: ["Spesen*"], result: "fee" },
      ],
    },
  });
});

test("a column of the file is dragged onto the part that it is, and a difference takes two", async () => {
  await show(<Columns onDraft={keep} />);
  const column = (name: string) => page.getByRole("listitem").filter({ hasText: new RegExp(`^${name}$`) });
  await column("Datum").dropTo(group("date"));
  await expect.element(group("date").getByLabelText(t("admin.mappings.fileColumn"))).toHaveValue("Datum");
  await userEvent.selectOptions(group("amount").getByLabelText(t("admin.mappings.from")), "difference");
  await column("Haben").dropTo(group("amount"));
  await expect.element(group("amount").getByLabelText(t("admin.mappings.credit"))).toHaveValue("Haben");
  await column("Soll").dropTo(group("amount"));
  await expect.element(group("amount").getByLabelText(t("admin.mappings.debit"))).toHaveValue("Soll");
  expect(toMapping(draft).columns).toMatchObject({
    date: { source: { from: "column", names: ["Datum"] } },
    amount: { source: { from: "sum", terms: [{ name: "Haben" }, { name: "Soll", minus: true }] } },
  });
});

test("a file without names offers its columns by their place", () => {
  const rows = [{ cells: ["31.12.2025", "x"] }, { cells: ["31.12.2025", "x", "5"] }];
  expect(offeredColumns({ header: "none", skip: 0 }, { columns: ["31.12.2025", "x"], rows })).toEqual([
    "#1",
    "#2",
    "#3",
  ]);
  expect(offeredColumns({ header: "names", skip: 0 }, { columns: ["A", "B"], rows })).toEqual(["A", "B"]);
});

test("the trial shows rows as they are read, and why others are refused", async () => {
  await show(
    <>
      <FileTable
        table={{
          sheet: null,
          delimiter: ";",
          header: 1,
          columns,
          rows: [
            { line: 1, cells: columns },
            { line: 2, cells: ["31.12.2025", "Einzahlung", "", "5,00"] },
          ],
        }}
      />
      <Trial
        makes="statement"
        missing={["amount"]}
        isRunning={false}
        onTry={() => undefined}
        trial={{
          rows: 2,
          made: 1,
          refusedRows: 1,
          sample: [
            {
              line: 2,
              values: [
                { column: "date", value: "2025-12-31" },
                { column: "kind", value: "deposit" },
                { column: "amount", value: "5" },
              ],
            },
          ],
          refusals: [{ line: 3, code: "badDate", detail: "Datum: x", account: null }],
          leftOut: [{ name: "Vormerkung", rows: 2 }],
        }}
      />
    </>,
  );
  await expect.element(page.getByText("2025-12-31")).toBeVisible();
  await expect.element(page.getByText(t("admin.mappings.counts", { rows: 2, made: 1, refused: 1 }))).toBeVisible();
  await expect.element(page.getByText(/Datum: x/)).toBeVisible();
  await expect.element(page.getByText(t("admin.mappings.leftOut", { names: "Vormerkung (2)" }))).toBeVisible();
  await expect
    .element(page.getByText(t("admin.mappings.missing", { names: t("admin.mappings.part.amount") })))
    .toBeVisible();
});
