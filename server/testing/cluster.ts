/** Temporary databases on a separate embedded server, for tests and for generating the schema's types. */
import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { type EmbeddedServer, startEmbedded } from "../database/embedded/supervisor.ts";
import { embeddedAccess, migrateAs } from "../database/open.ts";
import { prepareEmbeddedDatabase, prepareEmbeddedRoles } from "../database/roles.ts";
import { installJobs } from "../jobs/start.ts";

export interface ScratchCluster {
  dataDir: string;
  host: string;
  port: number;
  passwords: { owner: string; app: string; retention: string; superuser: string };
  /** A pooler in transaction mode in front of the server, for daily work. */
  pooler: { host: string; port: number } | undefined;
  stop: () => Promise<void>;
}

/** Database with every migration, from which tests clone. */
export const templateName = "portico_template";

/** An empty embedded server without fsync, in a temporary folder that is deleted with it. */
export async function startScratchServer(): Promise<EmbeddedServer & { dataDir: string }> {
  const dataDir = await mkdtemp(join(tmpdir(), "portico-test-"));
  const server = await startEmbedded({ dataDir, durable: false });
  return {
    ...server,
    dataDir,
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    },
  };
}

/**
 * The server at the address of its superuser `postgres`, as postgres://postgres:secret@host:5432/postgres; its template and roles are left
 * there. Roles of another origin are not taken over: their passwords differ, so connecting fails.
 */
async function externalServer(url: string): Promise<EmbeddedServer & { dataDir: string }> {
  const { hostname, port, password } = new URL(url);
  const dataDir = await mkdtemp(join(tmpdir(), "portico-test-"));
  return {
    host: hostname,
    port: Number(port || 5432),
    password: (role) =>
      role === "postgres"
        ? decodeURIComponent(password)
        : createHash("sha256").update(`${url} ${role}`).digest("base64url"),
    pid: () => null,
    dataDir,
    stop: () => rm(dataDir, { recursive: true, force: true }),
  };
}

/** A scratch server with the portal's roles and a migrated template database; `url`: on that server instead. */
export async function startScratchCluster(url?: string): Promise<ScratchCluster> {
  const server = url === undefined ? await startScratchServer() : await externalServer(url);
  const access = embeddedAccess(server, templateName);
  const superuser = new Client({ ...access.superuser, database: "postgres" });
  await superuser.connect();
  await superuser.query(`drop database if exists ${templateName}`);
  await prepareEmbeddedRoles(superuser, server.password);
  await prepareEmbeddedDatabase(superuser, templateName);
  await superuser.end();
  await migrateAs(access.owner);
  await installJobs(access.app);
  return {
    dataDir: server.dataDir,
    host: server.host,
    port: server.port,
    pooler: undefined,
    passwords: {
      owner: access.owner.password ?? "",
      app: access.app.password ?? "",
      retention: access.retention.password ?? "",
      superuser: access.superuser.password ?? "",
    },
    stop: server.stop,
  };
}

/** Changes with every migration: generated types contain it, so that a test can detect stale types. */
export async function migrationsFingerprint(): Promise<string> {
  const folder = join(import.meta.dirname, "..", "migrations");
  const hash = createHash("sha256");
  for (const file of (await readdir(folder)).filter((name) => name.endsWith(".sql")).toSorted()) {
    hash.update(file).update(await readFile(join(folder, file)));
  }
  return hash.digest("hex").slice(0, 16);
}
