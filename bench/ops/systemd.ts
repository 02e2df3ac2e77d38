/**
 * Starts deploy/systemd/ under a systemd of its own, in a container of Debian's packages on this machine's network, and checks what only
 * systemd can show: the rights that are left, a restart after a crash, none after a wrong setting. Needs root, mmdebstrap and
 * systemd-container, an installed and built portal, and a database for nothing else:
 *   DATABASE_URL=… DATABASE_OWNER_URL=… node bench/ops/systemd.ts
 */
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const { DATABASE_URL = "", DATABASE_OWNER_URL = DATABASE_URL } = process.env;
if (DATABASE_URL === "") throw new Error("DATABASE_URL is not set");
const repository = join(import.meta.dirname, "..", "..");
const [port, apiPort] = [4311, 4312];
const run = (command: string, ...words: string[]): string =>
  execFileSync(command, words, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"], timeout: 300_000 });

const folder = mkdtempSync(join(tmpdir(), "portico-systemd-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const debian = join(folder, "debian");
const sources =
  ["/etc/apt/sources.list.d/debian.sources", "/etc/apt/sources.list"].find((file) => existsSync(file)) ?? "";
run(
  "mmdebstrap",
  "--variant=minbase",
  "--include=systemd,systemd-sysv,dbus",
  process.env["SUITE"] ?? "bookworm",
  debian,
  sources,
);

const inDebian = (path: string): string => join(debian, path);
for (const path of ["etc/portico", "opt/portico", "out"]) mkdirSync(inDebian(path), { recursive: true });
run(
  "chroot",
  debian,
  "useradd",
  "--system",
  "--home-dir",
  "/var/lib/portico",
  "--shell",
  "/usr/sbin/nologin",
  "portico",
);
for (const unit of ["portico.service", "portico-migrate.service"])
  copyFileSync(join(repository, "deploy", "systemd", unit), inDebian(`etc/systemd/system/${unit}`));
writeFileSync(inDebian("etc/hosts"), "127.0.0.1 localhost\n::1 localhost\n");
const settings = {
  DATABASE_URL,
  FIRM_KEY: Buffer.alloc(32, 1).toString("base64"),
  PUBLIC_URL: `http://localhost:${port}`,
  PORT: String(port),
  API_PORT: String(apiPort),
  MAIL_FROM: '"Firm <no-reply@firm.example>"',
};
const write = (path: string, lines: readonly string[]): void => {
  writeFileSync(inDebian(path), `${lines.join("\n")}\n`);
  chmodSync(inDebian(path), 0o600);
};
write(
  "etc/portico/portico.env",
  Object.entries(settings).map(([name, value]) => `${name}=${value}`),
);
write("etc/portico/owner.env", [`DATABASE_OWNER_URL=${DATABASE_OWNER_URL}`]);

/** Run in the container once it is up; each `say` is one line of what was found. */
write("out/proof.sh", [
  'say() { echo "$1=$2" >> /out/found; }',
  "of() { systemctl show portico -p $1 --value; }",
  "node=/opt/portico/node_modules/.bin/node",
  `ready() { for i in $(seq 60); do $node -e 'fetch("http://127.0.0.1:${apiPort}/ready").then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))' && return; sleep 0.5; done; }`,
  "systemctl start portico; ready; say first $(of ActiveState)",
  `say page $($node -e 'fetch("http://127.0.0.1:${port}/en/login").then((r) => console.log(r.status))')`,
  "pid=$(of MainPID)",
  'for name in Uid CapEff CapBnd NoNewPrivs Seccomp; do say $name "$(sed -n "s/^$name:\\s*//p" /proc/$pid/status)"; done',
  "say portico $(id -u portico)",
  "kill -9 $pid; sleep 3; ready; say restarts $(of NRestarts); say second $(of ActiveState)",
  "systemctl stop portico; say stopped $(of Result); say code $(of ExecMainStatus)",
  "echo PORT=x >> /etc/portico/portico.env; systemctl start portico; sleep 6",
  "say wrong $(of ExecMainStatus); say again $(of NRestarts)",
  "journalctl -u portico -u portico-migrate --no-pager -o cat > /out/journal",
  "systemctl poweroff --force",
]);
write("etc/systemd/system/proof.service", [
  "[Unit]",
  "After=multi-user.target",
  "[Service]",
  "Type=oneshot",
  "ExecStart=/bin/bash /out/proof.sh",
]);
mkdirSync(inDebian("etc/systemd/system/multi-user.target.wants"), { recursive: true });
run("ln", "-s", "../proof.service", inDebian("etc/systemd/system/multi-user.target.wants/proof.service"));
run(
  "systemd-nspawn",
  "--directory",
  debian,
  "--register=no",
  "--keep-unit",
  "--resolv-conf=off",
  `--bind-ro=${repository}:/opt/portico`,
  "--boot",
);

const found = new Map(
  readFileSync(inDebian("out/found"), "utf8")
    .trim()
    .split("\n")
    .map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]),
);
const journal = readFileSync(inDebian("out/journal"), "utf8");
function expect(what: string, right: boolean, ...names: string[]): void {
  console.log(`${right ? "ok    " : "WRONG "} ${what}${names.map((name) => `; ${name} ${found.get(name)}`).join("")}`);
  if (!right) process.exitCode = 1;
}
const is = (name: string, value: string): boolean => found.get(name) === value;
expect("migrations ran first", /Finished portico-migrate\.service/.test(journal));
expect("the portal serves", is("first", "active") && is("page", "200"), "page");
expect(
  "as its user, without capabilities, with the filter",
  /^0+$/.test(`${found.get("CapEff")}${found.get("CapBnd")}`) &&
    is("NoNewPrivs", "1") &&
    is("Seccomp", "2") &&
    found.get("Uid")?.startsWith(found.get("portico") ?? "?") === true,
  "Uid",
  "CapEff",
  "Seccomp",
);
expect("kill -9: started again", is("restarts", "1") && is("second", "active"), "restarts");
expect("stop: ends with 0", is("stopped", "success") && is("code", "0"), "code");
expect("a wrong setting: ends with 78, and is not started again", is("wrong", "78") && is("again", "0"), "wrong");
expect("and says which", /PORT must be a port number/.test(journal));
if (process.exitCode) console.log(journal);
