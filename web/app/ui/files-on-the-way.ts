/** Files that are being sent, for the question before they are lost. */

/** What a sender's files are lost with: the part of the page that sends them, or only the document. */
export type SendingEnd = "part" | "document";

const senders = new Map<object, { count: number; end: SendingEnd }>();

export function markOnTheWay(sender: object, count: number, end: SendingEnd): void {
  if (count === 0) senders.delete(sender);
  else senders.set(sender, { count, end });
}

/** How many files are lost with a part of the page, or with the document. */
export const countOnTheWay = (end: SendingEnd): number =>
  [...senders.values()].reduce((sum, one) => sum + (end === "document" || one.end === "part" ? one.count : 0), 0);
