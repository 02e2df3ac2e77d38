/** Ending a preview: a confirmation waits for its open questions, and says how many there are. */
import type { ImportPreview, ImportQuestion } from "@portico/api/imports.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { ApiProvider } from "../../shell/calls/api.tsx";
import { type SignedIn, signIn } from "../../shell/session/session.ts";
import { show, t } from "../../ui/testing/show.tsx";
import { PreviewActions } from "./preview-actions.tsx";
import { Questions } from "./questions.tsx";

beforeEach(() =>
  signIn({
    userData: { id: 1, name: "Olga Office" } as SignedIn["userData"],
    token: "token",
    expiry: Date.now() + 3_600_000,
    deviceKey: btoa("k".repeat(32)),
  }),
);

const question = (name: string, part: Partial<ImportQuestion> = {}): ImportQuestion => ({
  key: `sameSplit ${name}`,
  code: "sameSplit",
  account: "U1",
  name,
  ticker: name,
  isin: null,
  currency: "EUR",
  day: "2024-03-12",
  knownDay: "2024-03-01",
  from: "10",
  into: "20",
  quantity: "10",
  answer: null,
  ...part,
});
const preview = (questions: ImportQuestion[]): ImportPreview =>
  ({
    id: 1,
    kind: "statement",
    state: "previewed",
    newRows: 1,
    accounts: [],
    transfers: [],
    questions,
    can: { preview: true, confirm: true, discard: true, acceptQuotes: true, answer: true },
  }) as unknown as ImportPreview;
const view = (questions: ImportQuestion[]) => (
  <QueryClientProvider client={new QueryClient()}>
    <ApiProvider base={location.origin}>
      <PreviewActions preview={preview(questions)} isChanged={false} pending={0} />
      <Questions preview={preview(questions)} />
    </ApiProvider>
  </QueryClientProvider>
);
const confirm = () => page.getByRole("button", { name: t("admin.imports.confirm"), exact: true });

test("while questions are open, the button says how many and leads to the first instead of confirming", async () => {
  await show(
    view([
      question("Offered", { code: "splitUnbooked", knownDay: null }),
      question("Answered", { answer: "same" }),
      question("First"),
      question("Second"),
    ]),
  );
  await expect.element(confirm()).not.toBeInTheDocument();
  await page.getByRole("button", { name: t("admin.imports.questionsOpen", { count: 2 }) }).click();
  expect(document.activeElement?.textContent).toContain("First");
});

test("an offer that nobody takes holds up no confirmation", async () => {
  await show(view([question("Offered", { code: "splitUnbooked", knownDay: null })]));
  await expect.element(confirm()).toBeVisible();
});
