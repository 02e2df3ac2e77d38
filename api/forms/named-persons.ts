/** The persons behind a company whose identity documents are asked for: representatives and beneficial owners, each once. */
import { isSameName } from "@portico/kyc/same-name.ts";
import { checkOwnership } from "./check-ownership.ts";
import { type Answers, isRecord, itemsOf, type NamedPerson, type StepScope } from "./field.ts";
import { isSamePerson, ownersAmong, personName } from "./persons.ts";

/** In the order of the form. Who is named in both places has the ids of both; another name is another person. */
export function personsOfDocuments({ form, ownerPercent }: Pick<StepScope, "form" | "ownerPercent">): NamedPerson[] {
  const { owners } = checkOwnership(form["ownership"]?.["owners"], "owners", ownerPercent);
  const named: { id: string; answers: Answers }[] = [
    ...itemsOf(form["representatives"]?.["representatives"]).map((answers) => ({ id: String(answers["id"]), answers })),
    ...owners.flatMap((node) => ownersAmong({ nodes: [node], edges: [] }).map((answers) => ({ id: node.id, answers }))),
  ];
  const found: (NamedPerson & { answers: Answers })[] = [];
  for (const { id, answers } of named) {
    const name = personName(answers);
    if (name === "") continue;
    const at = found.findIndex((known) => isSamePerson(known.answers, answers) && isSameName(known.name, name));
    const known = found[at];
    if (known) found[at] = { ...known, ids: [...known.ids, id], answers: { ...answers, ...known.answers } };
    else found.push({ ids: [id], name, answers });
  }
  return found.map(({ ids, name }) => ({ ids, name }));
}

/** The files of each person, by the first of their ids; those given under another of their ids as well. */
export const filesByPerson = (
  value: unknown,
  persons: readonly NamedPerson[],
): { person: NamedPerson; id: string; files: unknown[] }[] =>
  persons.map((person) => ({
    person,
    id: person.ids[0] ?? "",
    files: person.ids.flatMap((id) => {
      const files = isRecord(value) ? value[id] : undefined;
      return Array.isArray(files) ? files : [];
    }),
  }));
