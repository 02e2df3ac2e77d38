/**
 * A KYC form step, declared once as data. The check shared by server and browser, the page's fields, the review
 * comparison, the places for remarks and the text keys (text-keys.ts) derive from it. A field name means the same
 * everywhere.
 */
import type { FieldCode } from "../errors.ts";
import type { FirmDocument } from "./settings.ts";
import type { DeclarationName, Settled } from "./settled.ts";

/** Answers of one step, list item or grid row. A draft contains whatever was typed. */
export type Answers = Readonly<Record<string, unknown>>;
/** All answers by step name. */
export type FormAnswers = Readonly<Record<string, Answers | undefined>>;

/** Facts that answers are checked against. */
export interface Given {
  form: FormAnswers;
  /** Today, "YYYY-MM-DD", in the firm's time zone. */
  today: string;
  /** Percentage from which an owner is a beneficial owner: the firm's setting, at most 25 (AMLR, Article 52). */
  ownerPercent: number;
  /** The declaration texts and amount bands in force for the form. */
  settled: Settled;
  /** The confirmed e-mail of the account that the form belongs to; a company has none. */
  accountEmail?: string | undefined;
}

/** What a rule may read besides the value itself. */
export interface StepScope extends Given {
  /** The answers next to the field: of its step, list item or grid row. */
  siblings: Answers;
  /** All answers of the field's step. */
  step: Answers;
}

/** The context for the fields of a step. */
export function scopeOfStep(step: string, given: Given): StepScope {
  const answers = given.form[step] ?? {};
  return { ...given, siblings: answers, step: answers };
}

/** Undefined if the value is valid; the code is worded as `field.<code>`. */
export type Check<Value> = (value: Value, scope: StepScope) => FieldCode | undefined;
type Condition = (scope: StepScope) => boolean;

interface Base<Value> {
  name: string;
  /** Required for submission, always or under a condition; a field that is not asked is never required. */
  required?: boolean | Condition;
  /** Asked only under this condition; an earlier answer stays in the draft and is left out of the revision. */
  when?: Condition;
  check?: Check<Value>;
  /** A text below the field: its purpose, or where to find the value. A name selects another wording, for a company. */
  hint?: true | string;
  /** Half the form's width on a large screen. */
  half?: true;
}

interface TextField extends Base<string> {
  /**
   * `latin`: Latin letters, as in a passport. `identifier`: tabular figures, no spell check.
   * `machineReadable`: the two or three lines at the bottom of a document.
   */
  kind: "text" | "latin" | "identifier" | "longText" | "machineReadable" | "email";
  /** Maximum number of characters; 120 by default, 2000 for a long text. */
  max?: number;
  /** A mark alone ("-") is an answer, as for a postcode where there are none; otherwise a required text has words. */
  mayBeMark?: true;
  /** The browser's autofill name. */
  autocomplete?: string;
}
export interface DateField extends Base<string> {
  kind: "date";
  /** Whether the day must be in the past or in the future. */
  range?: "past" | "future";
}
interface ChoiceField extends Base<string> {
  kind: "choice";
  /** Texts: `forms.option.<list>.<option>`. */
  list: string;
  options: readonly string[];
  /** The options that remain given the other answers; all by default. */
  offered?: (scope: StepScope) => readonly string[];
  /** Shown as a select even with few options, where many such fields are together. */
  folded?: boolean;
}
interface ChoicesField extends Base<readonly string[]> {
  kind: "choices";
  list: string;
  options: readonly string[];
}
interface SimpleField extends Base<string> {
  /**
   * ISO 3166 alpha-2; E.164; ISO 4217; a percentage as decimal text with up to 4 decimals; an amount above 0 as decimal
   * text, "1000.50".
   */
  kind: "country" | "phone" | "currency" | "percent" | "amount";
}
export interface CountriesField extends Base<readonly string[]> {
  kind: "countries";
}
interface YesNoField extends Base<boolean> {
  kind: "yesNo";
}
/** A box that must be ticked if required: a certification or declaration. The answer is the version of the text ticked. */
export interface AgreementField extends Base<number | boolean> {
  kind: "agreement";
  name: DeclarationName;
  /** The documents declared as read: shown next to the text and stored with the declaration. */
  documents?: readonly FirmDocument[];
}
export interface FilesField extends Base<readonly FileReference[]> {
  kind: "files";
  /** Maximum number of files; 5 by default. */
  max?: number;
}
/** A person named elsewhere in the form; `ids` are of the entries and owners that name them, the first one is theirs. */
export interface NamedPerson {
  ids: readonly string[];
  name: string;
}
/** Files of each person who is named elsewhere in the form, by the person's id. */
export interface PersonFilesField extends Base<Readonly<Record<string, readonly FileReference[]>>> {
  kind: "personFiles";
  persons: (scope: StepScope) => readonly NamedPerson[];
  /** Maximum number of files of one person; 5 by default. */
  max?: number;
}
/** Persons named elsewhere in the form, chosen by their ids. */
export interface PersonsField extends Base<readonly string[]> {
  kind: "persons";
  persons: (scope: StepScope) => readonly NamedPerson[];
}
/** Entries of the same shape, each with its own id, which stays when others are added or removed. */
export interface ListField extends Base<readonly Item[]> {
  kind: "list";
  fields: readonly Field[];
  min?: number;
  max?: number;
  /** An entry is a person: known persons are offered, so that nobody is typed twice. */
  persons?: true;
}
/** The same questions for each of some fixed rows; row texts: `forms.option.<list>.<row>`. */
export interface GridField extends Base<Readonly<Record<string, Answers>>> {
  kind: "grid";
  list: string;
  rows: readonly string[];
  fields: readonly Field[];
}
/** The knowledge test of kyc/questionnaire.ts. */
export interface TestField extends Base<TestAnswers> {
  kind: "test";
}
/** The ownership graph of kyc/ownership.ts; `fields` are asked of each person who is a beneficial owner. */
export interface OwnershipField extends Base<OwnershipAnswers> {
  kind: "ownership";
  fields: readonly Field[];
}

export type Field =
  | TextField
  | DateField
  | ChoiceField
  | ChoicesField
  | SimpleField
  | CountriesField
  | YesNoField
  | AgreementField
  | FilesField
  | PersonFilesField
  | PersonsField
  | ListField
  | GridField
  | TestField
  | OwnershipField;

/** A file of the form; its bytes are fetched separately. */
export interface FileReference {
  id: number;
  name: string;
  size: number;
}
export type Item = Answers & { id: string };
export interface TestAnswers {
  /** The version of the questionnaire answered. */
  version: string;
  /** Option by question. */
  chosen: Readonly<Record<string, string>>;
}
export interface OwnershipNode {
  id: string;
  kind: "person" | "company";
  name: string;
  /** ISO 3166 alpha-2. */
  country?: string;
  /** Answers about beneficial owners. */
  details?: Answers;
}
export interface OwnershipEdge {
  owner: string;
  owned: string;
  percent: string;
  control?: "votes" | "agreement" | "other";
}
/** Owners of the company, whose own node has the id "company". */
export interface OwnershipAnswers {
  nodes: readonly OwnershipNode[];
  edges: readonly OwnershipEdge[];
}

export interface Step {
  name: string;
  /** Fields in the order they are asked; a group has its own heading: `forms.group.<group>`. */
  groups: readonly { name: string; fields: readonly Field[] }[];
  /** Rules over several fields of the step; the error's path is relative to the step. */
  checks?: (scope: StepScope) => readonly Fault[];
}

/** An error of a field: `step.field`, `step.list.<item>.field`, `step.grid.<row>.field`. */
export interface Fault {
  path: string;
  code: FieldCode;
}

/** Keeps the literal types of a step, so that its answers have their own type (`AnswersOf`). */
export const defineStep = <const S extends Step>(step: S): S => step;

type ValueOf<F> = F extends { kind: "choice"; options: readonly (infer O)[] }
  ? O
  : F extends { kind: "choices"; options: readonly (infer O)[] }
    ? readonly O[]
    : F extends { kind: "list"; fields: infer Fields }
      ? readonly (FieldsOf<Fields> & { id: string })[]
      : F extends { kind: "grid"; fields: infer Fields }
        ? Readonly<Record<string, FieldsOf<Fields>>>
        : F extends { kind: "yesNo" }
          ? boolean
          : F extends { kind: "agreement" }
            ? number | boolean
            : F extends { kind: "countries" | "persons" }
              ? readonly string[]
              : F extends { kind: "files" }
                ? readonly FileReference[]
                : F extends { kind: "personFiles" }
                  ? Readonly<Record<string, readonly FileReference[]>>
                  : F extends { kind: "test" }
                    ? TestAnswers
                    : F extends { kind: "ownership" }
                      ? OwnershipAnswers
                      : string;
type FieldsOf<Fields> = Fields extends readonly (infer F)[]
  ? { readonly [One in F & { name: string } as One["name"]]?: ValueOf<One> }
  : never;
/** The answers of a step once checked; any may still be missing. */
export type AnswersOf<S extends Step> = FieldsOf<readonly S["groups"][number]["fields"][number][]>;

/** The condition that a neighbouring field has one of the given values. */
export const is =
  (name: string, ...values: readonly unknown[]): Condition =>
  ({ siblings }) =>
    values.includes(siblings[name]);
/** The condition that a neighbouring list of choices contains the value. */
export const includes =
  (name: string, value: string): Condition =>
  ({ siblings }) => {
    const chosen = siblings[name];
    return Array.isArray(chosen) && chosen.includes(value);
  };

/** True for answers with names, as of a step or an entry. */
export const isRecord = (value: unknown): value is Answers =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The entries of a list; none for any other answer. */
export const itemsOf = (value: unknown): Answers[] => (Array.isArray(value) ? value.filter(isRecord) : []);

/** True if nothing was answered: missing, empty text, empty list. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === "string" && value.trim() === "") ||
  (Array.isArray(value) && value.length === 0);
