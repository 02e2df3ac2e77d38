/** Sending a template to one client or to many: what is sent is what was checked. */
import type { TemplateVersion } from "@portico/api/contracts/shapes.ts";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { closeConfirmation } from "../../shell/dialogs/confirmation.ts";
import { ConfirmationHost } from "../../shell/dialogs/confirmation-host.tsx";
import { answerCalls, type Call, showPage } from "../../shell/testing/answer-calls.tsx";
import { signedIn, signedOut } from "../../shell/testing/signed-in.ts";
import { t } from "../../ui/testing/show.tsx";
import { contractOf, pdfText } from "../testing/contract-of.ts";
import { BatchForm } from "./batch-form.tsx";
import { SendTemplate } from "./send-template.tsx";

const inAll = (text: string) => ({ bg: text, en: text, pl: text });
const version: TemplateVersion = {
  type: "mandate",
  version: 4,
  state: "inUse",
  edit: 1,
  content: {
    name: inAll("Mandate"),
    text: { bg: "", en: "# Mandate", pl: "# Umowa" },
    fields: [
      { id: "sum", name: inAll("Sum"), kind: "amount", currency: "EUR", filledBy: "staff" },
      { id: "iban", name: inAll("Account"), kind: "text", filledBy: "client" },
    ],
    for: "both",
    counterSign: true,
    signers: "any",
    expiryDays: 30,
    reminderDays: [],
    clientsPropose: false,
  },
  changed_at: "2026-11-20T09:00:00.000Z",
  changed_by: "Olga Office",
};
const templateOf = (
  type: string,
  name: string,
  more: Partial<TemplateVersion["content"]>,
  inUse: number | null = 4,
) => ({
  type,
  inUse,
  draft: null,
  newest: { ...version, type, content: { ...version.content, name: inAll(name), ...more } },
});
const pdf = { data: btoa(pdfText(1)), sha256: "cd".repeat(32), pages: 1, language: "en" };
const recipient = (id: number, faults: object[] = []) => ({
  holder_type: "user",
  holder_id: id,
  name: `Client ${id}`,
  faults,
  pending: false,
});
let calls: Call[];
/** Until then, the clients of a saved view are being read. */
let viewIsRead: Promise<void>;
const onSent = vi.fn();

beforeAll(async () => (await import("../../shell/viewer/pdf.client.ts")).preparePdf());
beforeEach(async () => {
  await signedIn({ id: 2, role: "office" });
  onSent.mockClear();
  viewIsRead = Promise.resolve();
  calls = answerCalls(async ({ path, search }) => {
    const vera = { id: 5, name: "Vera Koleva", email: "vera@test.example" };
    if (path === "/user") {
      if (search.includes("search=")) return { users: [vera], nextCursor: null };
      await viewIsRead;
      return { users: [vera, { id: 6, name: "Anna Nowak", email: "anna@test.example" }], nextCursor: null };
    }
    if (path.startsWith("/staff/views/")) return [{ id: 1, list: "users", name: "Sofia", query: {} }];
    if (path === "/contract/templates")
      return [
        templateOf("mandate", "Mandate", {}),
        templateOf("board", "Board", { for: "company" }),
        templateOf("old", "Old", {}, null),
      ];
    if (path === "/contract/templates/mandate") return [version];
    if (path === "/user/dist_groups")
      return [
        { name: "VIP", members: 3, can: {} },
        { name: "All", members: 9, can: {} },
      ];
    if (path === "/contract/batches/mandate/preview")
      return {
        recipients: [
          recipient(4),
          recipient(5),
          recipient(6, [{ code: "missingValue", line: 1, what: "holder.name" }]),
        ],
      };
    if (path === "/contract/batches/mandate") return { id: 15 };
    return path.endsWith("/preview") ? { faults: [], pdf } : contractOf();
  });
});
afterEach(async () => {
  closeConfirmation();
  vi.unstubAllGlobals();
  await signedOut();
});

const button = (name: string) => page.getByRole("button", { name, exact: true });
const sum = () => page.getByRole("textbox", { name: "Sum" });
const preview = () => button(t("admin.contracts.send.preview"));
const send = () => button(t("admin.contracts.send.action"));
const sent = (last: string) => calls.filter(({ method, path }) => method === "POST" && path.endsWith(`/${last}`));

const showForm = (previous?: ReturnType<typeof contractOf>) =>
  showPage(<SendTemplate holder={{ holderType: "user", holderId: 4 }} previous={previous} onSent={onSent} />);

test("only templates in use that are for this kind of client are offered", async () => {
  await showForm();
  const choice = page.getByRole("combobox", { name: t("admin.contracts.template") });
  await expect.element(choice).toBeVisible();
  expect([...(choice.element() as HTMLSelectElement).options].map(({ value }) => value)).toEqual(["", "mandate"]);
});

test("what is sent is what was previewed, in its language; a change takes the button away", async () => {
  await showForm();
  await page.getByRole("combobox", { name: t("admin.contracts.template") }).selectOptions("mandate");
  await expect.element(sum()).toBeVisible();
  await expect.element(page.getByRole("textbox", { name: "Account" })).not.toBeInTheDocument();
  await preview().click();
  await expect.element(sum()).toHaveAccessibleDescription(new RegExp(t("contracts.fields.missing")));
  await sum().fill("1000");
  await preview().click();
  await expect.element(send()).toBeVisible();
  await sum().fill("2000");
  await expect.element(send()).not.toBeInTheDocument();
  await preview().click();
  await page.getByRole("textbox", { name: t("admin.contracts.send.name") }).fill(" Mandate 2 ");
  await send().click();
  await expect.poll(() => onSent.mock.calls.length).toBe(1);
  expect(sent("save").map(({ path, body }) => [path, body])).toEqual([
    [
      "/contract/user/4/mandate/save",
      { contract_data: { sum: "2000" }, language: "en", sha256: pdf.sha256, contract_name: "Mandate 2" },
    ],
  ]);
});

test("sent again, it begins with the values before, says where they differ, and names what it replaces", async () => {
  await showForm(contractOf({ id: 3, contract_data: { sum: "1000" } }));
  await expect.element(sum()).toHaveValue("1000");
  await sum().fill("2000");
  await expect
    .element(sum())
    .toHaveAccessibleDescription(
      new RegExp(t("contracts.fields.before", { value: "1,000.00 EUR" }).replace(/\s/g, "\\s")),
    );
  await preview().click();
  await send().click();
  await expect.poll(() => sent("save")[0]?.body).toMatchObject({ contract_data: { sum: "2000" }, previous: 3 });
});

test("a batch starts for those who were checked, after a question; another group must be checked first", async () => {
  const { address } = await showPage(
    <>
      <BatchForm version={version} />
      <ConfirmationHost />
    </>,
  );
  const check = button(t("admin.contractBatch.check"));
  const start = button(t("admin.contractBatch.start", { count: 2 }));
  const group = page.getByRole("combobox", { name: t("admin.contractBatch.group") });
  await check.click();
  await expect.element(page.getByText(t("admin.contractBatch.toMissing"))).toBeVisible();
  expect(sent("preview")).toEqual([]);
  await expect.element(group.getByRole("option", { name: /VIP/ })).toBeInTheDocument();
  await group.selectOptions("VIP");
  await sum().fill("1000");
  await check.click();
  await expect.element(start).toBeVisible();
  await group.selectOptions("All");
  await expect.element(start).not.toBeInTheDocument();
  await check.click();
  await expect.element(start).toBeVisible();
  await sum().fill("2000");
  await expect.element(start).not.toBeInTheDocument();
  await check.click();
  await start.click();
  const question = page.getByRole("dialog", { name: t("admin.contractBatch.startTitle", { name: "Mandate" }) });
  await expect.element(question).toMatchTextContent(t("admin.contractBatch.startText", { count: 2, all: 3 }));
  expect(sent("mandate")).toEqual([]);
  await question.getByRole("button", { name: t("admin.contractBatch.start", { count: 2 }), exact: true }).click();
  await expect.poll(address).toBe("/en/admin/contracts/batches/15");
  expect(sent("mandate").map(({ body }) => body)).toEqual([{ contract_data: { sum: "2000" }, to: { group: "All" } }]);
});

test("who is chosen by name and by a saved view is a recipient once, whichever comes first", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  viewIsRead = promise;
  await showPage(<BatchForm version={version} />);
  await page.getByText(t("admin.contractBatch.by.holders"), { exact: true }).click();
  await page.getByRole("combobox", { name: t("admin.contractBatch.addView") }).selectOptions("1");
  const byName = page.getByRole("combobox", { name: t("admin.contractBatch.addHolder") });
  await byName.fill("Vera");
  await page.getByRole("option", { name: /Vera Koleva/ }).click();
  const remove = (name: string) => button(`${t("admin.contractBatch.remove")}: ${name}`);
  await expect.element(remove("Vera Koleva")).toBeVisible();
  resolve();
  await expect.element(remove("Anna Nowak")).toBeVisible();
  expect(remove("Vera Koleva").elements()).toHaveLength(1);
  await sum().fill("1000");
  await button(t("admin.contractBatch.check")).click();
  const to = { holders: [5, 6].map((holderId) => ({ holderType: "user", holderId })) };
  await expect.poll(() => sent("preview").map(({ body }) => body)).toEqual([{ contract_data: { sum: "1000" }, to }]);
});
