/** Clients and companies with filled-in forms, created over HTTP. */
import { randomBytes } from "node:crypto";
import { ApiError } from "@portico/api/errors.ts";
import type { FileReference } from "@portico/api/forms/field.ts";
import type { FormData } from "@portico/api/forms/form-shapes.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type AnsweringPerson, companyAnswers, personAnswers } from "../../../demo/kyc-answers.ts";
import type { TestApp, TestUser } from "../../../testing/app.ts";

export const ivan: AnsweringPerson = {
  firstName: "Ivan",
  lastName: "Petrov",
  birthDate: "1985-03-14",
  email: "ivan@test.example",
};
export const maria: AnsweringPerson = {
  firstName: "Maria",
  lastName: "Ilieva",
  birthDate: "1990-07-02",
  email: "maria@test.example",
};

export interface PersonPath {
  holderType: "user";
  holderId: number;
  type: "KYC";
}
export interface CompanyPath {
  holderType: "company";
  holderId: number;
  type: "companyKYC";
}

/** A scan of a holder, uploaded and found clean. */
export async function arrangeScans({ database }: TestApp, { holderType, holderId }: Holder): Promise<FileReference[]> {
  const { id } = await database.db
    .insertInto("stored_file")
    .values({
      holder_type: holderType,
      holder_id: holderId,
      sha256: randomBytes(32),
      size: 100,
      media_type: "image/png",
      name: "scan.png",
      state: "clean",
      checked_at: new Date(),
      uploaded_by: database.db.selectFrom("app_user").select((eb) => eb.fn.min("id").as("id")),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return [{ id, name: "scan.png", size: 100 }];
}

/** A person with a complete draft, with their account's e-mail; not submitted. */
export async function personWithDraft(app: TestApp, more: FormData = {}) {
  const client = await app.as("client", { state: "preKYC", name: "Ivan Petrov" });
  const path: PersonPath = { holderType: "user", holderId: client.id, type: "KYC" };
  const { account_email } = await client.client.forms.create({ params: path, body: {} });
  const scans = await arrangeScans(app, path);
  const answers = { ...personAnswers({ ...ivan, email: account_email ?? "" }, { scans }), ...more };
  await client.client.forms.create({ params: path, body: { formData: answers } });
  return { client, path, answers };
}

/** A company started by a client, with a complete draft; not submitted. */
export async function companyWithDraft(app: TestApp, client?: TestUser) {
  const creator = client ?? (await app.as("client", { state: "preKYC", name: "Ivan Petrov" }));
  const { id } = await creator.client.companies.create({ params: { userId: creator.id }, body: {} });
  const path: CompanyPath = { holderType: "company", holderId: id, type: "companyKYC" };
  const papers = await arrangeScans(app, path);
  const answers = companyAnswers({ legalName: "Vitosha Consult OOD", representative: ivan, owner: maria }, { papers });
  await creator.client.forms.create({ params: path, body: { formData: answers } });
  return { creator, path, answers };
}

/** The error code of a refused call, or "done". */
export const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "done",
    (error: unknown) => (error instanceof ApiError ? error.code : String(error)),
  );

/** Audit entries of an action on a holder. */
export const auditOf = async (
  { database }: TestApp,
  { holderType, holderId }: { holderType: string; holderId: number },
  action: string,
): Promise<unknown[]> =>
  (
    await database.db
      .selectFrom("audit_entry")
      .select("after")
      .where("subject_type", "=", holderType)
      .where("subject_id", "=", String(holderId))
      .where("action", "=", action)
      .orderBy("at")
      .execute()
  ).map(({ after }) => after);
