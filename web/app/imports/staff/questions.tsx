/** Questions about splits, answered in the preview: is it the known one, was it settled in cash? */

import type { ImportPreview, ImportQuestion } from "@portico/api/imports.ts";
import { errorText } from "../../shell/calls/api.tsx";
import { alert } from "../../shell/dialogs/alert.ts";
import { Button } from "../../ui/button.tsx";
import { formatDay, formatQuantity } from "../../ui/format.ts";
import { Section } from "../../ui/section.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "./imports.module.css";
import { isOpen, openMark } from "./open-questions.ts";
import { useAnswer } from "./use-imports.ts";

const answersTo = { sameSplit: ["same", "another"], splitUnbooked: ["cash"] } as const;

export function Questions({ preview }: { preview: ImportPreview }) {
  const t = useText();
  const { questions } = preview;
  if (questions.length === 0 || preview.state === "discarded" || preview.state === "refused") return null;
  const waits = questions.some(({ code }) => code === "sameSplit") && preview.state === "previewed";
  return (
    <Section title={t("admin.imports.questions")} hint={waits && t("admin.imports.questionsHint")}>
      <ul className={styles.questions}>
        {questions.map((question) => (
          <Question key={question.key} preview={preview} question={question} />
        ))}
      </ul>
    </Section>
  );
}

function Question({ preview, question }: { preview: ImportPreview; question: ImportQuestion }) {
  const t = useText();
  const language = useLanguage();
  const send = useAnswer(preview.id);
  const { key, code, account, name, day, knownDay, from, into, quantity, answer } = question;
  const give = (given: ImportQuestion["answer"]) =>
    send.mutate({ key, answer: given }, { onError: (error) => alert.error(errorText(t, error)) });
  const text = t(`admin.imports.question.${code}`, {
    name,
    account,
    day: formatDay(language, day),
    knownDay: knownDay === null ? "" : formatDay(language, knownDay),
    from: formatQuantity(language, from),
    into: formatQuantity(language, into),
    quantity: formatQuantity(language, quantity),
  });
  return (
    <li {...(preview.state === "previewed" && isOpen(question) && openMark)}>
      <p>{text}</p>
      {answer !== null && (
        <p className={styles.small}>{t("admin.imports.answered", { answer: t(`admin.imports.answer.${answer}`) })}</p>
      )}
      {preview.can.answer && (
        <div className={styles.actions}>
          {answersTo[code]
            .filter((each) => each !== answer)
            .map((each) => (
              <Button key={each} size="sm" variant="default" loading={send.isPending} onClick={() => give(each)}>
                {t(`admin.imports.answer.${each}`)}
              </Button>
            ))}
          {answer !== null && (
            <Button size="sm" variant="subtle" loading={send.isPending} onClick={() => give(null)}>
              {t("admin.imports.answerWithdraw")}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
