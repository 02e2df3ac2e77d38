/**
 * Once per vitest run: one server with a migrated template, provided to the workers. It is embedded, or that of
 * TEST_POSTGRES (tools/test-postgres.mjs).
 */
import type { TestProject } from "vitest/node";
import { type ScratchCluster, startScratchCluster } from "./cluster.ts";

declare module "vitest" {
  interface ProvidedContext {
    cluster: Omit<ScratchCluster, "stop">;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { stop, ...cluster } = await startScratchCluster(process.env["TEST_POSTGRES"]);
  const pooler = process.env["TEST_POOLER"] ? new URL(process.env["TEST_POOLER"]) : undefined;
  project.provide("cluster", {
    ...cluster,
    pooler: pooler && { host: pooler.hostname, port: Number(pooler.port) },
  });
  return stop;
}
