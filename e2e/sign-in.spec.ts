/** Signing in with a passkey alone, and with a recovery code without the passkey. */
import { expect, type Page, test } from "@playwright/test";
import { textIn } from "@portico/messages/server-text.ts";
import { expectAccessible, hydrated, watchFaults } from "./page-checks.ts";
import { newPerson, type Person } from "./people.ts";
import { signInByPage } from "./sessions.ts";

const t = textIn("en");

/** A virtual device with a screen lock; it confirms every request. */
async function addDevice(page: Page): Promise<{ remove(): Promise<void> }> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    async remove() {
      await session.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId });
    },
  };
}

/** Signed in with password and mailed code, with a new passkey on the device. */
async function addPasskey(page: Page, person: Person): Promise<void> {
  await signInByPage(page, person);
  await page.goto("/en/profile");
  await hydrated(page);
  await page.getByRole("button", { name: t("users.factors.addPasskey") }).click();
  const dialog = page.getByRole("dialog");
  await dialog.locator('input[name="passkeyName"]').fill("This phone");
  await dialog.locator('input[name="currentPassword"]').fill(person.password);
  await dialog.getByRole("button", { name: t("users.factors.continue") }).click();
  await expect(page.getByText(t("users.factors.passkeyAdded")).first()).toBeVisible();
  await expect(page.getByText("This phone")).toBeVisible();
}

/** Like a closed browser, whose passkeys stay on the device. */
async function leave(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  await page.context().clearCookies();
  await page.goto("/en/login");
}

test("a passkey signs in alone; without it, a recovery code follows the password, once", async ({ page }) => {
  const faults = watchFaults(page);
  const person = await newPerson("Ana Nova");
  const device = await addDevice(page);
  await addPasskey(page, person);

  await page.getByRole("button", { name: t("users.factors.recoveryMake") }).click();
  const dialog = page.getByRole("dialog");
  await dialog.locator('input[name="currentPassword"]').fill(person.password);
  await dialog.getByRole("button", { name: t("users.factors.recoveryMake") }).click();
  await expect(dialog.getByRole("listitem")).toHaveCount(10);
  const code = (await dialog.getByRole("listitem").first().textContent()) ?? "";
  await page.keyboard.press("Escape");
  await expect(dialog.getByText(t("users.factors.recoveryUnkept"))).toBeVisible();
  await dialog.getByRole("button", { name: t("users.factors.recoveryBack") }).click();
  await dialog.getByRole("button", { name: t("users.factors.recoveryDone") }).click();

  // The browser offers the passkey by itself, and this device accepts.
  await leave(page);
  await page.waitForURL("**/en/dashboard");
  const { email } = await page.evaluate(() => JSON.parse(localStorage.getItem("profile") ?? "{}"));
  expect(email).toBe(person.email);

  await device.remove();
  const signInByRecoveryCode = async (): Promise<void> => {
    await leave(page);
    await hydrated(page);
    await page.locator('input[type="email"]').fill(person.email);
    await page.locator('input[type="password"]').fill(person.password);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: t("sessions.code.byRecovery") }).click();
    await page.locator('input[name="recoveryCode"]').fill(code);
    await expectAccessible(page);
    await page.getByRole("button", { name: t("sessions.code.submit") }).click();
  };
  await signInByRecoveryCode();
  await page.waitForURL("**/en/dashboard");
  await signInByRecoveryCode();
  await expect(page.getByText(t("sessions.recovery.wrong"))).toBeVisible();
  // The refused code is the only failed call of this visit.
  expect(faults.filter((fault) => !fault.includes("401"))).toEqual([]);
});

test("who asks for a code in a browser that began nothing is told so, and led to the sign-in", async ({ page }) => {
  const person = await newPerson();
  await page.goto("/en/verify");
  await hydrated(page);
  await page.locator('input[type="email"]').fill(person.email);
  await page.getByRole("button", { name: t("sessions.verify.send") }).click();
  await expect(page.getByText(t("sessions.verify.notSent"))).toBeVisible();
  await expectAccessible(page);
  await page
    .getByRole("link", { name: t("sessions.login.signIn") })
    .first()
    .click();
  await page.waitForURL("**/en/login");
});
