/** Starts a real SMTP server and the built portal on a new data folder; both end with the run. */
import { randomUUID } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SMTPServer } from "smtp-server";
import { dataDir, mailDir, port, runFolder, seededDir, smtpPort } from "./portal.ts";
import { copyData, startProcess } from "./process.ts";

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

export default async function startPortal(): Promise<() => Promise<void>> {
  await rm(runFolder, { recursive: true, force: true });
  await mkdir(mailDir, { recursive: true });
  const smtp = await startSmtp();
  // Loading the demo takes longer than a second start.
  await (await startProcess({ dataDir, port })).stop();
  await mkdir(seededDir);
  copyData(dataDir, seededDir);
  const portal = await startProcess({ dataDir, port });
  return async () => {
    await portal.stop();
    await new Promise<void>((closed) => smtp.close(closed));
    await rm(runFolder, { recursive: true, force: true });
  };
}
