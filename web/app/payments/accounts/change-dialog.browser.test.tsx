/** Changing the list of accounts by hand: wrong input, the code, and a list that was changed meanwhile. */
import type { AccountList, BankAccount } from "@portico/api/payments/accounts.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { ApiProvider } from "../../shell/calls/api.tsx";
import { signedIn, signedOut } from "../../shell/testing/signed-in.ts";
import { show, t } from "../../ui/testing/show.tsx";
import ChangeDialog from "./change-dialog.tsx";

const iban = "BG80BNBG96611020345678";
const other = "DE89370400440532013000";
const accountOf = (id: number, number: string): BankAccount => ({
  id,
  name: "",
  iban: number,
  number: null,
  bic: null,
  bank: null,
  country: null,
  currency: "EUR",
  owner: "Ivan Petrov",
  state: "confirmed",
  refusal: null,
  isDefault: true,
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
});
const listOf = (version: number, accounts: BankAccount[]): AccountList => ({
  accounts,
  version,
  names: ["Ivan Petrov"],
  waitHours: 24,
  waitHoursAfterReset: 72,
  can: { save: true },
});
const list = listOf(3, [accountOf(1, iban)]);

const onClose = vi.fn();
/** What the server was sent, and its answers to the lists in turn. */
let sent: { path: string; body: { accounts?: { iban?: string }[]; version?: number; string?: string } }[];
let refusals: { status: number; code: string }[];

let queries: QueryClient;

beforeEach(async () => {
  await signedIn();
  onClose.mockClear();
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  sent = [];
  refusals = [];
  vi.stubGlobal("fetch", async (input: Request | string | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    const { pathname: path } = new URL(request.url);
    if (request.method === "GET")
      return Response.json(
        path.endsWith("/factors") ? { authenticator: false, validation: ["mail"], passkeys: [] } : listOf(3, []),
      );
    sent.push({ path, body: (await request.json()) as (typeof sent)[number]["body"] });
    if (path.endsWith("/code")) return Response.json({ for: "accounts:user/4:digest" });
    const refusal = path.includes("/bank-account/") ? refusals.shift() : undefined;
    if (refusal) return Response.json({ ...refusal, title: refusal.code }, { status: refusal.status });
    return Response.json(path.includes("/bank-account/") ? { ...list, proposalId: null } : { valid: true, done: true });
  });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await signedOut();
});

const holder = { holderType: "user", holderId: 4 } as const;
const Shown = ({ now = list }: { now?: AccountList }) => (
  <QueryClientProvider client={queries}>
    <ApiProvider base={location.origin}>
      <ChangeDialog holder={holder} list={now} change={{ kind: "add" }} onClose={onClose} />
    </ApiProvider>
  </QueryClientProvider>
);
const lists = () => sent.filter(({ path }) => path.includes("/bank-account/") && !path.endsWith("/code"));
const field = () => page.getByRole("textbox", { name: "IBAN" });
const save = () => page.getByRole("button", { name: t("accounts.action.save") });

test("a mistyped IBAN and another person are said at their fields, and nothing is sent", async () => {
  await show(<Shown />);
  await field().fill("de89 3704 0044 0532 0130 01");
  await page.getByRole("textbox", { name: t("accounts.field.owner") }).fill("Maria Petrova");
  await save().click();
  await expect.element(page.getByText(t("field.badChecksum"))).toBeVisible();
  await expect.element(page.getByText(t("field.notYours"))).toBeVisible();
  await expect.element(field()).toHaveFocus();
  await expect.element(field()).toHaveValue("DE89 3704 0044 0532 0130 01");
  expect(sent).toEqual([]);
});

test("a code is mailed once the server misses nothing else, and confirms the same list with its version", async () => {
  refusals = [{ status: 403, code: "freshCodeNeeded" }];
  await show(<Shown />);
  await field().fill(other);
  await save().click();
  const code = page.getByRole("textbox", { name: t("accounts.code.label") });
  await code.fill("123456");
  await save().click();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent.map(({ path }) => path.replace(/^.*\/(user|bank-account)\//, ""))).toEqual([
    "4",
    "4/code",
    "4/check-validation",
    "4",
  ]);
  expect(lists().map(({ body }) => [body.version, body.accounts?.map((one) => one.iban)])).toEqual([
    [3, [iban, other]],
    [3, [iban, other]],
  ]);
});

test("a code is for the list as it was: another IBAN asks for another code, and what was typed stays", async () => {
  refusals = [
    { status: 403, code: "freshCodeNeeded" },
    { status: 403, code: "freshCodeNeeded" },
  ];
  await show(<Shown />);
  await field().fill(other);
  await save().click();
  const code = page.getByRole("textbox", { name: t("accounts.code.label") });
  await code.fill("123456");
  await field().fill("PL61 1090 1014 0000 0712 1981 2874");
  await expect.element(code).not.toBeInTheDocument();
  await save().click();
  await expect.element(code).toHaveValue("");
  await code.fill("654321");
  await save().click();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  const steps = sent.map(({ path, body }) => [path.split("/").at(-1), body.accounts?.at(-1)?.iban ?? body.string]);
  const polish = "PL61109010140000071219812874";
  expect(steps).toEqual([
    ["4", other],
    ["code", other],
    ["4", polish],
    ["code", polish],
    ["check-validation", "654321"],
    ["4", polish],
  ]);
});

test("a list that was changed meanwhile is shown beside the one before; what was typed stays and goes on from it", async () => {
  refusals = [{ status: 409, code: "stateConflict" }];
  const { rerender } = await show(<Shown />);
  await field().fill(other);
  await save().click();
  await expect.element(page.getByText(t("accounts.conflict.title"))).toBeVisible();
  await rerender(<Shown now={listOf(4, [])} />);
  const side = (name: "before" | "now") => page.getByRole("region", { name: t(`accounts.conflict.${name}`) });
  await expect.element(side("before").getByText("BG80 BNBG 9661 1020 3456 78")).toBeVisible();
  await expect.element(side("now").getByText(t("accounts.none"))).toBeVisible();
  await page.getByRole("button", { name: t("accounts.conflict.continue") }).click();
  await save().click();
  await vi.waitFor(() => expect(lists()).toHaveLength(2));
  expect(lists()[1]?.body).toMatchObject({ version: 4, accounts: [{ iban: other }] });
});
