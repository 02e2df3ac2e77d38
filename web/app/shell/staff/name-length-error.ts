/** Message for a name that is too long, instead of silently truncating it. */
import { nameLimits } from "@portico/api/rules/limits.ts";
import type { Translate } from "../../ui/text.tsx";

/** undefined where the text fits. */
export function nameLengthError(t: Translate, text: string, of: keyof typeof nameLimits): string | undefined {
  const limit = nameLimits[of];
  const { length } = text.trim();
  return length > limit ? t("admin.tooLong", { limit, length }) : undefined;
}
