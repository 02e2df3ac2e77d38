/** Unknown codes of a bank: one question for each, answered for all later files. */
import type { ImportPreview, UndecidedRow } from "@portico/api/imports.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { ApiProvider } from "../../shell/calls/api.tsx";
import { type SignedIn, signIn } from "../../shell/session/session.ts";
import { show, t } from "../../ui/testing/show.tsx";
import { UnknownCodes, UsedCodes, unknownCodes } from "./bank-codes.tsx";

const row = (line: number, codes?: string[]): UndecidedRow => ({
  line,
  key: `key ${line}`,
  account: "ACC1",
  name: "NMSC 835",
  readAs: null,
  accountEntries: null,
  text: `text ${line}`,
  moved: [{ amount: "-3", unit: "EUR" }],
  code: "unknownKind",
  detail: "NMSC",
  kinds: ["withdrawal", "fee"],
  ...(codes && { codes }),
  before: null,
});

const preview = (undecided: UndecidedRow[]) => ({ id: 1, custodian: null, undecided }) as unknown as ImportPreview;

test("each unknown code is asked about once, by the name that is chosen", async () => {
  const undecided = [row(1, ["NMSC 835", "835", "NMSC"]), row(2, ["NMSC 835", "835", "NMSC"]), row(3, ["X"]), row(4)];
  expect(unknownCodes({ undecided }).map(({ names, entries }) => [names[0], entries])).toEqual([
    ["NMSC 835", 2],
    ["X", 1],
  ]);
  await signIn({
    userData: { id: 1, name: "Olga Office" } as SignedIn["userData"],
    token: "token",
    expiry: Date.now() + 3_600_000,
    deviceKey: btoa("k".repeat(32)),
  });
  await show(
    <QueryClientProvider client={new QueryClient()}>
      <ApiProvider base={location.origin}>
        <UnknownCodes preview={preview(undecided)} onReadAgain={() => undefined} reading={false} />
      </ApiProvider>
    </QueryClientProvider>,
  );
  await expect.element(page.getByLabelText(t("admin.bankCodes.kindFor", { code: "NMSC 835" }))).toBeVisible();
  await page.getByLabelText(t("admin.bankCodes.code")).selectOptions("835");
  await page.getByLabelText(t("admin.bankCodes.kindFor", { code: "835" })).selectOptions("fee");
  // Nobody knows whose codes they are.
  await expect.element(page.getByRole("button", { name: t("admin.bankCodes.unknownSave") })).toBeDisabled();
});

test("the preview names the codes with which it was read", async () => {
  await show(
    <UsedCodes codes={[{ custodian: { id: 1, name: "First Bank" }, code: "GEB", kind: "fee", entries: 7 }]} />,
  );
  await expect.element(page.getByRole("cell", { name: "First Bank" })).toBeVisible();
  await expect.element(page.getByRole("cell", { name: "7" })).toBeVisible();
});
