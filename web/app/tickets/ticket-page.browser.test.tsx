/** A ticket on the client's page: answered, resolved, and where a text goes that it no longer takes. */
import type { TicketComment, TicketDetail } from "@portico/api/tickets.ts";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { alert } from "../shell/dialogs/alert.ts";
import { Snackbar } from "../shell/dialogs/snackbar.tsx";
import { answerCalls, type Call, refuse, showPage } from "../shell/testing/answer-calls.tsx";
import { signedIn, signedOut } from "../shell/testing/signed-in.ts";
import { t } from "../ui/testing/show.tsx";
import { Conversation } from "./conversation.tsx";
import { MessageText } from "./message-text.tsx";
import { NewTicketForm } from "./new-ticket-form.tsx";
import { commentOf, ticketOf, topics } from "./testing/ticket-of.ts";
import TicketPage from "./ticket.page.tsx";
import type { useComments } from "./use-tickets.ts";

let calls: Call[];
/** As the server has it. */
let ticket: TicketDetail;
let comments: TicketComment[];
let answer: () => unknown;

beforeAll(() => MessageText.load());
beforeEach(async () => {
  await signedIn();
  ticket = ticketOf({ staff: null, can: { comment: true, attach: true, resolve: true } });
  comments = [];
  answer = () => ({});
  calls = answerCalls(({ method, path }) => {
    if (method !== "GET") return answer();
    if (path === "/ticket/topics") return topics;
    return path.endsWith("/comments") ? { comments, nextCursor: null } : ticket;
  });
});
afterEach(async () => {
  alert.clear();
  vi.unstubAllGlobals();
  await signedOut();
});

const showTicket = () =>
  showPage(
    <>
      <TicketPage />
      <Snackbar />
    </>,
    { path: "/en/tickets/:id", at: "/en/tickets/7" },
  );
const text = () => page.getByRole("textbox", { name: t("tickets.reply.label") });
const button = (name: string) => page.getByRole("button", { name, exact: true });
const changes = () => calls.filter(({ method }) => method !== "GET").map(({ path, body }) => [path, body]);

test("the newest comes last; what staff wrote, and what a merged ticket began with, says so", async () => {
  comments = [
    commentOf(1, { created_at: "2026-11-26T13:00:00.000Z" }),
    commentOf(2, { created_at: "2026-11-26T15:00:00.000Z", by_staff: true, creator_name: "Olga" }),
  ];
  ticket = ticketOf({
    merged: [{ ...ticketOf({ id: 5, content: "Asked twice." }), created_at: "2026-11-26T14:00:00.000Z" }],
  });
  await showTicket();
  await expect.element(page.getByText("Comment 2")).toBeVisible();
  const items = page.getByRole("log").getByRole("listitem").elements();
  expect(
    items.map(({ textContent }) => /The one of June|Comment 1|Asked twice|Comment 2/.exec(textContent)?.[0]),
  ).toEqual(["The one of June", "Comment 1", "Asked twice", "Comment 2"]);
  expect(items.map(({ textContent }) => textContent.includes(t("tickets.ofFirm")))).toEqual([
    false,
    false,
    false,
    true,
  ]);
  expect(items[2]?.textContent).toContain(t("tickets.fromMerged", { number: "5" }));
});

test("a note of staff is marked as one, not as an answer of the firm", async () => {
  const rows = [commentOf(1, { by_staff: true, internal: true }), commentOf(2, { by_staff: true })];
  await showPage(
    <Conversation
      holder={{ holderType: "user", holderId: 4 }}
      forStaff
      ticket={ticketOf()}
      query={{ data: { rows }, hasNextPage: false } as unknown as ReturnType<typeof useComments>}
    />,
  );
  const items = page.getByRole("listitem").elements() as HTMLElement[];
  // It has another colour than an answer.
  expect(items.map(({ dataset }) => dataset["side"])).toEqual(["client", "note", "firm"]);
  expect(items.map(({ textContent }) => textContent.includes(t("admin.tickets.internal")))).toEqual([
    false,
    true,
    false,
  ]);
  expect(items.map(({ textContent }) => textContent.includes(t("tickets.ofFirm")))).toEqual([false, false, true]);
});

test("what is changed after a refusal is another text, with a key of its own", async () => {
  answer = () => refuse(409, { code: "stateConflict" });
  await showTicket();
  await text().fill("Thank you.");
  await button(t("tickets.reply.send")).click();
  await expect.poll(() => changes().length).toBe(1);
  await expect.element(text()).not.toHaveAttribute("readonly");
  await text().fill("Thank you!");
  await button(t("tickets.reply.send")).click();
  await expect.poll(() => changes().length).toBe(2);
  expect(new Set(changes().map(([, body]) => (body as { key: string }).key)).size).toBe(2);
});

test("an answer is sent once, and a refused one stays as it was typed", async () => {
  answer = () => refuse(409, { code: "ticketMerged" });
  await showTicket();
  await text().fill("Thank you.");
  await button(t("tickets.reply.send")).click();
  await expect.element(page.getByText(t("error.ticketMerged"))).toBeVisible();
  await expect.element(text()).toHaveValue("Thank you.");
  answer = () => ({});
  await button(t("tickets.reply.send")).click();
  await expect.element(text()).toHaveValue("");
  expect(changes()).toEqual(
    [1, 2].map(() => ["/ticket/user/4/7/comments", { content: "Thank you.", key: expect.any(String), files: [] }]),
  );
});

test("the client resolves it; the page shows what the server has then, and an answer would open it again", async () => {
  await showTicket();
  const resolve = button(t("tickets.resolve"));
  await expect.element(resolve).toBeVisible();
  ticket = ticketOf({ state: "resolved", closes_at: "2026-12-05T12:00:00.000Z", can: { comment: true } });
  await resolve.click();
  await expect.element(page.getByText(`${t("ui.alert.success")}: ${t("tickets.resolved")}`)).toBeVisible();
  await expect.element(page.getByRole("heading", { name: t("tickets.reply.reopen") })).toBeVisible();
  await expect.element(resolve).not.toBeInTheDocument();
  expect(changes()).toEqual([["/ticket/user/4/7/resolve", {}]]);
});

test("a text for a ticket that was closed meanwhile goes on in a new one, which refers to it", async () => {
  await showTicket();
  await text().fill("One more thing.");
  ticket = ticketOf({ state: "closed" });
  const { address, state } = await showTicket();
  await expect.element(text()).not.toBeInTheDocument();
  await button(t("tickets.moveToNew")).click();
  await expect.poll(address).toBe("/en/tickets/new");
  expect(state()).toEqual({ path: "/tickets/7", title: "A statement is missing" });
  await showPage(
    <NewTicketForm
      holder={{ holderType: "user", holderId: 4 }}
      topics={topics}
      label={t("tickets.new.content")}
      onCreated={() => undefined}
    />,
  );
  await expect.element(page.getByRole("textbox", { name: t("tickets.new.content") })).toHaveValue("One more thing.");
  await expect
    .element(page.getByRole("textbox", { name: t("tickets.list.title") }))
    .toHaveValue("A statement is missing");
  await showTicket();
  await expect.element(page.getByRole("link", { name: t("tickets.new.action") })).toBeVisible();
  await expect.element(button(t("tickets.moveToNew"))).not.toBeInTheDocument();
});

test("a text for a ticket that was merged goes on in the other one, after what is there", async () => {
  await showTicket();
  await text().fill("Second.");
  ticket = ticketOf({ id: 9, can: { comment: true } });
  await showPage(<TicketPage />, { path: "/en/tickets/:id", at: "/en/tickets/9" });
  await text().fill("First.");
  ticket = ticketOf({ state: "closed", continues: { id: 9, title: "June again", service: null, undo_until: null } });
  const { address } = await showTicket();
  await expect.element(page.getByRole("link", { name: "#9 June again" })).toHaveAttribute("href", "/en/tickets/9");
  await button(t("tickets.moveText", { number: "9" })).click();
  await expect.poll(address).toBe("/en/tickets/9");
  ticket = ticketOf({ id: 9, can: { comment: true } });
  await showPage(<TicketPage />, { path: "/en/tickets/:id", at: "/en/tickets/9" });
  await expect.element(text()).toHaveValue("First.\n\nSecond.");
});

test("the topic that was chosen is sent; one that is not offered any more is not", async () => {
  const form = (offered: typeof topics) =>
    showPage(
      <NewTicketForm
        holder={{ holderType: "user", holderId: 4 }}
        topics={offered}
        label={t("tickets.new.content")}
        onCreated={() => undefined}
      />,
    );
  await form(topics);
  await page.getByRole("combobox", { name: t("tickets.list.topic") }).selectOptions("fees");
  await page.getByRole("textbox", { name: t("tickets.list.title") }).fill("Fee");
  await page.getByRole("textbox", { name: t("tickets.new.content") }).fill("Why?");
  answer = () => refuse(400, { code: "badInput", errors: [{ path: "topic", code: "notAllowed" }] });
  await button(t("tickets.new.send")).click();
  await expect.element(page.getByText(t("field.notAllowed"))).toBeVisible();
  await form(topics.slice(0, 1));
  answer = () => ticket;
  await button(t("tickets.new.send")).click();
  await expect.poll(() => changes().length).toBe(2);
  expect(changes().map(([, body]) => (body as { topic?: string }).topic)).toEqual(["fees", undefined]);
});
