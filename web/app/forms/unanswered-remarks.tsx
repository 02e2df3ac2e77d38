/** Remarks whose field is unchanged since the form was returned, shown before it is submitted again. */
import type { Form } from "@portico/api/forms/drafts.ts";
import type { Given, Step } from "@portico/api/forms/field.ts";
import type { FormType } from "@portico/api/forms/forms.ts";
import type { ReactNode } from "react";
import type { Language, Translate } from "../ui/text.tsx";
import { placeNames } from "./answers/place-names.ts";
import styles from "./forms.module.css";

interface Unanswered {
  type: FormType;
  steps: readonly Step[];
  given: Given;
  remarks: Form["remarks"];
}

/** Rendered as text here, because the dialog that shows it has no access to the forms' texts. */
export function unansweredRemarks(
  { t, language }: { t: Translate; language: Language },
  { type, steps, given, remarks }: Unanswered,
): ReactNode {
  const placeOf = placeNames({ t, language }, { type, steps, given, sent: false });
  return (
    <>
      <p>{t("forms.page.unanswered", { count: remarks.length })}</p>
      <ul className={styles.remarkList}>
        {remarks.map(({ path, text }) => (
          <li key={`${path} ${text}`}>{t("forms.page.unansweredIn", { place: placeOf(path), text })}</li>
        ))}
      </ul>
    </>
  );
}
