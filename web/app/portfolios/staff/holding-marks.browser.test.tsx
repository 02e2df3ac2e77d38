/** What staff see beside a client's holdings: breaks by the holding concerned, and until when it agreed; cash as well. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { ApiProvider } from "../../shell/calls/api.tsx";
import { signedIn, signedOut } from "../../shell/testing/signed-in.ts";
import { formatDay } from "../../ui/format.ts";
import { show, t } from "../../ui/testing/show.tsx";
import { sampleRow } from "../testing/sample-row.ts";
import { useHoldingMarks } from "./holding-marks.tsx";

const custodian = { id: 3, name: "First Bank" };
const broken = { id: 7, custodian, stated: "12", first_day: "2026-01-12" };
const agreed = (key: string) => ({ key, custodian: custodian.name, day: "2026-01-20" });

beforeEach(() => {
  vi.stubGlobal("fetch", async (input: Request | string | URL, init?: RequestInit) => {
    const { pathname, searchParams } = new URL(new Request(input, init).url);
    if (pathname === "/portfolio/user/4/agreed") return Response.json({ agreed: [agreed("5"), agreed("EUR")] });
    if (pathname !== "/staff/reconciliation/breaks" || searchParams.get("holder_id") !== "4") return Response.json({});
    const breaks = [
      { ...broken, instrument_id: 5, currency: null },
      { ...broken, id: 8, instrument_id: null, currency: "USD", stated: "1.5" },
    ];
    return Response.json({ breaks, nextCursor: null, open: 2, explained: 0 });
  });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await signedOut();
});

function Marks() {
  const mark = useHoldingMarks({ holderType: "user", holderId: 4 });
  return (
    <ul>
      {["5", "6", "EUR", "USD"].map((key) => (
        <li key={key} aria-label={key}>
          {mark(sampleRow({ key }))}
        </li>
      ))}
    </ul>
  );
}

test("a break stands by its instrument or currency, and each holding says as of which day it agreed", async () => {
  await signedIn({ id: 1, role: "office" });
  await show(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ApiProvider base={location.origin}>
        <Marks />
      </ApiProvider>
    </QueryClientProvider>,
  );
  const isBroken = (stated: string) =>
    t("admin.holderCustody.break", { custodian: "First Bank", stated, day: formatDay("en", "2026-01-12") });
  const didAgree = t("admin.holderCustody.agreedOn", { custodian: "First Bank", day: formatDay("en", "2026-01-20") });
  const item = (key: string) => page.getByRole("listitem", { name: key });
  await expect.element(item("5")).toHaveTextContent(isBroken("12") + didAgree);
  await expect.element(item("EUR")).toHaveTextContent(didAgree);
  await expect.element(item("USD")).toHaveTextContent(isBroken("1.5"));
  expect(item("6").element().textContent).toBe("");
});
