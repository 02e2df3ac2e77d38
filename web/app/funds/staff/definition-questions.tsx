/** Questions that readers ask, with answers, in one language at a time. */

import type { DefinitionContent } from "@portico/api/funds.ts";
import { definitionLimits } from "@portico/api/rules/funds.ts";
import { Button } from "../../ui/button.tsx";
import { LimitedInput } from "../../ui/limited-input.tsx";
import { LimitedTextarea } from "../../ui/limited-textarea.tsx";
import { type Language, useText } from "../../ui/text.tsx";
import styles from "./staff.module.css";

type Questions = DefinitionContent["questions"];
const none = { bg: "", en: "", pl: "" };

interface DefinitionQuestionsProps {
  questions: Questions;
  shown: Language;
  canEdit: boolean;
  errorOf: (path: string) => string | undefined;
  onChange: (questions: Questions) => void;
}

export function DefinitionQuestions({ questions, shown, canEdit, errorOf, onChange }: DefinitionQuestionsProps) {
  const t = useText();
  const change = (at: number, part: "question" | "answer", text: string) =>
    onChange(questions.map((one, place) => (place === at ? { ...one, [part]: { ...one[part], [shown]: text } } : one)));
  return (
    <>
      {questions.map((one, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- a question has no other name
        <div key={place} className={styles.stack}>
          <LimitedInput
            lang={shown}
            label={t("admin.funds.question", { number: place + 1 })}
            limit={definitionLimits.question}
            readOnly={!canEdit}
            value={one.question[shown]}
            error={errorOf(`questions.${place}.question.${shown}`)}
            onChange={(event) => change(place, "question", event.currentTarget.value)}
          />
          <LimitedTextarea
            lang={shown}
            label={t("admin.funds.answer", { number: place + 1 })}
            autosize
            minRows={2}
            limit={definitionLimits.answer}
            readOnly={!canEdit}
            value={one.answer[shown]}
            error={errorOf(`questions.${place}.answer.${shown}`)}
            onChange={(event) => change(place, "answer", event.currentTarget.value)}
          />
          {canEdit && (
            <div>
              <Button
                variant="subtle"
                size="compact-sm"
                onClick={() => onChange(questions.filter((_, at) => at !== place))}
              >
                {t("admin.funds.removeQuestion", { number: place + 1 })}
              </Button>
            </div>
          )}
        </div>
      ))}
      {canEdit && questions.length < definitionLimits.questions && (
        <div>
          <Button
            variant="default"
            size="sm"
            onClick={() => onChange([...questions, { question: none, answer: none }])}
          >
            {t("admin.funds.addQuestion")}
          </Button>
        </div>
      )}
    </>
  );
}
