/** Downloads the evidence of a signed contract. */

import type { ContractDetail } from "@portico/api/contracts.ts";
import { useSaveAnswer } from "../shell/calls/use-download.ts";
import { LocaleLink } from "../shell/navigation/locale-link.tsx";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { useText } from "../ui/text.tsx";

export function EvidenceButton({ contract }: { contract: ContractDetail }) {
  const t = useText();
  const { save, busy } = useSaveAnswer();
  const { id, holder_type: holderType, holder_id: holderId } = contract;
  return (
    <>
      <Button
        variant="default"
        size="sm"
        loading={busy}
        leftSection={<Icon name="download" size={16} />}
        onClick={() => void save((api) => api.contracts.evidence({ params: { holderType, holderId, id } }))}
      >
        {t("contracts.facts.evidence")}
      </Button>
      <p className="small">
        {t("contracts.facts.evidenceHint")} <LocaleLink to="/verify-contract">{t("contracts.facts.verify")}</LocaleLink>
      </p>
    </>
  );
}
