/** Shared by the fields of an open form: the other answers, errors and remarks by path. */

import type { FieldCode } from "@portico/api/errors.ts";
import type { Field, Given, StepScope } from "@portico/api/forms/field.ts";
import type { FormType } from "@portico/api/forms/forms.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type ComponentType, createContext, useContext } from "react";

export interface OpenForm {
  type: FormType;
  holder: Holder;
  given: Given;
  /** The error at a path, once the person has visited it. */
  faultAt: (path: string) => FieldCode | undefined;
  /** The person has left the field: from now on its error is shown. */
  touch: (path: string) => void;
  remarksAt: (path: string) => readonly string[];
  /** Previews of scans added on this page, by file id. */
  previews: Map<number, string>;
}

const FormContext = createContext<OpenForm | null>(null);
export const FormProvider = FormContext.Provider;

export function useOpenForm(): OpenForm {
  const form = useContext(FormContext);
  if (!form) throw new Error("There is no form around this field");
  return form;
}

/** What a field knows about its place. */
export interface FieldPlace {
  path: string;
  scope: StepScope;
  value: unknown;
  onChange: (value: unknown) => void;
}

/** Nested fields: of a list entry, a grid row, an owner. Passed to the fields that contain them. */
export interface FieldGroupProps {
  fields: readonly Field[];
  answers: Readonly<Record<string, unknown>>;
  scope: StepScope;
  within: string;
  onChange: (answers: Record<string, unknown>) => void;
}
export type FieldGroupView = ComponentType<FieldGroupProps>;
