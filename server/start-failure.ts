/** The message for operators when the portal cannot start: one sentence with the remedy if the reason is known. */
import { isDatabaseAway } from "./kernel/database-errors.ts";
import { isDiskFull } from "./kernel/disk.ts";

interface SystemError extends Error {
  code?: string;
  syscall?: string;
  port?: number;
  path?: string;
}

/** Codes of PostgreSQL for a refused user or an unknown database. */
const refusedCodes = new Set(["28000", "28P01", "3D000", "42501"]);

function sentenceOf(error: SystemError): string | undefined {
  const { code, syscall, port, path, message } = error;
  if (syscall === "listen" && code === "EADDRINUSE")
    return `Port ${port} is taken by another program, maybe by a portal that runs already. Stop that, or choose other ports: PORT=3100 API_PORT=3101 npm start`;
  if (syscall === "listen" && (code === "EACCES" || code === "EADDRNOTAVAIL"))
    return `The portal may not listen there (${message}). Choose another PORT, API_PORT or HOST.`;
  if (isDiskFull(error))
    return "The disk that holds DATA_DIR is full. Make room there and start again; nothing was lost.";
  if (code !== undefined && /^(EACCES|EROFS|EPERM|ENOTDIR)$/.test(code) && path !== undefined)
    return `${path} cannot be used: ${message}. Give the portal's user the right to write there, or set DATA_DIR.`;
  if (code !== undefined && refusedCodes.has(code)) return `The database refuses: ${message}. Look at DATABASE_URL.`;
  if (isDatabaseAway(error)) return `The database cannot be reached: ${message || "no answer"}. Look at DATABASE_URL.`;
  return undefined;
}

/** The sentence, or the whole error with its stack if an operator cannot fix the reason. */
export function startFailure(error: unknown): unknown {
  let inner: unknown = error;
  while (inner instanceof Error) {
    const sentence = sentenceOf(inner);
    if (sentence !== undefined) return `\n${sentence}`;
    inner = inner instanceof AggregateError ? inner.errors[0] : inner.cause;
  }
  return error;
}
