/** What the portal knows of the mails that a reply may quote. */

/** One mail as it was sent: its texts in their order. Programs that show HTML repeat some of them. */
export type SentLetter = readonly string[];

export interface SentMails {
  subjects: readonly string[];
  letters: readonly SentLetter[];
  /** What the holder's people wrote in the ticket before: replies quote that too. */
  written: readonly string[];
  /** Addresses of the portal, in lower case. */
  isOwn: (address: string) => boolean;
  /** Of the firm, as mails name their sender. */
  name: string;
  /** The content id of its sign in mails. */
  logo: string;
  /** The paths to which the mails lead. */
  paths: readonly string[];
}

/** Of no ticket: nothing is known to be quoted. */
export const nothingSent: SentMails = {
  subjects: [],
  letters: [],
  written: [],
  isOwn: () => false,
  name: "",
  logo: "",
  paths: [],
};
