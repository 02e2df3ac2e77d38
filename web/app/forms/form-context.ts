/** What the fields of an open form share: the answers, how to change them, what is wrong where, what the reviewer said where. */

import type { FieldCode } from "@portico/api/errors.ts";
import type { Around, Field, Given } from "@portico/api/forms/field.ts";
import type { FormType } from "@portico/api/forms/forms.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type ComponentType, createContext, useContext } from "react";

export interface OpenForm {
  type: FormType;
  holder: Holder;
  given: Given;
  /** Changes a field of a step; the whole of it, also for lists and graphs. */
  change: (step: string, field: string, value: unknown) => void;
  /** What is wrong at a path, once the person has been there. */
  faultAt: (path: string) => FieldCode | undefined;
  /** The person has left the field: from now on it may say what is wrong. */
  touch: (path: string) => void;
  remarksAt: (path: string) => readonly string[];
  /** Pictures of scans that were added here, by the file's id. */
  previews: Map<number, string>;
}

const FormContext = createContext<OpenForm | null>(null);
export const FormProvider = FormContext.Provider;

export function useOpenForm(): OpenForm {
  const form = useContext(FormContext);
  if (!form) throw new Error("There is no form around this field");
  return form;
}

/** What a field knows of its place. */
export interface FieldPlace {
  path: string;
  around: Around;
  value: unknown;
  onChange: (value: unknown) => void;
}

/** Fields inside a field: of a list's entry, a grid's row, an owner. Given to those that hold others, which draw it. */
export interface FieldGroupProps {
  fields: readonly Field[];
  answers: Readonly<Record<string, unknown>>;
  around: Around;
  within: string;
  onChange: (answers: Record<string, unknown>) => void;
}
export type FieldGroupView = ComponentType<FieldGroupProps>;
