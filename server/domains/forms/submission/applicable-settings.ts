/** The versioned settings that apply to a form: current ones for a draft, the stored versions for a revision. */
import type { FormAnswers } from "@portico/api/forms/field.ts";
import type { FormType } from "@portico/api/forms/forms.ts";
import { agreedVersion, type DeclarationName, type Settled } from "@portico/api/forms/settled.ts";
import type { Kysely } from "kysely";
import type { DB } from "../../../database/schema.generated.ts";
import { getSettled } from "../../settings/versions.ts";
import type { RevisionContent } from "../content.ts";
import { getDefinition, listTicks } from "../definition.ts";

/** The texts in force and older ones that boxes were ticked for, and the bands in force. */
export const settledNow = async (db: Kysely<DB>, type: FormType, form: FormAnswers): Promise<Settled> =>
  getSettled(db, { bands: null, texts: await versionsIn(type, form) });

/** The same for a revision, with its own bands: the first ones if it is from before bands had versions. */
export const settledThen = async (
  db: Kysely<DB>,
  type: FormType,
  { form_data, bandsVersion = 1 }: Pick<RevisionContent, "form_data" | "bandsVersion">,
): Promise<Settled> => getSettled(db, { bands: bandsVersion, texts: await versionsIn(type, form_data) });

/** Each text that the answers accept, with its version, once. */
export async function agreedTexts(
  type: FormType,
  form: FormAnswers,
): Promise<{ name: DeclarationName; version: number }[]> {
  const agreed = (await versionsIn(type, form)).filter(({ version }) => version > 0);
  return [...new Map(agreed.map((text) => [`${text.name} ${text.version}`, text])).values()];
}

const versionsIn = async (type: FormType, form: FormAnswers) =>
  listTicks(await getDefinition(type), form).map(({ field, value }) => ({
    name: field.name as DeclarationName,
    version: agreedVersion(value),
  }));
