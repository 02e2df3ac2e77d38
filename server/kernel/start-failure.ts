/** The message for operators when the portal cannot start: one sentence with the remedy if the reason is known. */
import { AwayError } from "./away-error.ts";
import { ConfigError } from "./config.ts";
import { isDatabaseAway } from "./database-errors.ts";
import { isDiskFull } from "./disk.ts";

interface SystemError extends Error {
  code?: string;
  syscall?: string;
  port?: number;
  path?: string;
  /** As PostgreSQL says it. */
  severity?: string;
  /** Name of the setting whose address was used; DATABASE_URL if not known. */
  setting?: string;
}

/** Codes of PostgreSQL for a refused user or an unknown database. */
const refusedCodes = new Set(["28000", "28P01", "3D000", "42501"]);

const untrusted =
  /^(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(_LOCALLY)?)|CERT_HAS_EXPIRED|CERT_NOT_YET_VALID|ERR_TLS_CERT_ALTNAME_INVALID)$/;

/** What a server without the wanted encryption, or one that demands it, needs in its address. */
function encryptionSentence({ code, message, setting = "DATABASE_URL" }: SystemError): string | undefined {
  if (code !== undefined && untrusted.test(code))
    return `The certificate of the database's server is not trusted: ${message}. Name the file of its authority in ${setting}, as ?sslmode=verify-full&sslrootcert=/etc/portico/ca.pem.`;
  if (code === "28000" && message.endsWith("no encryption"))
    return `The database demands an encrypted connection: ${message}. Add ?sslmode=verify-full to ${setting}.`;
  if (message === "The server does not support SSL connections")
    return `The database's server has no TLS. Switch it on there, or take sslmode out of ${setting} if the network is safe.`;
  return undefined;
}

/** What only a change of the settings, of the database's users or of file permissions mends. */
function settingsSentence(error: SystemError): string | undefined {
  const { code, syscall, path, message, setting, severity } = error;
  if (setting !== undefined && code === "ENOENT" && syscall === "open")
    return `${setting} names a file that is not there: ${path}.`;
  if (syscall === "listen" && (code === "EACCES" || code === "EADDRNOTAVAIL"))
    return `The portal may not listen there (${message}). Choose another PORT, API_PORT or HOST.`;
  const isNoFolder = code === "ENOENT" && syscall === "mkdir";
  if (code !== undefined && (isNoFolder || /^(EACCES|EROFS|EPERM|ENOTDIR)$/.test(code)) && path !== undefined)
    return `${path} cannot be used: ${message}. Give the portal's user the right to write there, or set DATA_DIR.`;
  const encryption = encryptionSentence(error);
  if (encryption !== undefined) return encryption;
  // PgBouncer's words for the same.
  const isRefusedByPooler = code === "08P01" && /authentication failed|no such (database|user)/.test(message);
  // A fatal error ends the attempt to connect, such as an unknown parameter in the address.
  const isRefused = (code !== undefined && refusedCodes.has(code)) || (severity === "FATAL" && !isDatabaseAway(error));
  if (isRefusedByPooler || isRefused) return `The database refuses: ${message}. Look at ${setting ?? "DATABASE_URL"}.`;
  if (code === "42P05" || code === "26000")
    return "Named statements do not work through the pooler. Leave DATABASE_PREPARED out, or use PgBouncer from 1.21 with max_prepared_statements.";
  return undefined;
}

/** What may pass by itself or by an action elsewhere. */
function passingSentence(error: SystemError): string | undefined {
  const { code, syscall, port, message, setting = "DATABASE_URL" } = error;
  if (syscall === "listen" && code === "EADDRINUSE")
    return `Port ${port} is taken by another program, maybe by a portal that runs already. Stop that, or choose other ports: PORT=3100 API_PORT=3101 npm start`;
  if (isDiskFull(error))
    return "The disk that holds DATA_DIR is full. Make room there and start again; nothing was lost.";
  if (isDatabaseAway(error)) return `The database cannot be reached: ${message || "no answer"}. Look at ${setting}.`;
  return undefined;
}

export interface StartFailure {
  /** One sentence with the remedy, or the whole error with its stack if an operator cannot fix the reason. */
  message: unknown;
  /** 78 (EX_CONFIG) if starting again without a change is useless. */
  exitCode: number;
}

/** What to print about the error, and how to exit. */
export function startFailure(error: unknown): StartFailure {
  let inner: unknown = error;
  while (inner instanceof Error) {
    if (inner instanceof ConfigError) return { message: inner.message, exitCode: inner.exitCode };
    if (inner instanceof AwayError) return { message: `\n${inner.message}`, exitCode: 1 };
    const settings = settingsSentence(inner);
    if (settings !== undefined) return { message: `\n${settings}`, exitCode: 78 };
    const passing = passingSentence(inner);
    if (passing !== undefined) return { message: `\n${passing}`, exitCode: 1 };
    inner = inner instanceof AggregateError ? inner.errors[0] : inner.cause;
  }
  return { message: error, exitCode: 1 };
}
