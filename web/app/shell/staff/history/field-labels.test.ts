/** Every field of every setting has words. */
import { type SettingName, settingNames, shapeOf } from "@portico/api/settings/shapes.ts";
import { languages } from "@portico/messages/catalogue.ts";
import { expect, test } from "vitest";
import type { z } from "zod";
import { labelOf, settingTitles } from "./field-labels.ts";

interface Def {
  type: string;
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  innerType?: z.ZodType;
  in?: z.ZodType;
}
// oxlint-disable-next-line no-underscore-dangle -- where zod keeps what a schema is made of
const defOf = (shape: z.ZodType): Def => shape._zod.def as unknown as Def;

/** The fields that a difference can name: of each language one text, of a list itself and what its entries have. */
function fieldsOf(shape: z.ZodType, path = ""): string[] {
  const def = defOf(shape);
  if (def.innerType) return fieldsOf(def.innerType, path);
  if (def.in) return fieldsOf(def.in, path);
  if (def.element)
    return isObject(def.element) && !isHours(def.element) ? [path, ...fieldsOf(def.element, path)] : [path];
  if (!def.shape || Object.keys(def.shape).toSorted().join() === languages.toSorted().join()) return [path];
  return Object.entries(def.shape).flatMap(([name, part]) => fieldsOf(part, path === "" ? name : `${path}.${name}`));
}
const isObject = (shape: z.ZodType): boolean => defOf(shape).type === "object";
/** Hours have no identity: a day's are compared as a whole. */
const isHours = (shape: z.ZodType): boolean => Object.keys(defOf(shape).shape ?? {}).join() === "from,to";

test.each(settingNames)("%s", (name: SettingName) => {
  const fields = fieldsOf(shapeOf(name));
  expect(fields.length).toBeGreaterThan(0);
  expect(fields.filter((field) => labelOf(name, field) === undefined)).toEqual([]);
  expect(settingTitles[name]).toBeDefined();
});
