/** The contract that the approval requires: how far it is, and where to go for it. */

import type { RequiredContract } from "@portico/api/forms/form-shapes.ts";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { type PlainKey, useLanguage, useText } from "../../ui/text.tsx";
import styles from "./review.module.css";

interface ContractStepProps {
  required: RequiredContract;
  /** The reader sends contracts to this holder. */
  canSend: boolean;
  paths: { contract: (id: number) => string; send: (type: string) => string };
}

export function ContractStep({ required: { type, name, contract }, canSend, paths }: ContractStepProps) {
  const t = useText();
  const language = useLanguage();
  const isSigned = contract?.state === "approved";
  const isAwaited = contract?.state === "awaitingClient" || contract?.state === "awaitingAdmin";
  return (
    <Notice tone={isSigned ? "done" : "attention"} title={`${t("admin.review.contract.title")}: ${name[language]}`}>
      <p>
        <strong>{t(standingOf(contract))}</strong>
        {!isSigned && ` · ${t("admin.review.contract.needed")}`}
      </p>
      <div className={styles.contractActions} data-no-print>
        {contract && (
          <Button size="compact-sm" variant="default" component={LocaleLink} to={paths.contract(contract.id)}>
            {t("admin.review.contract.open")}
          </Button>
        )}
        {canSend && !isSigned && !isAwaited && (
          <Button size="compact-sm" component={LocaleLink} to={paths.send(type)}>
            {t(contract ? "admin.review.contract.sendNew" : "admin.review.contract.send")}
          </Button>
        )}
      </div>
    </Notice>
  );
}

function standingOf(contract: RequiredContract["contract"]): PlainKey {
  switch (contract?.state) {
    case undefined:
      return "admin.review.contract.missing";
    case "awaitingClient":
      return contract && contract.signed > 0
        ? "admin.review.contract.awaitsOthers"
        : "admin.review.contract.awaitsClient";
    case "awaitingAdmin":
      return "admin.review.contract.awaitsFirm";
    case "approved":
      return "admin.review.contract.signed";
    case "rejected":
      return "admin.review.contract.ended";
    case "rejectedByClient":
      return "admin.review.contract.endedByClient";
    case "rejectedByAdmin":
      return "admin.review.contract.endedByFirm";
  }
}
