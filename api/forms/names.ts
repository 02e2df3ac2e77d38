/** Check of a person's name. */
import type { FieldCode } from "../errors.ts";

/** Letters, no digits. */
export const isName = (name: string): FieldCode | undefined =>
  /\p{L}/u.test(name) && !/\p{N}/u.test(name) ? undefined : "badName";
