/** Attempts at the knowledge test: each complete set of answers is kept, for the reviewer only. */
import type { Answer } from "@portico/api/endpoint.ts";
import { checkTest } from "@portico/api/forms/check-test.ts";
import type { forms } from "@portico/api/forms/endpoints.ts";
import type { TestAnswers } from "@portico/api/forms/field.ts";
import type { FormData } from "@portico/api/forms/form-shapes.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { questions } from "@portico/kyc/questionnaire.ts";
import { gradeTest } from "@portico/kyc/questionnaire-key.ts";
import { canonical, plain } from "../../../audit/canonical.ts";
import type { Context } from "../../../kernel/context.ts";
import type { Trx } from "../../../kernel/transaction.ts";
import { insertAttempt, listAttemptRows } from "./attempts.queries.ts";

export interface Attempt {
  version: string;
  right: number;
  of: number;
  sealed: Buffer;
}

const sealedAs = ({ holderType, holderId }: Holder): string => `knowledge_attempt/${holderType}/${holderId}`;

/** The test, if every current question is answered with one of its options. */
function wholeTest(form: FormData): TestAnswers | undefined {
  const test = form["knowledge"]?.["knowledgeTest"];
  if (test === undefined || checkTest(test, "", true).length > 0) return undefined;
  const { version, chosen } = test as unknown as TestAnswers;
  return { version, chosen: Object.fromEntries(questions.map(({ id }) => [id, chosen[id] ?? ""])) };
}

/** The attempt made by a draft change: the test is now complete and differs from before. */
export async function sealAttempt(
  { vault }: Pick<Context, "vault">,
  holder: Holder,
  before: FormData,
  after: FormData,
): Promise<Attempt | undefined> {
  const test = wholeTest(after);
  if (!test || canonical(plain(wholeTest(before) ?? null)) === canonical(plain(test))) return undefined;
  const sealed = await vault.seal("form", Buffer.from(canonical(plain(test.chosen))), sealedAs(holder));
  return { version: test.version, ...gradeTest(test.chosen), sealed };
}

export const storeAttempt = (trx: Trx, holder: Holder, { sealed, ...attempt }: Attempt, userId: number) =>
  insertAttempt(trx, holder, { ...attempt, answers: sealed, userId });

/** The answers of one attempt. */
export const openAttempt = async (
  { vault }: Pick<Context, "vault">,
  holder: Holder,
  answers: Buffer,
): Promise<Record<string, string>> =>
  JSON.parse((await vault.open("form", answers, sealedAs(holder))).toString()) as Record<string, string>;

/** Every attempt with its answers, oldest first. */
export async function listAttempts(
  { db, vault }: Pick<Context, "db" | "vault">,
  holder: Holder,
): Promise<Answer<(typeof forms)["getRevision"]>["attempts"]> {
  const rows = await listAttemptRows(db, holder);
  return Promise.all(
    rows.map(async (row) => ({
      version: row.version,
      right: row.right_answers,
      of: row.questions,
      chosen: await openAttempt({ vault }, holder, row.answers),
      at: row.answered_at.toISOString(),
      by: { id: row.answered_by, name: row.name },
    })),
  );
}
