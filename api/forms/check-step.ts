/** Checks a step's answers against its definition, on the page and on the server. */
import { currenciesInUse } from "../currencies.ts";
import type { FieldCode } from "../errors.ts";
import { isDay } from "../rules/calendar.ts";
import { isLongerThan } from "../rules/characters.ts";
import { isRecordedEmail } from "../rules/email.ts";
import { isStoredPhone } from "../rules/phone.ts";
import { hasHidden } from "../rules/visible-text.ts";
import { checkOwnership } from "./check-ownership.ts";
import { checkTest } from "./check-test.ts";
import {
  type AgreementField,
  type Answers,
  type Check,
  type Fault,
  type Field,
  type Given,
  type GridField,
  isEmpty,
  isRecord,
  type ListField,
  type NamedPerson,
  type OwnershipField,
  type PersonFilesField,
  type Step,
  type StepScope,
  scopeOfStep,
} from "./field.ts";
import { filesByPerson } from "./named-persons.ts";
import { agreedVersion, isOutdated } from "./settled.ts";

/** True if the field is asked given these answers. */
export const isAsked = (field: Field, scope: StepScope): boolean => field.when?.(scope) ?? true;

export const isRequired = ({ required }: Field, scope: StepScope): boolean =>
  typeof required === "function" ? required(scope) : required === true;

/** Every error of a step, in field order; none if it can be submitted. */
export function checkStep(step: Step, given: Given): Fault[] {
  const scope = scopeOfStep(step.name, given);
  const own = step.groups.flatMap(({ fields }) => checkFields(fields, scope.siblings, scope, step.name));
  const across = (step.checks?.(scope) ?? []).map(({ path, code }) => ({ path: `${step.name}.${path}`, code }));
  const known = new Set(own.map(({ path }) => path));
  return [...own, ...across.filter(({ path }) => !known.has(path))];
}

/** Errors of some fields, checked with the answers next to them. */
function checkFields(fields: readonly Field[], siblings: Answers, scope: StepScope, path: string): Fault[] {
  return fields.flatMap((field) =>
    checkField(field, siblings[field.name], { ...scope, siblings }, `${path}.${field.name}`),
  );
}

/** Errors of one field's value; a list, grid or graph is checked with its contents. */
function checkField(field: Field, value: unknown, scope: StepScope, path: string): Fault[] {
  if (!isAsked(field, scope)) return [];
  if (field.kind === "personFiles") return checkPersonFiles(field, value, scope, path);
  if (isEmpty(value) || (field.kind === "agreement" && value === false))
    return isRequired(field, scope) ? [{ path, code: "required" }] : [];
  if (field.kind === "list") return checkList(field, value, scope, path);
  if (field.kind === "grid") return checkGrid(field, value, scope, path);
  if (field.kind === "ownership") return checkGraph(field, value, scope, path);
  if (field.kind === "test") return checkTest(value, path, isRequired(field, scope));
  const code = checkValue(field, value, scope);
  return code ? [{ path, code }] : [];
}

type Simple = Exclude<Field, ListField | GridField | OwnershipField | PersonFilesField | { kind: "test" }>;

function checkValue(field: Simple, value: unknown, scope: StepScope): FieldCode | undefined {
  const shape = checkShape(field, value, scope);
  if (shape) return shape;
  // The shape was just checked, so the value has the type that the field declares.
  return (field.check as Check<unknown> | undefined)?.(value, scope);
}

const latinOnly = /^[\p{Script=Latin}\p{M}\s'’.,\-()/&0-9]*$/u;

function checkShape(field: Simple, value: unknown, scope: StepScope): FieldCode | undefined {
  switch (field.kind) {
    case "yesNo":
      return typeof value === "boolean" ? undefined : "wrongType";
    case "agreement":
      return checkAgreement(field, value, scope);
    case "choices":
      return isTexts(value)
        ? value.every((one) => field.options.includes(one))
          ? undefined
          : "notAllowed"
        : "wrongType";
    case "persons":
      return isTexts(value) ? checkPersons(value, field.persons(scope)) : "wrongType";
    case "countries":
      return isTexts(value) ? (value.every(isCountry) ? undefined : "notAllowed") : "wrongType";
    case "files":
      return checkFiles(value, field.max ?? 5);
    default:
      return typeof value === "string" ? checkText(field, value.trim(), scope) : "wrongType";
  }
}

function checkText(
  field: Exclude<Simple, { kind: "yesNo" | "agreement" | "choices" | "countries" | "files" | "persons" }>,
  text: string,
  scope: StepScope,
): FieldCode | undefined {
  switch (field.kind) {
    case "choice":
      return (field.offered?.(scope) ?? field.options).includes(text) ? undefined : "notAllowed";
    case "country":
      return isCountry(text) ? undefined : "notAllowed";
    case "currency":
      return currenciesInUse.includes(text) ? undefined : "notAllowed";
    case "phone":
      return isStoredPhone(text) ? undefined : "badPhone";
    case "percent":
      return checkPercent(text);
    case "amount":
      return checkAmount(text);
    case "date":
      if (!isDay(text)) return "badDate";
      if (field.range === "past" && text > scope.today) return "inFuture";
      return field.range === "future" && text <= scope.today ? "inPast" : undefined;
    default: {
      const max = field.max ?? (field.kind === "longText" ? 2000 : 120);
      if (isLongerThan(text, max)) return "tooLong";
      if (hasHidden(text)) return "hiddenCharacter";
      if (field.kind === "latin" && !latinOnly.test(text)) return "notLatin";
      if (isWorded(field) && isRequired(field, scope) && !/[\p{L}\p{N}]/u.test(text)) return "badFormat";
      return field.kind === "email" && !isRecordedEmail(text) ? "badEmail" : undefined;
    }
  }
}

/** Kinds of text in which a mark alone ("???") is no answer. */
const isWorded = (field: Simple): boolean =>
  (field.kind === "text" || field.kind === "latin" || field.kind === "longText") && !field.mayBeMark;

/** A box ticked under an older text must be ticked again if required; if optional, it counts as not ticked. */
function checkAgreement(field: AgreementField, value: unknown, scope: StepScope): FieldCode | undefined {
  if (typeof value !== "boolean" && agreedVersion(value) === 0) return "wrongType";
  return isRequired(field, scope) && isOutdated(scope.settled, field.name, value) ? "textChanged" : undefined;
}

/** One whose entry was removed is not forgotten silently: it is for the client to say who takes their place. */
const checkPersons = (ids: readonly string[], persons: readonly NamedPerson[]): FieldCode | undefined =>
  ids.every((id) => persons.some((one) => one.ids.includes(id))) ? undefined : "personGone";

/** More than 0, without separators of thousands. */
const checkAmount = (text: string): FieldCode | undefined =>
  /^\d{1,15}(\.\d{1,4})?$/.test(text) ? (/[1-9]/.test(text) ? undefined : "tooSmall") : "badFormat";

/** More than 0 and at most 100, up to 4 decimals. */
function checkPercent(text: string): FieldCode | undefined {
  if (!/^\d{1,3}([.,]\d{1,4})?$/.test(text)) return "badFormat";
  const [whole = "", decimals = ""] = text.split(/[.,]/);
  const tenThousandths = Number(whole) * 10_000 + Number(decimals.padEnd(4, "0"));
  if (tenThousandths === 0) return "tooSmall";
  return tenThousandths > 1_000_000 ? "overHundred" : undefined;
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === "string");
const isCountry = (text: string): boolean => /^[A-Z]{2}$/.test(text);

function checkFiles(value: unknown, max: number): FieldCode | undefined {
  if (!Array.isArray(value)) return "wrongType";
  if (value.length > max) return "tooBig";
  return value.every((one) => isRecord(one) && Number.isInteger(one["id"])) ? undefined : "wrongType";
}

/** Each person needs a file if the field is required. */
function checkPersonFiles(field: PersonFilesField, value: unknown, scope: StepScope, path: string): Fault[] {
  if (!isEmpty(value) && !(isRecord(value) && Object.values(value).every(Array.isArray)))
    return [{ path, code: "wrongType" }];
  return filesByPerson(value, field.persons(scope)).flatMap(({ id, files }): Fault[] => {
    const code =
      files.length === 0 && isRequired(field, scope) ? ("required" as const) : checkFiles(files, field.max ?? 5);
    return code ? [{ path: `${path}.${id}`, code }] : [];
  });
}

function checkList(field: ListField, value: unknown, scope: StepScope, path: string): Fault[] {
  if (!Array.isArray(value) || !value.every(isRecord)) return [{ path, code: "wrongType" }];
  const ids = value.map((item) => item["id"]);
  if (ids.some((id) => typeof id !== "string" || id === "") || new Set(ids).size < ids.length)
    return [{ path, code: "wrongType" }];
  // A list that is too long is reported as that only.
  if (value.length > (field.max ?? 50)) return [{ path, code: "tooBig" }];
  const count: Fault[] = value.length < (field.min ?? 0) ? [{ path, code: "tooSmall" }] : [];
  const items = value.flatMap((item) => checkFields(field.fields, item, scope, `${path}.${String(item["id"])}`));
  const whole = field.check?.(value as never, scope);
  return [...count, ...items, ...(whole ? [{ path, code: whole }] : [])];
}

function checkGrid(field: GridField, value: unknown, scope: StepScope, path: string): Fault[] {
  if (!isRecord(value)) return [{ path, code: "wrongType" }];
  return field.rows.flatMap((row) => {
    const answers = value[row];
    if (answers !== undefined && !isRecord(answers)) return [{ path: `${path}.${row}`, code: "wrongType" as const }];
    return checkFields(field.fields, answers ?? {}, scope, `${path}.${row}`);
  });
}

function checkGraph(field: OwnershipField, value: unknown, scope: StepScope, path: string): Fault[] {
  const { faults, owners } = checkOwnership(value, path, scope.ownerPercent);
  if (faults.length > 0) return faults;
  return owners.flatMap(({ id, details }) => checkFields(field.fields, details ?? {}, scope, `${path}.${id}`));
}
