/** Splits a minified style sheet by the classes and animations that its rules are about. */
export const sheets = ["common", "client", "staff"] as const;
export type Sheet = (typeof sheets)[number];

type SideOfName = (name: string) => Sheet | undefined;

/** At-rules that contain rules, which are split one by one. */
const groups = /^@(media|supports|container)\b/;

interface Statement {
  /** What precedes the block, or the whole statement. */
  head: string;
  /** Without its braces; undefined for a statement without a block. */
  block: string | undefined;
}

/** The statements of a sheet or group. A brace or semicolon in a string or in brackets ends none. */
function* statementsOf(css: string): Generator<Statement> {
  let start = 0;
  let open = 0;
  let depth = 0;
  let round = 0;
  for (let place = 0; place < css.length; place++) {
    const sign = css[place];
    if (sign === "\\") place++;
    else if (sign === '"' || sign === "'") {
      for (place++; place < css.length && css[place] !== sign; place++) if (css[place] === "\\") place++;
    } else if (sign === "(") round++;
    else if (sign === ")") round--;
    else if (round > 0) continue;
    else if (sign === "{") {
      if (depth === 0) open = place;
      depth++;
    } else if (sign === "}") {
      depth--;
      if (depth > 0) continue;
      yield { head: css.slice(start, open), block: css.slice(open + 1, place) };
      start = place + 1;
    } else if (sign === ";" && depth === 0) {
      yield { head: css.slice(start, place + 1), block: undefined };
      start = place + 1;
    }
  }
  if (depth !== 0 || css.slice(start).trim() !== "") throw new Error("The style sheet ends within a rule");
}

const namesIn = (head: string): string[] => [
  ...[...head.matchAll(/\.([\w-]+)/g)].map(([, name]) => String(name)),
  ...[...head.matchAll(/^@(?:-webkit-)?keyframes ([\w-]+)/g)].map(([, name]) => String(name)),
];

/** The rules of each sheet in their order; what is about no known name is common. */
export function splitStyles(css: string, sideOf: SideOfName): Record<Sheet, string> {
  const parts: Record<Sheet, string> = { common: "", client: "", staff: "" };
  for (const { head, block } of statementsOf(css)) {
    if (block === undefined) {
      parts.common += head;
      continue;
    }
    if (groups.test(head)) {
      const inner = splitStyles(block, sideOf);
      for (const sheet of sheets) if (inner[sheet] !== "") parts[sheet] += `${head}{${inner[sheet]}}`;
      continue;
    }
    const side = namesIn(head)
      .map(sideOf)
      .find((found) => found !== undefined);
    parts[side ?? "common"] += `${head}{${block}}`;
  }
  return parts;
}
