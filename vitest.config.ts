/** Pure rooms run as they are; the server's tests share one embedded PostgreSQL that the run starts (server/testing). */
import { defineConfig } from "vitest/config";

const common = {
  environment: "node" as const,
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 15_000 } },
};

export default defineConfig({
  test: {
    maxWorkers: 2,
    // tools/test.mjs counts from this file.
    reporters: process.env["VITEST_JSON"]
      ? ["default", ["json", { outputFile: process.env["VITEST_JSON"] }]]
      : ["default"],
    projects: [
      {
        test: {
          ...common,
          name: "pure",
          include: ["{api,kyc,ledger,messages,web,tools}/**/*.test.{ts,tsx}"],
          exclude: ["**/node_modules/**", "**/build/**", "**/.react-router/**"],
        },
      },
      {
        test: {
          ...common,
          name: "server",
          include: ["server/**/*.test.ts"],
          // Loading the server costs a file more than most of its tests: a worker loads it once. Files share no database.
          isolate: false,
          globalSetup: ["server/testing/global-setup.ts"],
        },
      },
    ],
  },
});
