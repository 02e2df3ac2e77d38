/** Real encrypted content for the few forms that are opened; the others have a constant. */
import { formVersion } from "@portico/api/forms/forms.ts";
import pg from "pg";
import type { ConnectionSettings } from "../../server/database/connect.ts";
import { personAnswers } from "../../server/demo/kyc-answers.ts";
import { type FormOf, sealDraft, sealRevision } from "../../server/domains/forms/content.ts";
import type { BenchPortal } from "../database.ts";
import { gatherFacts } from "./facts.ts";
import type { Size } from "./size.ts";

const person = { firstName: "Ivan", lastName: "Petrov", birthDate: "1985-03-14", email: "ivan@bench.example" };

/** Encrypts a complete form into the reviewed user's revisions and the applicant's draft. */
export async function sealMeasured(
  { services, ...portal }: BenchPortal,
  superuser: ConnectionSettings,
  size: Size,
): Promise<void> {
  const { applicant, reviewed } = await gatherFacts({ services, ...portal }, size);
  const form_data = personAnswers(person, { scans: [{ id: 1, name: "scan.png", size: 100 }] });
  const client = new pg.Client({ ...superuser });
  await client.connect();
  const form: FormOf = { holderType: "user", holderId: reviewed.id, type: "KYC" };
  for (let revision = 1; revision <= reviewed.revision; revision++) {
    const { answers, contentHash } = await sealRevision(services, form, revision, {
      version: formVersion,
      form_data,
      filledBy: [],
      renew: null,
      explanations: {},
      inconsistencies: [],
      computed: {
        nationalIdentifier: null,
        riskProfile: null,
        testScore: null,
        beneficialOwners: [],
        inappropriate: [],
      },
      declarations: [],
    });
    await client.query(
      `update form_revision set answers = $3, content_hash = $4
       where holder_type = 'user' and holder_id = $1 and form_type = 'KYC' and revision = $2`,
      [reviewed.id, revision, answers, contentHash],
    );
  }
  const draft = await sealDraft(
    services,
    { holderType: "user", holderId: applicant, type: "KYC" },
    { form_data, filledBy: [] },
  );
  await client.query(
    `insert into form_draft (holder_type, holder_id, form_type, answers, changed_by) values ('user', $1, 'KYC', $2, $1)
     on conflict (holder_type, holder_id, form_type) do update set answers = excluded.answers, version = 1`,
    [applicant, draft],
  );
  await client.end();
}
