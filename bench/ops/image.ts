/**
 * Runs the image of deploy/Dockerfile as a container engine would, with none installed: node as process 1 of its user, without any
 * capability, on a read-only root with /data and a /tmp in memory. Needs root, buildah and a database for nothing else:
 *   DATABASE_URL=… DATABASE_OWNER_URL=… node bench/ops/image.ts [image]
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

const image = process.argv[2] ?? "localhost/portico:latest";
const [port, apiPort] = [4301, 4302];
const run = (command: string, ...words: string[]): string => execFileSync(command, words, { encoding: "utf8" }).trim();

interface ImageConfig {
  User: string;
  Env: string[];
  Entrypoint: string[];
  Cmd: string[];
  WorkingDir: string;
  Healthcheck: { Test: string[] };
}
const { config } = (
  JSON.parse(run("buildah", "inspect", "--type", "image", image)) as { Docker: { config: ImageConfig } }
).Docker;
const [uid = "", gid = ""] = config.User.split(":");

const container = run("buildah", "from", image);
const root = run("buildah", "mount", container);
const data = mkdtempSync(join(tmpdir(), "portico-image-"));
chownSync(data, Number(uid), Number(gid));
process.on("exit", () => {
  run("buildah", "rm", container);
  rmSync(data, { recursive: true, force: true });
});

/** The mounts of a container, then the command as its process 1. */
const inside = `
  mount --bind "$0" "$0"; mount -o remount,ro,bind "$0"
  mount -t proc proc "$0/proc"; mount -t tmpfs tmpfs "$0/tmp"; mount --bind "$1" "$0/data"
  mount -t tmpfs tmpfs "$0/dev"; for name in null urandom; do : > "$0/dev/$name"; mount --bind "/dev/$name" "$0/dev/$name"; done
  cd "$0$2"; user=$3; group=$4; root=$0; shift 4
  exec chroot "$root" setpriv --reuid "$user" --regid "$group" --clear-groups --bounding-set=-all --inh-caps=-all --no-new-privs -- "$@"`;

function start(settings: Record<string, string>, words: readonly string[]) {
  const child = spawn(
    "unshare",
    ["--mount", "--pid", "--fork", "--kill-child", "sh", "-ec", inside, root, data, config.WorkingDir, uid, gid]
      // chroot starts in the root.
      .concat(["env", "-C", config.WorkingDir], words),
    { env: { ...Object.fromEntries(config.Env.map((one) => one.split(/=(.*)/s).slice(0, 2))), ...settings } },
  );
  let output = "";
  child.stdout.on("data", (text) => (output += text));
  child.stderr.on("data", (text) => (output += text));
  const ended = once(child, "exit").then(([code]) => ({ code: code as number, output }));
  return { child, ended, output: () => output };
}

function expect(what: string, right: boolean, found: unknown): void {
  console.log(`${right ? "ok    " : "WRONG "} ${what}: ${String(found).trim().split("\n").slice(0, 2).join(" ⏎ ")}`);
  if (!right) process.exitCode = 1;
}

const { DATABASE_URL = "", DATABASE_OWNER_URL = DATABASE_URL } = process.env;
if (DATABASE_URL === "") throw new Error("DATABASE_URL is not set");
const settings = {
  DATABASE_URL,
  // The same each time, as the database has its keys from the time before.
  FIRM_KEY: Buffer.alloc(32, 1).toString("base64"),
  PORT: String(port),
  API_PORT: String(apiPort),
  PUBLIC_URL: `http://localhost:${port}`,
};

const bare = await start({}, [...config.Entrypoint, ...config.Cmd]).ended;
expect(
  "without DATABASE_URL it ends with 78 and says why",
  bare.code === 78 && /Set DATABASE_URL/.test(bare.output),
  `${bare.code} ${bare.output}`,
);
const migrated = await start({ ...settings, DATABASE_OWNER_URL }, [...config.Entrypoint, "server/commands/migrate.ts"])
  .ended;
expect("a command of the operator runs", migrated.code === 0, migrated.output);

const began = performance.now();
const portal = start(settings, [...config.Entrypoint, ...config.Cmd]);
const answer = async (path: string, at = apiPort) => {
  const response = await fetch(`http://127.0.0.1:${at}${path}`).catch(() => undefined);
  return { status: response?.status ?? 0, text: (await response?.text()) ?? "" };
};
while ((await answer("/ready")).status !== 200 && portal.child.exitCode === null && performance.now() - began < 60_000)
  await pause(50);
const seconds = (performance.now() - began) / 1000;
const ready = await answer("/ready");
expect(
  `ready after ${seconds.toFixed(1)} s`,
  ready.status === 200,
  portal.child.exitCode === null ? ready.text : portal.output(),
);
const page = await answer("/en/login", port);
expect(
  "the sign-in page",
  page.status === 200 && page.text.includes("<form"),
  `${page.status}, ${page.text.length} characters`,
);

const pid = readFileSync(`/proc/${portal.child.pid}/task/${portal.child.pid}/children`, "utf8").trim();
const status = readFileSync(`/proc/${pid}/status`, "utf8");
const line = (name: string): string => new RegExp(`^${name}:\\s*(.*)$`, "m").exec(status)?.[1] ?? "";
const program = readlinkSync(`/proc/${pid}/exe`);
expect(
  "node is process 1",
  /\s1$/.test(line("NSpid")) && program.endsWith("/bin/node"),
  `${program}, ${line("NSpid")}`,
);
expect(
  "as its user, without capabilities",
  line("Uid").startsWith(uid) && /^0+$/.test(line("CapEff")),
  `${line("Uid")}, ${line("CapEff")}`,
);

const [, ...healthcheck] = config.Healthcheck.Test;
expect("HEALTHCHECK", (await start(settings, healthcheck).ended).code === 0, healthcheck[0]);
const writes = await start({}, [
  "node",
  "--eval",
  "for (const to of ['/portico', '/etc', '/tmp', '/data']) try { require('fs').writeFileSync(to + '/x', ''); console.log(to) } catch {}",
]).ended;
expect("only /tmp and /data can be written", writes.output === "/tmp\n/data\n", writes.output.replaceAll("\n", " "));

process.kill(Number(pid), "SIGTERM");
const stopped = await portal.ended;
expect(
  "SIGTERM stops it with 0",
  stopped.code === 0,
  stopped.output.includes("stopped") ? stopped.code : stopped.output,
);
const lines = stopped.output.split("\n").filter((text) => /"level":(50|60)/.test(text));
expect("no error was logged", lines.length === 0, lines.join("\n"));
