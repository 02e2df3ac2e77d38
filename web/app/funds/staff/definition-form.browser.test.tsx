/** The form of a target fund: faults at their place, in whichever language, and what was typed is never lost. */
import type { DefinitionContent } from "@portico/api/funds.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ApiProvider } from "../../shell/calls/api.tsx";
import { show, t } from "../../ui/testing/show.tsx";
import { DefinitionForm } from "./definition-form.tsx";

const texts = (text: string) => ({ bg: `${text} бг`, en: text, pl: `${text} pl` });
const content: DefinitionContent = {
  name: { ...texts("Calm"), pl: "" },
  summary: texts("Half and half"),
  goal: texts("Keep"),
  docs: texts("For the long run."),
  questions: [],
  risk: 3,
  years: 5,
  currency: "EUR",
  minimum: "1000",
  maximum: null,
  fees: { entry: "1", yearly: "0.8", exit: "0" },
  allocation: [
    { fund_id: null, instrument_id: null, asset_class: "moneyMarket", label: texts("Cash"), percent: "100" },
  ],
  rebalancing: "yearly",
  benchmark: null,
};

/** What a colleague saves meanwhile. */
const theirs: DefinitionContent = { ...content, years: 7, fees: { ...content.fees, yearly: "0.9" } };

let sent: unknown[] = [];
beforeEach(() => {
  sent = [];
  vi.stubGlobal("fetch", async (_: unknown, init?: { body?: string }) => {
    if (init?.body === undefined) return Response.json({});
    sent.push(JSON.parse(init.body));
    return Response.json({ code: "stateConflict", status: 409 }, { status: 409 });
  });
});
afterEach(() => vi.unstubAllGlobals());

function Form({ refused }: { refused: Record<string, string> }) {
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [stored, setStored] = useState({ content, edit: 2 });
  return (
    <QueryClientProvider client={new QueryClient()}>
      <ApiProvider base={location.origin}>
        <button type="button" onClick={() => setFaults(refused)}>
          Publish
        </button>
        <button type="button" onClick={() => setStored({ content: theirs, edit: 3 })}>
          Colleague
        </button>
        <DefinitionForm
          content={stored.content}
          id={3}
          edit={stored.edit}
          changed={{ by: "Vera", at: "2026-11-27T08:00:00.000Z" }}
          canEdit
          funds={[]}
          faults={faults}
          onChanged={() => undefined}
          onSaved={() => undefined}
        />
      </ApiProvider>
    </QueryClientProvider>
  );
}
const name = () => page.getByLabelText(t("admin.funds.name"), { exact: false }).first();

test("a language that is missing at publishing is opened, and its field says so and has the focus", async () => {
  await show(<Form refused={{ "content.name.pl": "Missing" }} />);
  await expect.element(name()).toHaveValue("Calm");
  await page.getByRole("button", { name: "Publish" }).click();
  await expect.element(name()).toHaveAttribute("lang", "pl");
  await expect.element(name()).toHaveValue("");
  await expect.element(name()).toHaveAccessibleDescription(/Missing/);
  await expect.element(name()).toHaveFocus();
});

test("what was typed stays when somebody else saved meanwhile", async () => {
  await show(<Form refused={{}} />);
  await userEvent.fill(name(), "Calmer");
  await page.getByRole("button", { name: /save/i }).click();
  await expect.element(page.getByRole("alert")).toHaveTextContent(t("error.stateConflict"));
  await expect.element(name()).toHaveValue("Calmer");
  expect(sent).toMatchObject([{ edit: 2, content: { name: { en: "Calmer", bg: content.name.bg } } }]);
  await userEvent.fill(page.getByLabelText(t("admin.funds.minimum")), "500");
  await page.getByRole("button", { name: "Colleague" }).click();
  await expect.element(page.getByRole("status").getByText("Calmer")).toBeVisible();
  await page.getByRole("button", { name: t("admin.conflict.keep") }).click();
  await page.getByRole("button", { name: /save/i }).click();
  // The colleague's years and fee stay, as do the typed name and amount.
  await expect
    .poll(() => sent[1])
    .toMatchObject({
      edit: 3,
      content: { name: { en: "Calmer" }, minimum: "500", years: 7, fees: { entry: "1", yearly: "0.9" } },
    });
});
