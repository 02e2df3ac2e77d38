/** A portal started by `npm start` stops in order, whoever gets the signal: npm, or every process at once. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { copiesOf, temporaryFolder } from "./testing/folder.ts";
import { layDatabase } from "./testing/portal-process.ts";

const laidFolder = copiesOf(layDatabase);

interface Started {
  npm: ChildProcess;
  address: string;
  said: () => string;
  /** When nobody holds its output any more: the portal has ended too. */
  ended: Promise<unknown>;
}

async function startByNpm(drainSeconds: number): Promise<Started> {
  const folder = await temporaryFolder();
  await writeFile(
    join(folder, "start.mjs"),
    `import { spawn } from "node:child_process";
     import { keepTogether } from ${JSON.stringify(join(import.meta.dirname, "../tools/child.mjs"))};
     const portal = [${JSON.stringify(join(import.meta.dirname, "testing/serving-portal.ts"))}];
     const stdio = ["ignore", "inherit", "inherit", "ipc"];
     keepTogether(spawn(process.execPath, portal, { stdio }), { watchParent: true });`,
  );
  const scripts = { start: `"${process.execPath}" start.mjs` };
  await writeFile(join(folder, "package.json"), JSON.stringify({ name: "started", private: true, scripts }));
  const settings = { DRAIN_SECONDS: String(drainSeconds), PORT: "0", API_PORT: "0", DEMO: "off" };
  const npm = spawn("npm", ["run", "--silent", "start"], {
    cwd: folder,
    // A group of its own, as a service manager makes.
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...settings, DATA_DIR: await laidFolder() },
  });
  onTestFinished(() => {
    try {
      process.kill(-(npm.pid ?? 0), "SIGKILL");
    } catch {
      // It has ended.
    }
  });
  let said = "";
  npm.stdout?.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const ended = once(npm, "close");
  const address = () => /Portico is ready: (\S+)/.exec(said)?.[1];
  await expect.poll(address, { timeout: 50_000 }).toBeDefined();
  return { npm, address: address() ?? "", said: () => said, ended };
}

const readiness = async (address: string) => (await fetch(`${address}/api/ready`)).json();
const stopping = { status: "unavailable", reason: "stopping" };

test("until the time to drain is over, calls are served while /ready says stopping; a second signal ends it", async () => {
  const { npm, address, said, ended } = await startByNpm(600);
  expect(await readiness(address)).toMatchObject({ status: "ok" });
  npm.kill("SIGTERM");
  await expect.poll(() => readiness(address)).toEqual(stopping);
  for (const path of ["/api/settings/brand", "/"]) {
    const answer = await fetch(address + path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("connection")).toBe("close");
    await answer.text();
  }
  expect((await fetch(`${address}/api/health`)).status).toBe(200);
  // A signal this soon after the first would count as the same.
  await pause(1100);
  process.kill(-(npm.pid ?? 0), "SIGTERM");
  await ended;
  expect(said()).not.toContain('"stopped"');
});

test("one signal to every process of the group stops the portal in order", async () => {
  const { npm, address, said, ended } = await startByNpm(2);
  process.kill(-(npm.pid ?? 0), "SIGTERM");
  await expect.poll(() => readiness(address)).toEqual(stopping);
  await ended;
  expect(said()).toContain('"stopped"');
  expect(said()).not.toContain("did not close");
});
