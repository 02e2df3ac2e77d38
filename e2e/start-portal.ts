/** Starts a real SMTP server and the built portal on a fresh data folder; both end with the run. */
import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { SMTPServer } from "smtp-server";
import { apiPort, apiUrl, dataDir, mailDir, port, runFolder, smtpPort } from "./portal.ts";

async function startSmtp(): Promise<SMTPServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const name = `${String(Date.now()).padStart(14, "0")}-${randomUUID()}.eml`;
        writeFile(join(mailDir, name), Buffer.concat(chunks)).then(() => done(), done);
      });
    },
  });
  await new Promise<void>((ready) => server.listen(smtpPort, "127.0.0.1", ready));
  return server;
}

async function waitUntilReady(portal: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (portal.exitCode !== null) throw new Error(`the portal ended with ${portal.exitCode} before it was ready`);
    const answer = await fetch(`${apiUrl}/ready`).catch(() => undefined);
    if (answer?.ok) return;
    await pause(100);
  }
  throw new Error("the portal was not ready within 60 s");
}

export default async function startPortal(): Promise<() => Promise<void>> {
  await rm(runFolder, { recursive: true, force: true });
  await mkdir(mailDir, { recursive: true });
  const smtp = await startSmtp();
  const environment = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    API_PORT: String(apiPort),
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    RATE_LIMITS: "off",
    LOG_LEVEL: "warn",
    DATABASE_URL: "",
  };
  const portal = spawn(process.execPath, ["server/main.ts"], {
    cwd: join(import.meta.dirname, ".."),
    env: environment,
    stdio: ["ignore", "inherit", "inherit"],
  });
  await waitUntilReady(portal);
  return async () => {
    portal.kill("SIGTERM");
    await Promise.race([new Promise((ended) => portal.once("exit", ended)), pause(15_000)]);
    portal.kill("SIGKILL");
    await new Promise<void>((closed) => smtp.close(closed));
    await rm(runFolder, { recursive: true, force: true });
  };
}
