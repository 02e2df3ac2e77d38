/** A form that is not open: what was sent, what happens next, and how to ask for an update. */
import { Button } from "@mantine/core";
import type { Form } from "@portico/api/forms/drafts.ts";
import type { FormAnswers } from "@portico/api/forms/field.ts";
import { type FormType, loadForm } from "@portico/api/forms/forms.ts";
import { receiptReference } from "@portico/api/forms/receipt.ts";
import { stepKey } from "@portico/api/forms/text-keys.ts";
import type { HolderState } from "@portico/api/holder-states.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useApi } from "../shell/api.tsx";
import { openConfirmation, useConfirmation } from "../shell/confirmation.ts";
import { useFirmToday } from "../shell/firm-day.ts";
import { LocaleLink } from "../shell/locale-link.tsx";
import { formatMoment } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { Notice } from "../ui/notice.tsx";
import { printPage } from "../ui/print.ts";
import { Section } from "../ui/section.tsx";
import { Empty, Loading } from "../ui/states.tsx";
import { useLanguage, useText } from "../ui/text.tsx";
import { AnswerList } from "./answer-list.tsx";
import styles from "./forms.module.css";
import { formText } from "./option-text.ts";
import { useNoPlace } from "./use-place.ts";

interface SentFormProps {
  holder: Holder;
  type: FormType;
  state: HolderState;
  form: Form | null;
  readOnly: boolean;
  /** It was just sent from this page: the focus goes on here. */
  isJustSent: boolean;
  onChanged: () => void;
}

export function SentForm({ holder, type, state, form, readOnly, isJustSent, onChanged }: SentFormProps) {
  const t = useText();
  const language = useLanguage();
  const api = useApi();
  const today = useFirmToday();
  useNoPlace();
  const top = useRef<HTMLDivElement>(null);
  const isAsking = useConfirmation() !== null;
  useEffect(() => {
    if (!isJustSent || isAsking) return;
    scrollTo({ top: 0 });
    top.current?.focus({ preventScroll: true });
  }, [isJustSent, isAsking]);
  const { data: steps } = useQuery({
    queryKey: ["form-definition", type],
    queryFn: () => loadForm(type),
    staleTime: Number.POSITIVE_INFINITY,
  });

  function askUpdate() {
    openConfirmation({
      title: t("forms.update.title"),
      text: t("forms.update.text"),
      confirmLabel: t("forms.update.confirm"),
      action: async () => {
        await (holder.holderType === "user"
          ? api.users.modifyState({ params: { id: holder.holderId }, body: { newState: "pendingReKYC" } })
          : api.companies.requestUpdate({ params: { id: holder.holderId }, body: {} }));
        onChanged();
      },
    });
  }

  if (!form) return <Empty icon="document" title={t("forms.sent.none")} />;
  const isWaiting = !form.draft && (state === "pendingKYC" || state === "pendingReKYC");
  const given = {
    form: form.form_data as FormAnswers,
    today,
    ownerPercent: form.owner_percent,
    settled: form.settled,
  };
  return (
    <>
      <div ref={top} tabIndex={-1} className={styles.top}>
        {isWaiting && (
          <Notice tone="done" title={t("forms.sent.waiting")}>
            <p>{t("forms.sent.waitingExplain")}</p>
          </Notice>
        )}
      </div>
      {state === "postKYC" && (
        <Notice tone="done" title={t("forms.sent.approved")}>
          <p>{t("forms.sent.approvedExplain")}</p>
        </Notice>
      )}
      {state === "rejected" && (
        <Notice tone="failed" live={false} title={t("forms.sent.rejected")}>
          {form.reason && <p className={styles.reason}>{form.reason}</p>}
        </Notice>
      )}
      <p className={styles.sentLine}>
        {form.submitted_at && (
          <span>
            {t("forms.sent.revision", {
              number: form.revision,
              at: formatMoment(language, form.submitted_at),
              reference: receiptReference(type, holder.holderId, form.revision),
            })}
          </span>
        )}
        <span className={styles.adders} data-no-print>
          <Button
            size="sm"
            variant="default"
            leftSection={<Icon name="print" size={16} />}
            onClick={() => void printPage()}
          >
            {t("ui.action.print")}
          </Button>
          {state === "postKYC" && !readOnly && (
            <Button size="sm" variant="default" onClick={askUpdate}>
              {t("forms.update.ask")}
            </Button>
          )}
          <Button size="sm" variant="default" component={LocaleLink} to="/dashboard">
            {t("forms.sent.home")}
          </Button>
        </span>
      </p>
      {!form.draft && form.agreed.length > 0 && (
        <p className={styles.versions}>
          {t("forms.sent.agreed", {
            texts: form.agreed
              .map(({ name, version }) =>
                t("forms.sent.text", { name: t(`forms.field.${name}`), version: String(version) }),
              )
              .join(", "),
          })}
          <br />
          {t("forms.sent.bands", { version: String(form.settled.bands.version) })}
        </p>
      )}
      {!steps && <Loading />}
      {steps?.map((step) => (
        <Section key={step.name} title={formText(t, stepKey(type, step.name))}>
          <AnswerList step={step} given={given} holder={holder} sent={!form.draft} />
        </Section>
      ))}
    </>
  );
}
