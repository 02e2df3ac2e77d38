/** The save status: saved, waiting for the connection, not saved, changed by another device. */

import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { reloadPage } from "../../shell/offline/reload.ts";
import { Button } from "../../ui/button.tsx";
import { downloadFile } from "../../ui/download-file.ts";
import { Icon } from "../../ui/icon.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "../forms.module.css";
import { MergedNote } from "./merged-note.tsx";
import type { OpenDraft } from "./use-form-draft.ts";

export function SaveNote({ draft }: { draft: OpenDraft }) {
  const t = useText();
  const { status } = draft;
  if (status === "closed" || status === "gone") return <OverNote draft={draft} isGone={status === "gone"} />;
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
      <MergedNote merged={draft.merged} onClose={draft.forgetMerged} />
    </>
  );
}

/** Nothing more can be saved: offers to keep the input, and a link to continue. */
function OverNote({ draft: { answers }, isGone }: { draft: OpenDraft; isGone: boolean }) {
  const t = useText();
  return (
    <Notice tone="failed" title={t(isGone ? "forms.save.gone" : "forms.save.closed")}>
      <p>{t(isGone ? "forms.save.goneExplain" : "forms.save.closedExplain")}</p>
      <p className={styles.adders}>
        <Button
          size="compact-md"
          variant="default"
          onClick={() => downloadFile("form.json", JSON.stringify(answers, null, 2), "application/json")}
        >
          {t("forms.save.download")}
        </Button>
        {isGone ? (
          <Button size="compact-md" variant="default" component={LocaleLink} to="/dashboard">
            {t("forms.sent.home")}
          </Button>
        ) : (
          <Button size="compact-md" variant="default" onClick={() => void reloadPage()}>
            {t("forms.save.reload")}
          </Button>
        )}
      </p>
    </Notice>
  );
}
