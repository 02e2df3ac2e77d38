/** A page of the help, as web/help-pages.ts makes it of Markdown. */
import type { HelpSubject } from "@portico/messages/help/subjects.ts";
import type { Heading, Inline, List, Paragraph } from "@portico/pdf/model/blocks.ts";

export type HelpBlock = Heading | Paragraph | List;

export interface HelpPage {
  title: string;
  /** What it is for. */
  lead: Inline[];
  blocks: HelpBlock[];
}

export interface HelpTitle {
  subject: HelpSubject;
  title: string;
  lead: string;
}

/** The text of a part, without links and emphasis. */
export const plainText = (content: readonly Inline[]): string =>
  content
    .map((part) => ("content" in part ? plainText(part.content) : part.kind === "text" ? part.text : " "))
    .join("");
