/** The text keys of a form. A field name means the same everywhere, so it is worded once. */

import type { Field } from "./field.ts";
import type { FormType } from "./forms.ts";
import type { FirmDocument } from "./settings.ts";

export const fieldKey = ({ name }: Pick<Field, "name">) => `forms.field.${name}`;
export const hintKey = ({ name, hint }: Pick<Field, "name" | "hint">) =>
  `forms.hint.${typeof hint === "string" ? hint : name}`;
/** One entry of a list, with its number. */
export const entryKey = ({ name }: Pick<Field, "name">) => `forms.entry.${name}`;
export const groupKey = (name: string) => `forms.group.${name}`;
export const stepKey = (type: FormType, name: string) => `forms.step.${type}.${name}`;
/** Introduction of the step, one sentence. */
export const stepIntroKey = (type: FormType, name: string) => `forms.step.${type}.${name}.intro`;
export const optionKey = (list: string, option: string) => `forms.option.${list}.${option}`;
/** Name of a document that a declaration refers to. */
export const documentKey = (document: FirmDocument) => `forms.document.${document}` as const;
export const inconsistencyKey = (code: string) => `forms.inconsistency.${code}`;
