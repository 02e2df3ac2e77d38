/**
 * A step of a KYC form, written once as data. From it come the check that server and browser share, the page's fields, the
 * review with old beside new, the remarks' places, and the texts' keys (text-keys.ts): a field's name means the same everywhere.
 */
import type { FieldCode } from "../errors.ts";
import type { FirmDocument } from "../settings.ts";
import type { DeclarationName, Settled } from "./settled.ts";

/** Answers of one step, of one item of a list, or of one row of a grid. A draft holds whatever was typed. */
export type Answers = Readonly<Record<string, unknown>>;
/** All steps' answers by the step's name. */
export type FormAnswers = Readonly<Record<string, Answers | undefined>>;

/** What answers are looked at with. */
export interface Given {
  form: FormAnswers;
  /** The day it is, "YYYY-MM-DD", in the firm's time zone. */
  today: string;
  /** Who owns so much of a company is its beneficial owner: the firm's setting, at most 25 (AMLR, Article 52). */
  ownerPercent: number;
  /** The declarations' texts and the bands of amounts that hold for the form. */
  settled: Settled;
  /** The confirmed address of the account whose form it is; of a company there is none. */
  accountEmail?: string | undefined;
}

/** What a rule may look at beside the value itself. */
export interface Around extends Given {
  /** The answers that the field stands among: of its step, or of its list item or grid row. */
  beside: Answers;
  /** The answers of the field's whole step. */
  step: Answers;
}

/** Where the fields of a step stand. */
export function aroundStep(step: string, given: Given): Around {
  const answers = given.form[step] ?? {};
  return { ...given, beside: answers, step: answers };
}

/** Undefined where the value is well; the code is worded as `field.<code>`. */
export type Check<Value> = (value: Value, around: Around) => FieldCode | undefined;
type Condition = (around: Around) => boolean;

interface Base<Value> {
  name: string;
  /** Needed for submitting, always or under a condition; a field that is not asked for is never needed. */
  required?: boolean | Condition;
  /** Asked only when this holds; what was typed before is kept in the draft and left out of the revision. */
  when?: Condition;
  check?: Check<Value>;
  /** A text stands under the field: what it is for, or where to find it. Another name where it is worded for a company. */
  hint?: true | string;
  /** Half of the form's width on a desk. */
  half?: true;
}

interface TextField extends Base<string> {
  /**
   * `latin`: letters of the Latin alphabet, as on a passport. `identifier`: shown in tabular figures, no spelling check.
   * `machineReadable`: the two or three lines at the foot of a document.
   */
  kind: "text" | "latin" | "identifier" | "longText" | "machineReadable" | "email";
  /** Characters; 120 where nothing is said, 2000 for a long text. */
  max?: number;
  /** The browser's name for what it can fill in by itself. */
  autocomplete?: string;
}
export interface DateField extends Base<string> {
  kind: "date";
  /** Where the day must lie, seen from today. */
  range?: "past" | "future";
}
interface ChoiceField extends Base<string> {
  kind: "choice";
  /** Texts: `forms.option.<list>.<option>`. */
  list: string;
  options: readonly string[];
  /** Those of the options that the other answers leave; all where nothing is said. */
  offered?: (around: Around) => readonly string[];
  /** Folded into a list however few they are, where many such fields stand together. */
  folded?: boolean;
}
interface ChoicesField extends Base<readonly string[]> {
  kind: "choices";
  list: string;
  options: readonly string[];
}
interface SimpleField extends Base<string> {
  /** ISO 3166 alpha-2; E.164; ISO 4217; a percentage as decimal text with up to 4 decimals. */
  kind: "country" | "phone" | "currency" | "percent";
}
export interface CountriesField extends Base<readonly string[]> {
  kind: "countries";
}
interface YesNoField extends Base<boolean> {
  kind: "yesNo";
}
/** A box that must be ticked where required: a certification or declaration. The answer is the version of the text that was ticked. */
export interface AgreementField extends Base<number | boolean> {
  kind: "agreement";
  name: DeclarationName;
  /** What is declared to have been read: shown beside the text, and kept with the declaration. */
  documents?: readonly FirmDocument[];
}
export interface FilesField extends Base<readonly FileReference[]> {
  kind: "files";
  /** At most so many files; 5 where nothing is said. */
  max?: number;
}
/** Entries of the same shape, each with an id of its own that stays while others come and go. */
export interface ListField extends Base<readonly Item[]> {
  kind: "list";
  fields: readonly Field[];
  min?: number;
  max?: number;
  /** An entry is a person: known ones are offered, so that nobody is typed twice. */
  persons?: true;
}
/** The same few questions for each of some fixed rows; texts of rows: `forms.option.<list>.<row>`. */
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
/** The graph of owners of kyc/ownership.ts; `fields` are asked of each person who is a beneficial owner. */
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
  | ListField
  | GridField
  | TestField
  | OwnershipField;

/** A file of the form; its bytes are fetched apart. */
export interface FileReference {
  id: number;
  name: string;
  size: number;
}
export type Item = Answers & { id: string };
export interface TestAnswers {
  /** The questionnaire's version that was answered. */
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
  /** What is asked of beneficial owners. */
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
  /** Fields in the order in which they are asked; a group has a heading of its own: `forms.group.<group>`. */
  groups: readonly { name: string; fields: readonly Field[] }[];
  /** Rules over several fields of the step; the fault's path is relative to the step. */
  checks?: (around: Around) => readonly Fault[];
}

/** What is wrong with a field: `step.field`, `step.list.<item>.field`, `step.grid.<row>.field`. */
export interface Fault {
  path: string;
  code: FieldCode;
}

/** Keeps the literal types of a step, so that its answers have a type of their own (`AnswersOf`). */
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
            : F extends { kind: "countries" }
              ? readonly string[]
              : F extends { kind: "files" }
                ? readonly FileReference[]
                : F extends { kind: "test" }
                  ? TestAnswers
                  : F extends { kind: "ownership" }
                    ? OwnershipAnswers
                    : string;
type FieldsOf<Fields> = Fields extends readonly (infer F)[]
  ? { readonly [One in F & { name: string } as One["name"]]?: ValueOf<One> }
  : never;
/** The answers of a step as they are once it is checked; anything may still be missing. */
export type AnswersOf<S extends Step> = FieldsOf<readonly S["groups"][number]["fields"][number][]>;

/** The condition that a field beside has one of the given values. */
export const is =
  (name: string, ...values: readonly unknown[]): Condition =>
  ({ beside }) =>
    values.includes(beside[name]);
/** The condition that a list of choices beside contains the value. */
export const includes =
  (name: string, value: string): Condition =>
  ({ beside }) => {
    const chosen = beside[name];
    return Array.isArray(chosen) && chosen.includes(value);
  };

/** True where nothing was answered: missing, empty text, empty list. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === "string" && value.trim() === "") ||
  (Array.isArray(value) && value.length === 0);
