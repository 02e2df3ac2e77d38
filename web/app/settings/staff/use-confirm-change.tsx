/** Asks whether a setting is to be saved, and shows what changes. */
import type { SettingName } from "@portico/api/settings/shapes.ts";
import type { ReactNode } from "react";
import { alert } from "../../shell/dialogs/alert.ts";
import { type Confirmation, openConfirmation } from "../../shell/dialogs/confirmation.ts";
import { ValueDiff } from "../../shell/staff/history/value-diff.tsx";
import { useText } from "../../ui/text.tsx";

/** What is said and asked beyond the difference. */
export interface Question extends Pick<Confirmation, "title" | "text" | "reason"> {
  confirmLabel?: string;
  /** Below the difference. */
  more?: ReactNode;
}

interface Change {
  name: SettingName;
  before: unknown;
  after: unknown;
  question: Question | undefined;
  /** Undefined if the form shows why it was refused. */
  send: (reason?: string) => Promise<{ proposalId: number | null } | undefined>;
}

export function useConfirmChange(): (change: Change) => void {
  const t = useText();
  return ({ name, before, after, question, send }) =>
    openConfirmation({
      title: question?.title ?? t("admin.history.confirmTitle"),
      text: question?.text ?? t("admin.history.confirmText"),
      wide: true,
      html: (
        <>
          <ValueDiff setting={name} before={before} after={after} t={t} />
          {question?.more}
        </>
      ),
      confirmLabel: question?.confirmLabel ?? t("admin.settings.save"),
      ...(question?.reason && { reason: question.reason }),
      action: async (reason) => {
        const sent = await send(reason);
        if (sent && sent.proposalId !== null && sent.proposalId !== undefined)
          alert.success(t("admin.transition.proposed"));
      },
    });
}
