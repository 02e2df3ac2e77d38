/** Context of a service call, built per request in one place (http/routes.ts) and per job run. */
import type { DemoPerson } from "@portico/api/demo-portal.ts";
import type { Brand } from "@portico/api/settings/settings.ts";
import type { Kysely } from "kysely";
import type pg from "pg";
import type { Logger } from "pino";
import type { Antivirus } from "../adapters/antivirus/antivirus.ts";
import type { Files } from "../adapters/files/files.ts";
import type { Geography } from "../adapters/geography/geography.ts";
import type { Mail } from "../adapters/mail/mail.ts";
import type { NameCheck } from "../adapters/name-check/name-check.ts";
import type { Outside } from "../adapters/outside/outside.ts";
import type { Sharepoint } from "../adapters/sharepoint/sharepoint.ts";
import type { Pipeline } from "../database/pipeline.ts";
import type { Reports } from "../database/replica.ts";
import type { DB } from "../database/schema.generated.ts";
import type { DeclaredByDomains } from "../declaration.ts";
import type { Seal } from "../seal/seal.ts";
import type { Vault } from "../secrets/vault.ts";
import type { Notifier } from "../unit-of-work/transact.ts";
import type { PortalWorkers } from "../workers/open.ts";
import type { Config } from "./config.ts";
import type { Events } from "./events.ts";
import { Refusal } from "./refusal.ts";
import type { Viewer } from "./viewer.ts";

/** What the process knows that runs the demo beside a portal. */
export interface Demo {
  /** Of each of its people. */
  password: string;
  /** The firm's, with a mark in its name, so that mails, pages and files are marked. */
  brand: Brand;
  people: readonly DemoPerson[];
}

/** The parts wired once in portal.ts, or by tests. */
export interface Services {
  db: Kysely<DB>;
  /** The connections under `db`, for the few statements that every call makes. */
  pool: pg.Pool;
  /** For the select of the session, which every call begins with. */
  sessions: Pipeline;
  /** Where calls read that are declared `fromReplica`. */
  reports: Pick<Reports, "read">;
  config: Config;
  events: Events;
  mail: Mail;
  /** Writes notifications for holders and staff. */
  notifier: Notifier;
  /** What domains declare for services that may not import them. */
  domains: DeclaredByDomains;
  geography: Geography;
  /** Encrypts data that must not be stored in plain text in the database or on disk. */
  vault: Vault;
  /** Stores the bytes of files. */
  files: Files;
  antivirus: Antivirus;
  /** Compares the owner's name of a bank account. */
  nameCheck: NameCheck;
  /** Calls addresses that people of the firm typed. */
  outside: Outside;
  /** The folders shared with clients. */
  sharepoint: Sharepoint;
  /** Threads for work that would block other calls (workers/workers.ts). */
  workers: PortalWorkers;
  /** Signs PDFs with the firm's key. */
  seal: Seal;
  /** This process runs the demo beside a portal, and is no firm's. */
  demo?: Demo | undefined;
  /** The current time for services; tests can change it. */
  now: () => Date;
  log: Logger;
}

/** Origin of a call, as seen by the server. */
export interface Caller {
  address: string;
  userAgent: string;
  requestId: string;
  /** The caller is a browser (it sends Sec-Fetch-Site). */
  isBrowser: boolean;
  /** Aborted when the caller disconnects before the answer is sent; undefined for jobs. */
  signal?: AbortSignal;
}

export interface Context extends Services {
  /** Of a call that reads from the replica: where `transact` writes. */
  primary?: Kysely<DB>;
  viewer: Viewer | null;
  caller: Caller;
  /** Actor for the audit log if nobody is signed in: a job, or the domain of an open call. */
  system: string;
}

/** The viewer of a call that the access check admits only with a session. */
export function requireViewer(context: Context): Viewer {
  if (!context.viewer) throw new Refusal("unauthenticated");
  return context.viewer;
}
