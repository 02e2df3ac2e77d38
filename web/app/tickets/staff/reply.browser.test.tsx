/** Staff's answer and note: kept apart, sent to whom they are meant for, and not over a colleague's answer. */
import type { TicketComment, TicketDetail } from "@portico/api/tickets.ts";
import { useEffect, useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { closeConfirmation } from "../../shell/dialogs/confirmation.ts";
import { ConfirmationHost } from "../../shell/dialogs/confirmation-host.tsx";
import { answerCalls, type Call, paste, picture, refuse, showPage } from "../../shell/testing/answer-calls.tsx";
import { signedIn, signedOut } from "../../shell/testing/signed-in.ts";
import { t } from "../../ui/testing/show.tsx";
import { commentOf, ticketOf } from "../testing/ticket-of.ts";
import { Reply } from "./reply.page.tsx";

const holder = { holderType: "user", holderId: 4 } as const;
const ticket = ticketOf({ can: { comment: true, note: true, attach: true, resolve: true } });
let calls: Call[];
let answer: (call: Call) => unknown;
/** Adds a comment as the socket's event would. */
let arrive: (comment: TicketComment) => void;

beforeEach(async () => {
  await signedIn({ id: 2, name: "Olga Office", role: "office" });
  answer = () => ({});
  calls = answerCalls((call) => {
    const { method, path } = call;
    if (path.startsWith("/canned-answer")) return { language: "en", answers: [], values: { today: "2026-11-28" } };
    if (path.startsWith("/file/") && method === "POST")
      return { id: 21, name: "screenshot.png", size: 70, media_type: "image/png", state: "clean" };
    if (method === "GET") return { tickets: [ticket, ticketOf({ id: 8 })], nextCursor: null, count: 2, queues: null };
    return answer(call);
  });
});
afterEach(async () => {
  closeConfirmation();
  vi.unstubAllGlobals();
  await signedOut();
});

function Replying({ of, first }: { of: TicketDetail; first: TicketComment[] }) {
  const [comments, setComments] = useState(first);
  useEffect(() => {
    arrive = (comment) => setComments((before) => [...before, comment]);
  }, []);
  return (
    <>
      <Reply holder={holder} ticket={of} comments={comments} />
      <ConfirmationHost />
    </>
  );
}
const showReply = (of = ticket, first = [commentOf(1), commentOf(2, { by_staff: true, creator_id: 3 })]) =>
  showPage(<Replying of={of} first={first} />, { at: "/en" });

const answerText = () => page.getByRole("textbox", { name: t("admin.tickets.answer.label") });
const noteText = () => page.getByRole("textbox", { name: t("admin.tickets.note.label") });
const kind = (of: "answer" | "note") => page.getByRole("radio", { name: t(`admin.tickets.${of}`) });
const button = (name: string) => page.getByRole("button", { name, exact: true });
const sent = () => calls.filter(({ method, path }) => method === "POST" && path.endsWith("/comments"));
const changes = () =>
  calls.filter(({ method, path }) => method === "PATCH" || path.endsWith("/comments")).map(({ path }) => path);

test("an answer goes to the client, with the last answer that its writer saw", async () => {
  await showReply();
  await answerText().fill("Here it is.");
  await button(t("admin.tickets.answer.send")).click();
  await expect.element(answerText()).toHaveValue("");
  expect(sent().map(({ path, body }) => [path, body])).toEqual([
    [
      "/ticket/user/4/7/comments",
      { content: "Here it is.", key: expect.any(String), internal: false, files: [], seen: 2 },
    ],
  ]);
});

test("a note is for staff alone, with its files; what was begun as an answer is not sent as one", async () => {
  await showReply();
  await answerText().fill("Dear client");
  await kind("note").click();
  await expect.element(noteText()).toHaveValue("");
  await noteText().fill("He called.");
  paste(noteText().element(), picture("screenshot.png"));
  await expect
    .element(page.getByRole("button", { name: t("ui.file.remove", { name: "screenshot.png" }) }))
    .toBeVisible();
  expect(calls.find(({ path }) => path.startsWith("/file/"))?.body).toMatchObject({ forStaff: true });
  await expect.element(button(t("admin.tickets.sendAndResolve"))).not.toBeInTheDocument();
  await button(t("admin.tickets.note.send")).click();
  await expect.element(noteText()).toHaveValue("");
  expect(sent().map(({ body }) => body)).toEqual([
    { content: "He called.", key: expect.any(String), internal: true, files: [21] },
  ]);
  await kind("answer").click();
  await expect.element(answerText()).toHaveValue("Dear client");
});

test("who is only the client's colleague in this writes no note and resolves nothing", async () => {
  await showReply(ticketOf({ can: { comment: true } }));
  await expect.element(answerText()).toBeVisible();
  await expect.element(kind("note")).not.toBeInTheDocument();
  await expect.element(button(t("admin.tickets.sendAndResolve"))).not.toBeInTheDocument();
  await expect.element(page.getByText(t("tickets.write.files"))).not.toBeInTheDocument();
});

test("send and resolve: first the answer, then the ticket; a refused answer resolves nothing and stays", async () => {
  answer = () => refuse(409, { code: "stateConflict" });
  await showReply();
  await answerText().fill("Here it is.");
  await button(t("admin.tickets.sendAndResolve")).click();
  await expect.element(page.getByText(t("error.stateConflict"))).toBeVisible();
  await expect.element(answerText()).toHaveValue("Here it is.");
  expect(changes()).toEqual(["/ticket/user/4/7/comments"]);
  answer = () => ({});
  await button(t("admin.tickets.sendAndResolve")).click();
  await expect.element(answerText()).toHaveValue("");
  await expect
    .poll(changes)
    .toEqual(["/ticket/user/4/7/comments", "/ticket/user/4/7/comments", "/ticket/user/4/7/resolve"]);
});

test("send and go on: the next ticket of the queue, not this one", async () => {
  const { address } = await showReply();
  await answerText().fill("Here it is.");
  await button(t("admin.tickets.sendAndNext")).click();
  await expect.poll(address).toMatch(/^\/en\/admin\/user\/4\/tickets\/8\b/);
  expect(sent()).toHaveLength(1);
});

test("a colleague's answer that comes while one is written is shown, and counts as seen only once it was read", async () => {
  const colleagues = commentOf(5, {
    by_staff: true,
    creator_id: 3,
    creator_name: "Vera Koleva",
    content: "I sent it.",
  });
  const title = page.getByText(t("admin.tickets.newerAnswer.title", { name: "Vera Koleva" }));
  answer = ({ body }) =>
    (body as { seen: number }).seen < 5 ? refuse(409, { code: "newerAnswer", by: "Vera Koleva" }) : {};
  await showReply();
  await answerText().fill("Here it is.");
  // One's own is none, and a note neither.
  arrive(commentOf(3, { by_staff: true, creator_id: 2 }));
  arrive(commentOf(4, { by_staff: true, creator_id: 3, internal: true }));
  await expect.element(title).not.toBeInTheDocument();
  arrive(colleagues);
  await expect.element(title).toBeVisible();
  await expect.element(page.getByText("I sent it.")).toBeVisible();
  await button(t("admin.tickets.answer.send")).click();
  await expect.element(page.getByText(t("admin.tickets.newerAnswer", { name: "Vera Koleva" }))).toBeVisible();
  await expect.element(answerText()).toHaveValue("Here it is.");
  await button(t("admin.tickets.newerAnswer.read")).click();
  await expect.element(title).not.toBeInTheDocument();
  await button(t("admin.tickets.answer.send")).click();
  await expect.element(answerText()).toHaveValue("");
  expect(sent().map(({ body }) => (body as { seen: number }).seen)).toEqual([2, 5]);
});
