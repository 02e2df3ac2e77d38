/** Looking after a ticket by hand: assigned, arranged, resolved, closed, merged. */
import type { TicketDetail, TicketRow } from "@portico/api/tickets.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { closeConfirmation } from "../../shell/dialogs/confirmation.ts";
import { ConfirmationHost } from "../../shell/dialogs/confirmation-host.tsx";
import { answerCalls, type Call, refuse, showPage } from "../../shell/testing/answer-calls.tsx";
import { signedIn, signedOut } from "../../shell/testing/signed-in.ts";
import { t } from "../../ui/testing/show.tsx";
import { ticketOf, topics } from "../testing/ticket-of.ts";
import { Unmerge } from "./merging.tsx";
import { TicketCare } from "./ticket-care.tsx";

const holder = { holderType: "user", holderId: 4 } as const;
const all = { resolve: true, assign: true, close: true, arrange: true, merge: true };
const answered = { id: 2, at: "2026-11-26T13:00:00.000Z", by: "Olga Office" };
let calls: Call[];
let answer: (call: Call) => unknown;
let open: TicketRow[];
let assigned: TicketRow[];
/** What was searched for among the tickets to merge into. */
let searches: string[];

beforeEach(async () => {
  await signedIn({ id: 2, name: "Olga Office", role: "office" });
  answer = () => ({});
  open = [];
  assigned = [];
  searches = [];
  calls = answerCalls((call) => {
    const { method, path, search } = call;
    if (method !== "GET") return answer(call);
    if (path === "/ticket/topics") return topics;
    if (path === "/ticket/tags") return ["urgent"];
    if (path === "/ticket") {
      const asked = new URLSearchParams(search);
      searches.push(asked.get("search") ?? "");
      return { tickets: asked.get("state") === "open" ? open : assigned, nextCursor: null, count: null, queues: null };
    }
    return [
      { id: 2, name: "Olga Office" },
      { id: 3, name: "Vera Koleva" },
    ];
  });
});
afterEach(async () => {
  closeConfirmation();
  vi.unstubAllGlobals();
  await signedOut();
});

const showCare = (ticket: TicketDetail) =>
  showPage(
    <>
      <TicketCare holder={holder} ticket={ticket} />
      <ConfirmationHost />
    </>,
    { path: "/en/admin/:profileMode/:id/tickets/:ticketId", at: "/en/admin/user/4/tickets/7" },
  );
const choice = (name: string) => page.getByRole("combobox", { name });
const button = (name: string) => page.getByRole("button", { name, exact: true });
const changes = () => calls.filter(({ method }) => method !== "GET").map(({ path, body }) => [path, body]);

test("it is given to a colleague, to nobody, or taken", async () => {
  await showCare(ticketOf({ can: all, staff: { priority: "normal", assigned_to: 3, tags: [], watched: false } }));
  const who = choice(t("tickets.list.assigned"));
  await expect.element(who).toHaveValue("3");
  await who.selectOptions("");
  await expect.poll(changes).toEqual([["/ticket/7/assign", { admin_id: null }]]);
  await expect.element(who).toBeEnabled();
  await who.selectOptions("2");
  await expect.poll(() => changes().at(-1)).toEqual(["/ticket/7/assign", { admin_id: 2 }]);
  await expect.element(button(t("admin.tickets.take"))).toHaveAttribute("type", "button");
  await button(t("admin.tickets.take")).click();
  await expect.poll(() => changes().length).toBe(3);
  expect(changes().at(-1)).toEqual(["/ticket/7/assign", { admin_id: 2 }]);
});

test("one's own is not taken again; without the right nothing can be changed", async () => {
  await showCare(ticketOf({ can: all, staff: { priority: "normal", assigned_to: 2, tags: [], watched: false } }));
  await expect.element(choice(t("tickets.list.assigned"))).toHaveValue("2");
  await expect.element(button(t("admin.tickets.take"))).not.toBeInTheDocument();
  await showCare(ticketOf());
  for (const label of [t("tickets.list.assigned"), t("tickets.list.topic"), t("admin.tickets.priority")]) {
    await expect.element(page.getByRole("term").filter({ hasText: label }).first()).toBeVisible();
    await expect.element(choice(label)).not.toBeInTheDocument();
  }
  for (const name of [
    t("admin.tickets.take"),
    t("tickets.resolve"),
    t("admin.tickets.merge"),
    t("admin.tickets.close.action"),
  ])
    await expect.element(button(name)).not.toBeInTheDocument();
});

test("topic and priority are changed alone; a topic that the firm removed stays until another is chosen", async () => {
  await showCare(ticketOf({ can: all, topic: "old" }));
  const topic = choice(t("tickets.list.topic"));
  await expect.element(topic).toHaveValue("old");
  await topic.selectOptions("fees");
  await expect.poll(changes).toEqual([["/ticket/7/arrange", { topic: "fees" }]]);
  await expect.element(choice(t("admin.tickets.priority"))).toBeEnabled();
  await choice(t("admin.tickets.priority")).selectOptions("urgent");
  await expect.poll(() => changes().at(-1)).toEqual(["/ticket/7/arrange", { priority: "urgent" }]);
});

test("by keyboard a colleague is given the ticket only on Enter, not on the way there", async () => {
  await showCare(ticketOf({ can: all }));
  const who = choice(t("tickets.list.assigned"));
  await expect.element(who.getByRole("option", { name: "Vera Koleva" })).toBeInTheDocument();
  who.element().focus();
  await userEvent.keyboard("{ArrowDown}{ArrowDown}");
  await expect.element(who).toHaveValue("3");
  expect(changes()).toEqual([]);
  await userEvent.keyboard("{Enter}");
  await expect.poll(changes).toEqual([["/ticket/7/assign", { admin_id: 3 }]]);
});

test("what was answered is resolved at once, what was not after a question", async () => {
  await showCare(ticketOf({ can: all, last_answer: answered }));
  await button(t("tickets.resolve")).click();
  await expect.poll(changes).toEqual([["/ticket/user/4/7/resolve", {}]]);
  await showCare(ticketOf({ can: all }));
  await button(t("tickets.resolve")).click();
  const question = page.getByRole("dialog", { name: t("admin.tickets.resolveUnanswered.title") });
  await expect.element(question).toBeVisible();
  expect(changes()).toHaveLength(1);
  await question.getByRole("button", { name: t("tickets.resolve"), exact: true }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(changes()).toHaveLength(2);
});

test("who was never answered is not closed without a word; who was, may be", async () => {
  await showCare(ticketOf({ can: all }));
  await button(t("admin.tickets.close.action")).click();
  const question = page.getByRole("dialog", {
    name: t("admin.tickets.close.title", { title: "A statement is missing" }),
  });
  const confirm = question.getByRole("button", { name: t("admin.tickets.close.confirm"), exact: true });
  await expect.element(confirm).toBeDisabled();
  await question.getByRole("textbox", { name: t("admin.tickets.close.message") }).fill("It is in your documents.");
  await confirm.click();
  await expect.poll(changes).toEqual([["/ticket/7/close", { message: "It is in your documents." }]]);
  await showCare(ticketOf({ can: all, last_answer: answered }));
  await button(t("admin.tickets.close.action")).click();
  await confirm.click();
  await expect.poll(() => changes().at(-1)).toEqual(["/ticket/7/close", {}]);
});

test("what staff wrote for the client themselves is resolved and closed without a question about an answer", async () => {
  await showCare(ticketOf({ can: all, by_staff: true }));
  await button(t("tickets.resolve")).click();
  await expect.poll(changes).toEqual([["/ticket/user/4/7/resolve", {}]]);
});

test("tags are saved by what changed alone", async () => {
  await showCare(
    ticketOf({ can: all, staff: { priority: "normal", assigned_to: null, tags: ["tax"], watched: false } }),
  );
  const tags = choice(t("admin.tickets.tags"));
  await expect.element(tags).toBeInTheDocument();
  tags.element().focus();
  await userEvent.keyboard(" VIP {Enter}");
  await expect.poll(changes).toEqual([["/ticket/7/arrange", { add_tags: ["vip"], remove_tags: [] }]]);
  await expect.element(tags).not.toHaveAttribute("readonly");
  tags.element().focus();
  await userEvent.keyboard("{Backspace}");
  await expect.poll(() => changes().at(-1)).toEqual(["/ticket/7/arrange", { add_tags: [], remove_tags: ["tax"] }]);
});

test("merging offers the holder's other unfinished tickets, goes into the chosen one and leads there", async () => {
  open = [ticketOf({ id: 7 }), ticketOf({ id: 9, title: "June again" })];
  assigned = [ticketOf({ id: 12, title: "Where is June?" })];
  const { address } = await showCare(ticketOf({ can: all }));
  await button(t("admin.tickets.merge")).click();
  const dialog = page.getByRole("dialog", {
    name: t("admin.tickets.merge.title", { title: "A statement is missing" }),
  });
  const into = dialog.getByRole("combobox", { name: t("admin.tickets.merge.into") });
  const merge = dialog.getByRole("button", { name: t("admin.tickets.merge.action"), exact: true });
  await expect.element(merge).toBeDisabled();
  await into.click();
  await expect
    .poll(() =>
      page
        .getByRole("option")
        .elements()
        .map(({ textContent }) => textContent)
        .filter((text) => text.startsWith("#")),
    )
    .toEqual(["#12 Where is June?", "#9 June again"]);
  await into.fill("again");
  await expect.poll(() => searches).toContain("again");
  await page.getByRole("option", { name: "#9 June again" }).click();
  await expect.element(into).toHaveValue("#9 June again");
  answer = () => refuse(409, { code: "stateConflict" });
  await merge.click();
  await expect.element(dialog.getByText(t("error.stateConflict"))).toBeVisible();
  await expect.element(into).toHaveValue("#9 June again");
  answer = () => ({});
  await merge.click();
  await expect.poll(address).toBe("/en/admin/user/4/tickets/9");
  expect(changes()).toEqual([1, 2].map(() => ["/ticket/7/merge", { into: 9 }]));
});

test("without another ticket there is nothing to merge into", async () => {
  open = [ticketOf({ id: 7 })];
  await showCare(ticketOf({ can: all }));
  await button(t("admin.tickets.merge")).click();
  await expect.element(page.getByText(t("admin.tickets.merge.none"))).toBeVisible();
  await expect.element(button(t("admin.tickets.merge.action"))).toBeDisabled();
});

test("a merge is undone", async () => {
  await showPage(<Unmerge id={7} until="2026-11-27T12:00:00.000Z" />);
  await button(t("admin.tickets.unmerge")).click();
  await expect.poll(changes).toEqual([["/ticket/7/unmerge", {}]]);
});
