/** Writing a message by hand: what a keyboard does, what is kept, and files that are pasted or dropped. */
import type { ChatMessage } from "@portico/api/chats.ts";
import { chatMaxFiles } from "@portico/api/rules/chats.ts";
import { useRef, useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { useApi } from "../shell/calls/api.tsx";
import {
  answerCalls,
  type Call,
  createUploadAnswers,
  dropOn,
  paste,
  picture,
  refuse,
  showWithCalls,
} from "../shell/testing/answer-calls.tsx";
import { signedIn, signedOut } from "../shell/testing/signed-in.ts";
import { t } from "../ui/testing/show.tsx";
import { type About, ChatComposer } from "./chat-composer.tsx";
import { createChatSession } from "./chat-session.ts";

const holder = { holderType: "user", holderId: 4 } as const;
const message: ChatMessage = {
  number: 3,
  key: "00000000-0000-4000-8000-000000000003",
  change: 3,
  operator: 4,
  creator_id: 4,
  client: { type: "user", id: 4 },
  author: "Ivan Petrov",
  by_staff: false,
  text: "What are the fees?",
  files: [],
  reply_to: null,
  ticket_id: null,
  created_at: "2026-01-01T10:00:00.000Z",
  edited_at: null,
  deleted_at: null,
};

let calls: Call[];
/** Until then, a file is on its way. */
let stored: Promise<void>;
/** What the next fragment is answered with instead. */
let refusal: Response | undefined;
beforeEach(async () => {
  await signedIn();
  sessionStorage.clear();
  stored = Promise.resolve();
  refusal = undefined;
  const answerUpload = createUploadAnswers();
  calls = answerCalls(async (call) => {
    if (call.path.includes("/at/")) {
      await stored;
      if (refusal) return refusal;
    }
    return answerUpload(call) ?? { ...message, text: "", key: (call.body as { key?: string } | undefined)?.key };
  });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await signedOut();
});

function Desk({ begun }: { begun: About | null }) {
  const api = useApi();
  const field = useRef<HTMLTextAreaElement>(null);
  const [about, setAbout] = useState(begun);
  const [session] = useState(() =>
    createChatSession({ api, holder, userId: 4, outbox: { read: () => [], write: () => undefined } }),
  );
  return (
    <ChatComposer
      {...{ holder, session, field, about, tools: null, inserter: undefined, onSend: undefined, focusFrom: undefined }}
      onAbout={setAbout}
    />
  );
}
const showDesk = (begun: About | null = null) => showWithCalls(<Desk begun={begun} />);
const field = () => page.getByRole("textbox", { name: t("chats.write") });
const send = () => page.getByRole("button", { name: t("chats.send"), exact: true });
const files = () => page.getByRole("list", { name: t("chats.attached") }).getByRole("listitem");
const named = (name: string) => files().filter({ hasText: name });
const detach = (name: string) => page.getByRole("button", { name: t("chats.detach", { name }) });
const sent = () => calls.filter(({ method, path }) => method === "POST" && path.endsWith("/messages"));

test("Enter sends and leaves the field ready; Shift+Enter begins a line; a blank message is none", async () => {
  await showDesk();
  await field().click();
  await userEvent.keyboard("  {Enter}");
  await expect.element(send()).toBeDisabled();
  await userEvent.keyboard("first{Shift>}{Enter}{/Shift}second");
  await expect.element(field()).toHaveAttribute("rows", "2");
  expect(sent()).toEqual([]);
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => sent().length).toBe(1);
  expect(sent()[0]?.body).toMatchObject({ uploads: [], text: "first\nsecond" });
  await expect.element(field()).toHaveValue("");
  await expect.element(field()).toHaveFocus();
});

test("Enter chooses a word while one is composed", async () => {
  await showDesk();
  await field().fill("にほん");
  const enter = (isComposing: boolean) =>
    field()
      .element()
      .dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", isComposing, bubbles: true, cancelable: true }));
  enter(true);
  await expect.element(field()).toHaveValue("にほん");
  expect(sent()).toEqual([]);
  enter(false);
  await expect.poll(() => sent().length).toBe(1);
});

test("text and files are there when the panel is opened again, and gone once they are sent", async () => {
  await showDesk();
  await field().fill("See the picture");
  paste(field().element(), picture("page.png"));
  await expect.element(named("page.png")).toBeVisible();
  await expect.element(send()).toBeEnabled();
  await showDesk();
  await expect.element(field()).toHaveValue("See the picture");
  await expect.element(named("page.png")).toBeVisible();
  await send().click();
  await expect.poll(() => sent()[0]?.body).toMatchObject({ text: "See the picture", uploads: [7] });
  await showDesk();
  await expect.element(field()).toHaveValue("");
  await expect.element(files()).not.toBeInTheDocument();
});

test("a pasted picture and a dropped one go with the message, which waits for them", async () => {
  const { promise, resolve: store } = Promise.withResolvers<void>();
  stored = promise;
  await showDesk();
  expect(paste(field().element()), "words are the browser's").toBe(false);
  expect(paste(field().element(), picture("pasted.png"))).toBe(true);
  expect(dropOn(field().element(), picture("dropped.png"))).toBe(true);
  await expect.element(named("pasted.png")).toMatchTextContent("0 %");
  await field().fill("Two pictures");
  await userEvent.keyboard("{Enter}");
  expect(sent()).toEqual([]);
  await expect.element(send()).toBeDisabled();
  store();
  await expect.element(send()).toBeEnabled();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => (sent()[0]?.body as { uploads: number[] } | undefined)?.uploads.toSorted()).toEqual([7, 8]);
});

test("a file is taken back by keyboard, and the focus is in the field again", async () => {
  await showDesk();
  paste(field().element(), picture("page.png"));
  await expect.element(send()).toBeEnabled();
  (detach("page.png").element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(files()).not.toBeInTheDocument();
  await expect.element(field()).toHaveFocus();
  await expect
    .poll(() => calls.filter(({ method }) => method === "DELETE").map(({ path }) => path))
    .toEqual(["/upload/user/4/7"]);
  await expect.element(send()).toBeDisabled();
});

test("a refused file says why and keeps nothing back; more files than fit are named", async () => {
  refusal = refuse(422, { code: "fileRefused", errors: [{ path: "file", code: "refusedType" }] });
  await showDesk();
  paste(field().element(), picture("broken.png"));
  await expect.element(named("broken.png")).toHaveAttribute("data-failed", "true");
  refusal = undefined;
  dropOn(field().element(), ...Array.from({ length: chatMaxFiles + 1 }, (_, place) => picture(`page-${place}.png`)));
  await expect
    .element(named(`page-${chatMaxFiles}.png`))
    .toMatchTextContent(t("ui.file.tooMany", { count: chatMaxFiles }));
  await expect.element(send()).toBeEnabled();
  await send().click();
  await expect.poll(() => (sent()[0]?.body as { uploads: number[] } | undefined)?.uploads.length).toBe(chatMaxFiles);
});

test("Escape ends an answer; a message that is changed takes no files", async () => {
  await showDesk({ kind: "reply", message });
  const answered = page.getByText(t("chats.replyTo", { name: "Ivan Petrov" }), { exact: false });
  await expect.element(answered).toBeVisible();
  await field().click();
  await userEvent.keyboard("{Escape}");
  await expect.element(answered).not.toBeInTheDocument();
  await field().fill("A draft");
  await showDesk({ kind: "edit", message });
  await expect.element(field()).toHaveValue("What are the fees?");
  paste(field().element(), picture("page.png"));
  dropOn(field().element(), picture("page.png"));
  await field().fill("What are the fees now?");
  await userEvent.keyboard("{Enter}");
  await expect
    .poll(() => calls.filter(({ method }) => method === "PATCH").map(({ body }) => body))
    .toEqual([{ text: "What are the fees now?" }]);
  // What was being written before is there again.
  await expect.element(field()).toHaveValue("A draft");
  await expect.element(files()).not.toBeInTheDocument();
  expect(calls.filter(({ path }) => path.startsWith("/upload/"))).toEqual([]);
});
