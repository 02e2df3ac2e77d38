/** The confirmation of a publication, with what changes for visitors. */

import type { ContentVersion } from "@portico/api/content.ts";
import { ApiError } from "@portico/api/errors.ts";
import type { ContentPage } from "@portico/api/rules/content.ts";
import { errorText, fieldErrorTexts } from "../../shell/calls/api.tsx";
import { useChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { VersionDiff } from "../../shell/staff/texts/version-diff.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useText } from "../../ui/text.tsx";
import { comparedParts } from "./compared-parts.ts";
import styles from "./staff.module.css";

interface PublishDialogProps {
  page: ContentPage;
  draft: ContentVersion;
  published: ContentVersion | undefined;
  onClose: () => void;
  /** The server's reasons by path, for the fields of the form. */
  onRefused: (faults: Record<string, string>) => void;
}

export function PublishDialog({ page, draft, published, onClose, onRefused }: PublishDialogProps) {
  const t = useText();
  // Not with the call itself: the dialog is gone once the draft is, and with it what would follow there.
  const publish = useChange(
    (api) => api.content.publish({ params: { page }, body: { version: draft.version, since: draft.edit } }),
    {
      onSuccess: () => {
        alert.success(t("admin.content.publish.done"));
        onClose();
      },
      onError: (error) => {
        if (!(error instanceof ApiError) || error.code !== "badInput") return;
        onRefused(fieldErrorTexts(t, error));
        onClose();
      },
    },
  );
  return (
    <Dialog opened onClose={onClose} title={t("admin.content.publish.title", { version: draft.version })} size="xl">
      <p className={styles.gap}>
        {published ? t("admin.content.publish.text", { version: published.version }) : t("admin.content.publish.first")}
      </p>
      <div className={styles.changes}>
        <VersionDiff parts={comparedParts(t, published?.texts, draft.texts)} />
      </div>
      {publish.error && <Notice tone="failed">{errorText(t, publish.error)}</Notice>}
      <DialogActions onCancel={onClose} busy={publish.isPending}>
        <Button loading={publish.isPending} onClick={() => publish.mutate()}>
          {t("admin.content.publish.action")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
