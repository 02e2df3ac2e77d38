/** Identity providers by hand: added, changed, refused by the server. */
import type { Identity, IdentityProvider } from "@portico/api/identity/settings.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { ConfirmationHost } from "../../shell/dialogs/confirmation-host.tsx";
import { answerCalls, type Call, showPage } from "../../shell/testing/answer-calls.tsx";
import { signedIn, signedOut } from "../../shell/testing/signed-in.ts";
import { t } from "../../ui/testing/show.tsx";
import { IdentityForm } from "./identity-form.tsx";
import { SettingCard } from "./setting-card.tsx";

const firm: IdentityProvider = {
  id: "3c7d8a90-1f5e-4c52-9a0a-0a5a3b6f1c11",
  name: "Firm account",
  isOn: false,
  issuer: "https://login.firm.example",
  clientId: "portico",
  groupsClaim: "groups",
  groups: [{ group: "portal-staff", role: "internal" }],
  secondFactor: "claim",
  acrValues: [],
  creates: true,
  endsSession: false,
  scimTokens: [],
};
let stored: Identity;
let refusal: object | undefined;
let calls: Call[];

beforeEach(async () => {
  sessionStorage.clear();
  await signedIn({ role: "admin" });
  [stored, refusal] = [{ providers: [firm], emergency: [] }, undefined];
  calls = answerCalls(({ method, path, body }) => {
    if (path.includes("colleagues"))
      return [
        { id: 4, name: "Ivan Petrov", role: "admin" },
        { id: 5, name: "Olga Office", role: "office" },
      ];
    if (path.endsWith("/scim-token"))
      return { token: "scim_secret", hash: "a".repeat(64), madeAt: "2026-11-27T08:00:00.000Z" };
    if (path.includes("/history/")) return { changes: [], nextCursor: null };
    if (path.endsWith("fourEyes")) return { name: "fourEyes", data: { on: false }, updated_at: null, can: {} };
    if (method !== "GET") {
      if (refusal) return Response.json(refusal, { status: 400 });
      stored = (body as { data: Identity }).data;
    }
    const updated_at = "2026-11-27T08:00:00.000Z";
    return { name: "identity", data: stored, updated_at, updated_by: "Vera", proposalId: null, can: { save: true } };
  });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await signedOut();
});

const open = () =>
  showPage(
    <>
      <SettingCard name="identity" title="Providers">
        {(saved) => <IdentityForm saved={saved} canChange />}
      </SettingCard>
      <ConfirmationHost />
    </>,
  );
const save = () => page.getByRole("button", { name: t("admin.settings.save"), exact: true });
const field = (name: "name" | "issuer" | "clientId" | "group") =>
  page.getByRole("textbox", { name: t(`admin.identity.${name}`), exact: true });
const choice = (name: "isOn" | "endsSession") =>
  page.getByRole("switch", { name: t(`admin.identity.${name}`), exact: false });
async function confirm(): Promise<void> {
  await save().click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: t("admin.settings.save") })
    .click();
}
const sent = () =>
  calls
    .filter(({ method, path }) => method !== "GET" && !path.endsWith("/scim-token"))
    .map(({ body }) => (body as { data: Identity }).data);

test("a provider is added with its groups; it ends its sessions unless somebody says otherwise", async () => {
  stored = { providers: [], emergency: [] };
  await open();
  await page.getByRole("button", { name: t("admin.identity.add") }).click();
  await field("name").fill("Firm account");
  await field("issuer").fill("login.firm.example");
  await save().click();
  // The issuer and the client id.
  await expect.poll(() => page.getByText(t("admin.identity.fault")).elements().length).toBe(2);
  await field("issuer").fill("https://login.firm.example");
  await field("clientId").fill("portico");
  await page.getByRole("button", { name: t("admin.identity.addGroup") }).click();
  await field("group").fill("portal-staff");
  await confirm();
  await expect.poll(() => sent().length).toBe(1);
  expect(sent()[0]?.providers).toEqual([{ ...firm, id: expect.any(String), endsSession: true }]);
});

test("a provider is not switched on without an emergency administrator, and only administrators are offered", async () => {
  await open();
  await expect.element(choice("endsSession")).not.toBeChecked();
  await choice("isOn").click();
  await save().click();
  await expect.element(page.getByText(t("admin.identity.emergencyNone"))).toBeVisible();
  expect(page.getByRole("checkbox", { name: "Olga Office" }).query()).toBeNull();
  await page.getByRole("checkbox", { name: "Ivan Petrov" }).click();
  await choice("endsSession").click();
  await confirm();
  await expect.poll(() => sent().length).toBe(1);
  expect(sent()[0]).toEqual({ providers: [{ ...firm, isOn: true, endsSession: true }], emergency: [4] });
});

test("what the server refuses is said at its field, and what was typed stays with the token that was made", async () => {
  refusal = {
    code: "badInput",
    title: "badInput",
    status: 400,
    errors: [{ path: "data.providers.0.issuer", code: "badFormat" }],
  };
  await open();
  await page.getByRole("button", { name: t("admin.identity.scimMake") }).click();
  await expect.element(page.getByText("scim_secret")).toBeVisible();
  await field("issuer").fill("https://login.firm.example/tenant");
  await confirm();
  await expect.element(page.getByText(t("field.badFormat"))).toBeVisible();
  await expect.element(field("issuer")).toHaveValue("https://login.firm.example/tenant");
  await expect.element(page.getByText("scim_secret")).toBeVisible();
  refusal = undefined;
  await field("name").fill("Account of the firm");
  await confirm();
  await expect.poll(() => stored.providers[0]?.name).toBe("Account of the firm");
  expect(stored.providers[0]?.scimTokens).toEqual([{ hash: "a".repeat(64), madeAt: "2026-11-27T08:00:00.000Z" }]);
});
