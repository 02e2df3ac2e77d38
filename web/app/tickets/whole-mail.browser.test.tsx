/** A comment that is a part of a mail: all of it is below, for the client and for staff. */
import type { TicketComment, TicketDetail } from "@portico/api/tickets.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { answerCalls, type Call, showWithCalls } from "../shell/testing/answer-calls.tsx";
import { signedIn, signedOut } from "../shell/testing/signed-in.ts";
import { t } from "../ui/testing/show.tsx";
import { Conversation } from "./conversation.tsx";
import type { useComments } from "./use-tickets.ts";

const holder = { holderType: "user", holderId: 4 } as const;
const comment = (id: number, more: Partial<TicketComment>): TicketComment => ({
  id,
  content: `Comment ${id}`,
  files: [],
  creator_type: "user",
  creator_id: 4,
  creator_name: "Anna",
  by_staff: false,
  internal: false,
  from_ticket: null,
  created_at: "2026-11-26T13:00:00.000Z",
  is_part_of_mail: false,
  refused_files: [],
  mailed_at: null,
  ...more,
});
const whole = "Yes.\n\n> Shall we sell?\n\n-- \nAnna";
let calls: Call[];
let isCut: boolean;
beforeEach(async () => {
  await signedIn();
  isCut = false;
  calls = answerCalls(() => ({ text: whole, is_cut: isCut }));
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await signedOut();
});

const show = (forStaff: boolean) =>
  showWithCalls(
    <Conversation
      holder={holder}
      forStaff={forStaff}
      ticket={
        {
          id: 7,
          content: "A question",
          files: [],
          merged: [],
          creator_name: "Anna",
          by_staff: false,
          created_at: "2026-11-26T12:00:00.000Z",
        } as unknown as TicketDetail
      }
      query={
        {
          data: {
            rows: [
              comment(1, { mailed_at: "2026-11-26T12:59:00.000Z" }),
              comment(2, { is_part_of_mail: true, mailed_at: "2026-11-26T09:00:00.000Z" }),
              comment(3, {}),
            ],
          },
          hasNextPage: false,
        } as unknown as ReturnType<typeof useComments>
      }
    />,
  );

test.each([false, true])(
  "it is folded, opened by key, and read in a language that is not known; staff: %s",
  async (forStaff) => {
    await show(forStaff);
    const summary = page.getByText(t("tickets.wholeMail"));
    await expect.element(summary).toBeVisible();
    expect(summary.elements()).toHaveLength(1);
    expect(calls).toEqual([]);
    summary.element().focus();
    await userEvent.keyboard("{Enter}");
    const text = page.getByText(/Shall we sell/);
    await expect.element(text).toBeVisible();
    expect(text.element().textContent).toBe(whole);
    expect(text.element().getAttribute("lang")).toBe("");
    expect(calls.map(({ path, search }) => path + search)).toEqual([
      `/ticket/user/4/7/comments/2/mail${forStaff ? "" : "?as=holder"}`,
    ]);
    await expect.element(page.getByText(t("tickets.wholeMail.isCut"))).not.toBeInTheDocument();
  },
);

test("a comment says that it came by mail, and when, if that was long before", async () => {
  isCut = true;
  await show(false);
  const items = page.getByRole("listitem").elements();
  expect(items.map((item) => item.textContent.includes(t("tickets.byMail")))).toEqual([false, true, true, false]);
  expect(items.map((item) => item.textContent.includes(t("tickets.byMail.arrived")))).toEqual([
    false,
    false,
    true,
    false,
  ]);
  await page.getByText(t("tickets.wholeMail")).click();
  await expect.element(page.getByText(t("tickets.wholeMail.isCut"))).toBeVisible();
});
