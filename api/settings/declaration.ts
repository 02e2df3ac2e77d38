/** How a domain declares its settings (`settings` in `api/<domain>/settings.ts`). */
import type { z } from "zod";
import type { Language } from "../shapes.ts";

/** The text of a key of the catalogues, in each language. */
export type TextOf = (key: string) => Record<Language, string>;

export interface SettingDeclaration<Shape extends z.ZodType = z.ZodType> {
  /** What may be stored. */
  shape: Shape;
  /** What applies until staff save the setting, or if the stored value cannot be used. */
  byDefault: (textOf: TextOf) => z.infer<Shape>;
}
/** Infers the type of the default from the shape. */
export const setting = <Shape extends z.ZodType>(
  shape: Shape,
  byDefault: SettingDeclaration<Shape>["byDefault"],
): SettingDeclaration<Shape> => ({ shape, byDefault });
