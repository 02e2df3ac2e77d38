/** The search of staff by the keyboard alone: opened, chosen from, and what it says when nothing is found or the server fails. */
import type { SearchResult } from "@portico/api/search.ts";
import { useLocation } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { t } from "../../../ui/testing/show.tsx";
import { answerCalls, refuse, showPage } from "../../testing/answer-calls.tsx";
import { signedIn, signedOut } from "../../testing/signed-in.ts";
import { PaletteOpener } from "./palette-opener.tsx";

let results: (query: string) => SearchResult[] | undefined | Promise<SearchResult[]>;
let asked: string[];

beforeEach(async () => {
  await signedIn({ id: 2, name: "Olga Office", role: "office" });
  asked = [];
  results = () => [];
  answerCalls(async ({ path, search }) => {
    if (path !== "/staff/search") return {};
    const query = new URLSearchParams(search).get("query") ?? "";
    asked.push(query);
    const found = await results(query);
    return found ? { results: found } : refuse(500, { code: "generic" });
  });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await signedOut();
});

const ana: SearchResult = {
  kind: "client",
  id: 4,
  title: "Ana Petrova",
  subtitle: "ana@x.example",
  url: "/admin/user/4/profile",
};
const firm: SearchResult = {
  kind: "company",
  id: 7,
  title: "Ana Holding",
  subtitle: "",
  url: "/admin/company/7/profile",
};

const At = () => {
  const { pathname } = useLocation();
  return <p>at {pathname}</p>;
};
const field = () => page.getByRole("combobox");
const options = () => page.getByRole("option");
const option = (title: string) => page.getByRole("option", { name: new RegExp(title) });

/** Opened by the keys, as from any page. */
async function opened() {
  await showPage(
    <>
      <PaletteOpener />
      <At />
    </>,
    { path: "/en/admin/*", at: "/en/admin/tickets" },
  );
  await userEvent.keyboard("{Control>}k{/Control}");
  await expect.element(field()).toHaveFocus();
}

test("Ctrl+K opens it; the arrows choose, Enter opens, and the field names what is chosen", async () => {
  results = () => [ana, firm];
  await opened();
  await userEvent.keyboard("ana");
  await expect.element(option("Ana Holding")).toBeVisible();
  await expect.element(options().first()).toHaveAttribute("aria-selected", "true");
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(options().nth(1)).toHaveAttribute("aria-selected", "true");
  await expect.element(field()).toHaveAttribute("aria-activedescendant", options().nth(1).element().id);
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(options().first()).toHaveAttribute("aria-selected", "true");
  await userEvent.keyboard("{ArrowUp}{Enter}");
  await expect.element(page.getByText("at /en/admin/company/7/profile")).toBeVisible();
  await expect.element(field()).not.toBeInTheDocument();
});

test("Enter before the answer waits for it, and opens what is found by what was typed, not what was shown before", async () => {
  const answered = Promise.withResolvers<SearchResult[]>();
  results = (query) => (query === "ana" ? [ana] : answered.promise);
  await opened();
  await userEvent.keyboard("ana");
  await expect.element(option("Ana Petrova")).toBeVisible();
  await userEvent.keyboard(" holding{Enter}");
  await expect.poll(() => asked).toContain("ana holding");
  await expect.element(page.getByText("at /en/admin/tickets")).toBeVisible();
  answered.resolve([firm]);
  await expect.element(page.getByText("at /en/admin/company/7/profile")).toBeVisible();
});

test("what is typed after Enter is searched for, and nothing is opened", async () => {
  const answered = Promise.withResolvers<SearchResult[]>();
  results = () => answered.promise;
  await opened();
  await userEvent.keyboard("ana{Enter}p");
  await expect.poll(() => asked).toContain("anap");
  answered.resolve([ana]);
  await expect.element(option("Ana Petrova")).toBeVisible();
  await expect.element(page.getByText("at /en/admin/tickets")).toBeVisible();
});

test("the Enter that ends the composition of a letter opens nothing, in Safari too", async () => {
  results = () => [ana];
  await opened();
  await userEvent.keyboard("ana");
  await expect.element(option("Ana Petrova")).toHaveAttribute("aria-selected", "true");
  const enter = new KeyboardEvent("keydown", { key: "Enter", keyCode: 229, bubbles: true, cancelable: true });
  field().element().dispatchEvent(enter);
  expect(enter.defaultPrevented).toBe(false);
  await expect.element(field()).toBeVisible();
});

test("Ctrl+Enter opens another tab and leaves the page; Escape closes", async () => {
  results = () => [ana];
  const open = vi.spyOn(window, "open").mockReturnValue(null);
  await opened();
  await userEvent.keyboard("ana");
  await expect.element(option("Ana Petrova")).toHaveAttribute("aria-selected", "true");
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  expect(open).toHaveBeenCalledWith("/en/admin/user/4/profile", "_blank", "noopener");
  await expect.element(page.getByText("at /en/admin/tickets")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(field()).not.toBeInTheDocument();
});

test("an action about a client asks for the client first", async () => {
  results = (query) => (query === "ana" ? [ana] : []);
  await opened();
  await userEvent.keyboard(t("admin.search.newTicket"));
  await expect.element(option(t("admin.search.newTicket"))).toHaveAttribute("aria-selected", "true");
  await userEvent.keyboard("{Enter}");
  await expect
    .element(field())
    .toHaveAttribute("aria-label", t("admin.search.fieldOfHolder", { action: t("admin.search.newTicket") }));
  await userEvent.keyboard("ana");
  await expect.element(option("Ana Petrova")).toHaveAttribute("aria-selected", "true");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("at /en/admin/user/4/tickets/new")).toBeVisible();
});

test("it says that nothing was found, that the server failed, and that a text is too long; pages are found all the same", async () => {
  await opened();
  await userEvent.keyboard("zzz");
  await expect.element(page.getByText(t("admin.search.nothing", { query: "zzz" }))).toBeVisible();
  results = () => undefined;
  await field().fill(t("admin.nav.imports"));
  await expect.element(page.getByRole("button", { name: t("ui.action.retry") })).toBeVisible();
  await expect.element(option(t("admin.nav.imports"))).toHaveAttribute("aria-selected", "true");
  const before = asked.length;
  await field().fill("a".repeat(4000));
  await expect.element(page.getByText(t("field.tooManyCharacters", { count: 3880, limit: 120 }))).toBeVisible();
  expect(asked.slice(before).every((query) => query.length <= 120)).toBe(true);
});
