/** A declaration that is changed in one language: what stays as it was in the others is said before it is saved. */
import { declarationNames } from "@portico/api/forms/settled.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { ApiProvider } from "../../shell/calls/api.tsx";
import { ConfirmationHost } from "../../shell/dialogs/confirmation-host.tsx";
import { show, t } from "../../ui/testing/show.tsx";
import { DeclarationTextsForm } from "./declaration-texts-form.tsx";
import { SettingCard } from "./setting-card.tsx";

type Texts = Record<"bg" | "en" | "pl", string>;
let stored: { data: Record<string, Texts>; updated_at: string; updated_by: string };
let sent: (typeof stored)["data"][];

beforeEach(() => {
  sessionStorage.clear();
  const former: Texts = { bg: "Досегашен текст", en: "The former text", pl: "Dotychczasowy tekst" };
  const data = Object.fromEntries(declarationNames.map((name) => [name, former]));
  stored = { data, updated_at: "2026-11-27T08:00:00.000Z", updated_by: "Vera" };
  sent = [];
  vi.stubGlobal("fetch", async (input: Request | string | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    if (request.url.includes("/versions")) return Response.json([]);
    if (request.method === "POST") {
      const body = (await request.json()) as { data: (typeof stored)["data"] };
      sent.push(body.data);
      stored = { ...stored, data: body.data, updated_at: "2026-11-27T09:00:00.000Z" };
    }
    return Response.json({ name: "declarationTexts", ...stored, proposalId: null, can: { save: true } });
  });
});
afterEach(() => vi.unstubAllGlobals());

const first = declarationNames[0];
const textIn = (language: "bg" | "en" | "pl") =>
  page
    .getByRole("group", { name: t(`admin.settings.declaration.${first}`), exact: false })
    .getByRole("textbox", { name: t(`shell.language.${language}`), includeHidden: true });
const open = async () => {
  await show(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ApiProvider base={location.origin}>
        <SettingCard name="declarationTexts" title="Declarations">
          {(saved) => <DeclarationTextsForm saved={saved} canChange />}
        </SettingCard>
        <ConfirmationHost />
      </ApiProvider>
    </QueryClientProvider>,
  );
  await page.viewport(1200, 900);
  await page
    .getByText(t(`admin.settings.declaration.${first}`), { exact: false })
    .first()
    .click();
};
const save = () => page.getByRole("button", { name: t("admin.settings.save") }).first();
const question = () => page.getByRole("dialog", { name: t("admin.diff.partTitle") });

test("saving one language of three asks, names the two that stay, and sends once that is meant", async () => {
  await open();
  await textIn("en").fill("The new text of the firm");
  await save().click();
  const languages = [t("shell.language.bg"), t("shell.language.pl")];
  await expect.element(question()).toBeVisible();
  const notice = t("admin.diff.unchanged", { languages: languages.join(", ") });
  await expect.element(question().getByText(notice)).toBeVisible();
  expect(sent).toEqual([]);
  await question()
    .getByRole("button", { name: t("admin.settings.save") })
    .click();
  await expect.poll(() => sent.map((data) => data[first]?.en)).toEqual(["The new text of the firm"]);
});

test("saving all three languages asks only for the difference", async () => {
  await open();
  for (const language of ["bg", "en", "pl"] as const) await textIn(language).fill(`The new text in ${language}`);
  await save().click();
  const difference = page.getByRole("dialog", { name: t("admin.history.confirmTitle") });
  await expect.element(difference.getByText("The new text in pl")).toBeVisible();
  expect(question().elements()).toEqual([]);
  await difference.getByRole("button", { name: t("admin.settings.save") }).click();
  await expect.poll(() => sent.length).toBe(1);
});
