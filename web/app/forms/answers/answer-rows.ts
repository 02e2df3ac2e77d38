/** A step's answers as rows of text, for the final check and print, and compared with earlier ones for the review. */

import { calculateShares, readOwnership, rootId } from "@portico/api/forms/check-ownership.ts";
import { isAsked } from "@portico/api/forms/check-step.ts";
import {
  type Answers,
  type Field,
  type FileReference,
  type Given,
  isEmpty,
  type PersonFilesField,
  type PersonsField,
  type Step,
  type StepScope,
  scopeOfStep,
} from "@portico/api/forms/field.ts";
import { filesByPerson } from "@portico/api/forms/named-persons.ts";
import { companyNameOf } from "@portico/api/forms/persons.ts";
import { agreedVersion, type Settled } from "@portico/api/forms/settled.ts";
import { entryKey, fieldKey, groupKey, optionKey } from "@portico/api/forms/text-keys.ts";
import { questions } from "@portico/kyc/questionnaire.ts";
import { formText } from "../../shell/form-text.ts";
import { formatDay, formatQuantity } from "../../ui/format.ts";
import { groupIban, groupPhone } from "../../ui/grouped-text.ts";
import type { Language, Translate } from "../../ui/text.tsx";
import { optionText } from "../fields/option-text.ts";
import { shareText } from "../fields/share-text.ts";

export interface AnswerRow {
  /** Path for remarks and errors. */
  path: string;
  label: string;
  /** Empty if not answered. */
  text: string;
  files: readonly FileReference[];
  /** The heading of the row: a group, a list entry, a grid row. */
  heading: string;
}

interface RowContext {
  t: Translate;
  language: Language;
  sent: boolean;
  /** Days in record format, "2026-03-09"; otherwise as in a sentence. */
  asRecord?: boolean;
}

const isRecord = (value: unknown): value is Answers =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** All answered rows of a step. A revision (`sent`) contains only what was asked; a draft also contains answers now hidden. */
export function answerRows(step: Step, given: Given, { t, language, sent, asRecord = false }: RowContext): AnswerRow[] {
  const scope = scopeOfStep(step.name, given);
  return step.groups
    .flatMap(({ name, fields }) =>
      rowsOf(fields, scope.siblings, scope, {
        path: step.name,
        heading: formText(t, groupKey(name)),
        t,
        language,
        sent,
        asRecord,
      }),
    )
    .filter(({ text, files }) => text !== "" || files.length > 0);
}

interface Place extends RowContext {
  path: string;
  heading: string;
}

function rowsOf(fields: readonly Field[], siblings: Answers, scope: StepScope, place: Place): AnswerRow[] {
  return fields.flatMap((field) => {
    if (!place.sent && !isAsked(field, { ...scope, siblings })) return [];
    return rowsOfField(
      field,
      siblings[field.name],
      { ...scope, siblings },
      { ...place, path: `${place.path}.${field.name}` },
    );
  });
}

function rowsOfField(field: Field, value: unknown, scope: StepScope, place: Place): AnswerRow[] {
  const label = formText(place.t, fieldKey(field));
  const row = (text: string, more: Partial<AnswerRow> = {}): AnswerRow => ({
    path: place.path,
    label,
    text,
    files: [],
    heading: place.heading,
    ...more,
  });
  if (isEmpty(value)) return [row("")];
  switch (field.kind) {
    case "list":
      return (Array.isArray(value) ? value : []).filter(isRecord).flatMap((item, index) =>
        rowsOf(field.fields, item, scope, {
          ...place,
          path: `${place.path}.${String(item["id"])}`,
          heading: `${formText(place.t, entryKey(field))} ${index + 1}${nameOf(item)}`,
        }),
      );
    case "grid":
      return field.rows.flatMap((name) => {
        const answers = isRecord(value) && isRecord(value[name]) ? value[name] : {};
        const texts = rowsOf(field.fields, answers, scope, { ...place, path: `${place.path}.${name}` })
          .filter(({ text }) => text !== "")
          .map(({ label: of, text }) => `${of}: ${text}`);
        return [
          row(texts.join("; "), {
            path: `${place.path}.${name}`,
            label: formText(place.t, optionKey(field.list, name)),
            heading: label,
          }),
        ];
      });
    case "ownership":
      return ownershipRows(field, value, scope, { ...place, heading: label });
    case "files":
      return [row("", { files: (Array.isArray(value) ? value : []).filter(isRecord) as unknown as FileReference[] })];
    case "personFiles":
      return personFileRows(field, value, scope, { ...place, heading: label });
    case "test":
      return testRows(value, { ...place, heading: label });
    case "persons":
      return [row(namesOf(field, value, scope))];
    default:
      return [row(answerText(field, value, { ...place, settled: scope.settled }))];
  }
}

const namesOf = (field: PersonsField, value: unknown, scope: StepScope): string =>
  field
    .persons(scope)
    .filter(({ ids }) => Array.isArray(value) && ids.some((id) => value.includes(id)))
    .map(({ name }) => name)
    .join(", ");

const nameOf = (item: Answers): string => {
  const name = [item["firstName"], item["lastName"]].filter((part) => typeof part === "string").join(" ");
  return name === "" ? "" : `: ${name}`;
};

const countryName = (language: Language, code: string): string => {
  try {
    return new Intl.DisplayNames(language, { type: "region" }).of(code) ?? code;
  } catch {
    return code;
  }
};

function answerText(field: Field, value: unknown, place: RowContext & { settled: Settled }): string {
  const { t, language, asRecord } = place;
  switch (field.kind) {
    case "yesNo":
      return t(value === true ? "forms.word.yes" : "forms.word.no");
    case "agreement":
      return agreementText(field.name, value, place);
    case "choice":
      return field.options.includes(String(value)) ? optionText(place, field.list, String(value)) : String(value);
    case "choices":
      return (Array.isArray(value) ? value : [])
        .map((one) => formText(t, optionKey(field.list, String(one))))
        .join(", ");
    case "country":
      return countryName(language, String(value));
    case "countries":
      return (Array.isArray(value) ? value : []).map((one) => countryName(language, String(one))).join(", ");
    case "phone":
      return groupPhone(String(value));
    case "identifier":
      return field.name === "iban" ? groupIban(String(value)) : String(value).toUpperCase();
    case "amount":
      return /^\d+(\.\d+)?$/.test(String(value)) ? formatQuantity(language, String(value)) : String(value);
    case "percent":
      return shareText(language, String(value));
    case "date":
      return !asRecord && /^\d{4}-\d{2}-\d{2}$/.test(String(value))
        ? formatDay(language, String(value))
        : String(value);
    default:
      return typeof value === "string" ? value : JSON.stringify(value);
  }
}

/** The text that was ticked, with its version. */
function agreementText(
  name: string,
  value: unknown,
  { t, language, settled }: RowContext & { settled: Settled },
): string {
  const version = agreedVersion(value);
  if (version === 0) return "";
  const text = settled.texts.find((one) => one.name === name && one.version === version)?.words[language] ?? "";
  return t("forms.word.agreed", { version: String(version), text });
}

function ownershipRows(
  field: Field & { kind: "ownership" },
  value: unknown,
  scope: StepScope,
  place: Place,
): AnswerRow[] {
  const graph = readOwnership(value);
  if (!graph) return [];
  const shares = new Map(calculateShares(graph).persons.map((person) => [person.id, person]));
  const nameOfNode = (id: string): string =>
    id === rootId
      ? companyNameOf(scope.form) || place.t("forms.owners.company")
      : (graph.nodes.find((node) => node.id === id)?.name ?? id);
  return graph.nodes.flatMap((node) => {
    const path = `${place.path}.${node.id}`;
    const held = graph.edges
      .filter(({ owner }) => owner === node.id)
      .map(({ owned, percent }) =>
        place.t("forms.owners.holds", {
          percent: shareText(place.language, percent),
          of: nameOfNode(owned),
          named: owned === rootId && !companyNameOf(scope.form) ? "no" : "yes",
        }),
      );
    const share = shares.get(node.id);
    const indirect = share
      ? [place.t("forms.owners.indirect", { percent: shareText(place.language, share.percent) })]
      : [];
    const country = node.country ? [countryName(place.language, node.country)] : [];
    return [
      {
        path,
        label: node.name,
        text: [...country, ...held, ...indirect].join("; "),
        files: [],
        heading: place.heading,
      },
      ...(node.details
        ? rowsOf(field.fields, node.details, scope, { ...place, path, heading: node.name }).filter(
            ({ text }) => text !== "",
          )
        : []),
    ];
  });
}

/** One row per person; files of somebody who is not asked about any more stay under the field's own name. */
function personFileRows(field: PersonFilesField, value: unknown, scope: StepScope, place: Place): AnswerRow[] {
  const persons = field.persons(scope);
  const known = new Set(persons.flatMap(({ ids }) => ids));
  const others = Object.keys(isRecord(value) ? value : {}).filter((id) => !known.has(id));
  return filesByPerson(value, [...persons, ...others.map((id) => ({ ids: [id], name: place.heading }))]).map(
    ({ person, id, files }) => ({
      path: `${place.path}.${id}`,
      label: person.name,
      text: "",
      files: files as FileReference[],
      heading: place.heading,
    }),
  );
}

function testRows(value: unknown, place: Place): AnswerRow[] {
  const chosen = isRecord(value) && isRecord(value["chosen"]) ? (value["chosen"] as Record<string, string>) : {};
  return questions.map(({ id }) => ({
    path: `${place.path}.${id}`,
    label: formText(place.t, `forms.test.${id}`),
    text: chosen[id] === undefined ? "" : formText(place.t, `forms.test.${id}.${chosen[id]}`),
    files: [],
    heading: place.heading,
  }));
}

/** A row with its previous value; a removed row has only that. */
export interface ComparedRow extends AnswerRow {
  /** null if unchanged, or without a previous value. */
  before: string | null;
}

export function comparedRows(now: readonly AnswerRow[], before: readonly AnswerRow[] | null): ComparedRow[] {
  if (!before) return now.map((row) => ({ ...row, before: null }));
  const old = new Map(before.map((row) => [row.path, row]));
  const text = (row: AnswerRow | undefined): string =>
    row ? row.text || row.files.map(({ name }) => name).join(", ") : "";
  const compared = now.map((row) => {
    const was = text(old.get(row.path));
    old.delete(row.path);
    return { ...row, before: was === text(row) ? null : was };
  });
  const gone = [...old.values()].map((row) => ({ ...row, text: "", files: [], before: text(row) }));
  return [...compared, ...gone];
}

/** Groups consecutive rows under the same heading. */
export function underHeadings<R extends { heading: string }>(rows: readonly R[]): { heading: string; rows: R[] }[] {
  const parts: { heading: string; rows: R[] }[] = [];
  for (const row of rows) {
    const last = parts.at(-1);
    if (last?.heading === row.heading) last.rows.push(row);
    else parts.push({ heading: row.heading, rows: [row] });
  }
  return parts;
}
