/** Reads the inline tokens of one block: text, emphasis, links, line breaks, placeholders. */
import type { Token } from "markdown-it";
import type { Inline, Placeholder } from "../model/blocks.ts";
import type { Fault, Unsupported } from "../model/faults.ts";
import { placeholderName } from "./placeholder-rule.ts";

const unsupported: Record<string, Unsupported> = { html_inline: "html", image: "picture", code_inline: "code" };

interface Reading {
  /** That of the first token. */
  line: number;
  /** Faults are added to it. */
  faults: Fault[];
  /** A link's address as it is kept, or null if it is not allowed. */
  readAddress: (address: string) => string | null;
}

export function parseInline(tokens: readonly Token[], { line, faults, readAddress }: Reading): Inline<Placeholder>[] {
  const content: Inline<Placeholder>[] = [];
  /** The open emphases and links, innermost last. */
  const open = [content];
  const add = (one: Inline<Placeholder>): void => {
    open.at(-1)?.push(one);
    if ("content" in one) open.push(one.content);
  };
  for (const token of tokens) {
    switch (token.type) {
      case "text":
        if (token.content) add({ kind: "text", text: token.content.replaceAll("\t", " "), line });
        break;
      case "softbreak":
        add({ kind: "text", text: " ", line });
        line += 1;
        break;
      case "hardbreak":
        add({ kind: "break" });
        line += 1;
        break;
      case "strong_open":
        add({ kind: "strong", content: [] });
        break;
      case "em_open":
        add({ kind: "emphasis", content: [] });
        break;
      case "link_open": {
        const address = String(token.attrGet("href") ?? "");
        const href = /%7B%7B/i.test(address) ? null : readAddress(address);
        if (href === null) faults.push({ code: "linkAddress", address, line });
        if (token.attrGet("title")) faults.push({ code: "unsupported", what: "linkTitle", line });
        add({ kind: "link", href: href ?? "", content: [], line });
        break;
      }
      case "strong_close":
      case "em_close":
      case "link_close":
        open.pop();
        break;
      case "placeholder":
        if (placeholderName.test(token.content)) add({ kind: "placeholder", name: token.content, line });
        else faults.push({ code: "placeholderName", name: token.content, line });
        break;
      default: {
        const what = unsupported[token.type];
        if (!what) throw new Error(`Markdown token ${token.type}`);
        faults.push({ code: "unsupported", what, line });
      }
    }
  }
  return content;
}
