/** Classifies database errors. */

interface DatabaseError extends Error {
  code?: string;
  constraint?: string;
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error ? (error as DatabaseError).code : undefined;

/** Codes of refused, cut or failed connections in `pg` and sockets. */
const awayCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ENOENT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ETIMEDOUT",
  "EHOSTUNREACH",
]);
const awayMessages =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Client was closed|Cannot use a pool after calling end|driver has already been destroyed)/;

/** True if the server refuses to write because it is a standby, or a primary that became one. */
export const isReadOnly = (error: unknown): boolean => codeOf(error) === "25006";

/**
 * True if the database could not be reached, cut the connection or cannot be written; answered as `unavailable` (503).
 * PostgreSQL's error classes: 08 connection, 57P shutdown and start-up, 53 insufficient connections, memory or disk.
 */
export function isDatabaseAway(error: unknown): boolean {
  const code = codeOf(error);
  if (isReadOnly(error)) return true;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  if (code !== undefined && /^(08|57P|53)\w+$/.test(code)) return true;
  if (code !== undefined && awayCodes.has(code) && error instanceof Error && "syscall" in error) {
    return /^(connect|read|write|getaddrinfo)$/.test(String(error.syscall));
  }
  return error instanceof Error && awayMessages.test(error.message);
}

/** True if a statement took longer than any may: the machine has too much else to do, or a lock was held for long. */
export const isStatementOverrun = (error: unknown): boolean => codeOf(error) === "57014";

/** The connection was lost while a transaction committed: its changes may be stored or not. */
export class OutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super("the database's answer to a commit was lost", { cause });
    this.name = "OutcomeUnknown";
  }
}

/** True if an error of a commit leaves open what became of it; after an error that the server answers, nothing is stored. */
export const isAnswerLost = (error: unknown): boolean =>
  isDatabaseAway(error) && (error as { severity?: string }).severity !== "ERROR";

/** True if two transactions conflicted and a retry is right. */
export const isConflict = (error: unknown): boolean => {
  const code = codeOf(error);
  return code === "40001" || code === "40P01";
};

/** True if other rows refer to the one that was to be deleted, or the one referred to is not there. */
export const isForeignKey = (error: unknown): boolean => codeOf(error) === "23503";

/** True if a row with this key already exists; with a name, only if that constraint was violated. */
export const isDuplicate = (error: unknown, constraint?: string): boolean =>
  codeOf(error) === "23505" && (constraint === undefined || (error as DatabaseError).constraint === constraint);
