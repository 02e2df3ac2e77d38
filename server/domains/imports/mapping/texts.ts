/** Texts with values inside, and patterns with `*`: both are matched in time linear in the text, whatever somebody types. */

/** Whether the text fits the pattern, in which `*` stands for any characters; capital letters do not matter. */
export function fits(pattern: string, text: string): boolean {
  const pieces = pattern.trim().toLowerCase().split("*");
  const lower = text.trim().toLowerCase();
  const [first = ""] = pieces;
  if (pieces.length === 1) return first === lower;
  const last = pieces[pieces.length - 1] as string;
  if (!lower.startsWith(first) || !lower.endsWith(last) || lower.length < first.length + last.length) return false;
  let from = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = lower.indexOf(piece, from);
    if (found < 0 || found + piece.length > lower.length - last.length) return false;
    from = found + piece.length;
  }
  return true;
}

/**
 * The value that stands for `take` in the first template that fits: `Buy {quantity} @ {price}` reads 5 of `Buy 5 @ 10.00`. Each name takes
 * the text up to the first place where what follows it stands; `{}` up to the last.
 */
export function valueInText(text: string, templates: readonly string[], take: string): string | undefined {
  for (const template of templates) {
    const values = valuesOf(text, template);
    if (values?.has(take)) return values.get(take);
  }
  return undefined;
}

function valuesOf(text: string, template: string): Map<string, string> | undefined {
  const pieces = template.split(/\{([a-z]*)\}/);
  const values = new Map<string, string>();
  const lower = text.toLowerCase();
  const literal = (index: number): string => (pieces[index] ?? "").toLowerCase();
  if (!lower.startsWith(literal(0))) return undefined;
  let from = literal(0).length;
  for (let index = 1; index < pieces.length; index += 2) {
    const name = pieces[index] ?? "";
    const next = literal(index + 1);
    const isLast = index + 2 >= pieces.length;
    const to =
      next === "" && isLast
        ? text.length
        : isLast
          ? lower.endsWith(next)
            ? text.length - next.length
            : -1
          : name === ""
            ? lower.lastIndexOf(next)
            : lower.indexOf(next, from);
    if (to < from) return undefined;
    if (name !== "") values.set(name, text.slice(from, to).trim());
    from = to + next.length;
  }
  return pieces.length > 1 && from === text.length && [...values.values()].every((value) => value !== "")
    ? values
    : undefined;
}
