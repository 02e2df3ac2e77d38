/** Text that was signed with OpenPGP and left readable (RFC 9580, 7). */

const begin = "-----BEGIN PGP SIGNED MESSAGE-----";
const signature = "-----BEGIN PGP SIGNATURE-----";
const end = "-----END PGP SIGNATURE-----";

/** The text without the lines of the signature, and with lines as they were before it; any other text as it is. */
export function withoutSignature(text: string): string {
  const lines = text.split("\n");
  const is = (line: string | undefined, marker: string): boolean => line?.trimEnd() === marker;
  const first = lines.findIndex((line) => is(line, begin));
  const headers = first < 0 ? -1 : lines.findIndex((line, at) => at > first && line.trim() === "");
  const signed = headers < 0 ? -1 : lines.findIndex((line, at) => at > headers && is(line, signature));
  const last = signed < 0 ? -1 : lines.findIndex((line, at) => at > signed && is(line, end));
  // Only headers of the signature may stand between its first line and the text.
  const isWhole = last >= 0 && lines.slice(first + 1, headers).every((line) => /^[\w-]+: /.test(line));
  if (!isWhole) return text;
  return [
    ...lines.slice(0, first),
    ...lines.slice(headers + 1, signed).map((line) => line.replace(/^- /, "")),
    ...lines.slice(last + 1),
  ].join("\n");
}
