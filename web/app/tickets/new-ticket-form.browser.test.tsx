/** Writing a ticket by hand: what is kept, what a keyboard does, and files that are pasted or dropped. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { closeConfirmation } from "../shell/dialogs/confirmation.ts";
import { ConfirmationHost } from "../shell/dialogs/confirmation-host.tsx";
import {
  answerCalls,
  type Call,
  dropOn,
  paste,
  picture,
  pictureBase64,
  refuse,
  showWithCalls,
} from "../shell/testing/answer-calls.tsx";
import { signedIn, signedOut } from "../shell/testing/signed-in.ts";
import { t } from "../ui/testing/show.tsx";
import { NewTicketForm } from "./new-ticket-form.tsx";

const holder = { holderType: "user", holderId: 4 } as const;
let calls: Call[];
/** What the ticket is answered with. */
let answer: () => unknown;
/** Until then, a file is on its way. */
let stored: Promise<void>;
const onCreated = vi.fn<() => void>();

beforeEach(async () => {
  await signedIn();
  onCreated.mockClear();
  answer = () => ({ id: 1 });
  stored = Promise.resolve();
  let lastFile = 20;
  calls = answerCalls(async ({ method, path, body }) => {
    if (path.startsWith("/ticket/")) return answer();
    if (!path.startsWith("/file/") || method !== "POST") return {};
    await stored;
    lastFile += 1;
    const { name } = body as { name: string };
    return { id: lastFile, name, size: 70, media_type: "image/png", state: "clean" };
  });
});
afterEach(async () => {
  closeConfirmation();
  vi.unstubAllGlobals();
  await signedOut();
});

const showForm = () =>
  showWithCalls(
    <>
      <NewTicketForm holder={holder} topics={[]} label={t("tickets.new.content")} onCreated={onCreated} />
      <ConfirmationHost />
    </>,
  );
const title = () => page.getByRole("textbox", { name: t("tickets.list.title") });
const content = () => page.getByRole("textbox", { name: t("tickets.new.content") });
const send = () => page.getByRole("button", { name: t("tickets.new.send"), exact: true });
const attached = (name: string) => page.getByRole("button", { name: t("ui.file.remove", { name }) });
const sent = () => calls.filter(({ method, path }) => method === "POST" && path.startsWith("/ticket/"));
const uploaded = () => calls.filter(({ method, path }) => method === "POST" && path.startsWith("/file/"));

async function write(): Promise<void> {
  await title().fill("A statement is missing");
  await content().fill("The one of June");
}

test("by keyboard: Enter begins a line, Ctrl+Enter sends once, and the focus returns to the text", async () => {
  await showForm();
  await title().fill("A statement is missing");
  await content().click();
  await userEvent.keyboard("first{Enter}second");
  await expect.element(content()).toHaveValue("first\nsecond");
  expect(sent()).toEqual([]);
  // The second time while the first is under way.
  const { promise, resolve } = Promise.withResolvers<object>();
  answer = () => promise;
  await userEvent.keyboard("{Control>}{Enter}{Enter}{/Control}");
  resolve({ id: 1 });
  await expect.poll(() => onCreated.mock.calls.length).toBe(1);
  expect(sent().map(({ body }) => body)).toEqual([
    expect.objectContaining({ title: "A statement is missing", content: "first\nsecond", files: [] }),
  ]);
  await expect.element(content()).toHaveValue("");
  await expect.element(content()).toHaveFocus();
});

test("without what is needed nothing is sent, and the first field that lacks it has the focus", async () => {
  await showForm();
  await send().click();
  await expect.element(title()).toHaveFocus();
  await expect.element(content()).toHaveAccessibleDescription(new RegExp(t("field.required")));
  await title().fill("A statement is missing");
  await send().click();
  await expect.element(content()).toHaveFocus();
  expect(sent()).toEqual([]);
});

test("emoji count once, and a text that is too long is not cut but said to be", async () => {
  await showForm();
  await title().fill("Long");
  const long = "🙂".repeat(10_001);
  await content().fill(long);
  await send().click();
  await expect
    .element(content())
    .toHaveAccessibleDescription(new RegExp(t("field.tooManyCharacters", { count: 1, limit: 10_000 })));
  await expect.element(content()).toHaveFocus();
  await expect.element(content()).toHaveValue(long);
  expect(sent()).toEqual([]);
  await content().fill("🙂".repeat(6000));
  await send().click();
  await expect.poll(() => sent()[0]?.body).toMatchObject({ content: "🙂".repeat(6000) });
});

test("what is written is there on the next page with its files; once sent, nothing is kept", async () => {
  await showForm();
  await write();
  paste(content().element(), picture("screenshot.png"));
  await expect.element(attached("screenshot.png")).toBeVisible();
  await showForm();
  await expect.element(title()).toHaveValue("A statement is missing");
  await expect.element(content()).toHaveValue("The one of June");
  await expect.element(attached("screenshot.png")).toBeVisible();
  await send().click();
  await expect.poll(() => onCreated.mock.calls.length).toBe(1);
  expect(sent()[0]?.body).toMatchObject({ content: "The one of June", files: [21] });
  await showForm();
  await expect.element(content()).toHaveValue("");
  await expect.element(attached("screenshot.png")).not.toBeInTheDocument();
});

test("a pasted picture becomes a file, without which nothing is sent; pasted words stay words", async () => {
  const { promise, resolve: store } = Promise.withResolvers<void>();
  stored = promise;
  await showForm();
  await write();
  expect(paste(content().element()), "words are the browser's").toBe(false);
  expect(paste(content().element(), picture("screenshot.png"))).toBe(true);
  await expect.element(send()).toBeDisabled();
  await content().click();
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  expect(sent()).toEqual([]);
  store();
  await expect.element(attached("screenshot.png")).toBeVisible();
  expect(uploaded().map(({ body }) => body)).toEqual([
    { name: "screenshot.png", base64data: pictureBase64, forStaff: false },
  ]);
  await expect.element(content()).toHaveValue("The one of June");
  await send().click();
  await expect.poll(() => sent()[0]?.body).toMatchObject({ files: [21] });
});

test("files are dropped on their field", async () => {
  await showForm();
  const place = page.getByLabelText(t("ui.file.choose")).element().closest("div") as HTMLElement;
  expect(dropOn(place, picture("one.png"), picture("two.png"))).toBe(true);
  await expect.element(attached("one.png")).toBeVisible();
  await expect.element(attached("two.png")).toBeVisible();
});

test("a refused text stays, its key too, and the file that is gone is named", async () => {
  answer = () => refuse(422, { code: "badInput", errors: [{ path: "files.0", code: "fileGone" }] });
  await showForm();
  await write();
  paste(content().element(), picture("screenshot.png"));
  await expect.element(attached("screenshot.png")).toBeVisible();
  await send().click();
  await expect.element(page.getByRole("alert")).toHaveTextContent(`screenshot.png: ${t("field.fileGone")}`);
  await expect.element(content()).toHaveValue("The one of June");
  await expect.element(send()).toHaveFocus();
  answer = () => ({ id: 1 });
  await send().click();
  await expect.poll(() => onCreated.mock.calls.length).toBe(1);
  const keys = sent().map(({ body }) => (body as { key: string }).key);
  expect(new Set(keys).size).toBe(1);
});

test("what is thrown away asks first, and takes its files along", async () => {
  await showForm();
  const discard = page.getByRole("button", { name: t("tickets.discard.action") });
  await expect.element(discard).not.toBeInTheDocument();
  await write();
  paste(content().element(), picture("screenshot.png"));
  await expect.element(attached("screenshot.png")).toBeVisible();
  const question = page.getByRole("dialog", { name: t("tickets.discard.title") });
  await discard.click();
  await expect.element(question).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(content()).toHaveValue("The one of June");
  await discard.click();
  await question.getByRole("button", { name: t("tickets.discard.action") }).click();
  await expect.element(content()).toHaveValue("");
  await expect.element(attached("screenshot.png")).not.toBeInTheDocument();
  await expect
    .poll(() => calls.filter(({ method }) => method === "DELETE").map(({ path }) => path))
    .toEqual(["/file/user/4/21"]);
});
