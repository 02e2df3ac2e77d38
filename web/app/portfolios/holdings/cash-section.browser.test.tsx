/** Cash by currency, with the day as of which it agreed with the custodian. */
import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { answerCalls, showPage } from "../../shell/testing/answer-calls.tsx";
import { signedIn, signedOut } from "../../shell/testing/signed-in.ts";
import { formatDay } from "../../ui/format.ts";
import { t } from "../../ui/testing/show.tsx";
import { sampleRow } from "../testing/sample-row.ts";
import { CashSection } from "./cash-section.tsx";

afterEach(async () => {
  vi.unstubAllGlobals();
  await signedOut();
});

test("currencies that agreed on one day are one line; a holding's day is not cash", async () => {
  await signedIn({ id: 4, role: "client" });
  const agreed = ["EUR", "USD", "17"].map((key) => ({ key, custodian: "First Bank", day: "2026-01-20" }));
  answerCalls(({ path }) => (path.endsWith("/agreed") ? { agreed } : {}));
  const rows = ["EUR", "USD", "PLN"].map((key) =>
    sampleRow({
      key,
      name: key,
      type: 9,
      instrumentCurrency: key,
      assetClass: "cash",
      ownedShares: 5,
      currentValue: 5,
    }),
  );
  await showPage(<CashSection rows={rows} contractCurrency="EUR" />);
  const day = formatDay("en", "2026-01-20");
  const line = t("portfolios.cash.agreedWith", { currencies: "EUR, USD", custodian: "First Bank", day });
  await expect.element(page.getByText(line, { exact: true })).toBeVisible();
  expect(page.getByText(new RegExp(day)).elements()).toHaveLength(1);
});
