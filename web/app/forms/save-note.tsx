/** Quietly: what is saved, what waits for the connection, what could not be saved. */
import { Button } from "@mantine/core";
import { giveFile } from "../ui/give-file.ts";
import { Icon } from "../ui/icon.tsx";
import { Notice } from "../ui/notice.tsx";
import { useText } from "../ui/text.tsx";
import styles from "./forms.module.css";
import type { FormDraft } from "./use-form-draft.ts";

export function SaveNote({ draft }: { draft: FormDraft }) {
  const t = useText();
  const { status, wasMerged, answers } = draft;
  if (status === "closed")
    return (
      <Notice tone="failed" title={t("forms.save.closed")}>
        <p>{t("forms.save.closedExplain")}</p>
        <p>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => giveFile("form.json", JSON.stringify(answers, null, 2), "application/json")}
          >
            {t("forms.save.download")}
          </Button>{" "}
          <Button size="compact-sm" variant="default" onClick={() => location.reload()}>
            {t("forms.save.reload")}
          </Button>
        </p>
      </Notice>
    );
  return (
    <>
      <output className={styles.saved} data-status={status}>
        {status === "saved" && (
          <>
            <Icon name="check" size={14} /> {t("forms.save.saved")}
          </>
        )}
        {status === "saving" && t("forms.save.saving")}
        {status === "waiting" && (
          <>
            <Icon name="offline" size={14} /> {t("forms.save.waiting")}
          </>
        )}
        {status === "failed" && (
          <>
            <Icon name="warning" size={14} /> {t("forms.save.failed")}
          </>
        )}
      </output>
      {wasMerged && <p className={styles.hint}>{t("forms.save.merged")}</p>}
    </>
  );
}
