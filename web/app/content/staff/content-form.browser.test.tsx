/** The form of a page's texts: a missing language is told at its place, and what was typed is never lost. */
import type { ContentVersion } from "@portico/api/content.ts";
import type { ContentTexts } from "@portico/api/rules/content.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { createRoutesStub } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ApiProvider } from "../../shell/calls/api.tsx";
import { show, t } from "../../ui/testing/show.tsx";
import { ContentForm } from "./content-form.tsx";

const text = (title: string) => ({ title, description: `${title} described`, body: `# ${title}` });
const texts: ContentTexts = { bg: text("Такси"), en: text("Fees"), pl: { ...text("Opłaty"), title: "" } };
const draft = { version: 2, edit: 4 } as ContentVersion;

let answers: (() => Response)[] = [];
let sent: unknown[] = [];
beforeEach(() => {
  answers = [];
  sent = [];
  vi.stubGlobal("fetch", async (_: unknown, init?: { body?: string }) => {
    if (init?.body === undefined) return Response.json({});
    sent.push(JSON.parse(init.body));
    return answers.shift()?.() ?? Response.json({ edit: 5 });
  });
});
afterEach(() => vi.unstubAllGlobals());

/** What a colleague saves meanwhile. */
const theirs: ContentTexts = { ...texts, en: { ...texts.en, title: "Prices" }, bg: text("Цени") };
function Form({ refused }: { refused: Record<string, string> }) {
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [stored, setStored] = useState({ texts, draft });
  return (
    <QueryClientProvider client={new QueryClient()}>
      <ApiProvider base={location.origin}>
        <button type="button" onClick={() => setFaults(refused)}>
          Publish
        </button>
        <button
          type="button"
          onClick={() =>
            setStored({
              texts: theirs,
              draft: { ...draft, edit: 5, changed_by: "Vera", changed_at: "2026-11-27T08:00:00.000Z" },
            })
          }
        >
          Colleague
        </button>
        <ContentForm
          page="fees"
          texts={stored.texts}
          isNew={false}
          draft={stored.draft}
          canChange
          faults={faults}
          onChanged={() => undefined}
          onTyped={() => setFaults({})}
        />
      </ApiProvider>
    </QueryClientProvider>
  );
}
/** The preview asks for the data of the root. */
function showForm(refused: Record<string, string>) {
  const Routes = createRoutesStub([{ id: "root", path: "*", Component: () => <Form refused={refused} /> }]);
  return show(<Routes />, { withRouter: false });
}
const title = () => page.getByRole("textbox", { name: t("admin.content.pageTitle") });
const save = () => page.getByRole("button", { name: t("admin.draft.save") });

test("a language that is missing at publishing is shown with the fault at its field, and typing takes it away", async () => {
  await showForm({ "texts.pl.title": "Missing" });
  await expect.element(title()).toHaveValue("Fees");
  await page.getByRole("button", { name: "Publish" }).click();
  await expect.element(title()).toHaveValue("");
  await expect.element(title()).toHaveAttribute("lang", "pl");
  await expect.element(title()).toHaveAccessibleDescription(/Missing/);
  await userEvent.fill(title(), "Opłaty");
  await expect.element(page.getByText("Missing")).not.toBeInTheDocument();
  await expect.element(title()).toHaveValue("Opłaty");
});

test("what was typed stays when somebody else saved meanwhile", async () => {
  answers = [() => Response.json({ code: "stateConflict", status: 409 }, { status: 409 })];
  await showForm({});
  await userEvent.fill(title(), "Fees and costs");
  await save().click();
  await expect.element(page.getByRole("alert")).toHaveTextContent(t("error.stateConflict"));
  await expect.element(title()).toHaveValue("Fees and costs");
  // Based on the draft that was read when typing began.
  expect(sent).toMatchObject([{ since: 4, texts: { en: { title: "Fees and costs" }, bg: texts.bg } }]);
  await page.getByRole("button", { name: "Colleague" }).click();
  const notice = page.getByRole("status").filter({ hasText: "Vera" });
  await expect.element(notice.getByText("Fees and costs")).toBeVisible();
  await expect.element(notice.getByText("Prices")).toBeVisible();
  // Only what differs from what is stored: the colleague's Bulgarian is kept.
  await expect.element(notice.getByText("Цени")).not.toBeInTheDocument();
  await expect.element(save()).not.toBeInTheDocument();
  await page.getByRole("button", { name: t("admin.conflict.keep") }).click();
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
  await expect.element(title()).toHaveValue("Fees and costs");
  await save().click();
  await expect
    .poll(() => sent[1])
    .toMatchObject({ since: 5, texts: { en: { title: "Fees and costs" }, bg: theirs.bg } });
});

test("what is stored can be taken instead", async () => {
  await showForm({});
  await userEvent.fill(title(), "Fees and costs");
  await page.getByRole("button", { name: "Colleague" }).click();
  await page.getByRole("button", { name: t("admin.conflict.take") }).click();
  await expect.element(title()).toHaveValue("Prices");
  await expect.element(page.getByText(t("admin.conflict.text"))).not.toBeInTheDocument();
});
