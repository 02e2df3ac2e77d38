/** Whom the selector says the person acts for. */
import type { UserData } from "@portico/api/users.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { show, t } from "../../ui/testing/show.tsx";
import { ApiProvider } from "../calls/api.tsx";
import { AccountSelector } from "./account-selector.tsx";
import { type KeptCompany, setCompanies } from "./active-holder.ts";
import { signIn } from "./session.ts";

const person = { id: 4, name: "Ivan Petrov", role: "client", state: "postKYC", client_number: "P100001" } as UserData;
const company = { id: 9, name: "Rodopi OOD", state: "postKYC", client_number: "C200001" } as KeptCompany;

async function showSelector(companies: KeptCompany[]) {
  await signIn({ userData: person, token: "token", expiry: 4_000_000_000, deviceKey: btoa("k".repeat(32)) });
  setCompanies(companies);
  await show(
    <QueryClientProvider client={new QueryClient()}>
      <ApiProvider base="/api">
        <AccountSelector />
      </ApiProvider>
    </QueryClientProvider>,
  );
  await expect.element(page.getByText(/P100001/)).toBeVisible();
}

test("who represents no company is not said to act for somebody", async () => {
  await showSelector([]);
  expect(page.getByText(t("shell.account.actingFor")).query()).toBeNull();
});

test("who can act for a company sees for whom they act", async () => {
  await showSelector([company]);
  await expect.element(page.getByText(t("shell.account.actingFor"))).toBeVisible();
});
