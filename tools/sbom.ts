/**
 * `npm run --silent sbom > sbom.json`: the bill of materials (CycloneDX) of what is shipped. npm writes it, in a folder that knows
 * nothing of development: with `--omit=dev` npm 11 also leaves out what is a development dependency of any workspace, such as
 * fastify.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { readLockfile, root, shippedOnly } from "./shipped.ts";

const folder = mkdtempSync(join(tmpdir(), "portico-sbom-"));
// The component is named after the folder.
const project = join(folder, "portico");
try {
  const lockfile = shippedOnly(readLockfile());
  const workspaces = Object.keys(lockfile.packages).filter((path) => !path.includes("node_modules/"));
  for (const path of workspaces) {
    const manifest = join(project, path, "package.json");
    mkdirSync(dirname(manifest), { recursive: true });
    const { devDependencies: _, ...shipped } = JSON.parse(readFileSync(join(root, path, "package.json"), "utf8"));
    writeFileSync(manifest, JSON.stringify(shipped));
  }
  writeFileSync(join(project, "package-lock.json"), JSON.stringify(lockfile));
  const words = ["sbom", "--sbom-format=cyclonedx", "--sbom-type=application", "--package-lock-only"];
  const { status } = spawnSync("npm", words, { cwd: project, stdio: "inherit", shell: process.platform === "win32" });
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true });
}
