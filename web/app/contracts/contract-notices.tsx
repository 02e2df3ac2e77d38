/** What a contract's state means, what happens next, and the words of whoever rejected it. */
import type { ContractDetail } from "@portico/api/contracts.ts";
import { useRootData } from "../shell/layouts/brand.ts";
import { formatDay, formatMoment } from "../ui/format.ts";
import { Notice } from "../ui/notice.tsx";
import { useLanguage, useText } from "../ui/text.tsx";
import styles from "./contract.module.css";
import { wordOf } from "./contract-word.ts";

export function ContractNotices({ contract }: { contract: ContractDetail }) {
  const t = useText();
  const language = useLanguage();
  const { state_changed_at, expires_on, sealed_file, can, client_reject_msg, admin_reject_msg } = contract;
  const at = formatMoment(language, state_changed_at, useRootData().timeZone);
  const day = formatDay(language, expires_on);
  const word = wordOf(contract);
  switch (word) {
    case "awaitsClient":
      return <Notice>{t("contracts.notice.awaitsClient", { day })}</Notice>;
    case "awaitsOthers":
      return (
        <Notice>{t(can.sign ? "contracts.notice.awaitsYouToo" : "contracts.notice.awaitsOthers", { day })}</Notice>
      );
    case "awaitsFirm":
      return <Notice>{t("contracts.notice.awaitsFirm")}</Notice>;
    case "approved":
      return (
        <Notice tone="done" live>
          {t(sealed_file ? "contracts.notice.sealed" : "contracts.notice.approved", { at })}
        </Notice>
      );
    default:
      return (
        <Notice tone="attention" title={t(`contracts.notice.${word}`, { at })}>
          {(client_reject_msg ?? admin_reject_msg) && (
            <p className={styles.words}>{client_reject_msg ?? admin_reject_msg}</p>
          )}
        </Notice>
      );
  }
}
