/** A portal process of the built product, started by a test. */
import { execFileSync, spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { smtpPort } from "./portal.ts";

export interface PortalProcess {
  pid: number;
  stop: () => Promise<void>;
}

interface ProcessOptions {
  dataDir: string;
  port: number;
  /** Without the demo, of a new folder, the portal is empty. */
  demo?: "off";
}

/** Starts a portal on `port` (its API on the next one) with a data folder, and waits until it is ready. */
export async function startProcess({ dataDir, port, demo }: ProcessOptions): Promise<PortalProcess> {
  const portal = spawn(process.execPath, ["tools/server.mjs"], {
    cwd: join(import.meta.dirname, ".."),
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      API_PORT: String(port + 1),
      SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
      RATE_LIMITS: "off",
      LOG_LEVEL: "warn",
      // Receivers of webhooks that tests open.
      INSIDE_ADDRESSES: "127.0.0.1",
      DATABASE_URL: "",
      ...(demo && { DEMO: demo }),
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const stop = async (): Promise<void> => {
    portal.kill("SIGTERM");
    await Promise.race([new Promise((ended) => portal.once("exit", ended)), pause(15_000)]);
    portal.kill("SIGKILL");
  };
  for (let tries = 0; tries < 1800; tries++) {
    if (portal.exitCode !== null) throw new Error(`the portal ended with ${portal.exitCode} before it was ready`);
    const answer = await fetch(`http://localhost:${port + 1}/ready`).catch(() => undefined);
    if (answer?.ok) return { pid: portal.pid ?? 0, stop };
    await pause(100);
  }
  await stop();
  throw new Error("the portal was not ready within three minutes");
}

/** Copies the data folder of a portal that does not run; its files keep their owners, as the database asks. */
export const copyData = (from: string, to: string): void => void execFileSync("cp", ["-Rp", `${from}/.`, to]);
