/** Recovery after losing app, passkeys and recovery codes: an admin removes them and records how the person was identified. */

import { useRunChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import { useFourEyesTexts } from "../../shell/staff/four-eyes.ts";
import styles from "../../shell/staff/parts.module.css";
import { Button } from "../../ui/button.tsx";
import { Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import type { User } from "./use-user.ts";

export function UserSecondFactor({ user }: { user: User }) {
  const t = useText();
  const runChange = useRunChange();
  const guarded = useFourEyesTexts();

  const ask = () =>
    openConfirmation({
      title: t("admin.factors.title", { name: user.name }),
      ...guarded(t("admin.factors.text"), t("admin.factors.reset"), { always: user.everStaff === true }),
      // Also if nobody has to confirm it.
      reason: { label: t("admin.factors.recognised"), hint: t("admin.factors.recognisedHint") },
      destructive: true,
      action: async (reason = "") => {
        const { proposalId } = await runChange((api) =>
          api.users.resetFactors({ params: { id: user.id }, body: { reason } }),
        );
        alert.success(t(proposalId === null ? "admin.factors.done" : "admin.transition.proposed"));
      },
    });

  return (
    <Section title={t("admin.factors.section")}>
      <p className={styles.standing}>{t("admin.factors.standing")}</p>
      <Button size="sm" variant="default" onClick={ask}>
        {t("admin.factors.reset")}
      </Button>
    </Section>
  );
}
