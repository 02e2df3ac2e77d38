/** Staff: how many representatives confirm a company's withdrawals. */

import { signerRules } from "@portico/api/contract-states.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { SavingSelect } from "../../ui/saving-select.tsx";
import { Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";

export function WithdrawalSigners({ holder }: { holder: Holder }) {
  const t = useText();
  const api = useApi();
  const { holderType, holderId } = holder;
  const { data } = useCall(api.money.get, { params: { holderType, holderId } });
  const save = useChange(
    (calls, rule: (typeof signerRules)[number]) =>
      calls.money.setSigners({ params: { holderType, holderId }, body: { rule } }),
    { onSuccess: () => alert.success(t("admin.payments.signersSaved")) },
  );
  if (!data) return null;
  return (
    <Section title={t("admin.payments.rules")}>
      <SavingSelect
        size="sm"
        label={t("admin.payments.companySigners")}
        disabled={!data.can.setSigners || save.isPending}
        value={data.signers.rule}
        error={save.error ? errorText(t, save.error) : undefined}
        data={signerRules.map((rule) => ({ value: rule, label: t(`admin.payments.signers.${rule}`) }))}
        onSave={(chosen) => save.mutate(signerRules.find((rule) => rule === chosen) ?? "any")}
      />
    </Section>
  );
}
