/** Clients whose form was approved some time ago, created over HTTP. */
import type { FormData } from "@portico/api/forms/form-shapes.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import type { TestApp, TestUser } from "../../../testing/app.ts";
import { type CompanyPath, companyWithDraft, type PersonPath, personWithDraft } from "../../forms/testing/filled.ts";

/** Moves a holder's last approval back by this many months. */
export async function approvedMonthsAgo({ database }: TestApp, { holderType, holderId }: Holder, months: number) {
  await sql`
    update ${sql.table(holderType === "user" ? "app_user" : "company")}
    set reviewed_on = firm_today() - make_interval(months => ${months}) where id = ${holderId}
  `.execute(database.db);
}

/** The calendar day this many days from now. */
export const dayFromNow = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** A person whose document expires on the day, approved by the reviewer. */
export async function approvedPerson(
  app: TestApp,
  reviewer: TestUser,
  { expires }: { expires?: string } = {},
): Promise<{ client: TestUser; path: PersonPath; answers: FormData }> {
  const person = await personWithDraft(app);
  if (expires !== undefined)
    await person.client.client.forms.create({
      params: person.path,
      body: { formData: { document: { documentExpires: expires } } },
    });
  await person.client.client.forms.snapshot({ params: person.path, body: {} });
  await reviewer.client.users.modifyState({ params: { id: person.client.id }, body: { newState: "postKYC" } });
  return person;
}

export async function approvedCompany(
  app: TestApp,
  reviewer: TestUser,
): Promise<{ creator: TestUser; path: CompanyPath; answers: FormData }> {
  const company = await companyWithDraft(app);
  await company.creator.client.forms.snapshot({ params: company.path, body: {} });
  await reviewer.client.companies.modifyState({ params: { id: company.path.holderId }, body: { newState: "postKYC" } });
  return company;
}

/** Submits the declarations required in every renewal, and other given answers. */
export async function resubmit({ client }: TestUser, path: PersonPath, more: FormData = {}): Promise<unknown> {
  const given = ["terms", "privacy", "truth", "risk", "electronicSignature"];
  await client.forms.create({
    params: path,
    body: { formData: { ...more, declarations: Object.fromEntries(given.map((name) => [name, true])) } },
  });
  return client.forms.snapshot({ params: path, body: {} });
}
