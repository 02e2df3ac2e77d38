/** Rows that are not understood and transfers without a cost: what a colleague chooses, and what is sent. */
import type { ImportPreview, ImportTransfer, UndecidedRow } from "@portico/api/imports.ts";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { show, t } from "../../ui/testing/show.tsx";
import { DecisionForm } from "./decisions.tsx";
import { Transfers } from "./transfers.tsx";

const row = (line: number, more: Partial<UndecidedRow> = {}): UndecidedRow => ({
  line,
  key: `key ${line}`,
  account: "U1",
  name: "CashTransaction Cash Receipts",
  readAs: null,
  accountEntries: null,
  text: "CASH",
  moved: [{ amount: "50", unit: "USD" }],
  code: "unknownKind",
  detail: "Cash Receipts",
  kinds: ["deposit", "interest"],
  before: null,
  ...more,
});
const transfer: ImportTransfer = {
  line: 12,
  account: "U1",
  entry: "ib:tx:1",
  day: "2024-01-15",
  name: "Acme Works",
  ticker: "ACME",
  quantity: "10",
  currency: "USD",
  cost: null,
  acquired: null,
  lots: [],
  offers: [{ source: "position", cost: "1000", acquired: "2021-03-04", lots: [], sender: null }],
};
const preview = (part: Partial<ImportPreview>): ImportPreview =>
  ({
    id: 1,
    kind: "statement",
    created_by: "Olga Office",
    undecided: [],
    decided: [],
    transfers: [],
    ...part,
  }) as ImportPreview;

test("a type needs its reason, is taken for all rows of its type, and one decided before is offered", async () => {
  const onReadAgain = vi.fn();
  const undecided = [
    row(5),
    row(6),
    row(7, { name: "Transfer INTERNAL", kinds: ["transferIn"], before: { kind: null, reason: "Known to both" } }),
  ];
  await show(
    <DecisionForm preview={preview({ undecided })} onReadAgain={onReadAgain} onChooseAgain={vi.fn()} reading={false} />,
  );
  const again = (count: number) => page.getByRole("button", { name: t("admin.imports.decideAgain", { count }) });
  await expect.element(again(1)).toBeEnabled();
  await userEvent.selectOptions(page.getByLabelText(t("admin.imports.decideFor", { line: 5 })), "deposit");
  await again(2).click();
  await expect.element(page.getByText(t("admin.imports.decideReasonMissing"))).toBeVisible();
  expect(onReadAgain).not.toHaveBeenCalled();
  await userEvent.fill(page.getByLabelText(t("admin.imports.decideReasonFor", { line: 5 })), " A cheque ");
  await page.getByRole("button", { name: t("admin.imports.decideAlike", { count: 1 }) }).click();
  await again(3).click();
  expect(onReadAgain).toHaveBeenCalledWith([
    { line: 5, key: "key 5", kind: "deposit", reason: "A cheque" },
    { line: 6, key: "key 6", kind: "deposit", reason: "A cheque" },
    { line: 7, key: "key 7", kind: null, reason: "Known to both" },
  ]);
});

test("an offered cost is taken with its day and may be changed; a day after the transfer is told", async () => {
  const onReadAgain = vi.fn();
  await show(
    <Transfers
      preview={preview({ transfers: [transfer] })}
      onReadAgain={onReadAgain}
      onChooseAgain={vi.fn()}
      reading={false}
    />,
  );
  const again = page.getByRole("button", { name: t("admin.imports.transfersAgain") });
  await expect.element(again).toBeDisabled();
  await page.getByRole("button", { name: /1,000/ }).click();
  await userEvent.fill(page.getByLabelText(t("admin.imports.acquired")), "2024-01-16");
  await again.click();
  await expect.element(page.getByText(t("admin.imports.acquiredFault"))).toBeVisible();
  expect(onReadAgain).not.toHaveBeenCalled();
  await userEvent.fill(page.getByLabelText(t("admin.imports.acquired")), "2021-03-05");
  await again.click();
  expect(onReadAgain).toHaveBeenCalledWith([
    { account: "U1", entry: "ib:tx:1", cost: "1000", acquired: "2021-03-05", lots: [] },
  ]);
});

test("the lots that left the sender are shown and taken whole; another cost drops them", async () => {
  const onReadAgain = vi.fn();
  const lots = [
    { acquired: "2022-01-10", quantity: "6", cost: "600" },
    { acquired: null, quantity: "4", cost: "300" },
  ];
  const offers: ImportTransfer["offers"] = [
    { source: "senderLots", cost: "900", acquired: null, lots, sender: "Ivan Petrov" },
  ];
  await show(
    <Transfers
      preview={preview({ transfers: [{ ...transfer, offers }] })}
      onReadAgain={onReadAgain}
      onChooseAgain={vi.fn()}
      reading={false}
    />,
  );
  await page.getByRole("button", { name: /2 lots.*Ivan Petrov/ }).click();
  await expect.element(page.getByRole("listitem").filter({ hasText: "10 January 2022" })).toBeVisible();
  expect(page.getByRole("listitem").elements()).toHaveLength(2);
  const again = page.getByRole("button", { name: t("admin.imports.transfersAgain") });
  await again.click();
  const sent = { account: "U1", entry: "ib:tx:1", cost: "900", acquired: null };
  expect(onReadAgain).toHaveBeenLastCalledWith([{ ...sent, lots }]);
  await userEvent.fill(page.getByLabelText(t("admin.imports.transferCost", { currency: "USD" })), "901");
  expect(page.getByRole("listitem").elements()).toHaveLength(0);
  await again.click();
  expect(onReadAgain).toHaveBeenLastCalledWith([{ ...sent, cost: "901", lots: [] }]);
});
