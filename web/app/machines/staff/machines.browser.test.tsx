/** Keys by hand: made, and what a recent password reset asks for. */
import type { MachineKeyRow } from "@portico/api/machines.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { answerCalls, type Call, showPage } from "../../shell/testing/answer-calls.tsx";
import { signedIn, signedOut } from "../../shell/testing/signed-in.ts";
import { t } from "../../ui/testing/show.tsx";
import MachinesPage from "./machines.page.tsx";

const someone = { id: 4, name: "Ivan Petrov" };
const stopped: MachineKeyRow = {
  id: 7,
  name: "Archive",
  level: "office",
  works_as: "office",
  scopes: [{ name: "users:read", known: true }],
  addresses: [],
  state: "stopped",
  expires_at: "2099-03-01T22:00:00.000Z",
  made_by: someone,
  made_at: "2026-11-01T00:00:00.000Z",
  approved_by: null,
  approved_at: null,
  answers: someone,
  ended_by: null,
  ended_at: null,
  last_used_at: null,
  last_address: null,
  calls: 0,
  secrets: [{ hint: "abcd", made_at: "2026-11-01T00:00:00.000Z", ends_at: null }],
  version: 3,
  can: { approve: false, decline: false, revoke: true, rotate: true, takeOver: true },
};

const refusalOf = (code: string, status: number, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify({ code, title: "", status }), {
    status,
    headers: { "content-type": "application/problem+json", ...headers },
  });

let calls: Call[];
let hasApp: boolean;
/** The person reset their password: only the app's code lets a change pass. */
let isConfirmed: boolean;

beforeEach(async () => {
  await signedIn({ role: "admin" });
  [hasApp, isConfirmed] = [false, false];
  calls = answerCalls(({ method, path, body }) => {
    if (path.endsWith("/factors")) return { authenticator: hasApp, validation: ["mail"], passkeys: [] };
    if (method === "GET")
      return {
        keys: [stopped],
        scopes: [{ name: "users:read", calls: ["users.list"] }],
        rules: { callsPerMinute: 600, longestDays: 365 },
        byTwo: false,
      };
    if (path.endsWith("/check-validation")) {
      isConfirmed = (body as { string: string }).string === "123456";
      return isConfirmed ? { valid: true } : refusalOf("invalidCode", 401);
    }
    if (isConfirmed) return { id: 8, token: "portico_secret", waits: false, version: 4 };
    return refusalOf("coolingOff", 403, { "retry-after": "7200" });
  });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await signedOut();
});

const open = () => showPage(<MachinesPage />);
const sent = () => calls.filter(({ method }) => method === "POST").map(({ path }) => path.split("/").at(-1));
const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
const until = () => page.getByText(/The password was reset recently/);
const code = () => page.getByRole("textbox", { name: t("users.factors.code") });

async function fillForm(): Promise<void> {
  await press(t("admin.machines.make"));
  await page.getByRole("textbox", { name: t("admin.machines.name") }).fill("Accounting");
  await page.getByRole("checkbox", { name: "users:read" }).click();
  await page.getByLabelText(t("admin.machines.expiresOn")).fill("2099-01-31");
  await press(t("admin.machines.makeKey"));
}

test("without an app, the page says from when a key can be made and who can make it now; what was typed stays", async () => {
  await open();
  await fillForm();
  await expect.element(until()).toBeVisible();
  await expect.element(page.getByText(t("admin.machines.coolingHelp"))).toBeVisible();
  await expect.element(code()).not.toBeInTheDocument();
  await expect.element(page.getByRole("textbox", { name: t("admin.machines.name") })).toHaveValue("Accounting");
  await expect.element(page.getByRole("checkbox", { name: "users:read" })).toBeChecked();
});

test("with an app, its code makes the key at once; a wrong one is said at its field", async () => {
  hasApp = true;
  await open();
  await fillForm();
  await expect.element(until()).toBeVisible();
  await press(t("admin.machines.makeKey"));
  await expect.element(page.getByText(t("users.cooling.codeMissing"))).toBeVisible();
  expect(sent()).toHaveLength(1);
  await code().fill("654321");
  await press(t("admin.machines.makeKey"));
  await expect.element(page.getByText(t("error.invalidCode"))).toBeVisible();
  await code().fill("123456");
  await press(t("admin.machines.makeKey"));
  await expect.element(page.getByText("portico_secret")).toBeVisible();
  expect(sent()).toEqual(["machine-keys", "check-validation", "check-validation", "machine-keys"]);
});

test.each(["rotate", "takeOver"] as const)("%s asks for the code in the same way", async (act) => {
  hasApp = true;
  await open();
  await press(t(`admin.machines.${act}Of`, { name: "Archive" }));
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: t(`admin.machines.${act}`), exact: true }).click();
  await code().fill("123456");
  await dialog.getByRole("button", { name: t(`admin.machines.${act}`), exact: true }).click();
  await expect.element(page.getByText("portico_secret")).toBeVisible();
});
