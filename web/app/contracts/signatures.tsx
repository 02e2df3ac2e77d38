/** Who signed a contract, and whose signature is still awaited. */
import type { ContractDetail } from "@portico/api/contracts.ts";
import { WhyNotAlone } from "../holders/not-alone.tsx";
import { useRootData } from "../shell/layouts/brand.ts";
import { Moment } from "../ui/dates.tsx";
import { formatMoney } from "../ui/format.ts";
import { Icon } from "../ui/icon.tsx";
import { Section } from "../ui/section.tsx";
import { useLanguage, useText } from "../ui/text.tsx";
import styles from "./contract.module.css";

export function Signatures({ contract }: { contract: ContractDetail }) {
  const t = useText();
  const { timeZone } = useRootData();
  const { signatures, awaited, why, limits, state, signed, needed, holder_type, holder_name } = contract;
  const language = useLanguage();
  // A person signs alone; for a company it is said how many of the named must sign.
  const missing = state === "awaitingClient" ? needed - signed : 0;
  const names = holder_type === "user" ? [holder_name] : awaited;
  return (
    <Section title={t("contracts.signatures.title")}>
      <ul className={styles.signatures}>
        {signatures.map(({ side, name, user_id, account_name, other_name, signed_at, shown, counts }) => (
          <li key={`${side} ${user_id}`}>
            <span className={styles.signed}>
              <Icon name="check" size={18} />
            </span>
            <span className={styles.who}>{name === account_name ? name : `${name} (${account_name})`}</span>
            <span className="small">
              {t(side === "client" ? "contracts.signatures.client" : "contracts.signatures.firm")} ·{" "}
              <Moment at={signed_at} timeZone={timeZone} />
              {!counts && ` · ${t("contracts.signatures.left")}`}
            </span>
            {(shown === "downloaded" || shown === "unstated") && (
              <span className="small">{t(`contracts.signatures.shown.${shown}`)}</span>
            )}
            {other_name && (
              <span className={styles.other}>
                <Icon name="warning" size={14} /> {t("contracts.signatures.otherName")}
              </span>
            )}
          </li>
        ))}
        {missing > 0 && (
          <li>
            <span className={styles.awaited}>
              <Icon name="more" size={18} />
            </span>
            <span className={styles.who}>{names.join(", ")}</span>
            <span className="small">
              {names.length === 0
                ? t("contracts.signatures.nobody")
                : missing < names.length
                  ? t("contracts.signatures.missing", { count: missing })
                  : t("contracts.signatures.awaited")}
            </span>
            <WhyNotAlone why={why} className="small" />
          </li>
        )}
        {state === "awaitingAdmin" && (
          <li>
            <span className={styles.awaited}>
              <Icon name="more" size={18} />
            </span>
            <span className={styles.who}>{t("contracts.signatures.firm")}</span>
            <span className="small">{t("contracts.signatures.awaited")}</span>
          </li>
        )}
        {limits.map(({ name, limit }) => (
          <li key={name}>
            <span className={styles.other}>
              <Icon name="warning" size={18} />
            </span>
            <span className="small">
              {t("companies.stated.limits", { name, limit: formatMoney(language, limit.amount, limit.currency) })}
            </span>
          </li>
        ))}
        {signatures.length === 0 && missing <= 0 && state !== "awaitingAdmin" && (
          <li>
            <span />
            <span className="small">{t("contracts.signatures.none")}</span>
          </li>
        )}
      </ul>
    </Section>
  );
}
