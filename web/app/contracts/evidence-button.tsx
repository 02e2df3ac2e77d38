/** Downloads the evidence of a signed contract. */

import type { ContractDetail } from "@portico/api/contracts.ts";
import { useState } from "react";
import { errorText, useApi } from "../shell/calls/api.tsx";
import { alert } from "../shell/dialogs/alert.ts";
import { LocaleLink } from "../shell/navigation/locale-link.tsx";
import { Button } from "../ui/button.tsx";
import { downloadFile } from "../ui/download-file.ts";
import { Icon } from "../ui/icon.tsx";
import { useText } from "../ui/text.tsx";
import styles from "./contract.module.css";

export function EvidenceButton({ contract }: { contract: ContractDetail }) {
  const t = useText();
  const api = useApi();
  const { id, holder_type: holderType, holder_id: holderId } = contract;
  const [isBusy, setBusy] = useState(false);
  async function download() {
    setBusy(true);
    try {
      const { name, content, media_type } = await api.contracts.evidence({ params: { holderType, holderId, id } });
      downloadFile(name, content, media_type);
    } catch (error) {
      alert.error(errorText(t, error));
    } finally {
      setBusy(false);
    }
  }
  return (
    <>
      <Button
        variant="default"
        size="sm"
        loading={isBusy}
        leftSection={<Icon name="download" size={16} />}
        onClick={() => void download()}
      >
        {t("contracts.facts.evidence")}
      </Button>
      <p className={styles.small}>
        {t("contracts.facts.evidenceHint")} <LocaleLink to="/verify-contract">{t("contracts.facts.verify")}</LocaleLink>
      </p>
    </>
  );
}
