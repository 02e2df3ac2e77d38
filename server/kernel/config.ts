/** The only reader of process.env. Each setting documents itself; docs/operating.md contains `configTable`. */
import { resolve } from "node:path";

/** An invalid setting; main.ts prints the message and exits with `exitCode`. */
export class ConfigError extends Error {
  /** EX_CONFIG of sysexits.h, so that a service manager can distinguish it from a crash. */
  readonly exitCode = 78;
  override readonly name = "ConfigError";
}

interface Setting<T> {
  name: string;
  /** As shown in the table for operators. */
  shownDefault: string;
  meaning: string;
  read: (text: string | undefined, environment: Environment) => T;
}
type Environment = Readonly<Record<string, string | undefined>>;

const required = <T>(name: string, fallback: string, meaning: string, parse: (text: string) => T): Setting<T> => ({
  name,
  shownDefault: fallback,
  meaning,
  read: (text) => parse(text ?? fallback),
});
const optional = <T>(
  name: string,
  shownDefault: string,
  meaning: string,
  parse: (text: string) => T,
): Setting<T | undefined> => ({
  name,
  shownDefault,
  meaning,
  read: (text) => (text === undefined ? undefined : parse(text)),
});

const asText = (text: string): string => text;
const asPath = (text: string): string => resolve(text);
function asPort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new Error("must be a port number from 0 to 65535");
  return port;
}
function asCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error("must be a whole number above 0");
  return Number(text);
}
function asSwitch(text: string): boolean {
  if (/^(on|true|yes|1)$/i.test(text)) return true;
  if (/^(off|false|no|0)$/i.test(text)) return false;
  throw new Error("must be on or off");
}
const asUrl =
  (...schemes: string[]) =>
  (text: string): string => {
    const url = URL.parse(text);
    if (!url || !schemes.includes(url.protocol.slice(0, -1))) {
      throw new Error(`must be an address that starts with ${schemes.map((scheme) => `${scheme}://`).join(" or ")}`);
    }
    return text;
  };
/** A base address for paths, without a trailing slash. */
const asBase = (text: string): string => asUrl("http", "https")(text).replace(/\/+$/, "");
function asBucket(text: string): string {
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(text))
    throw new Error("must be a bucket's name: 3 to 63 lower-case letters, digits, dots and hyphens");
  return text;
}
function asIdentifier(text: string): string {
  if (!/^[0-2](\.(0|[1-9]\d{0,8})){1,30}$/.test(text)) throw new Error("must be an object identifier, as 1.2.3.4");
  return text;
}
/** Ends with a slash. */
function asKeyPrefix(text: string): string {
  const folder = text.replace(/\/+$/, "");
  if (!/^[\w.-]+(\/[\w.-]+)*$/.test(folder))
    throw new Error("must consist of letters, digits, dots, hyphens and underscores, with slashes between folders");
  return `${folder}/`;
}
const oneOf =
  <const T extends string>(...words: T[]) =>
  (text: string): T => {
    const word = words.find((candidate) => candidate === text);
    if (!word) throw new Error(`must be one of ${words.join(", ")}`);
    return word;
  };
function asTrust(text: string): string | boolean {
  return /^(on|off|true|false|yes|no)$/i.test(text) ? asSwitch(text) : text;
}

const settings = {
  dataDir: required(
    "DATA_DIR",
    "./data",
    "Folder of everything that the portal keeps: database, files, mails, keys.",
    asPath,
  ),
  host: required("HOST", "localhost", "Address to listen on; :: or 0.0.0.0 for every interface.", asText),
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
    (text) => (text.startsWith("/") ? text.replace(/\/+$/, "") : asBase(text)),
  ),
  trustProxy: required(
    "TRUST_PROXY",
    "loopback",
    "Which proxies' X-Forwarded-For is believed: loopback, on, off, or addresses separated by commas.",
    asTrust,
  ),
  databaseUrl: optional(
    "DATABASE_URL",
    "(embedded PostgreSQL in DATA_DIR)",
    "PostgreSQL 15 or later for the portal's daily work.",
    asUrl("postgres", "postgresql"),
  ),
  databaseOwnerUrl: optional(
    "DATABASE_OWNER_URL",
    "(DATABASE_URL)",
    "The same database as the role that owns the tables; used for migrations only.",
    asUrl("postgres", "postgresql"),
  ),
  databasePrepared: required(
    "DATABASE_PREPARED",
    "on",
    "Named prepared statements; off behind a pooler in transaction mode.",
    asSwitch,
  ),
  databasePool: required(
    "DATABASE_POOL",
    "10",
    "Connections that one process keeps at most, jobs not counted.",
    asCount,
  ),
  firmKey: optional("FIRM_KEY", "(FIRM_KEY_FILE)", "The firm's key: 32 bytes as base64 or hex.", asText),
  firmKeyFile: optional("FIRM_KEY_FILE", "DATA_DIR/firm.key", "File with the firm's key; made on first start.", asPath),
  smtpUrl: optional(
    "SMTP_URL",
    "(.eml files in DATA_DIR/mail)",
    "Mail server, as smtp://user:password@host:587 or smtps://….",
    asUrl("smtp", "smtps"),
  ),
  mailFrom: required("MAIL_FROM", "Portico <no-reply@localhost>", "Sender of the portal's mails.", asText),
  clamdUrl: optional(
    "CLAMD_URL",
    "(the portal's own checks alone)",
    "ClamAV's daemon, as tcp://host:3310 or unix:///run/clamav/clamd.ctl; uploads wait until it has checked them.",
    asUrl("tcp", "unix"),
  ),
  filesS3Endpoint: optional(
    "FILES_S3_ENDPOINT",
    "(files in DATA_DIR/files)",
    "S3-compatible store for the contents of files, without the bucket, as https://s3.eu-central-1.amazonaws.com.",
    asBase,
  ),
  filesS3Region: required("FILES_S3_REGION", "us-east-1", "Region of the store, part of each signature.", asText),
  filesS3Bucket: optional("FILES_S3_BUCKET", "(none)", "Bucket of the store.", asBucket),
  filesS3Prefix: optional(
    "FILES_S3_PREFIX",
    "(none)",
    "Folder in the bucket, as portico or firm/portico.",
    asKeyPrefix,
  ),
  filesS3AccessKeyId: optional("FILES_S3_ACCESS_KEY_ID", "(none)", "Id of the access key for the bucket.", asText),
  filesS3SecretAccessKey: optional("FILES_S3_SECRET_ACCESS_KEY", "(none)", "The access key's secret.", asText),
  sealCertificate: optional(
    "SEAL_CERTIFICATE",
    "(the firm's own authority)",
    "File with the certificate for the seal on PDFs and those that issued it, as PEM.",
    asPath,
  ),
  sealKey: optional("SEAL_KEY", "(none)", "File with the private key of SEAL_CERTIFICATE, as PEM.", asPath),
  sealPkcs12: optional(
    "SEAL_PKCS12",
    "(none)",
    "File with the seal's key and certificates as PKCS#12, instead of the two settings before.",
    asPath,
  ),
  sealPassword: optional("SEAL_PASSWORD", "(none)", "Password of SEAL_PKCS12 or SEAL_KEY.", asText),
  timestampUrl: optional(
    "TIMESTAMP_URL",
    "(seals without time stamp)",
    "Service for time stamps of the seal (RFC 3161); sealing waits while it is away.",
    asUrl("http", "https"),
  ),
  timestampCertificates: optional(
    "TIMESTAMP_CERTIFICATES",
    "(none)",
    "File with the certificates of the authorities that the service's certificate comes from, as PEM.",
    asPath,
  ),
  timestampPolicy: optional(
    "TIMESTAMP_POLICY",
    "(the service's own)",
    "Policy to ask the service for, as 1.2.3.4.",
    asIdentifier,
  ),
  custodianUrl: optional(
    "CUSTODIAN_URL",
    "(the portal's own ledger)",
    "Base address of the custodian's system.",
    asBase,
  ),
  custodianTimeoutMs: required("CUSTODIAN_TIMEOUT_MS", "8000", "How long the custodian may take to answer.", asCount),
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

type Values = { [K in keyof typeof settings]: ReturnType<(typeof settings)[K]["read"]> };
/** The bucket for the contents of files. */
export interface S3Settings {
  endpoint: string;
  region: string;
  bucket: string;
  /** Empty, or ends with a slash. */
  prefix: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Files with the key and the certificate for the seal. */
export type SealSettings = { password: string | undefined } & (
  | { certificate: string; key: string }
  | { pkcs12: string }
);
/** The service for time stamps. */
export interface TimestampSettings {
  url: string;
  /** File with its authorities. */
  certificates: string;
  policy: string | undefined;
}

/** Settings that belong together; undefined if they are not set. */
interface Groups {
  filesS3: S3Settings | undefined;
  seal: SealSettings | undefined;
  timestamp: TimestampSettings | undefined;
}

/** Every setting, read and checked. `publicUrl` is always set. */
export type Config = Readonly<Omit<Values, "publicUrl" | `${keyof Groups}${string}`> & { publicUrl: string } & Groups>;

/** The seal's settings, of which one way or none is needed. */
function sealOf(values: Values, problems: string[]): SealSettings | undefined {
  const { sealCertificate: certificate, sealKey: key, sealPkcs12: pkcs12, sealPassword: password } = values;
  if (pkcs12 !== undefined && (certificate !== undefined || key !== undefined))
    problems.push("SEAL_PKCS12 replaces SEAL_CERTIFICATE and SEAL_KEY; set one or the other");
  if (pkcs12 !== undefined) return { pkcs12, password };
  if (certificate === undefined && key === undefined) {
    if (password !== undefined) problems.push("SEAL_PASSWORD needs SEAL_PKCS12 or SEAL_KEY beside it");
    return undefined;
  }
  if (certificate === undefined) problems.push("SEAL_CERTIFICATE must be set for SEAL_KEY");
  if (key === undefined) problems.push("SEAL_KEY must be set for SEAL_CERTIFICATE");
  return { certificate: certificate ?? "", key: key ?? "", password };
}

function timestampOf(values: Values, problems: string[]): TimestampSettings | undefined {
  const { timestampUrl: url, timestampCertificates: certificates, timestampPolicy: policy } = values;
  if (url === undefined) {
    if (certificates !== undefined || policy !== undefined)
      problems.push("TIMESTAMP_CERTIFICATES and TIMESTAMP_POLICY need TIMESTAMP_URL beside them");
    return undefined;
  }
  if (certificates === undefined) problems.push("TIMESTAMP_CERTIFICATES must be set for TIMESTAMP_URL");
  return { url, certificates: certificates ?? "", policy };
}

/** The settings of the bucket, of which all or none are needed. */
function bucketOf(values: Values, problems: string[]): S3Settings | undefined {
  const { filesS3Endpoint, filesS3Region, filesS3Bucket, filesS3Prefix, filesS3AccessKeyId, filesS3SecretAccessKey } =
    values;
  const needed = {
    FILES_S3_ENDPOINT: filesS3Endpoint,
    FILES_S3_BUCKET: filesS3Bucket,
    FILES_S3_ACCESS_KEY_ID: filesS3AccessKeyId,
    FILES_S3_SECRET_ACCESS_KEY: filesS3SecretAccessKey,
  };
  const missing = Object.entries(needed).flatMap(([name, value]) => (value === undefined ? [name] : []));
  if (missing.length === Object.keys(needed).length) return undefined;
  if (missing.length > 0) problems.push(`${missing.join(", ")} must be set for a bucket`);
  return {
    endpoint: filesS3Endpoint ?? "",
    region: filesS3Region,
    bucket: filesS3Bucket ?? "",
    prefix: filesS3Prefix ?? "",
    accessKeyId: filesS3AccessKeyId ?? "",
    secretAccessKey: filesS3SecretAccessKey ?? "",
  };
}

/** Name, default and meaning of each setting, in a useful order for operators. */
export const configTable: readonly { name: string; default: string; meaning: string }[] = Object.values(settings).map(
  ({ name, shownDefault, meaning }) => ({ name, default: shownDefault, meaning }),
);

/** Reads every setting; one error names all invalid ones. Empty counts as not set. */
export function readConfig(environment: Environment = process.env): Config {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [key, setting] of Object.entries<Setting<unknown>>(settings)) {
    const text = environment[setting.name]?.trim();
    try {
      values[key] = setting.read(text === "" ? undefined : text, environment);
    } catch (error) {
      problems.push(`${setting.name} ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  if (environment["DATABASE_OWNER_URL"]?.trim() && !environment["DATABASE_URL"]?.trim()) {
    problems.push("DATABASE_OWNER_URL needs DATABASE_URL beside it");
  }
  const read = values as Values;
  const groups: Groups | undefined =
    problems.length > 0
      ? undefined
      : {
          filesS3: bucketOf(read, problems),
          seal: sealOf(read, problems),
          timestamp: timestampOf(read, problems),
        };
  if (!groups || problems.length > 0) throw new ConfigError(`Wrong settings:\n  ${problems.join("\n  ")}`);
  return Object.freeze({ ...read, publicUrl: read.publicUrl ?? `http://localhost:${read.port}`, ...groups });
}
