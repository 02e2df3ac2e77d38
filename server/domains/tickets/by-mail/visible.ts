/** Text of mails as it may be stored and shown. */

/** No program shows these: NUL, which PostgreSQL refuses, other controls, halves of signs. */
export const visible = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[^\P{Cc}\n\t]/gu, "");
