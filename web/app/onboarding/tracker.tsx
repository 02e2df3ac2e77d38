/**
 * Progress of becoming a client or of a renewal: what is done, what is missing, whose turn it is, what can be done
 * meanwhile.
 */

import type { FormAnswers } from "@portico/api/forms/field.ts";
import { isAnswered } from "@portico/api/forms/remarks.ts";
import { isClosed } from "@portico/api/holder-states.ts";
import { RequiredContractText, RequiredContractTitle, WithContractTexts } from "../holders/required-contract.tsx";
import { findTurn } from "../holders/required-contract-turn.ts";
import { formPath } from "../shell/form-path.ts";
import { LocaleLink } from "../shell/navigation/locale-link.tsx";
import { type ActiveHolder, holderKey } from "../shell/session/active-holder.ts";
import { useOwnFactors } from "../shell/session/use-own-factors.ts";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { Section } from "../ui/section.tsx";
import { ComingBar } from "../ui/skeletons.tsx";
import { type Translate, useText } from "../ui/text.tsx";
import { useOnline } from "../ui/use-online.ts";
import { isRenewal, listMilestones } from "./milestones.ts";
import styles from "./onboarding.module.css";
import { type FormStatus, useFormStatus } from "./use-form-status.ts";
import { useAlertTarget, useNeedsForm } from "./use-kyc-alert.ts";

type Of = Pick<ActiveHolder, "holder" | "name" | "state" | "clientNumber" | "readOnly">;

export function Tracker({ of: { holder, name, state, clientNumber, readOnly } }: { of: Of }) {
  const t = useText();
  const needsForm = useNeedsForm();
  const status = useFormStatus(holder);
  const { hasNone: hasNoFactor } = useOwnFactors();
  const { form, contract } = status;
  // The alert above says the same, with the same link to the form.
  const isAlerted = useAlertTarget() === holderKey(holder);
  if (isClosed(state)) return null;
  const subject = holder.holderType;
  if (subject === "user" && state === "preKYC" && !needsForm(form)) return null;
  const stage = {
    state,
    submitted: form?.draft === null && form.revision > 0,
    hasNumber: clientNumber !== null,
    contract: contract ? findTurn(contract) : undefined,
  };
  const milestones = listMilestones(stage);
  if (milestones.every(({ status: one }) => one === "done")) return null;
  // The review goes on while a contract is signed: the first open step is the current one.
  const current = milestones.find(({ status: one }) => one === "now")?.id;
  const title = t(`onboarding.tracker.title.${isRenewal(stage) ? "renewal" : "first"}.${subject}`, {
    name: name || t("shell.account.newCompany"),
  });
  return (
    <Section title={title} hint={t("onboarding.tracker.hint")}>
      <ol className={styles.way}>
        {milestones.map(({ id, status: one, ball }) => (
          <li key={id} data-standing={one} aria-current={id === current ? "step" : undefined}>
            <span className={styles.sign}>{one === "done" && <Icon name="check" size={16} />}</span>
            <div>
              <p className={styles.what}>
                {id === "contract"
                  ? contract && (
                      <WithContractTexts>
                        <RequiredContractTitle required={contract} />
                      </WithContractTexts>
                    )
                  : id === "account" || id === "form"
                    ? t(`onboarding.tracker.${id}.title.${subject}`)
                    : t(`onboarding.tracker.${id}.title`)}
                {ball && form !== undefined && (
                  <span className={styles.ball} data-ball={ball}>
                    {t(`onboarding.tracker.ball.${ball}`)}
                  </span>
                )}
                {one === "done" && <span className="visually-hidden">{t("onboarding.tracker.done")}</span>}
              </p>
              {one === "now" && id === "form" && (
                <>
                  <FormStatusText state={state} subject={subject} status={status} />
                  {!readOnly && !isAlerted && form !== undefined && (
                    <Button component={LocaleLink} to={formPath(holder)} size="sm" className={styles.go ?? ""}>
                      {t(form ? "onboarding.tracker.form.continue" : "onboarding.tracker.form.begin")}
                    </Button>
                  )}
                </>
              )}
              {one === "now" && id === "contract" && contract && (
                <WithContractTexts>
                  <RequiredContractText holder={holder} required={contract} readOnly={readOnly} className={styles.go} />
                </WithContractTexts>
              )}
              {one === "now" && id === "review" && (
                <p>
                  {t("onboarding.tracker.review.explain")}{" "}
                  <LocaleLink to={formPath(holder)}>{t("onboarding.tracker.review.look")}</LocaleLink>
                </p>
              )}
              {one === "now" && id === "number" && <p>{t(`onboarding.tracker.number.explain.${subject}`)}</p>}
            </div>
          </li>
        ))}
      </ol>
      {!isRenewal(stage) && (
        <p className={styles.meanwhile}>
          {t(hasNoFactor ? "onboarding.tracker.meanwhileFactor" : "onboarding.tracker.meanwhile")}
        </p>
      )}
    </Section>
  );
}

/** Progress of the form; nothing before the server has answered. */
function FormStatusText({
  state,
  subject,
  status,
}: Pick<Of, "state"> & { subject: "user" | "company"; status: FormStatus }) {
  const t = useText();
  const online = useOnline();
  if (status.form !== undefined) return <p>{formText(t, state, subject, status)}</p>;
  if (!online) return <p>{t("ui.state.offline")}</p>;
  return status.isError ? <p>{t("ui.state.failed")}</p> : <ComingBar width="16rem" />;
}

function formText(
  t: Translate,
  state: Of["state"],
  subject: "user" | "company",
  { form, missing, total }: FormStatus,
): string {
  const remarks = form?.remarks.filter((remark) => !isAnswered(remark, form.form_data as FormAnswers)).length ?? 0;
  if (state === "returnedKYC" && remarks > 0) return t("onboarding.tracker.form.remarks", { count: remarks });
  if (state === "pendingReKYC")
    return t("onboarding.tracker.form.renew", { count: form?.draft?.renew?.length ?? total });
  return missing === undefined
    ? t(`onboarding.tracker.form.notBegun.${subject}`, { total })
    : t("onboarding.tracker.form.progress", { done: total - missing, total });
}
