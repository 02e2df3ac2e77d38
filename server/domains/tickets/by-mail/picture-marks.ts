/** Where a mail's text shows its pictures. Nothing here reads a mail: the main process loads it at its start. */

/** How a text shows where a picture stands, as Outlook does. */
export const pictureMark = (cid: string): string => `[cid:${cid}]`;
/** Whether the text shows the picture. */
export const shows = (text: string, cid: string): boolean => text.includes(pictureMark(cid));

/** Where a text shows a picture, with its description. */
const shownPicture = /\[cid:([^\]\s]{1,300})\](?:\uE000([^\uE001]{0,300})\uE001)?/g;

/** Of pictures that the mail does not have, the description. */
export const withoutMissing = (text: string, has: (cid: string) => boolean): string =>
  text.replaceAll(shownPicture, (mark, cid: string, said = "") => (has(cid) || said === "" ? mark : `[${said}]`));

/** Pictures that the mail has are files; of others the description is left. */
export const withoutPictures = (text: string, has: (cid: string) => boolean): string =>
  withoutMissing(text, has)
    .split("\n")
    .map((line) => (line.includes("[cid:") ? line.replaceAll(shownPicture, "").trim() : line))
    .join("\n");
