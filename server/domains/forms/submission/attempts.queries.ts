/** SQL of the attempts at the knowledge test. */
import type { Holder } from "@portico/api/shapes.ts";
import type { Kysely } from "kysely";
import type { DB } from "../../../database/schema.generated.ts";

interface AttemptRow {
  version: string;
  answers: Buffer;
  right: number;
  of: number;
  userId: number;
}

/** The holder's attempts and their authors, oldest first. */
export const listAttemptRows = (db: Kysely<DB>, { holderType, holderId }: Holder) =>
  db
    .selectFrom("knowledge_attempt as attempt")
    .innerJoin("app_user as author", "author.id", "attempt.answered_by")
    .select([
      "attempt.version",
      "attempt.answers",
      "attempt.right_answers",
      "attempt.questions",
      "attempt.answered_at",
      "attempt.answered_by",
      "author.name",
    ])
    .where("attempt.holder_type", "=", holderType)
    .where("attempt.holder_id", "=", holderId)
    .orderBy("attempt.id")
    .execute();

export const insertAttempt = (trx: Kysely<DB>, { holderType, holderId }: Holder, attempt: AttemptRow) =>
  trx
    .insertInto("knowledge_attempt")
    .values({
      holder_type: holderType,
      holder_id: holderId,
      version: attempt.version,
      answers: attempt.answers,
      right_answers: attempt.right,
      questions: attempt.of,
      answered_by: attempt.userId,
    })
    .execute();
