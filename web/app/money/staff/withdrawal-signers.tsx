/** Staff: how many representatives confirm a company's withdrawals. */

import { type SignerRule, signerRules } from "@portico/api/contract-states.ts";
import { isLowered } from "@portico/api/rules/guards.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import { useFourEyesTexts } from "../../shell/staff/four-eyes.ts";
import { SavingSelect } from "../../ui/saving-select.tsx";
import { Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";

export function WithdrawalSigners({ holder }: { holder: Holder }) {
  const t = useText();
  const api = useApi();
  const { holderType, holderId } = holder;
  const { data } = useCall(api.money.get, { params: { holderType, holderId } });
  const guarded = useFourEyesTexts();
  const save = useChange(
    (calls, { rule, reason }: { rule: SignerRule; reason?: string | undefined }) =>
      calls.money.setSigners({ params: { holderType, holderId }, body: { rule, ...(reason && { reason }) } }),
    {
      onSuccess: ({ proposalId }) =>
        alert.success(t(proposalId === null ? "admin.payments.signersSaved" : "admin.transition.proposed")),
    },
  );
  if (!data) return null;
  function choose(rule: SignerRule) {
    if (!data || !isLowered(data.signers.rule, rule)) return save.mutate({ rule });
    openConfirmation({
      title: t("admin.payments.lowerTitle"),
      ...guarded(
        t("admin.payments.lowerText", { rule: t(`admin.payments.signers.${rule}`) }),
        t("admin.payments.lowerConfirm"),
      ),
      action: async (reason) => {
        await save.mutateAsync({ rule, reason });
      },
    });
  }
  return (
    <Section title={t("admin.payments.rules")}>
      <SavingSelect
        size="sm"
        label={t("admin.payments.companySigners")}
        readOnly={!data.can.setSigners}
        disabled={save.isPending}
        value={data.signers.rule}
        error={save.error ? errorText(t, save.error) : undefined}
        data={signerRules.map((rule) => ({ value: rule, label: t(`admin.payments.signers.${rule}`) }))}
        onSave={(chosen) => choose(signerRules.find((rule) => rule === chosen) ?? data.signers.rule)}
      />
    </Section>
  );
}
