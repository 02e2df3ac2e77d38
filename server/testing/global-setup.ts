/** Once per vitest run: one embedded server with a migrated template, provided to the workers. */
import type { TestProject } from "vitest/node";
import { type ScratchCluster, startScratchCluster } from "./cluster.ts";

declare module "vitest" {
  interface ProvidedContext {
    cluster: Omit<ScratchCluster, "stop">;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { stop, ...cluster } = await startScratchCluster();
  project.provide("cluster", cluster);
  return stop;
}
