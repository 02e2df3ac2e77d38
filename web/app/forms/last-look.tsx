/** The whole form before it is sent: what is missing, what does not fit together, what is computed, and every answer. */
import { Button, Textarea } from "@mantine/core";
import { ApiError } from "@portico/api/errors.ts";
import { type FormType, formSteps, loadForm } from "@portico/api/forms/forms.ts";
import { inconsistencyKey, stepKey } from "@portico/api/forms/text-keys.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type RefCallback, useState } from "react";
import { alert } from "../shell/alert.ts";
import { errorText, useApi } from "../shell/api.tsx";
import { openConfirmation } from "../shell/confirmation.ts";
import { Icon } from "../ui/icon.tsx";
import { Notice } from "../ui/notice.tsx";
import { Section } from "../ui/section.tsx";
import { LoadFailed, Loading } from "../ui/states.tsx";
import { useLanguage, useText } from "../ui/text.tsx";
import { AnswerList } from "./answer-list.tsx";
import { formText } from "./answer-rows.ts";
import { useOpenForm } from "./form-context.ts";
import styles from "./forms.module.css";
import { RiskProfile } from "./risk-profile.tsx";
import type { FormDraft } from "./use-form-draft.ts";

interface LastLookProps {
  holder: Holder;
  type: FormType;
  draft: FormDraft;
  locked: ReadonlySet<string>;
  heading: RefCallback<HTMLHeadingElement>;
  onGo: (place: string) => void;
  onSent: () => void;
}

export function LastLook({ holder, type, draft, locked, heading, onGo, onSent }: LastLookProps) {
  const t = useText();
  const api = useApi();
  const queries = useQueryClient();
  const language = useLanguage();
  const { given } = useOpenForm();
  const [explanations, setExplanations] = useState<Record<string, string>>({});
  const steps = useQuery({
    queryKey: ["form-definition", type],
    queryFn: () => loadForm(type),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const check = useQuery({
    queryKey: ["form", "check", holder.holderType, holder.holderId, draft.answers],
    // What the server says is about what it has: everything typed goes there first.
    queryFn: async ({ signal }) => {
      await draft.flush();
      return api.forms.check({ params: { ...holder, type }, signal });
    },
    gcTime: 0,
  });
  const faults = check.data?.faults ?? [];
  const byStep = Map.groupBy(faults, ({ path }) => path.split(".")[0] ?? "");

  async function send() {
    try {
      const version = await draft.flush();
      await api.forms.snapshot({
        params: { ...holder, type },
        body: {
          version,
          // The declarations are hashed in the words that were read.
          language,
          explanations: Object.fromEntries(Object.entries(explanations).filter(([, text]) => text.trim() !== "")),
        },
      });
      alert.success(t("forms.page.sent"));
      scrollTo({ top: 0 });
      onSent();
    } catch (error) {
      if (error instanceof ApiError && (error.code === "formIncomplete" || error.code === "stateConflict"))
        await queries.invalidateQueries({ queryKey: ["form", "check"] });
      throw error;
    }
  }

  return (
    <>
      <h2 ref={heading} tabIndex={-1} className={styles.heading}>
        {t("forms.page.lastLook")}
      </h2>
      <p className={styles.intro}>{t("forms.page.lastLookIntro")}</p>
      {check.isError && (
        <LoadFailed retry={() => void check.refetch()} retrying={check.isFetching}>
          {errorText(t, check.error)}
        </LoadFailed>
      )}
      {!check.data && !check.isError && <Loading />}
      {faults.length > 0 && (
        <Notice tone="attention" title={t("forms.page.missing", { count: faults.length })} live>
          <ul>
            {[...byStep].map(([step, own]) => (
              <li key={step}>
                <button type="button" className={styles.link} onClick={() => onGo(step)}>
                  {t("forms.page.missingIn", { step: formText(t, stepKey(type, step)), count: own.length })}
                </button>
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {check.data && check.data.inconsistencies.length > 0 && (
        <Section title={t("forms.page.inconsistent")} hint={t("forms.page.inconsistentHint")}>
          {check.data.inconsistencies.map(({ code }) => (
            <Textarea
              key={code}
              mb="md"
              name={`explain.${code}`}
              label={formText(t, inconsistencyKey(code))}
              placeholder={t("forms.page.explain")}
              autosize
              minRows={2}
              maxLength={2000}
              value={explanations[code] ?? ""}
              onChange={(event) => {
                const { value } = event.currentTarget;
                setExplanations((before) => ({ ...before, [code]: value }));
              }}
            />
          ))}
        </Section>
      )}
      {check.data?.computed.riskProfile && <RiskProfile result={check.data.computed.riskProfile} />}
      {steps.data?.map((step) => (
        <Section
          key={step.name}
          title={formText(t, stepKey(type, step.name))}
          actions={
            !locked.has(step.name) && (
              <Button size="compact-sm" variant="subtle" onClick={() => onGo(step.name)}>
                {t("forms.page.edit")}
              </Button>
            )
          }
        >
          <AnswerList step={step} given={given} holder={holder} />
        </Section>
      ))}
      <div className={styles.steps}>
        <Button variant="default" onClick={() => onGo(formSteps[type].at(-1)?.name ?? "")}>
          {t("forms.page.back")}
        </Button>
        <Button variant="default" leftSection={<Icon name="print" size={16} />} onClick={() => print()}>
          {t("ui.action.print")}
        </Button>
        <Button
          disabled={!check.data || check.isFetching || faults.length > 0}
          onClick={() =>
            openConfirmation({
              title: t("forms.page.sendTitle"),
              text: t("forms.page.sendText"),
              confirmLabel: t("forms.page.send"),
              action: send,
            })
          }
        >
          {t("forms.page.send")}
        </Button>
      </div>
    </>
  );
}
