/** The built product in Chromium: one portal for the run, with a real SMTP server. */
import { defineConfig } from "@playwright/test";
import { chromiumFlags, findChromium } from "../tools/chromium.mjs";
import { portalUrl } from "./portal.ts";

const executablePath = findChromium();

export default defineConfig({
  testDir: ".",
  testMatch: "*.spec.ts",
  outputDir: "../test-results",
  globalSetup: "./start-portal.ts",
  fullyParallel: true,
  workers: 2,
  // One retry, reported in the output, for a loaded machine.
  retries: 1,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [["list"], ...(process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? ([["json"]] as const) : [])],
  use: {
    baseURL: portalUrl,
    timezoneId: "Europe/Sofia",
    // An action that cannot be done fails before the tests that may take ten minutes end.
    actionTimeout: 60_000,
    // A trace of every run would take a third of the time.
    trace: "on-first-retry",
    launchOptions: { args: chromiumFlags, ...(executablePath && { executablePath }) },
  },
  projects: [
    { name: "desktop", use: { viewport: { width: 1440, height: 900 } } },
    { name: "phone", use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, grep: /@phone/ },
  ],
});
