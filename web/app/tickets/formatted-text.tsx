/** The subset of Markdown that contracts have too; a text that is not in it is shown as it was written. */
import { asTyped } from "@portico/pdf/markdown/as-typed.ts";
import { parseTemplate } from "@portico/pdf/markdown/parse.ts";
import { useMemo } from "react";
import { MarkdownBlocks, type MarkdownElements } from "../ui/markdown-blocks.tsx";
import styles from "./tickets.module.css";

const elements: MarkdownElements = {
  link: (href, content) => (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {content}
    </a>
  ),
  // The page has headings of its own.
  heading: (_, content) => (
    <p>
      <strong>{content}</strong>
    </p>
  ),
};

export default function FormattedText({ text }: { text: string }) {
  const parsed = useMemo(() => parseTemplate(asTyped(text)), [text]);
  if ("faults" in parsed) return <p className={styles.plain}>{text}</p>;
  return (
    <div className={styles.text}>
      <MarkdownBlocks blocks={parsed.blocks} elements={elements} />
    </div>
  );
}
