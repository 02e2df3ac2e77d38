/** Worker task: takes the answer to a question of an open preview, and shows the preview that follows from it. */
import type { ImportPreview, ImportQuestion } from "@portico/api/imports.ts";
import { enforce } from "../../../kernel/policy.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import type { Tools } from "../../../workers/task.ts";
import { type Asker, recordImport, toWriteContext } from "../audit-entries.ts";
import { refusalTo } from "../imports.policy.ts";
import { findImport, listAnswers, lockImport, renewPreview, saveAnswers } from "../imports.queries.ts";
import { dryRun, readAgain } from "../preview/dry-run.ts";
import { answered, countEntries, storedPreview } from "../preview/preview.ts";
import { offered, withAnswer } from "./split-questions.ts";

interface Given {
  id: number;
  key: string;
  answer: ImportQuestion["answer"];
  asker: Asker;
}

/** See `answerImport` in imports/imports.ts. */
export async function run({ id, key, answer, asker }: Given, tools: Tools): Promise<ImportPreview> {
  const { db } = tools;
  const found = await findImport(db, id);
  if (!found) throw new Refusal("notFound");
  enforce(refusalTo(asker, "answer", found));
  const question = found.preview.questions?.find((one) => one.key === key);
  if (!question || (answer !== null && !offered[question.code].includes(answer))) throw new Refusal("stateConflict");
  const before = await listAnswers(db, id);
  const answers = withAnswer(before, question, answer);
  const read = await readAgain(db, asker.now, found, answers);
  const validated = await dryRun(db, read);
  // Something else changed meanwhile: a confirmation says what.
  if (validated.refusals.length > 0) throw new Refusal("stateConflict");
  const record = await transact(toWriteContext(tools, asker), async (tx) => {
    const locked = await lockImport(tx, id);
    if (!locked) throw new Refusal("notFound");
    enforce(refusalTo(asker, "answer", locked));
    // A colleague answered at the same time.
    if (JSON.stringify(await listAnswers(tx, id)) !== JSON.stringify(before)) throw new Refusal("stateConflict");
    await saveAnswers(tx, id, answers);
    const renewed = await renewPreview(tx, id, {
      preview: storedPreview(validated),
      counts: countEntries(validated),
    });
    if (!renewed) throw new Refusal("stateConflict");
    const { account, name, day } = question;
    recordImport(tx, renewed, "import.answered", { question: [account, name, day].join(", "), answer });
    return renewed;
  });
  return answered(db, asker, record);
}
