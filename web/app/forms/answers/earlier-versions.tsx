/** Earlier submitted versions of a form, and a read-only view of one. */

import type { FormType } from "@portico/api/forms/forms.ts";
import { receiptReference } from "@portico/api/forms/receipt.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { formPath } from "../../shell/form-path.ts";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { Button } from "../../ui/button.tsx";
import { formatMoment } from "../../ui/format.ts";
import { PrintButton } from "../../ui/print-button.tsx";
import { Section } from "../../ui/section.tsx";
import { Empty, LoadFailed, Loading } from "../../ui/states.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "../forms.module.css";
import { SubmittedAnswers } from "./submitted-answers.tsx";

interface EarlierVersionsProps {
  holder: Holder;
  type: FormType;
  /** Versions below this number are earlier ones. */
  before: number;
}

/** Links to the earlier versions; nothing if there are none. */
export function EarlierVersions({ holder, type, before }: EarlierVersionsProps) {
  const t = useText();
  const language = useLanguage();
  const api = useApi();
  const { data = [] } = useCall(
    api.forms.listSubmitted,
    { params: { ...holder, type } },
    // A new submission adds an earlier version.
    { variant: before, enabled: before > 1 },
  );
  const earlier = data.filter(({ revision }) => revision < before);
  if (earlier.length === 0) return null;
  return (
    <div className={styles.earlierVersions} data-no-print>
      <Section title={t("forms.sent.earlier")}>
        <ul className={styles.earlier}>
          {earlier.map(({ revision, submitted_at }) => (
            <li key={revision}>
              <LocaleLink to={formPath(holder, revision)}>
                {t("forms.sent.revision", {
                  number: revision,
                  at: formatMoment(language, submitted_at),
                  reference: receiptReference(type, holder.holderId, revision),
                })}
              </LocaleLink>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  );
}

/** One version, as submitted. */
export function EarlierVersion({ holder, type, version }: { holder: Holder; type: FormType; version: number }) {
  const t = useText();
  const api = useApi();
  const { data, error, isFetching, refetch } = useCall(
    api.forms.getSubmitted,
    { params: { ...holder, type, revision: version } },
    { staleTime: Number.POSITIVE_INFINITY },
  );
  const back = (
    <Button size="sm" variant="default" component={LocaleLink} to={formPath(holder)}>
      {t("forms.sent.back")}
    </Button>
  );
  if (data)
    return (
      <SubmittedAnswers
        holder={holder}
        type={type}
        submitted={data}
        actions={
          <>
            <PrintButton />
            {back}
          </>
        }
      />
    );
  if (!error) return <Loading />;
  if ("code" in error && error.code === "notFound")
    return <Empty icon="document" title={t("forms.sent.noVersion")} action={back} />;
  return (
    <LoadFailed retry={() => void refetch()} retrying={isFetching}>
      {errorText(t, error)}
    </LoadFailed>
  );
}
