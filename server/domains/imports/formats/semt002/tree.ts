/** One holding of a message as a tree, so that its members are found by their path in any version. */
import type { Attributes } from "../../reading/xml.ts";

export interface Node {
  name: string;
  attributes: Attributes;
  text: string;
  line: number;
  children: Node[];
}

export const nodeOf = (name: string, attributes: Attributes, line: number): Node => ({
  name,
  attributes,
  text: "",
  line,
  children: [],
});

/** The first descendant under a path of names; between two names there may be others, because versions wrap differently. */
export function find(node: Node, ...path: string[]): Node | undefined {
  const [name, ...rest] = path;
  if (name === undefined) return node;
  for (const child of node.children) {
    const found = child.name === name ? find(child, ...rest) : undefined;
    if (found) return found;
  }
  for (const child of node.children) {
    const found = find(child, ...path);
    if (found) return found;
  }
  return undefined;
}

export const textAt = (node: Node, ...path: string[]): string | undefined =>
  find(node, ...path)?.text.trim() || undefined;

/** All children of the name. */
export const all = (node: Node, name: string): Node[] => node.children.filter((child) => child.name === name);
