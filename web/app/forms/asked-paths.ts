/**
 * Every path of a step at which an error can be shown, for its current answers: fields added later were not checked
 * with the step.
 */
import { findOwners, readOwnership, rootId } from "@portico/api/forms/check-ownership.ts";
import { isAsked } from "@portico/api/forms/check-step.ts";
import {
  type Answers,
  type Field,
  type Given,
  type Step,
  type StepScope,
  scopeOfStep,
} from "@portico/api/forms/field.ts";
import { filesByPerson } from "@portico/api/forms/named-persons.ts";
import { questions } from "@portico/kyc/questionnaire.ts";

const isRecord = (value: unknown): value is Answers =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export function askedPaths(step: Step, given: Given): ReadonlySet<string> {
  const scope = scopeOfStep(step.name, given);
  return new Set(step.groups.flatMap(({ fields }) => pathsOf(fields, scope.siblings, scope, step.name)));
}

function pathsOf(fields: readonly Field[], siblings: Answers, scope: StepScope, within: string): string[] {
  return fields
    .filter((field) => isAsked(field, { ...scope, siblings }))
    .flatMap((field) => {
      const path = `${within}.${field.name}`;
      return [path, ...pathsInside(field, siblings[field.name], scope, path)];
    });
}

function pathsInside(field: Field, value: unknown, scope: StepScope, path: string): string[] {
  switch (field.kind) {
    case "list":
      return (Array.isArray(value) ? value : []).filter(isRecord).flatMap((item) => {
        const at = `${path}.${String(item["id"])}`;
        return [at, ...pathsOf(field.fields, item, scope, at)];
      });
    case "grid":
      return field.rows.flatMap((row) => {
        const answers = isRecord(value) ? value[row] : undefined;
        return pathsOf(field.fields, isRecord(answers) ? answers : {}, scope, `${path}.${row}`);
      });
    case "personFiles":
      return filesByPerson(value, field.persons(scope)).map(({ id }) => `${path}.${id}`);
    case "test":
      return questions.map(({ id }) => `${path}.${id}`);
    case "ownership": {
      const graph = readOwnership(value);
      if (!graph) return [];
      const owners = findOwners(graph, scope.ownerPercent);
      return [
        `${path}.${rootId}`,
        ...graph.nodes.flatMap(({ id }) => [`${path}.${id}`, `${path}.${id}.name`]),
        ...owners.flatMap(({ id, details }) => pathsOf(field.fields, details ?? {}, scope, `${path}.${id}`)),
      ];
    }
    default:
      return [];
  }
}
