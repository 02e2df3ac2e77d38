/** The shape of what somebody writes for others to read. */
import { z } from "zod";
import { isBlank } from "./rules/visible-text.ts";

/** Trimmed; a text in which nobody sees anything is refused as an empty one is. */
export const writtenText = (longest: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(longest)
    .refine((text) => !isBlank(text), { params: { field: "required" } });
