/** Blocks of the help as elements of a page: emphasis is a label of the portal, strong emphasis a key. */
import type { Inline } from "@portico/pdf/model/blocks.ts";
import type { ReactNode } from "react";
import { LocaleLink } from "../../shell/locale-link.tsx";
import type { HelpBlock } from "./help-page.ts";

/** The parts never change their order, so their places are their keys. */
const each = <Part,>(parts: readonly Part[], show: (part: Part, key: number) => ReactNode): ReactNode[] =>
  parts.map((part, place) => show(part, place));

export function HelpInline({ content }: { content: readonly Inline[] }) {
  return each(content, (part, key) => {
    switch (part.kind) {
      case "text":
        return part.text;
      case "break":
        return <br key={key} />;
      case "strong":
        return (
          <kbd key={key}>
            <HelpInline content={part.content} />
          </kbd>
        );
      case "emphasis":
        return (
          <b key={key}>
            <HelpInline content={part.content} />
          </b>
        );
      case "link":
        return part.href.startsWith("/") ? (
          <LocaleLink key={key} to={part.href}>
            <HelpInline content={part.content} />
          </LocaleLink>
        ) : (
          <a key={key} href={part.href}>
            <HelpInline content={part.content} />
          </a>
        );
    }
  });
}

export function HelpBlocks({ blocks }: { blocks: readonly HelpBlock[] }) {
  return each(blocks, (block, key) => <OneBlock key={key} block={block} />);
}

function OneBlock({ block }: { block: HelpBlock }) {
  switch (block.kind) {
    case "heading": {
      const Heading = `h${Math.max(block.level, 2)}` as "h2" | "h3";
      return (
        <Heading>
          <HelpInline content={block.content} />
        </Heading>
      );
    }
    case "paragraph":
      return (
        <p>
          <HelpInline content={block.content} />
        </p>
      );
    case "list": {
      const items = each(block.items, (item, key) => (
        <li key={key}>
          {each(item, (part, place) =>
            part.kind === "paragraph" ? (
              <HelpInline key={place} content={part.content} />
            ) : (
              <OneBlock key={place} block={part} />
            ),
          )}
        </li>
      ));
      return block.start === null ? <ul>{items}</ul> : <ol start={block.start}>{items}</ol>;
    }
  }
}
