/**
 * `npm run test:postgres -- <address> [--pooler=<address>] [files…]`: the server's tests on another PostgreSQL than the embedded one, such as the
 * lowest version that the portal supports. The address is that of the superuser `postgres` of a server for tests alone, as
 * postgres://postgres:secret@localhost:5432/postgres. With a pooler in transaction mode in front of it (any database, any user),
 * the portal's daily work goes through that.
 */
import { spawnSync } from "node:child_process";
import { delimiter, join } from "node:path";
import { install, root } from "./install.mjs";
import { openScratch } from "./scratch.mjs";

const [address, ...rest] = process.argv.slice(2);
const pooler = rest.find((word) => word.startsWith("--pooler="))?.slice("--pooler=".length);
const files = rest.filter((word) => !word.startsWith("--pooler="));
if (!address || !URL.canParse(address)) {
  console.error("npm run test:postgres -- postgres://postgres:secret@localhost:5432/postgres [--pooler=…] [files…]");
  process.exit(78);
}
install({ withTests: true });
const { status } = spawnSync("vitest", ["run", "--project", "server", ...files], {
  cwd: root,
  stdio: "inherit",
  env: {
    ...process.env,
    PATH: `${join(root, "node_modules/.bin")}${delimiter}${process.env.PATH}`,
    TMPDIR: openScratch(),
    TEST_POSTGRES: address,
    ...(pooler && { TEST_POOLER: pooler }),
  },
});
process.exit(status ?? 1);
