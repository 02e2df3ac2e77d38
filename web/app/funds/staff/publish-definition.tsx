/** The confirmation of a publication, with what changes for readers. */
import { Button } from "@mantine/core";
import { ApiError } from "@portico/api/errors.ts";
import type { DefinitionVersion, FundCard } from "@portico/api/funds.ts";
import { unusualFees } from "@portico/api/rules/fees.ts";
import { errorText, fieldErrorTexts } from "../../shell/calls/api.tsx";
import { useChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { VersionDiff } from "../../shell/staff/texts/version-diff.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { comparedContent } from "./compared-content.ts";
import styles from "./staff.module.css";

interface PublishDefinitionProps {
  id: number;
  draft: DefinitionVersion;
  published: DefinitionVersion | undefined;
  funds: readonly FundCard[];
  onClose: () => void;
  /** The draft lacks something, by path. */
  onRefused: (faults: Readonly<Record<string, string>>) => void;
}

export function PublishDefinition({ id, draft, published, funds, onClose, onRefused }: PublishDefinitionProps) {
  const t = useText();
  const language = useLanguage();
  const unusual = unusualFees(draft.content.fees);
  // Not with the call itself: the dialog is gone once the draft is, and with it what would follow there.
  const publish = useChange(
    (api) =>
      api.funds.publishDefinition({ params: { id }, body: { version: draft.version, edit: draft.edit, sure: true } }),
    {
      onSuccess: () => {
        alert.success(t("admin.funds.published"));
        onRefused({});
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
    <Dialog opened onClose={onClose} title={t("admin.funds.publish.title", { version: draft.version })} size="xl">
      <p className={styles.gap}>{t("admin.funds.publish.text")}</p>
      <div className={styles.changes}>
        <VersionDiff parts={comparedContent({ t, language, funds }, published?.content, draft.content)} />
      </div>
      {unusual.length > 0 && (
        <Notice tone="attention" title={t("admin.settings.fee.unusualTitle")}>
          {t("admin.settings.fee.unusualText", {
            fees: unusual.map((fee) => `${t(`admin.funds.fees.${fee}`)}: ${draft.content.fees[fee]} %`).join("; "),
          })}
        </Notice>
      )}
      {publish.error && <Notice tone="failed">{errorText(t, publish.error)}</Notice>}
      <DialogActions onCancel={onClose} busy={publish.isPending}>
        <Button loading={publish.isPending} onClick={() => publish.mutate()}>
          {t("admin.funds.publish")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
