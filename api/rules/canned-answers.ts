/** Canned answers: limits, and the placeholders that stand in them. Without zod, because pages load it. */
export const cannedLimits = { title: 80, text: 4000, answers: 300, fields: 20, field: 60 } as const;
/** Where a text is offered: in tickets and conversations, at the fields of a form that is reviewed, or where something is declined. Wording: `admin.canned.use.<use>`. */
export const cannedUses = ["answer", "remark", "decline"] as const;
export type CannedUse = (typeof cannedUses)[number];
export const cannedPlaceholders = ["client", "ticket", "colleague", "firm", "today"] as const;
export type CannedPlaceholder = (typeof cannedPlaceholders)[number];

const braced = /\{\{([^{}]*)\}\}/g;
const isPlaceholder = (name: string): name is CannedPlaceholder => cannedPlaceholders.some((each) => each === name);

/** What stands in double braces without being a placeholder; `{{` for braces that are not closed. */
export const unknownPlaceholders = (text: string): string[] => [
  ...new Set([
    ...[...text.matchAll(braced)].flatMap(([whole, name = ""]) => (isPlaceholder(name.trim()) ? [] : [whole])),
    ...(/\{\{|\}\}/.exec(text.replaceAll(braced, "")) ?? []),
  ]),
];

/** The text with its values; undefined if one that it needs is missing, such as a ticket's number in a chat. */
export function fillPlaceholders(text: string, values: Partial<Record<CannedPlaceholder, string>>): string | undefined {
  let isComplete = true;
  const filled = text.replaceAll(braced, (whole, inner: string) => {
    const name = inner.trim();
    const value = isPlaceholder(name) ? values[name] : whole;
    if (value === undefined) isComplete = false;
    return value ?? whole;
  });
  return isComplete ? filled : undefined;
}

/** For a chat, which shows texts as they are written: `**bold**` and `*italic*` without their stars. */
export const withoutEmphasis = (text: string): string =>
  text.replaceAll(/(?<![*\w])(\*{1,2})(?=[^\s*])([^*\n]*[^\s*])\1(?![*\w])/g, "$2");
