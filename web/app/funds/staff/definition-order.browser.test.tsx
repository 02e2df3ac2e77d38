/** The order of target funds by its buttons: each move is sent on top of the one before, and the focus stays. */
import type { StaffDefinition } from "@portico/api/funds.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ApiProvider } from "../../shell/calls/api.tsx";
import { show, t } from "../../ui/testing/show.tsx";
import { DefinitionOrder } from "./definition-order.tsx";

const names = ["Calm", "Steady", "Bold"];
const rows = names.map(
  (name, place): StaffDefinition => ({
    id: place + 1,
    order: place,
    featured: false,
    state: "published",
    name: { bg: name, en: name, pl: name },
    risk: place + 1,
    currency: "EUR",
    published: 1,
    draft: null,
    joined: 0,
    asked: 0,
    behind: [],
    can: { edit: true, publish: false, archive: true, remove: false },
  }),
);
const order = { ids: [1, 2, 3], orderVersion: 7 };

/** What was sent, and the answers that are still to be given. */
let sent: unknown[] = [];
let answers: ((response: Response) => void)[] = [];
beforeEach(() => {
  sent = [];
  answers = [];
  vi.stubGlobal("fetch", (_: unknown, init: { body: string }) => {
    sent.push(JSON.parse(init.body));
    return new Promise<Response>((answer) => answers.push(answer));
  });
});
afterEach(() => vi.unstubAllGlobals());

const showOrder = (canOrder = true) =>
  show(
    <QueryClientProvider client={new QueryClient()}>
      <ApiProvider base={location.origin}>
        <DefinitionOrder rows={rows} order={order} canOrder={canOrder} />
      </ApiProvider>
    </QueryClientProvider>,
  );
const up = (name: string) => page.getByRole("button", { name: t("admin.funds.up", { name }) });
const down = (name: string) => page.getByRole("button", { name: t("admin.funds.down", { name }) });
const shown = () =>
  page
    .getByRole("link")
    .elements()
    .map((link) => link.textContent);

test("two moves in a row are sent one after the other, and shown at once", async () => {
  await showOrder();
  await expect.element(up("Calm")).toBeDisabled();
  await expect.element(down("Bold")).toBeDisabled();
  (up("Bold").element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  expect(shown()).toEqual(["Calm", "Bold", "Steady"]);
  await expect.element(up("Bold")).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  expect(shown()).toEqual(["Bold", "Calm", "Steady"]);
  // At the top, the other button has the focus.
  await expect.element(down("Bold")).toHaveFocus();
  await expect
    .element(page.getByRole("status"))
    .toHaveTextContent(t("admin.funds.moved", { name: "Bold", place: 1, count: 3 }));
  expect(sent).toEqual([{ ids: [1, 3, 2], orderVersion: 7 }]);
  answers[0]?.(Response.json({ orderVersion: 8 }));
  await expect
    .poll(() => sent)
    .toEqual([
      { ids: [1, 3, 2], orderVersion: 7 },
      { ids: [3, 1, 2], orderVersion: 8 },
    ]);
});

test("a colleague's order in between undoes the move", async () => {
  await showOrder();
  await down("Calm").click();
  expect(shown()).toEqual(["Steady", "Calm", "Bold"]);
  answers[0]?.(Response.json({ code: "stateConflict" }, { status: 409 }));
  await expect.poll(shown).toEqual(names);
});

test("who cannot put them in order has no buttons for it", async () => {
  await showOrder(false);
  await expect.element(page.getByRole("link", { name: "Calm" })).toBeVisible();
  expect(up("Bold").query()).toBeNull();
});
