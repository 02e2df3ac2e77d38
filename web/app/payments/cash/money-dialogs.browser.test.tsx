/** Withdrawing and announcing a deposit by hand: amounts as typed, the fee, accounts that wait, the code, refusals. */
import type { BankAccount } from "@portico/api/payments/accounts.ts";
import type { WithdrawalFee } from "@portico/api/rules/withdrawal-fee.ts";
import type { NotAlone } from "@portico/api/signing-authority.ts";
import { catalogue as moneyInBulgarian } from "@portico/messages/generated/money.bg.ts";
import { catalogue as portalInBulgarian } from "@portico/messages/generated/portal.bg.ts";
import { createText } from "@portico/messages/text.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { ApiProvider } from "../../shell/calls/api.tsx";
import { signedIn, signedOut } from "../../shell/testing/signed-in.ts";
import type { SentOnce } from "../../shell/unsent/use-kept-draft.ts";
import { show, t } from "../../ui/testing/show.tsx";
import { TextProvider } from "../../ui/text.tsx";
import WithdrawDialog from "../withdrawals/withdraw-dialog.tsx";
import { emptyWithdrawal } from "../withdrawals/withdrawal-draft.ts";
import DepositDialog from "./deposit-dialog.tsx";

const accountOf = (id: number, iban: string, more: Partial<BankAccount> = {}): BankAccount => ({
  id,
  name: "",
  iban,
  number: null,
  bic: null,
  bank: null,
  country: null,
  currency: "EUR",
  owner: "Ivan Petrov",
  state: "confirmed",
  refusal: null,
  isDefault: false,
  usable_from: "2026-01-02T00:00:00.000Z",
  isWaiting: false,
  nameCheck: null,
  fromForm: true,
  isInUse: false,
  created_at: "2026-01-01T00:00:00.000Z",
  changed_at: "2026-01-01T00:00:00.000Z",
  created_by: null,
  changed_by: null,
  can: { decide: false },
  ...more,
});
const payable = accountOf(1, "BG80BNBG96611020345678", { isDefault: true });
const waiting = accountOf(2, "DE89370400440532013000", { isWaiting: true, usable_from: "2026-12-01T09:00:00.000Z" });
const unconfirmed = accountOf(3, "PL61109010140000071219812874", { state: "new" });

interface Sent {
  path: string;
  body: { transactionInfo?: { sum: string; accountId?: number }; sum?: string; string?: string; for?: string };
}
let sent: Sent[];
let accounts: BankAccount[];
/** Answers to the requests in turn; when they are used up, the request is made. */
let refusals: { status: number; code: string; errors?: { path: string; code: string }[] }[];
/** Why others must confirm too, as the call that mails a code answers. */
let why: NotAlone[];
let queries: QueryClient;

beforeEach(async () => {
  await signedIn();
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  sent = [];
  refusals = [];
  why = [];
  accounts = [payable];
  vi.stubGlobal("fetch", async (input: Request | string | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    const { pathname: path } = new URL(request.url);
    if (request.method === "GET")
      return Response.json(
        path.endsWith("/factors")
          ? { authenticator: false, validation: ["mail"], passkeys: [] }
          : { accounts, version: 1 },
      );
    sent.push({ path, body: (await request.json()) as Sent["body"] });
    if (path.endsWith("/code")) return Response.json({ for: `withdrawal:user/4/new:${sent.length}`, why });
    const refusal = path.endsWith("/transaction") ? refusals.shift() : undefined;
    if (refusal) return Response.json({ ...refusal, title: refusal.code }, { status: refusal.status });
    return Response.json(path.endsWith("/transaction") ? { id: 9, state: "open" } : { valid: true });
  });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await signedOut();
});

const inBulgarian = { ...portalInBulgarian, ...moneyInBulgarian };
const onSent = vi.fn();
const flat: WithdrawalFee = { kind: "amount", value: "5.00", currency: "EUR", minimum: null };
function Withdrawing({ fees = [] }: { fees?: WithdrawalFee[] }) {
  const [draft, setDraft] = useState(() => emptyWithdrawal("EUR"));
  const [sent, setSent] = useState<SentOnce>();
  return (
    <QueryClientProvider client={queries}>
      <ApiProvider base={location.origin}>
        <WithdrawDialog
          opened
          onClose={() => undefined}
          kept={{ draft, setDraft, sent, setSent }}
          onSent={onSent}
          cash={[{ currency: "EUR", available: "1000.00" }]}
          fees={fees}
          needed={1}
        />
      </ApiProvider>
    </QueryClientProvider>
  );
}
const sum = () => page.getByRole("textbox", { name: t("money.out.sum") });
const button = (key: "money.out.review" | "money.out.send" | "money.out.change" | "money.announce.send") =>
  page.getByRole("button", { name: t(key) });
const asked = () => sent.filter(({ path }) => path.endsWith("/transaction"));

test("more than the cash, no amount, and one that may be thousands are said at the field, and stay as typed", async () => {
  await show(<Withdrawing />);
  for (const [typed, fault] of [
    ["1,000.01", t("money.error.tooMuch", { available: "1,000.00 EUR" })],
    ["", t("money.error.sum", { decimals: 2 })],
    ["-5", t("money.error.sum", { decimals: 2 })],
    ["1.500", t("money.error.sum", { decimals: 2 })],
  ] as const) {
    await sum().fill(typed);
    await button("money.out.review").click();
    await expect.element(page.getByText(fault)).toBeVisible();
    await expect.element(sum()).toHaveValue(typed);
  }
  expect(sent).toEqual([]);
});

test("a cent more than the cash less the fee is refused at the field; what arrives and what leaves is said before the code", async () => {
  await show(<Withdrawing fees={[flat]} />);
  await sum().fill("995.01");
  await button("money.out.review").click();
  await expect
    .element(page.getByText(t("money.error.tooMuchWithFee", { available: "1,000.00 EUR", fee: "5.00 EUR" })))
    .toBeVisible();
  await sum().fill("995");
  await button("money.out.review").click();
  const facts = () =>
    page
      .getByRole("dialog")
      .element()
      .querySelector("dl")
      ?.innerText.replaceAll("\u00a0", " ")
      .split("\n")
      .filter(Boolean);
  await vi.waitFor(() =>
    expect(facts()).toEqual([
      t("money.out.arrives"),
      "995.00 EUR",
      t("money.out.fee"),
      "5.00 EUR",
      t("money.out.leaves"),
      "1,000.00 EUR",
    ]),
  );
  expect(sent).toEqual([]);
});

test("amounts are read with the separators of the reader's language", async () => {
  const b = createText("bg", [inBulgarian]);
  await show(
    <TextProvider language="bg" catalogue={inBulgarian}>
      <Withdrawing />
    </TextProvider>,
  );
  await page.getByRole("textbox", { name: b("money.out.sum") }).fill("999,50");
  await page.getByRole("button", { name: b("money.out.review") }).click();
  await page.getByRole("button", { name: b("money.out.send") }).click();
  await vi.waitFor(() => expect(asked()[0]?.body.transactionInfo?.sum).toBe("999.50"));
});

test("who acts alone only up to an amount is told with the code that another must confirm", async () => {
  refusals = [{ status: 403, code: "freshCodeNeeded" }];
  why = [{ name: "Ivan Petrov", reason: "limit", with: ["Vera Koleva"], limit: { amount: "100", currency: "EUR" } }];
  await show(<Withdrawing />);
  await sum().fill("500");
  await button("money.out.review").click();
  await button("money.out.send").click();
  const text = t("companies.notAlone.limitWith", { name: "Ivan Petrov", others: "Vera Koleva", limit: "100.00 EUR" });
  await expect.element(page.getByText(text)).toBeVisible();
});

test("accounts that wait or are not confirmed are not offered, and why is said", async () => {
  accounts = [payable, waiting, unconfirmed];
  await show(<Withdrawing />);
  await expect.element(page.getByText(/…3000.*1 December 2026/)).toBeVisible();
  await expect.element(page.getByText(t("money.out.notConfirmed", { account: "…2874" }))).toBeVisible();
  const offered = page.getByRole("combobox", { name: t("money.out.account") }).getByRole("option");
  await vi.waitFor(() => expect(offered.elements().map((one) => one.textContent)).toHaveLength(1));
  accounts = [waiting];
  queries.clear();
  await show(<Withdrawing />);
  await expect.element(page.getByRole("dialog")).toMatchTextContent(t("money.out.noAccount", { currency: "EUR" }));
});

test("the code is asked for with the sum and account that it confirms; another sum asks for another code", async () => {
  const needed = { status: 403, code: "freshCodeNeeded" };
  refusals = [needed, needed];
  await show(<Withdrawing />);
  await sum().fill("100");
  await button("money.out.review").click();
  await button("money.out.send").click();
  const code = page.getByRole("textbox", { name: t("money.code.label") });
  await code.fill("111111");
  await button("money.out.change").click();
  await sum().fill("200");
  await button("money.out.review").click();
  await expect.element(code).not.toBeInTheDocument();
  await button("money.out.send").click();
  await code.fill("222222");
  await button("money.out.send").click();
  await vi.waitFor(() => expect(onSent).toHaveBeenCalledOnce());
  expect(
    sent.map(({ path, body }) => [path.split("/").at(-1), body.sum ?? body.transactionInfo?.sum ?? body.for]),
  ).toEqual([
    ["transaction", "100"],
    ["code", "100"],
    ["transaction", "200"],
    ["code", "200"],
    ["check-validation", "withdrawal:user/4/new:4"],
    ["transaction", "200"],
  ]);
});

test("what the server refuses is said at its field, with everything kept", async () => {
  const errors = [{ path: "transactionInfo.sum", code: "moreThanHeld" }];
  refusals = [{ status: 400, code: "badInput", errors }];
  await show(<Withdrawing />);
  await sum().fill("900");
  await page.getByRole("textbox", { name: t("money.out.message") }).fill("For the flat");
  await button("money.out.review").click();
  await button("money.out.send").click();
  await expect.element(page.getByText(t("field.moreThanHeld"))).toBeVisible();
  await expect.element(sum()).toHaveValue("900");
  await expect.element(page.getByRole("textbox", { name: t("money.out.message") })).toHaveValue("For the flat");
  await sum().fill("80");
  await expect.element(page.getByText(t("field.moreThanHeld"))).not.toBeInTheDocument();
  await expect.element(button("money.out.review")).toBeVisible();
});

test("a deposit is announced with the amount as typed; a refusal is said at the field", async () => {
  refusals = [{ status: 400, code: "badInput", errors: [{ path: "transactionInfo.sum", code: "tooBig" }] }];
  await show(
    <QueryClientProvider client={queries}>
      <ApiProvider base={location.origin}>
        <DepositDialog opened onClose={() => undefined} instructions={[]} reference="RF18539007547034" currency="EUR" />
      </ApiProvider>
    </QueryClientProvider>,
  );
  await sum().fill("1,5x");
  await button("money.announce.send").click();
  await expect.element(page.getByText(t("money.error.sum", { decimals: 2 }))).toBeVisible();
  await sum().fill("12,345.60");
  await button("money.announce.send").click();
  await expect.element(page.getByText(t("field.tooBig"))).toBeVisible();
  await expect.element(sum()).toHaveValue("12,345.60");
  await button("money.announce.send").click();
  await expect.element(page.getByText(t("money.announce.sent"))).toBeVisible();
  expect(asked().map(({ body }) => body.transactionInfo?.sum)).toEqual(["12345.60", "12345.60"]);
});
