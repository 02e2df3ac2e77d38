/** A contract's data: days, language, the hash of its PDF, and its files. */

import type { ContractDetail } from "@portico/api/contracts.ts";
import { useDownload } from "../shell/calls/use-download.ts";
import { useRootData } from "../shell/layouts/brand.ts";
import { Button } from "../ui/button.tsx";
import { Day, Moment } from "../ui/dates.tsx";
import { Icon } from "../ui/icon.tsx";
import { Section } from "../ui/section.tsx";
import { useText } from "../ui/text.tsx";
import styles from "./contract.module.css";
import { EvidenceButton } from "./evidence-button.tsx";

export function ContractFacts({ contract }: { contract: ContractDetail }) {
  const t = useText();
  const { timeZone } = useRootData();
  const { created_at, by_admin, expires_on, state, language, pages, revision, sha256 } = contract;
  return (
    <Section title={t("contracts.facts.title")}>
      <dl className={styles.facts}>
        <dt>{t(by_admin ? "contracts.facts.sent" : "contracts.facts.proposed")}</dt>
        <dd>
          <Moment at={created_at} timeZone={timeZone} />
        </dd>
        {state === "awaitingClient" && (
          <>
            <dt>{t("contracts.list.expires")}</dt>
            <dd>
              <Day day={expires_on} />
            </dd>
          </>
        )}
        <dt>{t("contracts.facts.language")}</dt>
        <dd>{t(`shell.language.${language}`)}</dd>
        <dt>{t("contracts.facts.pages")}</dt>
        <dd>{pages}</dd>
        {revision > 1 && (
          <>
            <dt>{t("contracts.facts.revision")}</dt>
            <dd>{revision}</dd>
          </>
        )}
        {timeZone !== undefined && (
          <>
            <dt>{t("contracts.facts.zone")}</dt>
            <dd>{timeZone}</dd>
          </>
        )}
        <dt className={styles.wide}>{t("contracts.facts.hash")}</dt>
        <dd className={`${styles.wide} ${styles.hash}`}>{sha256}</dd>
      </dl>
      <ContractFiles contract={contract} />
    </Section>
  );
}

function ContractFiles({ contract }: { contract: ContractDetail }) {
  const t = useText();
  const { holder_type: holderType, holder_id: holderId, file, sealed_file: sealed, state } = contract;
  const { download, busy } = useDownload({ holderType, holderId });
  return (
    <div className={styles.files} data-no-print>
      {state === "approved" && !sealed && <output className="small">{t("contracts.facts.beingSealed")}</output>}
      {sealed && (
        <>
          <FileButton label={t("contracts.facts.sealed")} busy={busy} onClick={() => void download(sealed)} />
          <EvidencePages contract={contract} />
          <EvidenceButton contract={contract} />
        </>
      )}
      <FileButton
        label={t(sealed ? "contracts.facts.unsealed" : "contracts.read.download")}
        busy={busy}
        onClick={() => void download(file)}
      />
    </div>
  );
}

/** Whether the sealed PDF says who signed; one that was sealed before there were such pages says nothing. */
function EvidencePages({
  contract: { evidence_pages: count, evidence_omitted: omitted },
}: {
  contract: ContractDetail;
}) {
  const t = useText();
  if (count === 0 && omitted === null) return null;
  return (
    <p className="small">
      {omitted === null
        ? t("contracts.facts.evidencePages", { count })
        : t(`contracts.facts.evidenceOmitted.${omitted}`)}
    </p>
  );
}

interface FileButtonProps {
  label: string;
  busy: boolean;
  onClick: () => void;
}

function FileButton({ label, busy, onClick }: FileButtonProps) {
  return (
    <Button
      variant="default"
      size="sm"
      loading={busy}
      leftSection={<Icon name="download" size={16} />}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}
