/** Links to the documents of a declaration, or a note that the firm hands them over if they have no address. */

import type { FirmDocument } from "@portico/api/forms/settings.ts";
import { documentKey } from "@portico/api/forms/text-keys.ts";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "../forms.module.css";

export function AgreementDocuments({ documents }: { documents: readonly FirmDocument[] }) {
  const t = useText();
  const api = useApi();
  const language = useLanguage();
  const { data } = useCall(api.settings.getDocuments);
  if (!data) return null;
  return (
    <ul className={styles.documents}>
      {documents.map((document) => {
        const address = data[document][language];
        const name = t(documentKey(document));
        return (
          <li key={document}>
            {address === null ? (
              t("forms.document.handedOver", { name })
            ) : (
              <a className={styles.link} href={address} target="_blank" rel="noreferrer">
                {t("forms.document.opens", { name })}
              </a>
            )}
          </li>
        );
      })}
    </ul>
  );
}
