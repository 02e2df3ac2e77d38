/** Ends a preview: booked after a confirmation, or discarded. */

import { ApiError } from "@portico/api/errors.ts";
import type { ImportPreview } from "@portico/api/imports.ts";
import { useState } from "react";
import { errorText } from "../../shell/calls/api.tsx";
import { alert } from "../../shell/dialogs/alert.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import { useProfile } from "../../shell/session/session.ts";
import { Button } from "../../ui/button.tsx";
import { formatMoment } from "../../ui/format.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "./imports.module.css";
import { focusFirstOpen, isOpen } from "./open-questions.ts";
import { useEndPreview, useQuotes } from "./use-imports.ts";

/** What a confirmation of each kind writes. */
const confirmTexts = {
  statement: "admin.imports.confirmText",
  cash: "admin.imports.confirmText",
  lots: "admin.imports.confirmText",
  positions: "admin.imports.confirmPositions",
  prices: "admin.imports.confirmMarket",
  rates: "admin.imports.confirmMarket",
} as const;

interface PreviewActionsProps {
  preview: ImportPreview;
  /** Typed opening balances that the preview does not include would be lost. */
  isChanged: boolean;
  /** Suggested opening balances that are not in the preview. */
  pending: number;
}

export function PreviewActions({ preview, isChanged, pending }: PreviewActionsProps) {
  const t = useText();
  const language = useLanguage();
  const { name: ownName } = useProfile();
  const end = useEndPreview(preview.id);
  const count = preview.newRows;
  const withoutCost = preview.transfers.filter(({ cost }) => cost === null).length;
  const [isShownAnew, setShownAnew] = useState(false);

  function confirm() {
    openConfirmation({
      title: t("admin.imports.confirmTitle"),
      text: t(confirmTexts[preview.kind], { count }),
      html: preview.accounts.length > 0 && (
        <ul className={styles.list}>
          {preview.accounts.map((account) => (
            <li key={account.account}>
              {t("admin.imports.confirmAccount", {
                holder: account.holder?.name ?? account.account,
                account: account.account,
                count: account.newEntries,
              })}
            </li>
          ))}
          {withoutCost > 0 && (
            <li className={styles.break}>{t("admin.imports.confirmWithoutCost", { count: withoutCost })}</li>
          )}
          {pending > 0 && <li className={styles.break}>{t("admin.imports.confirmWithout", { count: pending })}</li>}
        </ul>
      ),
      confirmLabel: t("admin.imports.confirm"),
      // In the page's words: the dialog is outside of the staff's pages and lacks their texts.
      failure: (error) => Promise.resolve(errorText(t, error)),
      action: async () => {
        let saved: ImportPreview;
        try {
          saved = await end("confirm");
        } catch (error) {
          // The page no longer matches the dialog: it closes, so that nobody confirms what they have not read.
          if (!(error instanceof ApiError) || !(error.code === "stateConflict" || error.code === "fileRefused"))
            throw error;
          setShownAnew(error.code === "stateConflict");
          alert.error(errorText(t, error));
          return;
        }
        const { confirmed_by: by, confirmed_at: at } = saved;
        // A colleague was first, so the import was booked once, by them.
        if (by !== null && at !== null && by !== ownName)
          alert.success(t("admin.imports.confirmedText", { time: formatMoment(language, at), name: by }));
        else alert.success(t("admin.imports.confirmed"));
      },
    });
  }

  function discard() {
    openConfirmation({
      title: t("admin.imports.discardTitle"),
      text: t("admin.imports.discardText"),
      confirmLabel: t("admin.imports.discard"),
      destructive: true,
      action: async () => {
        await end("discard");
        alert.success(t("admin.imports.discarded"));
      },
    });
  }

  const { data: quotes } = useQuotes(preview.id, "marked", preview.kind === "prices" || preview.kind === "rates");
  const isUnchecked = (quotes?.pages[0]?.open ?? 0) > 0;
  const open = preview.questions.filter(isOpen).length;
  const { can } = preview;
  if (!can.confirm && !can.discard) return null;
  return (
    <>
      {isShownAnew && <p className={styles.anew}>{t("admin.imports.shownAnew")}</p>}
      <Button variant="default" onClick={discard}>
        {t("admin.imports.discard")}
      </Button>
      {!can.confirm ? (
        <p className={styles.small}>{t("admin.imports.ownAccount")}</p>
      ) : isChanged ? (
        <p className={styles.small}>{t("admin.imports.changed")}</p>
      ) : isUnchecked ? (
        <p className={styles.small}>
          {t(can.acceptQuotes ? "admin.imports.acceptFirst" : "admin.imports.acceptByColleague")}
        </p>
      ) : open > 0 ? (
        <Button onClick={focusFirstOpen}>{t("admin.imports.questionsOpen", { count: open })}</Button>
      ) : (
        <Button onClick={confirm}>{t("admin.imports.confirm")}</Button>
      )}
    </>
  );
}
