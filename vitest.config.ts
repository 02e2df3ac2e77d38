/**
 * Three projects: packages without I/O; the components of the pages, in Chromium; the server, whose tests share one embedded
 * PostgreSQL that the run starts (server/testing).
 */
import { join } from "node:path";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { chromiumFlags, findChromium } from "./tools/chromium.mjs";
import { declaredModules } from "./web/declared-modules.ts";

const executablePath = findChromium();

const common = {
  environment: "node" as const,
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 15_000 } },
};

export default defineConfig({
  test: {
    // One more than cores: the server's tests wait for locks, limits and processes.
    maxWorkers: 3,
    // tools/test.mjs counts from this file.
    reporters: process.env["VITEST_JSON"]
      ? ["default", ["json", { outputFile: process.env["VITEST_JSON"] }]]
      : ["default"],
    projects: [
      {
        plugins: [declaredModules],
        test: {
          ...common,
          name: "pure",
          include: ["{api,kyc,ledger,messages,pdf,reports,scenarios,web,tools}/**/*.test.{ts,tsx}"],
          exclude: ["**/node_modules/**", "**/build/**", "**/.react-router/**", "**/*.browser.test.tsx"],
          // A worker of its own for each file costs as much as all of their tests.
          isolate: false,
        },
      },
      {
        plugins: [declaredModules],
        // The build's own plugin reduces these declarations to what the client needs.
        resolve: { alias: { "virtual:portico-api": "@portico/api", "virtual:portico-staff-api": "@portico/api" } },
        // As in web/vite.config.ts: where pdf.js finds what a file lacks, which those of the tests do not.
        define: { __PDF_DATA__: JSON.stringify("/no-pdf-data/") },
        css: { modules: { localsConvention: "camelCaseOnly" } },
        // A dependency that Vite finds only while the tests run makes it reload their page.
        optimizeDeps: {
          include: [
            "@mantine/core",
            "@mantine/hooks",
            "@tanstack/react-query",
            "@tanstack/react-table",
            "@zxcvbn-ts/core",
            "libphonenumber-js/min",
            "ofetch",
            "pdfjs-dist/legacy/build/pdf.mjs",
            "react",
            "react-dom",
            "react-dom/client",
            "react-router",
            "react/jsx-dev-runtime",
            "vitest-browser-react/pure",
            "zod",
          ],
        },
        test: {
          ...common,
          name: "components",
          include: ["web/app/**/*.browser.test.tsx"],
          // Some draw a PDF by its reader, on a machine that runs other tests besides.
          testTimeout: 30_000,
          expect: { poll: { timeout: 5000 } },
          // Loading Mantine costs more than all tests; every test mounts its component anew.
          isolate: false,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            viewport: { width: 1280, height: 800 },
            provider: playwright({
              launchOptions: { args: chromiumFlags, ...(executablePath && { executablePath }) },
              contextOptions: { timezoneId: "Europe/Sofia", locale: "en-GB", reducedMotion: "reduce" },
            }),
            instances: [{ browser: "chromium" }],
          },
        },
      },
      {
        test: {
          ...common,
          name: "server",
          // Portals and commands that tests start from the sources find them compiled, as after a first start.
          env: { NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/portico") },
          include: ["server/**/*.test.ts"],
          // Loading the server costs a file more than most of its tests: a worker loads it once. Files share no database.
          isolate: false,
          globalSetup: ["server/testing/global-setup.ts"],
        },
      },
    ],
  },
});
