/** What an error of the database means to the portal. */

interface DatabaseError extends Error {
  code?: string;
  constraint?: string;
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error ? (error as DatabaseError).code : undefined;

/** Ways in which a connection that is refused, cut or never made shows itself in `pg` and in sockets. */
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

/**
 * True where the database could not be reached or cut the connection: answered as `unavailable` (503). PostgreSQL's
 * own classes: 08 connection, 57P shutdown and start-up, 53 no room: connections, memory, disk.
 */
export function isDatabaseAway(error: unknown): boolean {
  const code = codeOf(error);
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  if (code !== undefined && /^(08|57P|53)\w+$/.test(code)) return true;
  if (code !== undefined && awayCodes.has(code) && error instanceof Error && "syscall" in error) {
    return /^(connect|read|write|getaddrinfo)$/.test(String(error.syscall));
  }
  return error instanceof Error && awayMessages.test(error.message);
}

/** True where two transactions were in each other's way and one try more is right. */
export const isConflict = (error: unknown): boolean => {
  const code = codeOf(error);
  return code === "40001" || code === "40P01";
};

/** True where a row with this key exists already; with a name, where that very constraint said so. */
export const isDuplicate = (error: unknown, constraint?: string): boolean =>
  codeOf(error) === "23505" && (constraint === undefined || (error as DatabaseError).constraint === constraint);
