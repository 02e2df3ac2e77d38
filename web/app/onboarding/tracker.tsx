/** The way to being a client: what is done, what is missing, who has the ball, what can be done meanwhile. */
import { Button } from "@mantine/core";
import { ApiError } from "@portico/api/errors.ts";
import type { FormAnswers } from "@portico/api/forms/field.ts";
import { type FormType, formSteps } from "@portico/api/forms/forms.ts";
import { isAnswered } from "@portico/api/forms/remarks.ts";
import type { HolderState } from "@portico/api/holder-states.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { holderKey, useActing } from "../shell/acting.ts";
import { useApi } from "../shell/api.tsx";
import { LocaleLink } from "../shell/locale-link.tsx";
import { useSocketEvent } from "../shell/use-socket-event.ts";
import { Icon } from "../ui/icon.tsx";
import { Section } from "../ui/section.tsx";
import { useText } from "../ui/text.tsx";
import styles from "./onboarding.module.css";

type Standing = "done" | "now" | "later";
interface Milestone {
  id: "account" | "form" | "review" | "number";
  standing: Standing;
  /** Whose turn it is, while it stands. */
  ball?: "you" | "we";
}

/** What is done and whose turn it is, by state alone. */
function milestonesOf(
  state: HolderState,
  { submitted, hasNumber }: { submitted: boolean; hasNumber: boolean },
): Milestone[] {
  const isWaiting = state === "pendingKYC" || (state === "pendingReKYC" && submitted);
  const isApproved = state === "postKYC";
  const formDone = isWaiting || isApproved;
  return [
    { id: "account", standing: "done" },
    formDone ? { id: "form", standing: "done" } : { id: "form", standing: "now", ball: "you" },
    isApproved
      ? { id: "review", standing: "done" }
      : isWaiting
        ? { id: "review", standing: "now", ball: "we" }
        : { id: "review", standing: "later" },
    hasNumber
      ? { id: "number", standing: "done" }
      : isApproved
        ? { id: "number", standing: "now", ball: "we" }
        : { id: "number", standing: "later" },
  ];
}

export function Tracker() {
  const t = useText();
  const { holder, state, clientNumber, readOnly } = useActing();
  const { form, missing, total } = useFormStanding();
  if (state === "rejected" || state === "disabled") return null;
  const submitted = form?.draft === null && form.revision > 0;
  const milestones = milestonesOf(state, { submitted, hasNumber: clientNumber !== null });
  if (milestones.every(({ standing }) => standing === "done")) return null;
  const remarks = form?.remarks.filter((remark) => !isAnswered(remark, form.form_data as FormAnswers)).length ?? 0;
  const to = holder.holderType === "company" ? `/form/KYC?company=${holder.holderId}` : "/form/KYC";
  return (
    <Section title={t("onboarding.tracker.title")} hint={t("onboarding.tracker.hint")}>
      <ol className={styles.way}>
        {milestones.map(({ id, standing, ball }) => (
          <li key={id} data-standing={standing} aria-current={standing === "now" ? "step" : undefined}>
            <span className={styles.sign}>{standing === "done" && <Icon name="check" size={16} />}</span>
            <div>
              <p className={styles.what}>
                {t(`onboarding.tracker.${id}.title`)}
                {ball && (
                  <span className={styles.ball} data-ball={ball}>
                    {t(`onboarding.tracker.ball.${ball}`)}
                  </span>
                )}
                {standing === "done" && <span className="visually-hidden">{t("onboarding.tracker.done")}</span>}
              </p>
              {standing === "now" && id === "form" && (
                <>
                  <p>
                    {state === "returnedKYC" && remarks > 0
                      ? t("onboarding.tracker.form.remarks", { count: remarks })
                      : state === "pendingReKYC"
                        ? t("onboarding.tracker.form.renew")
                        : missing === undefined
                          ? t("onboarding.tracker.form.notBegun", { total })
                          : t("onboarding.tracker.form.progress", { done: total - missing, total })}
                  </p>
                  {!readOnly && (
                    <Button component={LocaleLink} to={to} size="sm" className={styles.go ?? ""}>
                      {t(form ? "onboarding.tracker.form.continue" : "onboarding.tracker.form.begin")}
                    </Button>
                  )}
                </>
              )}
              {standing === "now" && id !== "form" && id !== "account" && (
                <p>{t(`onboarding.tracker.${id}.explain`)}</p>
              )}
            </div>
          </li>
        ))}
      </ol>
      <p className={styles.meanwhile}>{t("onboarding.tracker.meanwhile")}</p>
    </Section>
  );
}

/** The form and how many of its steps still miss something; `missing` is undefined before it was begun. */
function useFormStanding() {
  const api = useApi();
  const queries = useQueryClient();
  const { holder } = useActing();
  const type: FormType = holder.holderType === "user" ? "KYC" : "companyKYC";
  const queryKey = ["form-standing", holder.holderType, holder.holderId];
  const { data } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const params = { ...holder, type };
      try {
        const form = await api.forms.get({ params, signal });
        if (!form.draft) return { form, missing: undefined };
        const { faults } = await api.forms.check({ params, signal });
        return { form, missing: new Set(faults.map(({ path }) => path.split(".")[0])).size };
      } catch (error) {
        if (error instanceof ApiError && error.code === "notFound") return { form: undefined, missing: undefined };
        throw error;
      }
    },
  });
  const mine = holderKey(holder);
  const again = (event: { holderType: "user" | "company"; holderId: number }) => {
    if (holderKey(event) === mine) void queries.invalidateQueries({ queryKey });
  };
  useSocketEvent("form:changed", again);
  useSocketEvent("holder:state", again);
  return { form: data?.form, missing: data?.missing, total: formSteps[type].length };
}
