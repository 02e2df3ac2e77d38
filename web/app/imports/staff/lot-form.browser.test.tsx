/** Opening lots typed row by row: what is wrong is named, what is typed is kept, and they are read like a file. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ApiProvider } from "../../shell/calls/api.tsx";
import { type SignedIn, signIn } from "../../shell/session/session.ts";
import { show, t } from "../../ui/testing/show.tsx";
import { LotForm } from "./lot-form.tsx";
import type { ChosenFile } from "./read-file.ts";

beforeEach(() => {
  sessionStorage.removeItem("portico.draft.imports.lots");
  return signIn({
    userData: { id: 1, name: "Olga Office" } as SignedIn["userData"],
    token: "token",
    expiry: Date.now() + 3_600_000,
    deviceKey: btoa("k".repeat(32)),
  });
});

const view = (onFile: (file: ChosenFile) => void) => (
  <QueryClientProvider client={new QueryClient()}>
    <ApiProvider base={location.origin}>
      <LotForm onFile={onFile} reading={false} />
    </ApiProvider>
  </QueryClientProvider>
);
const field = (label: string, row = 0) => page.getByLabelText(label, { exact: true }).nth(row);
/** The list of suggestions has the same name as its field. */
const security = () => page.getByRole("combobox", { name: t("admin.imports.lots.security"), exact: true });
const read = () => page.getByRole("button", { name: t("admin.imports.lots.read") });

test("two lots of one security become the rows of a file; what is missing is named first", async () => {
  const onFile = vi.fn();
  await show(view(onFile));
  await userEvent.click(read());
  await expect.element(page.getByText(t("admin.imports.lots.securityFault"))).toBeVisible();
  expect(onFile).not.toHaveBeenCalled();
  await userEvent.fill(field(t("admin.imports.account")), "C-1");
  await userEvent.fill(security().first(), "US0378331005");
  await userEvent.fill(field(t("admin.imports.lots.acquired")), "2015-03-02");
  await userEvent.fill(field(t("admin.imports.quantity")), "40");
  await userEvent.fill(field(t("admin.imports.lots.cost")), "4000");
  await userEvent.click(page.getByRole("button", { name: t("admin.imports.lots.add") }));
  await userEvent.fill(field(t("admin.imports.quantity"), 1), "60");
  await userEvent.fill(field(t("admin.imports.lots.cost"), 1), "9000");
  await userEvent.click(read());
  expect(onFile).toHaveBeenCalledOnce();
  expect(onFile.mock.calls[0]?.[0]).toMatchObject({
    kind: "lots",
    sent: {
      content: [
        "account,isin,ticker,acquired,quantity,cost,currency,arrived",
        "C-1,US0378331005,,2015-03-02,40,4000,EUR,",
        "C-1,US0378331005,,,60,9000,EUR,",
      ].join("\n"),
    },
  });
  expect(sessionStorage.getItem("portico.draft.imports.lots")).toContain("9000");
});
