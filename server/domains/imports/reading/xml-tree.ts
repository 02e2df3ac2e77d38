/** A part of an XML file as a tree, for records that are read as a whole, such as one entry of a statement. */
import type { Attributes } from "./xml.ts";

export interface XmlNode {
  name: string;
  line: number;
  attributes: Attributes;
  /** Its own text, without that of its children. */
  text: string;
  /** Most elements of a statement have none, and a statement has millions. */
  children?: XmlNode[];
}

/** The first node on a path of names below a node. */
export function find(node: XmlNode | undefined, ...path: readonly string[]): XmlNode | undefined {
  let found = node;
  for (const name of path) found = found?.children?.find((child) => child.name === name);
  return found;
}

export const findAll = (node: XmlNode | undefined, name: string): XmlNode[] =>
  node?.children?.filter((child) => child.name === name) ?? [];

/** The text on a path of names, without blanks around it; undefined if there is none. */
export function textAt(node: XmlNode | undefined, ...path: readonly string[]): string | undefined {
  const text = find(node, ...path)?.text.trim();
  return text === "" ? undefined : text;
}

/** Puts a tree together from the events of `readElements`. */
export function treeBuilder(): {
  open(name: string, attributes: Attributes, line: number): void;
  /** The whole tree, once its outermost element is closed. */
  close(): XmlNode | undefined;
  text(piece: string): void;
} {
  const path: XmlNode[] = [];
  return {
    open(name, attributes, line) {
      const node: XmlNode = { name, line, attributes, text: "" };
      const parent = path.at(-1);
      if (parent) (parent.children ??= []).push(node);
      path.push(node);
    },
    close() {
      const node = path.pop();
      return path.length === 0 ? node : undefined;
    },
    text(piece) {
      const node = path.at(-1);
      if (node) node.text += piece;
    },
  };
}
