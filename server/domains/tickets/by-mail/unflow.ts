/** Text of `format=flowed` (RFC 3676): lines that were broken on their way are joined again. */

const depthOf = (line: string): number => /^>*/.exec(line)?.[0].length ?? 0;

/** A quotation never flows into an answer, nor into one of another depth. */
export function unflow(text: string, { delSp }: { delSp: boolean }): string {
  const joined: string[] = [];
  /** Of the line that flows into the next one; none does at first. */
  let openDepth = -1;
  for (const raw of text.split("\n")) {
    const depth = depthOf(raw);
    // A space in front protects the line, or stands between the marks and the text.
    const content = raw.slice(depth).replace(/^ /, "");
    const line = depth > 0 ? `${">".repeat(depth)} ${content}` : content;
    const isSignature = content === "-- ";
    if (openDepth === depth && !isSignature) joined.push((joined.pop() ?? "") + content);
    else joined.push(line);
    const flows = content.endsWith(" ") && !isSignature;
    openDepth = flows ? depth : -1;
    if (flows && delSp) joined.push((joined.pop() ?? "").slice(0, -1));
  }
  return joined.join("\n");
}
