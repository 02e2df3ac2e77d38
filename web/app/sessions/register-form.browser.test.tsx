/** A refused registration says why, once. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ApiProvider } from "../shell/calls/api.tsx";
import { show, t } from "../ui/testing/show.tsx";
import { RegisterForm } from "./register-form.tsx";

afterEach(() => vi.unstubAllGlobals());

async function refuseWith(status: number, problem: object): Promise<void> {
  vi.stubGlobal("fetch", async (address: string | Request) =>
    (address instanceof Request ? address.url : address).includes("register")
      ? Response.json(problem, { status, headers: { "content-type": "application/problem+json" } })
      : Response.json({ country: "BG" }),
  );
  await show(
    <QueryClientProvider client={new QueryClient()}>
      <ApiProvider base={location.origin}>
        <RegisterForm />
      </ApiProvider>
    </QueryClientProvider>,
  );
  await page.getByLabelText(t("sessions.field.name")).fill("Ana Petrova");
  await page.getByLabelText(t("sessions.field.email")).fill("ana@bank.bg");
  for (const [field, typed] of [
    ['input[type="tel"]', "+359 88 812 3456"],
    ['input[name="password"]', "a calm harbour in winter"],
  ] as const)
    await userEvent.fill(document.querySelector(field) as Element, typed);
  await page.getByRole("button", { name: t("sessions.register.submit") }).click();
}
const alerts = () => page.getByRole("alert").elements().length;

test("what is wrong with a field is said at the field alone", async () => {
  await refuseWith(400, { code: "passwordLeaked", errors: [] });
  await expect.element(page.getByText(t("error.passwordLeaked"))).toBeVisible();
  expect(page.getByText(t("error.passwordLeaked")).elements()).toHaveLength(1);
  expect(page.getByText(t("sessions.register.generic")).elements()).toHaveLength(0);
  expect(alerts()).toBe(0);
});

test("what is wrong with none of them is said above them, once", async () => {
  await refuseWith(500, { code: "generic" });
  await expect.element(page.getByText(t("sessions.register.generic"))).toBeVisible();
  expect(alerts()).toBe(1);
});
