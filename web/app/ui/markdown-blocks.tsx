/**
 * Blocks of Markdown as elements. There is no HTML in them: what people write is shown as text, and the parser lets no
 * address through but those that it checked.
 */
import type { Block, Inline, List, Placeholder } from "@portico/pdf/model/blocks.ts";
import { Fragment, type JSX, type ReactNode } from "react";
import styles from "./markdown-blocks.module.css";
import { useLanguage } from "./text.tsx";

type Piece = Inline<Placeholder>;
export type MarkdownBlock = Block<Placeholder>;
type BlockOf<Kind extends MarkdownBlock["kind"]> = Extract<MarkdownBlock, { kind: Kind }>;

/** How a place shows what differs from place to place. */
export interface MarkdownElements {
  strong?: (content: ReactNode) => ReactNode;
  emphasis?: (content: ReactNode) => ReactNode;
  link?: (href: string, content: ReactNode) => ReactNode;
  /** `level` is 1 to 3, as it was written. */
  heading?: (level: 1 | 2 | 3, content: ReactNode, text: string) => ReactNode;
  /** A placeholder within a text. */
  placeholder?: (name: string) => ReactNode;
  /** A placeholder that is a paragraph of its own, such as a table; undefined leaves it to `placeholder`. */
  block?: (name: string) => ReactNode | undefined;
}

/** The letters of a text, without links and emphasis. */
export const lettersOf = (content: readonly Piece[]): string =>
  content
    .map((piece) => {
      if ("content" in piece) return lettersOf(piece.content);
      return piece.kind === "text" ? piece.text : piece.kind === "break" ? " " : `{{${piece.name}}}`;
    })
    .join("");

/** Pages of the portal are in the reader's language. */
function PlainLink({ href, children }: { href: string; children: ReactNode }) {
  const language = useLanguage();
  return href.startsWith("/") ? (
    <a href={`/${language}${href}`}>{children}</a>
  ) : (
    <a href={href} rel="noopener">
      {children}
    </a>
  );
}

/** The highest level of a text is below the title of its page, whichever signs it is written with. */
const topLevelOf = (blocks: readonly MarkdownBlock[]): number =>
  blocks.reduce((top, block) => (block.kind === "heading" ? Math.min(top, block.level) : top), 3);

const Heading = ({ level, children }: { level: number; children: ReactNode }) => {
  const Tag = `h${level}` as keyof Pick<JSX.IntrinsicElements, "h2" | "h3" | "h4">;
  return <Tag>{children}</Tag>;
};

const plainElements = (top: number): Required<MarkdownElements> => ({
  strong: (content) => <strong>{content}</strong>,
  emphasis: (content) => <em>{content}</em>,
  link: (href, content) => <PlainLink href={href}>{content}</PlainLink>,
  heading: (level, content) => <Heading level={level - top + 2}>{content}</Heading>,
  placeholder: (name) => `{{${name}}}`,
  block: () => undefined,
});

/** The parts never change their order, so their places are their keys. */
const each = <Part,>(parts: readonly Part[], show: (part: Part) => ReactNode): ReactNode[] =>
  // oxlint-disable-next-line react/no-array-index-key -- see above
  parts.map((part, place) => <Fragment key={place}>{show(part)}</Fragment>);

function renderer(elements: Required<MarkdownElements>) {
  const inline = (content: readonly Piece[]): ReactNode =>
    each(content, (piece) => {
      switch (piece.kind) {
        case "text":
          return piece.text;
        case "break":
          return <br />;
        case "placeholder":
          return elements.placeholder(piece.name);
        case "link":
          return elements.link(piece.href, inline(piece.content));
        default:
          return elements[piece.kind](inline(piece.content));
      }
    });
  const list = ({ start, items }: List<Placeholder>): ReactNode => {
    const rows = each(items, (parts) => {
      const isShort = parts.filter(({ kind }) => kind === "paragraph").length < 2;
      const paragraph = (content: readonly Piece[]) => (isShort ? inline(content) : <p>{inline(content)}</p>);
      return <li>{each(parts, (part) => (part.kind === "list" ? list(part) : paragraph(part.content)))}</li>;
    });
    return start === null ? <ul>{rows}</ul> : <ol start={start}>{rows}</ol>;
  };
  const table = ({ head, rows, alignments }: BlockOf<"table">): ReactNode => {
    const cells = (row: readonly Piece[][], cell: (content: ReactNode, align: string | undefined) => ReactNode) =>
      row.map((content, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- see `each`
        <Fragment key={place}>{cell(inline(content), alignments[place])}</Fragment>
      ));
    return (
      // Wider than a phone, it scrolls by keyboard too.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      <div className={styles.table} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {cells(head, (content, align) => (
                <th scope="col" data-align={align}>
                  {content}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {each(rows, (row) => (
              <tr>
                {cells(row, (content, align) => (
                  <td data-align={align}>{content}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    );
  };
  const block = (one: MarkdownBlock): ReactNode => {
    switch (one.kind) {
      case "heading":
        return elements.heading(one.level, inline(one.content), lettersOf(one.content));
      case "paragraph": {
        const [only, more] = one.content;
        const own = only?.kind === "placeholder" && !more ? elements.block(only.name) : undefined;
        return own === undefined ? <p>{inline(one.content)}</p> : own;
      }
      case "list":
        return list(one);
      case "table":
        return table(one);
      case "rule":
        return <hr />;
      default:
        return null;
    }
  };
  return { inline, block };
}

interface MarkdownBlocksProps {
  blocks: readonly MarkdownBlock[];
  elements?: MarkdownElements;
}

export function MarkdownBlocks({ blocks, elements = {} }: MarkdownBlocksProps) {
  return each(blocks, renderer({ ...plainElements(topLevelOf(blocks)), ...elements }).block);
}

/** The text of a line, such as the lead of a page. */
export function MarkdownInline({ content, elements = {} }: { content: readonly Piece[]; elements?: MarkdownElements }) {
  return renderer({ ...plainElements(1), ...elements }).inline(content);
}
