/**
 * `npm run test:postgres -- <address> [files…]`: the server's tests on another PostgreSQL than the embedded one, such as the
 * lowest version that the portal supports. The address is that of the superuser `postgres` of a server for tests alone, as
 * postgres://postgres:secret@localhost:5432/postgres.
 */
import { spawnSync } from "node:child_process";
import { delimiter, join } from "node:path";
import { install, root } from "./install.mjs";
import { openScratch } from "./scratch.mjs";

const [address, ...files] = process.argv.slice(2);
if (!address || !URL.canParse(address)) {
  console.error("npm run test:postgres -- postgres://postgres:secret@localhost:5432/postgres [files…]");
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
  },
});
process.exit(status ?? 1);
