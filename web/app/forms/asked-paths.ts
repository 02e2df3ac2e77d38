/**
 * Every path of a step at which an error can be shown, for its current answers: fields added later were not checked
 * with the step.
 */
import { ownersOf, readOwnership, rootId } from "@portico/api/forms/check-ownership.ts";
import { isAsked } from "@portico/api/forms/check-step.ts";
import { type Answers, type Around, aroundStep, type Field, type Given, type Step } from "@portico/api/forms/field.ts";
import { questions } from "@portico/kyc/questionnaire.ts";

const isRecord = (value: unknown): value is Answers =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export function askedPaths(step: Step, given: Given): ReadonlySet<string> {
  const around = aroundStep(step.name, given);
  return new Set(step.groups.flatMap(({ fields }) => pathsOf(fields, around.beside, around, step.name)));
}

function pathsOf(fields: readonly Field[], beside: Answers, around: Around, within: string): string[] {
  return fields
    .filter((field) => isAsked(field, { ...around, beside }))
    .flatMap((field) => {
      const path = `${within}.${field.name}`;
      return [path, ...pathsInside(field, beside[field.name], around, path)];
    });
}

function pathsInside(field: Field, value: unknown, around: Around, path: string): string[] {
  switch (field.kind) {
    case "list":
      return (Array.isArray(value) ? value : []).filter(isRecord).flatMap((item) => {
        const at = `${path}.${String(item["id"])}`;
        return [at, ...pathsOf(field.fields, item, around, at)];
      });
    case "grid":
      return field.rows.flatMap((row) => {
        const answers = isRecord(value) ? value[row] : undefined;
        return pathsOf(field.fields, isRecord(answers) ? answers : {}, around, `${path}.${row}`);
      });
    case "test":
      return questions.map(({ id }) => `${path}.${id}`);
    case "ownership": {
      const graph = readOwnership(value);
      if (!graph) return [];
      const owners = ownersOf(graph, around.ownerPercent);
      return [
        `${path}.${rootId}`,
        ...graph.nodes.flatMap(({ id }) => [`${path}.${id}`, `${path}.${id}.name`]),
        ...owners.flatMap(({ id, details }) => pathsOf(field.fields, details ?? {}, around, `${path}.${id}`)),
      ];
    }
    default:
      return [];
  }
}
