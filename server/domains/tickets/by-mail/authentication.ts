/** What the firm's mail server found out about a mail's sender (RFC 8601). */

export interface Authentication {
  /** The domain of the sender disowns the mail. */
  isDisowned: boolean;
}

/** Without comments and quoted strings, which may contain anything. */
const plainly = (value: string): string => value.replaceAll(/\([^()]*\)|"[^"]*"/g, " ").toLowerCase();

/** Which server says it: what stands before the first semicolon. */
const serverOf = (value: string): string => plainly(value).split(";")[0]?.trim().split(/\s+/)[0] ?? "";

/**
 * By the headers that the firm's server added: those with its name (`server`, or else that of the topmost one) above the
 * first line of the mail's way to it. Anything else may have been written by the sender.
 */
export function readAuthentication(
  headers: readonly { name: string; value: string }[],
  server: string | undefined,
): Authentication {
  const all = headers.flatMap(({ name, value }, place) =>
    name === "authentication-results" ? [{ by: serverOf(value), value: plainly(value), place }] : [],
  );
  const trusted = server?.toLowerCase() ?? all[0]?.by;
  const first = all.find(({ by }) => by === trusted);
  if (!first) return { isDisowned: false };
  // Servers add theirs above or below their own line of the way.
  const way = headers.findIndex(({ name }, place) => name === "received" && place > first.place);
  const results = all
    .filter(({ by, place }) => by === trusted && (way < 0 || place < way))
    .map(({ value }) => value)
    .join("; ");
  const says = (result: string): boolean => new RegExp(`(?:^|[;\\s])${result}(?![\\w-])`).test(results);
  const isWithoutProof = says("spf=(?:fail|softfail)") && !says("dkim=pass") && !says("dmarc=pass");
  return { isDisowned: says("dmarc=fail") || isWithoutProof };
}
