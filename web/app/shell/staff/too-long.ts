/** What is said of a name that is longer than can be kept, in place of cutting it off without a word. */
import { nameLimits } from "@portico/api/rules/limits.ts";
import type { Translate } from "../../ui/text.tsx";

/** undefined where the text fits. */
export function tooLong(t: Translate, text: string, of: keyof typeof nameLimits): string | undefined {
  const limit = nameLimits[of];
  const { length } = text.trim();
  return length > limit ? t("admin.tooLong", { limit, length }) : undefined;
}
