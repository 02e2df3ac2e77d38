/** An order that is begun outlasts the page, and is sent once although the answer was lost. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import RequestDialog from "../../payments/requests/request-dialog.tsx";
import { emptyDraft, isTypedRequest, type RequestDraft } from "../../payments/requests/request-draft.ts";
import { show, t } from "../../ui/testing/show.tsx";
import { ApiProvider } from "../calls/api.tsx";
import { signedIn, signedOut } from "../testing/signed-in.ts";
import { useKeptDraft } from "./use-kept-draft.ts";

const name = "portico.form.trade.test";
let keys: string[];
let isAway: boolean;
beforeEach(async () => {
  await signedIn();
  keys = [];
  isAway = true;
  vi.stubGlobal("fetch", async (input: Request | string | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    if (request.method === "GET") return Response.json({});
    keys.push(((await request.json()) as { key: string }).key);
    if (isAway) throw new TypeError("Failed to fetch");
    return Response.json({ id: 9, state: "open" });
  });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await signedOut();
});

function Page() {
  const kept = useKeptDraft<RequestDraft>("trade.test", emptyDraft("buy", "EUR"), isTypedRequest);
  const begun = { ...emptyDraft("buy", "EUR"), instrument: { id: 1, name: "Sofia Bond", currency: "EUR" } };
  return (
    <RequestDialog
      opened
      onClose={() => undefined}
      kept={{ ...kept, draft: kept.draft ?? begun }}
      onSent={kept.clear}
      rows={[]}
      currencies={["EUR"]}
    />
  );
}
const showPage = () =>
  show(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ApiProvider base={location.origin}>
        <Page />
      </ApiProvider>
    </QueryClientProvider>,
  );
const quantity = () => page.getByRole("textbox", { name: t("portfolios.request.quantity") });
const press = (key: "portfolios.request.review" | "portfolios.request.send") =>
  page.getByRole("button", { name: t(key) }).click();

test("what was typed is there on the next page; the same order sent again has the same key; once sent, nothing is kept", async () => {
  await showPage();
  await quantity().fill("12");
  await press("portfolios.request.review");
  await press("portfolios.request.send");
  await expect.element(page.getByRole("alert")).toBeVisible();
  await showPage();
  await expect.element(quantity()).toHaveValue("12");
  isAway = false;
  await press("portfolios.request.review");
  await press("portfolios.request.send");
  await vi.waitFor(() => expect(localStorage.getItem(name)).toBeNull());
  expect(keys.length).toBe(2);
  expect(keys[0]).toBe(keys[1]);
});

test("another order than the one that was sent has a key of its own", async () => {
  await showPage();
  await quantity().fill("12");
  await press("portfolios.request.review");
  await press("portfolios.request.send");
  await expect.element(page.getByRole("alert")).toBeVisible();
  await showPage();
  await quantity().fill("13");
  await press("portfolios.request.review");
  await press("portfolios.request.send");
  await vi.waitFor(() => expect(keys.length).toBe(2));
  expect(keys[0]).not.toBe(keys[1]);
});
