/** Replaces the placeholders of a template by values. */
import type { Block, Inline, List, Paragraph, Placeholder } from "./blocks.ts";
import { type Fault, maxFaults, type Outcome } from "./faults.ts";

/** Values by the name of their placeholder. */
export type Values = Readonly<Record<string, string>>;

type Content<Extra> = Inline<Extra>[];
type Change<From, To> = (content: Content<From>) => Content<To>;

function changeItems<From, To>(list: List<From>, change: Change<From, To>): List<To> {
  const one = (part: Paragraph<From> | List<From>): Paragraph<To> | List<To> =>
    part.kind === "list" ? changeItems(part, change) : { ...part, content: change(part.content) };
  return { ...list, items: list.items.map((item) => item.map(one)) };
}

function changeBlock<From, To>(block: Block<From>, change: Change<From, To>): Block<To> {
  switch (block.kind) {
    case "heading":
    case "paragraph":
      return { ...block, content: change(block.content) };
    case "list":
      return changeItems(block, change);
    case "table":
      return { ...block, head: block.head.map(change), rows: block.rows.map((row) => row.map(change)) };
    case "facts":
      return { ...block, rows: block.rows.map(({ name, value }) => ({ name, value: change(value) })) };
    default:
      return block;
  }
}

function changeInline<To>(content: Content<Placeholder>, replace: (one: Placeholder) => Inline<To>): Content<To> {
  return content.map((one): Inline<To> => {
    if (one.kind === "placeholder") return replace(one);
    return "content" in one ? { ...one, content: changeInline(one.content, replace) } : one;
  });
}

/** The placeholders of a template in the order of the text, each as often as it occurs. */
export function placeholdersOf(blocks: readonly Block<Placeholder>[]): Placeholder[] {
  const found: Placeholder[] = [];
  const note = (one: Placeholder): Inline<Placeholder> => {
    found.push(one);
    return one;
  };
  for (const block of blocks) changeBlock(block, (content) => changeInline(content, note));
  return found;
}

/**
 * The blocks with values in place of placeholders. Values are plain text: nothing in them is read as Markdown or as a
 * placeholder. A value that is absent or blank is a `missingValue` fault at each of its places.
 */
export function fillTemplate(blocks: readonly Block<Placeholder>[], values: Values): Outcome<{ blocks: Block[] }> {
  const valueOf = (name: string): string => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return value?.trim() ? value : "";
  };
  const faults: Fault[] = placeholdersOf(blocks)
    .filter(({ name }) => valueOf(name) === "")
    .map(({ name, line }) => ({ code: "missingValue", placeholder: name, line }));
  if (faults.length > 0) return { faults: faults.slice(0, maxFaults) };
  const replace = ({ name, line }: Placeholder): Inline => ({
    kind: "text",
    text: valueOf(name).replaceAll(/\r\n?/g, "\n").replaceAll("\t", " "),
    line,
    placeholder: name,
  });
  return { blocks: blocks.map((block) => changeBlock(block, (content) => changeInline(content, replace))) };
}
