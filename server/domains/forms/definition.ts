/** Walks a form's answers along its definition: which were asked, and where each is. */
import { isAsked } from "@portico/api/forms/check-step.ts";
import {
  type AgreementField,
  type Answers,
  type Field,
  type FormAnswers,
  type Given,
  isEmpty,
  isRecord,
  itemsOf,
  type Step,
  type StepScope,
  scopeOfStep,
} from "@portico/api/forms/field.ts";
import type { FormData } from "@portico/api/forms/form-shapes.ts";
import { type FormType, formSteps, loadForm } from "@portico/api/forms/forms.ts";
import { filesByPerson } from "@portico/api/forms/named-persons.ts";
import { isOutdated } from "@portico/api/forms/settled.ts";

const definitions = new Map<FormType, Promise<Step[]>>();

/** Every step of the form; loaded once. */
export function getDefinition(type: FormType): Promise<Step[]> {
  let definition = definitions.get(type);
  if (!definition) {
    definition = loadForm(type);
    definitions.set(type, definition);
  }
  return definition;
}

export const isStep = (type: FormType, name: string): boolean => formSteps[type].some((step) => step.name === name);

export const fieldsOf = (step: Step): Field[] => step.groups.flatMap(({ fields }) => fields);

export const findField = (definition: readonly Step[], step: string, field: string): Field | undefined =>
  fieldsOf(definition.find(({ name }) => name === step) ?? { name: step, groups: [] }).find(
    ({ name }) => name === field,
  );

export interface Place {
  /** `step.field`, `step.list.<item>.field`, `step.grid.<row>.field`. */
  path: string;
  field: Field;
  value: unknown;
}
/** Every box among the answers, ticked or not, asked or hidden. */
export function listTicks(definition: readonly Step[], form: FormAnswers): { field: AgreementField; value: unknown }[] {
  const within = (fields: readonly Field[], answers: Answers): { field: AgreementField; value: unknown }[] =>
    fields.flatMap((field) => {
      const value = answers[field.name];
      if (field.kind === "agreement") return [{ field, value }];
      return field.kind === "list" ? itemsOf(value).flatMap((item) => within(field.fields, item)) : [];
    });
  return definition.flatMap((step) => within(fieldsOf(step), form[step.name] ?? {}));
}

/** No answer that counts: an optional box counts only for the text in force. */
function isUnanswered(field: Field, value: unknown, scope: StepScope): boolean {
  if (isEmpty(value)) return true;
  return field.kind === "agreement" && !field.required && isOutdated(scope.settled, field.name, value);
}

/** Every answer that was asked, including those inside lists, grids and graphs. */
export const listPlaces = (definition: readonly Step[], given: Given): Place[] =>
  definition.flatMap((step) => {
    const scope = scopeOfStep(step.name, given);
    return placesIn(fieldsOf(step), scope.siblings, scope, step.name);
  });

function placesIn(fields: readonly Field[], siblings: Answers, scope: StepScope, path: string): Place[] {
  return fields.flatMap((field) => {
    const value = siblings[field.name];
    if (isUnanswered(field, value, scope) || !isAsked(field, { ...scope, siblings })) return [];
    const at = `${path}.${field.name}`;
    return [{ path: at, field, value }, ...placesInside(field, value, scope, at)];
  });
}

function placesInside(field: Field, value: unknown, scope: StepScope, at: string): Place[] {
  if (field.kind === "list")
    return itemsOf(value).flatMap((item) => placesIn(field.fields, item, scope, `${at}.${String(item["id"])}`));
  if (field.kind === "grid" && isRecord(value))
    return field.rows.flatMap((row) => {
      const answers = value[row];
      return isRecord(answers) ? placesIn(field.fields, answers, scope, `${at}.${row}`) : [];
    });
  if (field.kind === "personFiles")
    return filesByPerson(value, field.persons(scope)).flatMap(({ id, files }) =>
      files.length > 0 ? [{ path: `${at}.${id}`, field: { kind: "files", name: field.name }, value: files }] : [],
    );
  if (field.kind === "ownership" && isRecord(value))
    return itemsOf(value["nodes"]).flatMap((node) =>
      isRecord(node["details"]) ? placesIn(field.fields, node["details"], scope, `${at}.${String(node["id"])}`) : [],
    );
  return [];
}

/** The answers as a revision keeps them: without those not asked, texts trimmed. */
export const askedAnswers = (definition: readonly Step[], given: Given): FormData =>
  Object.fromEntries(
    definition.map((step) => {
      const scope = scopeOfStep(step.name, given);
      return [step.name, selectAsked(fieldsOf(step), scope.siblings, scope) as FormData[string]];
    }),
  );

function selectAsked(fields: readonly Field[], siblings: Answers, scope: StepScope): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = siblings[field.name];
      if (isUnanswered(field, value, scope) || !isAsked(field, { ...scope, siblings })) return [];
      return [[field.name, askedValue(field, value, scope)]];
    }),
  );
}

const filesOf = (value: unknown): unknown[] => itemsOf(value).map(({ id, name, size }) => ({ id, name, size }));

function askedValue(field: Field, value: unknown, scope: StepScope): unknown {
  if (typeof value === "string") return value.trim();
  switch (field.kind) {
    case "list":
      return itemsOf(value).map((item) => ({ id: item["id"], ...selectAsked(field.fields, item, scope) }));
    case "grid":
      return Object.fromEntries(
        field.rows.flatMap((row) => {
          const answers = isRecord(value) ? value[row] : undefined;
          return isRecord(answers) ? [[row, selectAsked(field.fields, answers, scope)]] : [];
        }),
      );
    case "files":
      return filesOf(value);
    case "personFiles":
      return Object.fromEntries(
        filesByPerson(value, field.persons(scope)).flatMap(({ id, files }) =>
          files.length > 0 ? [[id, filesOf(files)]] : [],
        ),
      );
    case "ownership":
      return {
        nodes: itemsOf(isRecord(value) ? value["nodes"] : undefined).map(({ id, kind, name, country, details }) => ({
          id,
          kind,
          name,
          country,
          ...(isRecord(details) && { details: selectAsked(field.fields, details, scope) }),
        })),
        edges: itemsOf(isRecord(value) ? value["edges"] : undefined).map(({ owner, owned, percent, control }) => ({
          owner,
          owned,
          percent,
          control,
        })),
      };
    default:
      return value;
  }
}
