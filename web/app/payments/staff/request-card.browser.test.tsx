/** A request as staff see it: whose it is, what it asks for, what can be done with it. */
import type { RequestRow } from "@portico/api/payments/requests.ts";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { show, t } from "../../ui/testing/show.tsx";
import { RequestCard } from "./request-card.tsx";

const request: RequestRow = {
  id: 7,
  holder_type: "company",
  holder_id: 3,
  holderName: "Vitosha OOD",
  client_number: "P100007",
  type: "deposit",
  userMsg: "Next week",
  transactionInfo: { sum: "1500.50", currency: "EUR" },
  state: "open",
  created_at: "2026-03-09T12:05:00Z",
  created_by: "Ana Petrova",
  handled_at: null,
  handled_by: null,
  staffMessage: null,
  reference: null,
  withdrawal: null,
  matches: [],
  rest: "1500.50",
  unmatched: [],
  cash: null,
  can: { handle: true, finish: true, pay: false, match: false, unmatch: false, return: false, matchFee: false },
};

test("a company's request stands under the company's name and number, with who sent it", async () => {
  await show(
    <ul>
      <li>
        <RequestCard request={request} onHandle={() => undefined} worker="Irene Internal" />
      </li>
    </ul>,
  );
  const card = page.getByRole("listitem");
  await expect.element(card).toMatchTextContent("Irene Internal");
  await expect.element(card).toMatchTextContent("Vitosha OOD");
  await expect.element(card).toMatchTextContent(t("admin.requests.clientNumber", { number: "P100007" }));
  await expect.element(card).toMatchTextContent(/1,500\.50 EUR/);
  await expect.element(card).toMatchTextContent("Next week");
  await expect
    .element(card)
    .toMatchTextContent(t("admin.requests.sent", { time: "9 March 2026 at 14:05", name: "Ana Petrova" }));
  // Only a person has a profile of this address.
  expect(card.getByRole("link").query()).toBeNull();
});

test("a person's request leads to the person; it is done or declined by whoever may", async () => {
  const onHandle = vi.fn();
  const own: RequestRow = { ...request, holder_type: "user", holderName: "Ana Petrova" };
  const { rerender } = await show(<RequestCard request={own} onHandle={onHandle} />);
  await expect
    .element(page.getByRole("link", { name: "Ana Petrova" }))
    .toHaveAttribute("href", "/en/admin/user/3/profile");
  await page.getByRole("button", { name: t("admin.requests.handle.done") }).click();
  await page.getByRole("button", { name: t("admin.requests.handle.declined") }).click();
  expect(onHandle.mock.calls).toEqual([["done"], ["declined"]]);
  await rerender(
    <RequestCard
      request={{
        ...own,
        can: { handle: false, finish: false, pay: false, match: false, unmatch: false, return: false, matchFee: false },
      }}
      onHandle={onHandle}
    />,
  );
  await expect.element(page.getByRole("button")).not.toBeInTheDocument();
});
