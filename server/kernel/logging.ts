/** Structured logs: one JSON line per event, with the request id and without secrets. */
import { randomBytes } from "node:crypto";
import { createRequire } from "node:module";
import pino, { type DestinationStream, type Logger, type LoggerOptions } from "pino";
import type { Config } from "./config.ts";

/** Names of fields whose values are never logged, in any case, with or without separators. */
const secretNames =
  /^(password|newpass|oldpassword|passphrase|token|sessiontoken|bind|code|otp|secret|validationstring|string|authorization|cookie|setcookie|apikey|firmkey|connectionstring|metricstoken|smtpurl|databaseurl|databaseownerurl)$/;
const redacted = "[redacted]";
const deepest = 6;
/** Characters of a failed statement that a line shows. */
const longestStatement = 4000;

const isSecret = (name: string): boolean => secretNames.test(name.replaceAll(/[-_]/g, "").toLowerCase());

/** Masks tokens, and passwords in addresses, anywhere in a text. */
const withoutSecrets = (text: string): string =>
  text
    .replaceAll(/\b(bearer|basic)\s+[\w.~+/=-]+/gi, `$1 ${redacted}`)
    .replaceAll(/\b(\w+:\/\/[^\s:/@]+:)[^\s/@]+@/g, `$1${redacted}@`)
    .replaceAll(/([?&](?:token|code|validationString|key|password)=)[^&\s"]+/gi, `$1${redacted}`);

/** A copy of the log data with every secret masked. */
function redact(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return withoutSecrets(value);
  if (value === null || typeof value !== "object") return value;
  if (depth >= deepest) return "[deeper]";
  if (value instanceof Date || Buffer.isBuffer(value)) return Buffer.isBuffer(value) ? "[bytes]" : value;
  if (Array.isArray(value)) return value.slice(0, 100).map((item) => redact(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      // An error's `code` is a fixed word of ours or of a library; a caller's one-time code is digits.
      isSecret(name) && !(name === "code" && typeof item === "string" && /^(?!\d{6}$)[\w-]+$/.test(item))
        ? redacted
        : redact(item, depth + 1),
    ]),
  );
}

/** An error for the log, without the values of a failed statement, which PostgreSQL puts into `detail`. */
function errorLine(error: unknown): unknown {
  if (!(error instanceof Error)) return redact(error);
  const { type, message, stack } = pino.stdSerializers.err(error);
  const { code, constraint, table, statement, cause } = error as Error & Record<string, unknown>;
  return redact({
    type,
    message,
    stack,
    ...(code !== undefined && { code }),
    ...(constraint !== undefined && { constraint, table }),
    ...(typeof statement === "string" && { statement: statement.slice(0, longestStatement) }),
    ...(cause instanceof Error && { cause: errorLine(cause) }),
  });
}

const requestLine = (request: { method?: string; url?: string; id?: unknown }) => ({
  method: request.method,
  url: typeof request.url === "string" ? withoutSecrets(request.url.split("?")[0] ?? "") : undefined,
  requestId: request.id,
});

/** The portal's log on standard output, by the settings; tests pass their own stream. */
export function createLog(config: Pick<Config, "logLevel" | "logPretty">, stream?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level: config.logLevel,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: {
      level: (label) => ({ level: label }),
      log: (line) => {
        const { err, req, res, ...rest } = line;
        return {
          ...(redact(rest) as Record<string, unknown>),
          ...(err !== undefined && { err }),
          ...(req !== undefined && { req }),
          ...(res !== undefined && { res }),
        };
      },
    },
    serializers: { err: errorLine, error: errorLine, req: requestLine },
    hooks: {
      logMethod(words, method) {
        method.apply(
          this,
          words.map((word) => (typeof word === "string" ? withoutSecrets(word) : word)) as typeof words,
        );
      },
    },
  };
  if (stream) return pino(options, stream);
  if (!config.logPretty) return pino(options);
  const pretty = createRequire(import.meta.url)("pino-pretty") as typeof import("pino-pretty");
  return pino(options, pretty({ colorize: process.stdout.isTTY, translateTime: "SYS:HH:MM:ss.l", ignore: "pid" }));
}

/** Request ids for one server, unique across the logs of all processes and cheaper than random ids. */
export function requestIds(): () => string {
  const start = randomBytes(6).toString("base64url");
  let count = 0;
  return () => `${start}-${((count += 1)).toString(36)}`;
}
