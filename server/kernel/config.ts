/** The only reader of process.env. Each setting documents itself; docs/operating.md contains `configTable`. */
import { isIP } from "node:net";
import proxyAddress from "@fastify/proxy-addr";
import { closest, distance } from "fastest-levenshtein";
import { parseNetworks } from "./addresses.ts";
import { asPlainAddress, groupsOf, outsideSettings, type SettingGroups } from "./config-outside.ts";
import {
  asBase,
  asCount,
  asDatabaseUrl,
  asPath,
  asPort,
  asSeconds,
  asSwitch,
  asText,
  asUrl,
  type Environment,
  oneOf,
  optional,
  required,
  type Setting,
  type ValuesOf,
} from "./config-parsers.ts";

/** An invalid setting; main.ts prints the message and exits with `exitCode`. */
export class ConfigError extends Error {
  /** EX_CONFIG of sysexits.h, so that a service manager can distinguish it from a crash. */
  readonly exitCode = 78;
  override readonly name = "ConfigError";
}

function asTrust(text: string): string | boolean {
  if (/^(on|off|true|false|yes|no)$/i.test(text)) return asSwitch(text);
  try {
    proxyAddress.compile(text.split(",").map((part) => part.trim()));
  } catch {
    throw new Error("must be loopback, on, off, or addresses or networks as 10.0.0.0/8, separated by commas");
  }
  return text;
}
/** An address of this machine, or a name of it. */
function asHost(text: string): string {
  const isName = /^(?!-)[a-z0-9-]{1,63}(?<!-)(\.(?!-)[a-z0-9-]{1,63}(?<!-))*$/i.test(text) && !/^[\d.]+$/.test(text);
  if (isIP(text) === 0 && !isName)
    throw new Error("must be an address of this machine, as 0.0.0.0, ::, or a host name");
  return text;
}

const settings = {
  dataDir: required(
    "DATA_DIR",
    "./data",
    "Folder of everything that the portal keeps: database, files, mails, keys.",
    asPath,
  ),
  host: required("HOST", "localhost", "Address to listen on; :: or 0.0.0.0 for every interface.", asHost),
  port: required("PORT", "3000", "Port of the pages; also serves the API under /api.", asPort),
  apiPort: required("API_PORT", "8081", "Port of the API and of the sockets.", asPort),
  publicUrl: optional(
    "PUBLIC_URL",
    "http://localhost:PORT",
    "Address at which visitors reach the pages; in links of mails, allowed origin of calls and sockets.",
    asBase,
  ),
  apiBase: required(
    "API_BASE",
    "/api",
    "Public address of the API, as the browser calls it: a path, or an address of its own.",
    (text) => (text.startsWith("/") ? text.replace(/(?<!\/)\/+$/, "") : asBase(text)),
  ),
  apiDocs: required(
    "API_DOCS",
    "staff",
    "Who may read the documentation of the API at /api/docs: staff who are signed in, or open to everybody.",
    oneOf("staff", "open"),
  ),
  trustProxy: required(
    "TRUST_PROXY",
    "loopback",
    "Which proxies' X-Forwarded-For is believed: loopback, on, off, or addresses separated by commas.",
    asTrust,
  ),
  drainSeconds: required(
    "DRAIN_SECONDS",
    "0",
    "How long a process that is to stop still serves while /ready says so; behind a load balancer longer than this takes to notice.",
    asSeconds,
  ),
  databaseUrl: optional(
    "DATABASE_URL",
    "(embedded PostgreSQL in DATA_DIR)",
    "PostgreSQL 15 or later for the portal's daily work; may go through a pooler in transaction mode.",
    asDatabaseUrl,
  ),
  databaseOwnerUrl: optional(
    "DATABASE_OWNER_URL",
    "(DATABASE_URL)",
    "The same database as the user that owns the tables; used for migrations only.",
    asDatabaseUrl,
  ),
  databaseDirectUrl: optional(
    "DATABASE_DIRECT_URL",
    "(DATABASE_URL)",
    "The same database and user past a pooler: for notifications between processes, jobs and deletion at the end of retention.",
    asDatabaseUrl,
  ),
  databaseReplicaUrl: optional(
    "DATABASE_REPLICA_URL",
    "(DATABASE_URL)",
    "A standby that follows the same database, as the same user: reports and exports are read from it.",
    asUrl("postgres", "postgresql"),
  ),
  databasePrepared: optional(
    "DATABASE_PREPARED",
    "on, off behind a pooler in transaction mode",
    "Named prepared statements; PgBouncer from 1.21 can have them on (`max_prepared_statements`).",
    asSwitch,
  ),
  databasePool: required(
    "DATABASE_POOL",
    "10",
    "Connections that one process keeps at most, jobs not counted.",
    asCount,
  ),
  redisUrl: optional(
    "REDIS_URL",
    "(the database)",
    "Redis (6 or later) or Valkey that carries messages between the processes' sockets, as redis://user:password@host:6379 or rediss://….",
    asUrl("redis", "rediss"),
  ),
  processKind: required(
    "PROCESS_KIND",
    "all",
    "What this process does: all, serve (calls, pages and sockets, no jobs), or jobs (jobs alone; API_PORT answers /health, /ready and /metrics).",
    oneOf("all", "serve", "jobs"),
  ),
  firmKey: optional("FIRM_KEY", "(FIRM_KEY_FILE)", "The firm's key: 32 bytes as base64 or hex.", asText),
  firmKeyFile: optional(
    "FIRM_KEY_FILE",
    "DATA_DIR/firm.key",
    "File with the firm's key; the one in DATA_DIR is made when the database is.",
    asPath,
  ),
  smtpUrl: optional(
    "SMTP_URL",
    "(.eml files in DATA_DIR/mail)",
    "Mail server, as smtp://user:password@host:587 or smtps://….",
    asUrl("smtp", "smtps"),
  ),
  mailFrom: required("MAIL_FROM", "Portico <no-reply@localhost>", "Sender of the portal's mails.", asText),
  mailReturnTo: optional(
    "MAIL_RETURN_TO",
    "(MAIL_FROM)",
    "Address to which mail servers return what they cannot deliver: that of IMAP_URL's mailbox, so that the portal reads it. SMTP_URL's server must accept it as sender.",
    asPlainAddress,
  ),
  clamdUrl: optional(
    "CLAMD_URL",
    "(the portal's own checks alone)",
    "ClamAV's daemon, as tcp://host:3310 or unix:///run/clamav/clamd.ctl; uploads wait until it has checked them. Its `StreamMaxLength` and `MaxFileSize` must not be smaller than the largest document (100 MB), which would wait forever.",
    asUrl("tcp", "unix"),
  ),
  ...outsideSettings,
  insideAddresses: {
    name: "INSIDE_ADDRESSES",
    shownDefault: "(none)",
    meaning:
      "Addresses and networks inside the firm's network, separated by commas, to which webhooks and other addresses that administrators type may lead, also without https; others inside are refused.",
    read: (text) => (text === undefined ? [] : parseNetworks(text)),
  } satisfies Setting<readonly string[]>,
  custodianUrl: optional(
    "CUSTODIAN_URL",
    "(the portal's own ledger)",
    "Base address of the custodian's system.",
    asBase,
  ),
  custodianTimeoutMs: required("CUSTODIAN_TIMEOUT_MS", "8000", "How long the custodian may take to answer.", asCount),
  nameCheckUrl: optional(
    "NAME_CHECK_URL",
    "(owners of bank accounts are not checked)",
    "Base address of a verification of payee, which compares the owner's name of a bank account.",
    asBase,
  ),
  nameCheckToken: optional("NAME_CHECK_TOKEN", "(none)", "Bearer token for NAME_CHECK_URL.", asText),
  nameCheckTimeoutMs: required(
    "NAME_CHECK_TIMEOUT_MS",
    "5000",
    "How long the verification may take to answer.",
    asCount,
  ),
  nbpUrl: required(
    "NBP_URL",
    "https://api.nbp.pl/api",
    "Base address of the rates of Narodowy Bank Polski; asked only if the setting says so.",
    asBase,
  ),
  nbpTimeoutMs: required("NBP_TIMEOUT_MS", "20000", "How long Narodowy Bank Polski may take to answer.", asCount),
  geolocationUrl: optional(
    "GEOLOCATION_URL",
    "(offline data)",
    "Outside lookup of a sign-in's country and city; {ip} in it is replaced.",
    asUrl("http", "https"),
  ),
  phoneCountryUrl: optional(
    "PHONE_COUNTRY_URL",
    "(offline data)",
    "Outside lookup of the country that the phone input suggests; {ip} in it is replaced.",
    asUrl("http", "https"),
  ),
  rateLimits: required(
    "RATE_LIMITS",
    "on",
    "Limits on calls per address and account; off for load tests alone.",
    asSwitch,
  ),
  logLevel: required(
    "LOG_LEVEL",
    "info",
    "Least severe line that is logged.",
    oneOf("trace", "debug", "info", "warn", "error", "fatal", "silent"),
  ),
  logPretty: required("LOG_PRETTY", "off", "Lines for people instead of JSON.", asSwitch),
  metricsToken: optional(
    "METRICS_TOKEN",
    "(loopback only)",
    "Bearer token without which nobody reads /metrics, this machine included.",
    asText,
  ),
  demo: {
    name: "DEMO",
    shownDefault: "on with the embedded database, off with DATABASE_URL",
    meaning: "Loads the demo firm into an empty embedded database and prints its sign-in details.",
    read: (text, environment) => {
      const external = Boolean(environment["DATABASE_URL"]?.trim());
      const demo = text === undefined ? !external : asSwitch(text);
      if (demo && external)
        throw new Error("cannot be on together with DATABASE_URL: demo data goes only into the embedded database");
      return demo;
    },
  } satisfies Setting<boolean>,
} as const;

type Values = ValuesOf<typeof settings>;
/** Every setting, read and checked. `publicUrl` is always set. */
export type Config = Readonly<
  Omit<Values, "publicUrl" | `${keyof SettingGroups}${string}`> & { publicUrl: string } & SettingGroups
>;

/** Name, default and meaning of each setting, in a useful order for operators. */
export const configTable: readonly { name: string; default: string; meaning: string }[] = Object.values(settings).map(
  ({ name, shownDefault, meaning }) => ({ name, default: shownDefault, meaning }),
);

const lettersOf = (name: string): string => name.split("").toSorted().join("");

/** Shorter names are too often those of other programs. */
const longEnough = 6;

/** Variables that are no setting but nearly called like one, with the setting that may be meant. */
export function misspelt(environment: Environment = process.env): { name: string; meant: string; certain: boolean }[] {
  const known = configTable.map(({ name }) => name);
  return Object.keys(environment)
    .filter((name) => /^[A-Z][A-Z0-9_]*$/.test(name) && !known.includes(name) && environment[name]?.trim())
    .flatMap((name) => {
      const meant = closest(name, known);
      const certain = name.length >= longEnough;
      // Two letters that changed places are two edits. HOME is not HOST.
      const near = distance(name, meant) <= (certain || lettersOf(name) === lettersOf(meant) ? 2 : 1);
      return near && !environment[meant]?.trim() ? [{ name, meant, certain }] : [];
    });
}

/** Host, port and database. */
const serverOf = (url: string): string => {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname}:${port || "5432"}${pathname}`;
};

/** Reads every setting; one error names all invalid ones. Empty counts as not set. */
export function readConfig(environment: Environment = process.env): Config {
  const problems = misspelt(environment).flatMap(({ name, meant, certain }) =>
    certain ? [`${name} is not a setting; ${meant} is`] : [],
  );
  const values: Record<string, unknown> = {};
  for (const [key, setting] of Object.entries<Setting<unknown>>(settings)) {
    const text = environment[setting.name]?.trim();
    try {
      values[key] = setting.read(text === "" ? undefined : text, environment);
    } catch (error) {
      problems.push(`${setting.name} ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  for (const name of ["DATABASE_OWNER_URL", "DATABASE_DIRECT_URL", "DATABASE_REPLICA_URL"])
    if (environment[name]?.trim() && !environment["DATABASE_URL"]?.trim())
      problems.push(`${name} needs DATABASE_URL beside it`);
  const read = values as Values;
  const { databaseUrl, databaseDirectUrl, databaseReplicaUrl: replica } = read;
  if (replica && [databaseUrl, databaseDirectUrl].some((url) => url && serverOf(url) === serverOf(replica)))
    problems.push("DATABASE_REPLICA_URL must name a standby, not the server of DATABASE_URL");
  const groups = problems.length > 0 ? undefined : groupsOf(read, problems);
  if (!groups || problems.length > 0) throw new ConfigError(`Wrong settings:\n  ${problems.join("\n  ")}`);
  return Object.freeze({ ...read, publicUrl: read.publicUrl ?? `http://localhost:${read.port}`, ...groups });
}
