/** What is said to be open at a client: what waits for the firm, of every kind, and nothing that waits for the client. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { ApiProvider } from "../../shell/calls/api.tsx";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { signedIn, signedOut } from "../../shell/testing/signed-in.ts";
import { show, t } from "../../ui/testing/show.tsx";
import { useOpenWork } from "./use-open-work.ts";

let answers: Record<string, unknown>;
let asked: URL[];
beforeEach(() => {
  asked = [];
  answers = {
    "/ticket": { tickets: [], count: 2 },
    "/contract": { contracts: [], count: 1 },
    "/chat/": { conversations: [{}] },
    "/portfolio/requests": { requests: [{}, {}, {}] },
    "/staff/target/joins": { joins: [{}] },
    "/bank-account/user/4": { accounts: [{ state: "new" }, { state: "confirmed" }] },
    "/doc/user/4/requests": [{ state: "received" }, { state: "open" }],
    "/staff/proposals": {
      proposals: [{ can: { confirm: true, decline: true } }, { can: { confirm: false, decline: false } }],
    },
  };
  vi.stubGlobal("fetch", async (input: Request | string | URL, init?: RequestInit) => {
    const url = new URL(new Request(input, init).url);
    asked.push(url);
    const found = Object.entries(answers).find(([path]) => url.pathname === path);
    return Response.json(found?.[1] ?? {});
  });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await signedOut();
});

function Work({ isClient }: { isClient: boolean }) {
  return (
    <ul>
      {useOpenWork({ holderType: "user", holderId: 4 }, isClient).map(({ kind, count, to }) => (
        <li key={kind}>
          <LocaleLink to={to}>{t(`admin.head.open.${kind}`, { count })}</LocaleLink>
        </li>
      ))}
    </ul>
  );
}
const showWork = (isClient: boolean) =>
  show(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ApiProvider base={location.origin}>
        <Work isClient={isClient} />
      </ApiProvider>
    </QueryClientProvider>,
  );
const lines = () =>
  page
    .getByRole("link")
    .elements()
    .map(({ textContent }) => textContent);

test("every kind that waits for the firm is counted, of this client alone", async () => {
  await signedIn({ id: 1, role: "admin" });
  await showWork(true);
  await expect
    .poll(lines)
    .toEqual([
      t("admin.head.open.chat"),
      t("admin.head.open.tickets", { count: 2 }),
      t("admin.head.open.requests", { count: 3 }),
      t("admin.head.open.joins", { count: 1 }),
      t("admin.head.open.contracts", { count: 1 }),
      t("admin.head.open.documents", { count: 1 }),
      t("admin.head.open.accounts", { count: 1 }),
      t("admin.head.open.proposals", { count: 1 }),
    ]);
  const lists = asked.filter(({ pathname }) => !pathname.includes("user/4"));
  expect(lists.length).toBe(6);
  for (const { searchParams } of lists)
    expect([searchParams.get("holder_type"), searchParams.get("holder_id")]).toEqual(["user", "4"]);
});

test("those who cannot decide proposals are not told of them", async () => {
  await signedIn({ id: 1, role: "internal" });
  await showWork(true);
  await expect.poll(() => lines().length).toBe(7);
  expect(asked.some(({ pathname }) => pathname === "/staff/proposals")).toBe(false);
});
