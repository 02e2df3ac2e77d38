/** Adding documents by hand: chosen, dropped, paused and given up, by keyboard too. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { closeConfirmation } from "../shell/dialogs/confirmation.ts";
import { ConfirmationHost } from "../shell/dialogs/confirmation-host.tsx";
import {
  answerCalls,
  type Call,
  createUploadAnswers,
  dropOn,
  picture,
  refuse,
  showWithCalls,
} from "../shell/testing/answer-calls.tsx";
import { signedIn, signedOut } from "../shell/testing/signed-in.ts";
import { t } from "../ui/testing/show.tsx";
import UploadDialog from "./upload-dialog.tsx";

const holder = { holderType: "user", holderId: 4 } as const;
const typeOf = (id: string, name: string, more: object = {}) => ({
  id,
  name: { bg: name, en: name, pl: name },
  clientsAdd: true,
  expires: false,
  keepYears: null,
  ...more,
});
const types = [typeOf("statement", "Statement"), typeOf("passport", "Passport", { expires: true })];

let calls: Call[];
/** What the fragment of a path waits for. */
let stored: (path: string) => Promise<void>;
const onClose = vi.fn<() => void>();
beforeEach(async () => {
  await signedIn();
  onClose.mockClear();
  stored = () => Promise.resolve();
  const answerUpload = createUploadAnswers();
  calls = answerCalls(async (call) => {
    if (call.path.includes("/at/")) await stored(call.path);
    if (call.path === "/doc/types") return types;
    if (!call.path.startsWith("/doc/user/4/")) return answerUpload(call);
    const [{ upload }] = (call.body as { documents: [{ upload: number }] }).documents;
    const file = { id: upload, size: 70, state: "clean" };
    return { documents: [{ id: upload, title: `Document ${upload}`, file, already: false }] };
  });
});
afterEach(async () => {
  closeConfirmation();
  vi.unstubAllGlobals();
  await signedOut();
});

const showDialog = () =>
  showWithCalls(
    <>
      <UploadDialog holder={holder} onClose={onClose} />
      <ConfirmationHost />
    </>,
  );
const type = () => page.getByRole("combobox", { name: t("documents.upload.type") });
const chooser = () => page.getByLabelText(t("ui.file.choose"));
const row = (name: string) => page.getByRole("listitem").filter({ hasText: name });
const added = () => calls.filter(({ method, path }) => method === "POST" && path.startsWith("/doc/user/4/"));
const removed = () => calls.filter(({ method }) => method === "DELETE").map(({ path }) => path);
const fragments = () => calls.flatMap(({ path }) => (path.includes("/at/") ? Number(path.split("/").at(-1)) : []));
/** Sent in four fragments. */
const large = new File([new Uint8Array(2 * 1024 ** 2)], "large.png", { type: "image/png" });
type Action = "documents.upload.pauseOf" | "documents.upload.resumeOf" | "ui.file.stop";
const button = (key: Action) => page.getByRole("button", { name: t(key, { name: "large.png" }) });
const focusOn = (key: Action) => (button(key).element() as HTMLElement).focus();

test("the type is chosen first; dropped files become documents of it, each with its own day", async () => {
  await showDialog();
  await expect.element(page.getByText(t("documents.upload.typeFirst"))).toBeVisible();
  await expect.element(chooser()).not.toBeInTheDocument();
  await type().selectOptions("Passport");
  await page.getByLabelText(t("documents.upload.validUntil")).fill("2030-05-01");
  const place = chooser().element().closest("div") as HTMLElement;
  expect(dropOn(place, picture("front.png"), picture("back.png"))).toBe(true);
  await expect.element(row("Document 7")).toBeVisible();
  await expect.element(row("Document 8")).toBeVisible();
  expect(added().map(({ path }) => path)).toEqual(["/doc/user/4/passport", "/doc/user/4/passport"]);
  expect(added().map(({ body }) => body)).toEqual(
    expect.arrayContaining([7, 8].map((upload) => ({ documents: [{ upload, valid_until: "2030-05-01" }] }))),
  );
});

test("the dialog takes the focus, and its fields follow each other by Tab", async () => {
  await showDialog();
  const dialog = page.getByRole("dialog", { name: t("documents.upload.title") });
  await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true);
  await type().selectOptions("Statement");
  (type().element() as HTMLElement).focus();
  await userEvent.tab();
  await expect.element(chooser()).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
});

test("by keyboard a file is paused, goes on and is given up; its line says how far it is", async () => {
  const { promise, resolve: store } = Promise.withResolvers<void>();
  stored = (path) => (path.endsWith("/at/0") ? Promise.resolve() : promise);
  await showDialog();
  await type().selectOptions("Statement");
  await userEvent.upload(chooser(), large);
  const bar = page.getByRole("progressbar", { name: t("ui.file.sending", { name: "large.png" }) });
  const status = row("large.png").getByRole("status");
  // The first of 256 KB has arrived.
  await expect.element(bar).toHaveAttribute("aria-valuenow", "12");
  await expect.element(row("large.png")).toMatchTextContent("12%");
  await expect.element(status).toMatchTextContent(t("documents.upload.state.sending"));
  focusOn("documents.upload.pauseOf");
  await userEvent.keyboard("{Enter}");
  await expect.element(status).toMatchTextContent(t("documents.upload.state.paused"));
  await expect.element(button("documents.upload.resumeOf")).toHaveFocus();
  // The fragment on its way arrives, and no other follows.
  store();
  await expect.element(bar).toHaveAttribute("aria-valuenow", "37");
  await expect.element(status).toMatchTextContent(t("documents.upload.state.paused"));
  expect(fragments()).toEqual([0, 256 * 1024]);
  stored = () => new Promise(() => undefined);
  focusOn("documents.upload.resumeOf");
  await userEvent.keyboard("{Enter}");
  await expect.poll(fragments).toEqual([0, 256 * 1024, 768 * 1024]);
  await expect.element(status).toMatchTextContent(t("documents.upload.state.sending"));
  focusOn("ui.file.stop");
  await userEvent.keyboard("{Enter}");
  await expect.element(row("large.png")).not.toBeInTheDocument();
  await expect.element(chooser()).toHaveFocus();
  await expect.poll(removed).toEqual(["/upload/user/4/7"]);
  expect(added()).toEqual([]);
});

test("closing asks while a file is on its way: keeping on keeps it, stopping removes it", async () => {
  const { promise, resolve: store } = Promise.withResolvers<void>();
  stored = () => promise;
  await showDialog();
  await type().selectOptions("Statement");
  await userEvent.upload(chooser(), large);
  await expect.element(row("large.png")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  const question = page.getByRole("dialog", { name: t("shell.sending.stopTitle") });
  await expect.element(question).toMatchTextContent(t("shell.sending.stopText", { count: 1 }));
  expect(onClose).not.toHaveBeenCalled();
  await question.getByRole("button", { name: t("shell.sending.keepOn") }).click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(row("large.png")).toBeVisible();
  await page
    .getByRole("button", { name: t("ui.action.close") })
    .last()
    .click();
  await question.getByRole("button", { name: t("shell.sending.stop") }).click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  store();
});

test("a refused file does not hold up the others", async () => {
  const answerUpload = createUploadAnswers();
  calls = answerCalls((call) => {
    if (call.path === "/doc/types") return types;
    if (call.path.endsWith("/7/finish"))
      return refuse(422, { code: "fileRefused", errors: [{ path: "file", code: "unreadableFile" }] });
    if (!call.path.startsWith("/doc/user/4/")) return answerUpload(call);
    const file = { id: 8, size: 70, state: "clean" };
    return { documents: [{ id: 8, title: "Document 8", file, already: false }] };
  });
  await showDialog();
  await type().selectOptions("Statement");
  await userEvent.upload(chooser(), [picture("broken.png"), picture("whole.png")]);
  await expect.element(row("Document 8")).toBeVisible();
  await expect.element(row("broken.png").getByRole("alert")).toBeVisible();
  expect(added()).toHaveLength(1);
});
