/** A failed run as admins see it: why, in their language, and the technical detail in English. */
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { show } from "../../ui/testing/show.tsx";
import { FailedRun } from "./job-runs.tsx";

const at = "2026-03-09T12:05:00Z";
const details = () => [...document.querySelectorAll('[lang="en"]')].map((element) => element.textContent);

test("the reason stands in a sentence, and what is only in English below it", async () => {
  const reason = { kind: "mailboxPortClosed", host: "mail.firm.example", port: 993 } as const;
  await show(<FailedRun job="tickets.watch-mailbox" at={at} failure={{ reason, detail: "ECONNREFUSED" }} />);
  await expect
    .element(page.getByText("Not available since then: mail.firm.example accepts no connections to port 993."))
    .toBeVisible();
  await expect.element(page.getByText("Technical detail: ECONNREFUSED")).toBeVisible();
  expect(details().at(-1)).toBe("ECONNREFUSED");
});

test("without a detail there is no second line", async () => {
  const reason = { kind: "mailboxFolderMissing", folder: "Replies", folders: "INBOX" } as const;
  await show(<FailedRun job="tickets.watch-mailbox" at={at} failure={{ reason, detail: null }} />);
  await expect.element(page.getByText(/the mailbox has no folder Replies; it has INBOX\.$/)).toBeVisible();
  expect(page.getByText(/Technical detail/).query()).toBeNull();
});

test("a mail that was set aside is named with the time at which it was sent, in the reader's format", async () => {
  const reason = { kind: "mailSetAside", messageId: "<a@mail.example>", sentAt: at } as const;
  await show(<FailedRun job="tickets.read-mailbox" at={at} failure={{ reason, detail: "the parser broke" }} />);
  await expect
    .element(page.getByText(/set aside: Message-ID <a@mail\.example>, sent on 9 March 2026 at 14:05\. It is still/))
    .toBeVisible();
});

test("any other job just failed, with its error as the detail", async () => {
  const failure = { reason: { kind: "unexpected" }, detail: "the disk was full" } as const;
  await show(<FailedRun job="retention" at={at} failure={failure} />);
  await expect.element(page.getByText("Failed: an unexpected error occurred.")).toBeVisible();
  await expect.element(page.getByText("Technical detail: the disk was full")).toBeVisible();
});
