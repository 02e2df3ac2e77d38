/** A change whose outcome nobody knows: the page says so, shows what is stored, and sends nothing by itself. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { ApiProvider } from "../../shell/calls/api.tsx";
import { signedIn, signedOut } from "../../shell/testing/signed-in.ts";
import { show, t } from "../../ui/testing/show.tsx";
import { DataFields } from "./data-fields.tsx";

let stored: string[];
let sent: number;

beforeEach(async () => {
  await signedIn({ id: 1, role: "admin" });
  stored = [];
  sent = 0;
  vi.stubGlobal("fetch", async (input: Request | string | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    if (request.url.endsWith("/archived")) return Response.json([]);
    if (request.method === "GET")
      return Response.json(
        stored.map((label, id) => ({
          id,
          label,
          names: { bg: label, en: label, pl: label },
          type: "text",
          choices: [],
          version: 1,
          can: { save: true, remove: true },
        })),
      );
    sent += 1;
    stored.push(((await request.json()) as { label: string }).label);
    return Response.json({ code: "outcomeUnknown", title: "outcomeUnknown" }, { status: 504 });
  });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await signedOut();
});

test("a field that may or may not have been stored is looked for, and what was typed is kept", async () => {
  await show(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ApiProvider base={location.origin}>
        <DataFields canAdd />
      </ApiProvider>
    </QueryClientProvider>,
  );
  await page.getByRole("button", { name: t("admin.fields.add") }).click();
  const dialog = page.getByRole("dialog", { name: t("admin.fields.new") });
  const names = dialog.getByRole("textbox");
  await expect.element(names.nth(2)).toBeVisible();
  for (const name of names.all()) await name.fill("Custodian");
  await dialog.getByRole("button", { name: t("ui.action.save") }).click();
  await expect.element(page.getByText(t("error.outcomeUnknown"))).toBeVisible();
  await expect.element(page.getByRole("listitem").filter({ hasText: "Custodian" })).toBeVisible();
  for (const name of names.all()) await expect.element(name).toHaveValue("Custodian");
  expect(sent).toBe(1);
});
