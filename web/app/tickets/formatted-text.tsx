/** The subset of Markdown that contracts have too; a text that is not in it is shown as it was written. */
import { asTyped } from "@portico/pdf/markdown/as-typed.ts";
import { parseTemplate } from "@portico/pdf/markdown/parse.ts";
import type { Block, Inline, Placeholder } from "@portico/pdf/model/blocks.ts";
import { Fragment, type ReactNode, useMemo } from "react";
import styles from "./tickets.module.css";

type Piece = Inline<Placeholder>;
type AnyBlock = Block<Placeholder>;

function inline(content: readonly Piece[]): ReactNode {
  return content.map((piece, at) => {
    switch (piece.kind) {
      case "text":
        return <Fragment key={at}>{piece.text}</Fragment>;
      case "break":
        return <br key={at} />;
      case "strong":
        return <strong key={at}>{inline(piece.content)}</strong>;
      case "emphasis":
        return <em key={at}>{inline(piece.content)}</em>;
      case "link":
        return (
          <a key={at} href={piece.href} target="_blank" rel="noopener noreferrer nofollow">
            {inline(piece.content)}
          </a>
        );
      default:
        return <Fragment key={at}>{`{{${piece.name}}}`}</Fragment>;
    }
  });
}

type ListBlock = Extract<AnyBlock, { kind: "list" }>;
function list({ start, items }: ListBlock): ReactNode {
  const rows = items.map((parts, at) => (
    <li key={at}>
      {parts.map((part, place) => (
        <Fragment key={place}>{part.kind === "list" ? list(part) : inline(part.content)}</Fragment>
      ))}
    </li>
  ));
  return start === null ? <ul>{rows}</ul> : <ol start={start}>{rows}</ol>;
}

function block(one: AnyBlock): ReactNode {
  switch (one.kind) {
    case "paragraph":
      return <p>{inline(one.content)}</p>;
    // The page has headings of its own.
    case "heading":
      return (
        <p>
          <strong>{inline(one.content)}</strong>
        </p>
      );
    case "list":
      return list(one);
    case "rule":
      return <hr />;
    case "table":
      return (
        <div className={styles.table}>
          <table>
            <thead>
              <tr>
                {one.head.map((cell, at) => (
                  <th key={at} scope="col">
                    {inline(cell)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {one.rows.map((row, at) => (
                <tr key={at}>
                  {row.map((cell, place) => (
                    <td key={place}>{inline(cell)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
    default:
      return null;
  }
}

export default function FormattedText({ text }: { text: string }) {
  const parsed = useMemo(() => parseTemplate(asTyped(text)), [text]);
  if ("faults" in parsed) return <p className={styles.plain}>{text}</p>;
  return (
    <div className={styles.text}>
      {parsed.blocks.map((one, at) => (
        <Fragment key={at}>{block(one)}</Fragment>
      ))}
    </div>
  );
}
