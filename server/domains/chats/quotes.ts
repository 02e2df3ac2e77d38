/** Messages of a conversation as the first text of a ticket, in the Markdown of tickets. */

interface Quoted {
  author: string;
  text: string;
  files: readonly { name: string }[];
  created_at: Date;
}

/** Text that Markdown shows as it is: nobody's message becomes a heading, a list or another author's name. */
const plain = (text: string): string =>
  text
    .split("\n")
    .map((line) =>
      line
        .trim()
        .replaceAll(/[\\`*_{}[\]<>#|~!&]/g, (sign) => `\\${sign}`)
        .replace(/^([-+=])/, "\\$1")
        .replace(/^(\d+)([.)])/, "$1\\$2"),
    )
    .join("\n");

/** Each message with its author, its time in the firm's time zone, its text and the names of its files. */
export function quoteMessages(messages: readonly Quoted[], timeZone: string): string {
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  const timeOf = (at: Date): string => format.format(at).replace(", ", " ");
  return messages
    .map(({ author, text, files, created_at }) =>
      [
        `**${plain(author.replaceAll("\n", " "))}**, ${timeOf(created_at)}`,
        ...(text === "" ? [] : [plain(text)]),
        ...(files.length > 0 ? [files.map(({ name }) => plain(name)).join(", ")] : []),
      ].join("\n\n"),
    )
    .join("\n\n---\n\n");
}
