/** The shape of what somebody writes for others to read. */
import { z } from "zod";
import { isLongerThan } from "./rules/characters.ts";
import { isBlank } from "./rules/visible-text.ts";

/** Trimmed, and at most so many characters as people count them: an emoji is one, whatever its length in memory. */
export const textUpTo = (longest: number) =>
  z
    .string()
    .trim()
    .check(({ value, issues }) => {
      if (isLongerThan(value, longest))
        issues.push({ code: "too_big", origin: "string", maximum: longest, inclusive: true, input: value });
    })
    .meta({ maxLength: longest });

/** Trimmed; a text in which nobody sees anything is refused as an empty one is. */
export const writtenText = (longest: number) =>
  textUpTo(longest)
    .min(1)
    .refine((text) => !isBlank(text), { params: { field: "required" } })
    .meta({ maxLength: longest });
