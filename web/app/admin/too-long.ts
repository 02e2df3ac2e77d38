/** What is said of a name that is longer than can be kept, in place of cutting it off without a word. */
import type { Translate } from "../ui/text.tsx";

export const nameLimits = { view: 60, group: 80, field: 80, person: 120 } as const;

/** undefined where the text fits. */
export function tooLong(t: Translate, text: string, of: keyof typeof nameLimits): string | undefined {
  const limit = nameLimits[of];
  const { length } = text.trim();
  return length > limit ? t("admin.tooLong", { limit, length }) : undefined;
}
