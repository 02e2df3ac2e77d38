/** A contract as its holder sees it. */

import type { ContractDetail } from "@portico/api/contracts.ts";
import type { ApiError } from "@portico/api/errors.ts";
import { useEffect, useId, useRef, useState } from "react";
import { useApi } from "../shell/calls/api.tsx";
import { useRunChange } from "../shell/calls/use-change.ts";
import { useDownload } from "../shell/calls/use-download.ts";
import { alert } from "../shell/dialogs/alert.ts";
import { openConfirmation } from "../shell/dialogs/confirmation.ts";
import { PageTitle } from "../shell/layouts/page-title.tsx";
import { useActiveHolder } from "../shell/session/active-holder.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { Facts, PageHead, Section } from "../ui/section.tsx";
import { useText } from "../ui/text.tsx";
import { ClientFields, listClientFields } from "./client-fields.tsx";
import styles from "./contract.module.css";
import { ContractBadge } from "./contract-badge.tsx";
import { ContractFacts } from "./contract-facts.tsx";
import { ContractNotices } from "./contract-notices.tsx";
import { StoredContract } from "./contract-reader.tsx";
import { areFilled } from "./field-values.ts";
import { ReadingStep } from "./reading-step.tsx";
import { SignDialog } from "./sign-dialog.tsx";
import { Signatures } from "./signatures.tsx";
import { type Reading, useReading } from "./use-reading.ts";

/** What just happened here, said until the page is left. */
type Said = "filled" | "signed" | "textChanged" | "stateConflict";

export function ClientContract({ contract, readOnly }: { contract: ContractDetail; readOnly: boolean }) {
  const t = useText();
  const { holder, company } = useActiveHolder();
  const { id, contract_name: name, file, sealed_file, can } = contract;
  const [isSigning, setSigning] = useState(false);
  const [said, setSaid] = useState<Said>();
  const reading = useReading(contract.sha256);
  useOpenedMark(contract, readOnly);

  const refused = (error: ApiError) => {
    setSigning(false);
    setSaid(error.code === "textChanged" ? "textChanged" : "stateConflict");
  };
  return (
    <>
      <PageTitle>{name}</PageTitle>
      <PageHead title={<span lang={contract.language}>{name}</span>}>
        <Facts>
          <ContractBadge contract={contract} />
        </Facts>
      </PageHead>
      <div>
        {said && (
          <Notice tone={said === "signed" ? "done" : said === "filled" ? "info" : "attention"} live>
            {t(`contracts.said.${said}`)}
          </Notice>
        )}
        <ContractNotices contract={contract} />
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
          {can.fill && !readOnly && <ClientFields contract={contract} onFilled={() => setSaid("filled")} />}
          {!readOnly && (can.sign || can.reject || can.withdraw) && (
            <Actions contract={contract} reading={reading} onSign={() => setSigning(true)} onSaid={setSaid} />
          )}
          <Signatures contract={contract} />
          <ContractFacts contract={contract} />
        </div>
      </div>
      {isSigning && (
        <SignDialog
          signable={{
            holder,
            contract: id,
            sha256: contract.sha256,
            agreement: contract.agreement,
            seen: reading.seen,
            send: (api, signature) => api.contracts.sign({ params: { ...holder, id }, body: { signature } }),
          }}
          title={name}
          language={contract.language}
          company={company?.name ?? null}
          onClose={() => setSigning(false)}
          onSigned={() => {
            setSigning(false);
            setSaid("signed");
          }}
          onChanged={refused}
        />
      )}
    </>
  );
}

interface ActionsProps {
  contract: ContractDetail;
  reading: Reading;
  onSign: () => void;
  onSaid: (said: Said | undefined) => void;
}

function Actions({ contract, reading, onSign, onSaid }: ActionsProps) {
  const t = useText();
  const runChange = useRunChange();
  const { holder } = useActiveHolder();
  const { id, contract_name: name, contract_data, can, file } = contract;
  const { download, busy } = useDownload(holder);
  const readingId = useId();
  const isFilled = areFilled(listClientFields(contract), contract_data);

  const reject = () =>
    openConfirmation({
      title: t("contracts.reject.title", { name }),
      text: t("contracts.reject.text"),
      reason: { label: t("contracts.reject.words"), hint: t("contracts.reject.wordsHint") },
      confirmLabel: t("contracts.reject.action"),
      destructive: true,
      action: async (clientRejectMsg = "") => {
        await runChange((api) => api.contracts.reject({ params: { ...holder, id }, body: { clientRejectMsg } }));
        onSaid(undefined);
        alert.success(t("contracts.reject.done"));
      },
    });
  const withdraw = () =>
    openConfirmation({
      title: t("contracts.withdraw.title", { name }),
      text: t("contracts.withdraw.text"),
      confirmLabel: t("contracts.withdraw.action"),
      destructive: true,
      action: async () => {
        await runChange((api) => api.contracts.withdraw({ params: { id }, body: {} }));
        onSaid(undefined);
        alert.success(t("contracts.withdraw.done"));
      },
    });

  return (
    <Section title={t("contracts.actions.title")} {...(can.sign && { hint: t("contracts.actions.hint") })}>
      <div className={styles.actions}>
        {can.sign && (
          <>
            <Button disabled={!isFilled || !reading.isRead} aria-describedby={readingId} onClick={onSign}>
              {t("contracts.actions.sign")}
            </Button>
            {isFilled ? (
              <ReadingStep
                id={readingId}
                reading={reading}
                busy={busy}
                onDownload={() => void download(file).then((isDone) => isDone && reading.onDownloaded())}
              />
            ) : (
              <p id={readingId} className="small">
                {t("contracts.actions.fillFirst")}
              </p>
            )}
          </>
        )}
        {can.reject && (
          <Button variant="default" onClick={reject}>
            {t("contracts.reject.action")}
          </Button>
        )}
        {can.withdraw && (
          <Button variant="default" onClick={withdraw}>
            {t("contracts.withdraw.action")}
          </Button>
        )}
      </div>
    </Section>
  );
}

/** Recorded once, and not while somebody else looks at the holder's pages. */
function useOpenedMark({ id, by_admin, state, holder_type, holder_id }: ContractDetail, readOnly: boolean): void {
  const api = useApi();
  const isMarked = useRef(false);
  useEffect(() => {
    if (isMarked.current || readOnly || !by_admin || state !== "awaitingClient") return;
    isMarked.current = true;
    const params = { holderType: holder_type, holderId: holder_id, id };
    // If it fails, the next opening is recorded instead.
    api.contracts.markOpened({ params, body: {} }).catch(() => undefined);
  }, [api, id, by_admin, state, holder_type, holder_id, readOnly]);
}
