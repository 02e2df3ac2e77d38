/** A new password: a length, and no composition rules. The server also refuses commonly leaked ones. Without zod. */
import { lengthOf } from "./limits.ts";

export const passwordLength = { min: 12, max: 128 } as const;

export function isPasswordLength(password: string): boolean {
  const length = lengthOf(password);
  return length >= passwordLength.min && length <= passwordLength.max;
}
