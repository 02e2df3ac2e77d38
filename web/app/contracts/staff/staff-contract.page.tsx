/** One contract for staff: read, countersigned, rejected, withdrawn, or sent again. */

import type { ContractDetail } from "@portico/api/contracts.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useId } from "react";
import { useParams } from "react-router";
import { AnswerPicker } from "../../canned-answers/staff/answer-picker.tsx";
import { useHolderOfAddress } from "../../holders/staff/holder-address.ts";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { useDownload } from "../../shell/calls/use-download.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { BackToList } from "../../shell/staff/lists/back-to-list.tsx";
import { ClaimOf } from "../../shell/staff/queue/claim-mark.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Facts, PageHead, Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "../contract.module.css";
import { ContractBadge } from "../contract-badge.tsx";
import { ContractFacts } from "../contract-facts.tsx";
import { StoredContract } from "../contract-reader.tsx";
import { ReadingStep } from "../reading-step.tsx";
import { Signatures } from "../signatures.tsx";
import { useContract } from "../use-contracts.ts";
import { type Reading, useReading } from "../use-reading.ts";
import { ContractValues } from "./contract-values.tsx";
import { batchPath, holderContractsPath, sendPath } from "./paths.ts";
import { useContractActions } from "./use-contract-actions.ts";

export default function StaffContractPage() {
  const t = useText();
  const holder = useHolderOfAddress();
  const id = Number(useParams()["contractId"]);
  const query = useContract(holder, id);
  return (
    <>
      <BackToList
        lists={[
          { path: holderContractsPath(holder), label: t("contracts.page.title") },
          { path: "/admin/contracts", label: t("admin.contracts.title") },
          { path: batchPath(":id"), label: t("admin.contractBatch.one") },
        ]}
      />
      {query.data ? (
        <StaffContract key={id} holder={holder} contract={query.data} />
      ) : (
        <>
          <PageTitle>{t("contracts.page.one")}</PageTitle>
          <PageHead title={t("contracts.page.one")} />
          <PendingQuery query={query} />
        </>
      )}
    </>
  );
}

function StaffContract({ holder, contract }: { holder: Holder; contract: ContractDetail }) {
  const t = useText();
  const { contract_name: name, file, sealed_file, client_reject_msg, admin_reject_msg } = contract;
  const reading = useReading(contract.sha256);
  return (
    <>
      <PageTitle>{name}</PageTitle>
      <PageHead title={name}>
        <Facts>
          <ContractBadge contract={contract} forStaff />
          <LocaleLink to={`/admin/${holder.holderType}/${holder.holderId}/profile`}>{contract.holder_name}</LocaleLink>
          <ClaimOf kind="contract" id={contract.id} name={name} isWaiting={contract.state === "awaitingAdmin"} />
        </Facts>
      </PageHead>
      <div>
        {client_reject_msg && (
          <Notice tone="attention" title={t("admin.contracts.clientWords")}>
            <p className={styles.words}>{client_reject_msg}</p>
          </Notice>
        )}
        {admin_reject_msg && (
          <Notice tone="attention" title={t("admin.contracts.firmWords")}>
            <p className={styles.words}>{admin_reject_msg}</p>
          </Notice>
        )}
      </div>
      <div className={styles.columns}>
        <div className={styles.main}>
          <StoredContract
            holder={holder}
            file={sealed_file ?? file}
            title={name}
            reading={sealed_file ? undefined : reading}
            place={t(sealed_file ? "contracts.read.sealed" : "contracts.read.place")}
          />
        </div>
        <div className={styles.side}>
          <Actions holder={holder} contract={contract} reading={reading} />
          <Signatures contract={contract} />
          <ContractValues contract={contract} />
          <ContractFacts contract={contract} />
        </div>
      </div>
    </>
  );
}

function Actions({ holder, contract, reading }: { holder: Holder; contract: ContractDetail; reading: Reading }) {
  const t = useText();
  const { countersign, reject, withdraw } = useContractActions(contract, reading, (insert) => (
    <AnswerPicker holder={holder} use="decline" onInsert={insert} />
  ));
  const { download, busy } = useDownload(holder);
  const readingId = useId();
  const { can, file } = contract;
  if (!can.countersign && !can.reject && !can.withdraw && !can.sendAgain) return null;
  return (
    <Section title={t("contracts.actions.title")}>
      <div className={styles.actions}>
        {can.countersign && (
          <>
            <Button disabled={!reading.isRead} aria-describedby={readingId} onClick={countersign}>
              {t("admin.contracts.countersign.action")}
            </Button>
            <ReadingStep
              id={readingId}
              reading={reading}
              busy={busy}
              onDownload={() => void download(file).then((isDone) => isDone && reading.onDownloaded())}
            />
          </>
        )}
        {can.reject && (
          <Button variant="default" onClick={reject}>
            {t("admin.contracts.reject.action")}
          </Button>
        )}
        {can.withdraw && (
          <Button variant="default" onClick={withdraw}>
            {t("contracts.withdraw.action")}
          </Button>
        )}
        {can.sendAgain && (
          <Button variant="default" component={LocaleLink} to={sendPath(holder, contract.id)}>
            {t("admin.contracts.sendAgain")}
          </Button>
        )}
      </div>
    </Section>
  );
}
