/** Forms filled in over the API, for tests about later steps or about wording. */
import type { Api } from "@portico/api";
import type { Client } from "@portico/api/client.ts";
import type { FileReference } from "@portico/api/forms/field.ts";
import { companyAnswers, personAnswers } from "@portico/server/demo/kyc-answers.ts";
import type { Person } from "./people.ts";
import { scan } from "./people-answers.ts";

const ivan = { firstName: "Ivan", lastName: "Petrov", birthDate: "1985-03-14" };

/** A scan of the holder, accepted by the portal. */
async function scanOf(
  { client }: Pick<Person, "client">,
  params: { holderType: "user" | "company"; holderId: number },
): Promise<FileReference> {
  const body = { name: scan.name, base64data: scan.buffer.toString("base64") };
  const { id, name, size } = await client.files.upload({ params, body });
  return { id, name, size };
}

/** A complete draft of the person's own form. */
export async function fillPersonForm(person: Pick<Person, "id" | "email" | "client">) {
  const holder = { holderType: "user", holderId: person.id } as const;
  const form = { ...holder, type: "KYC" } as const;
  const formData = personAnswers({ ...ivan, email: person.email }, { scans: [await scanOf(person, holder)] });
  await person.client.forms.create({ params: form, body: { formData } });
  return form;
}

/** A person whose form was filled in, submitted and approved with a client number. */
export async function approvePerson(
  office: Client<Api>,
  person: Pick<Person, "id" | "email" | "client">,
  clientNumber: string,
): Promise<void> {
  const form = await fillPersonForm(person);
  await person.client.forms.snapshot({ params: form, body: {} });
  await office.users.modifyState({
    params: { id: person.id },
    body: { newState: "postKYC", revision: 1, clientNumber },
  });
}

/** A company started by the person, with a complete draft. */
export async function fillCompanyForm(person: Person) {
  const { id } = await person.client.companies.create({ params: { userId: person.id }, body: {} });
  const holder = { holderType: "company", holderId: id } as const;
  const form = { ...holder, type: "companyKYC" } as const;
  const owner = { firstName: "Maria", lastName: "Petrova", birthDate: "1987-07-21" };
  const formData = companyAnswers(
    {
      legalName: "Vitosha Consult OOD",
      representative: { ...ivan, email: person.email },
      owner: { ...owner, email: person.email },
    },
    { papers: [await scanOf(person, holder)] },
  );
  await person.client.forms.create({ params: form, body: { formData } });
  return form;
}
