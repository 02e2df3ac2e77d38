/** The fields of a withdrawal. */
import { NativeSelect, TextInput } from "@mantine/core";
import { messageMaxLength } from "@portico/api/rules/limits.ts";
import { LocaleLink } from "../shell/navigation/locale-link.tsx";
import { useCurrencyNames } from "../ui/currency-names.ts";
import { digitsOf, formatMoment, formatMoney } from "../ui/format.ts";
import { groupIban } from "../ui/grouped-text.ts";
import { LimitedTextarea } from "../ui/limited-textarea.tsx";
import { Notice } from "../ui/notice.tsx";
import { useLanguage, useText } from "../ui/text.tsx";
import styles from "./money.module.css";
import type { PayableAccount, WithdrawalFaults } from "./use-withdrawal.ts";
import type { WithdrawalDraft } from "./withdrawal-draft.ts";

interface WithdrawFieldsProps {
  draft: WithdrawalDraft;
  change: (change: Partial<WithdrawalDraft>) => void;
  cash: readonly { currency: string; available: string }[];
  /** Undefined while they load. */
  accounts: readonly PayableAccount[] | undefined;
  /** In this currency, but not payable yet. */
  waiting: readonly PayableAccount[];
  /** Of the amount as typed. */
  fee: string;
  faults: WithdrawalFaults;
  /** What the server refused. */
  refused: { sum: string | undefined; account: string | undefined };
}

export function WithdrawFields({ draft, change, cash, accounts, waiting, fee, faults, refused }: WithdrawFieldsProps) {
  const t = useText();
  const language = useLanguage();
  const nameOf = useCurrencyNames();
  const available = cash.find(({ currency }) => currency === draft.currency)?.available ?? "0";
  const written = formatMoney(language, available, draft.currency);
  const writtenFee = formatMoney(language, fee, draft.currency);
  const hasFee = Number(fee) > 0;
  const sumFault =
    faults.sum === "tooMuch"
      ? hasFee
        ? t("money.error.tooMuchWithFee", { available: written, fee: writtenFee })
        : t("money.error.tooMuch", { available: written })
      : faults.sum
        ? t("money.error.sum", { decimals: digitsOf(draft.currency) })
        : refused.sum;
  return (
    <>
      <div className={styles.pair}>
        <TextInput
          name="sum"
          inputMode="decimal"
          label={t("money.out.sum")}
          description={
            sumFault
              ? undefined
              : [t("money.out.available", { amount: written }), hasFee && t("money.out.feeOnTop", { fee: writtenFee })]
                  .filter(Boolean)
                  .join(" · ")
          }
          error={sumFault}
          value={draft.sum}
          data-autofocus
          onChange={(event) => change({ sum: event.currentTarget.value })}
        />
        <NativeSelect
          label={t("money.in.currency")}
          value={draft.currency}
          data={cash.map(({ currency }) => ({ value: currency, label: `${currency} · ${nameOf(currency)}` }))}
          onChange={(event) => change({ currency: event.currentTarget.value, accountId: null })}
        />
      </div>
      {accounts?.length === 0 ? (
        <Notice>
          {t("money.out.noAccount", { currency: draft.currency })}{" "}
          <LocaleLink to="/money/accounts">{t("money.out.toAccounts")}</LocaleLink>
        </Notice>
      ) : (
        <NativeSelect
          name="accountId"
          label={t("money.out.account")}
          value={
            draft.accountId ??
            accounts?.find(({ isDefault }) => isDefault)?.id ??
            (accounts?.length === 1 ? accounts[0]?.id : "") ??
            ""
          }
          error={faults.account ? t("money.error.account") : refused.account}
          data={[
            ...(accounts?.length === 1 ? [] : [{ value: "", label: t("money.out.choose") }]),
            ...(accounts ?? []).map(({ id, name, iban, number }) => ({
              value: String(id),
              label: [name, iban ? groupIban(iban) : number].filter(Boolean).join(" · "),
            })),
          ]}
          onChange={(event) =>
            change({ accountId: event.currentTarget.value === "" ? null : Number(event.currentTarget.value) })
          }
        />
      )}
      {waiting.map(({ id, name, iban, number, state, usable_from }) => (
        <p key={id} className={styles.small}>
          {t(state === "confirmed" ? "money.out.waits" : "money.out.notConfirmed", {
            account: [name, `…${(iban ?? number ?? "").slice(-4)}`].filter(Boolean).join(" "),
            at: formatMoment(language, usable_from),
          })}
        </p>
      ))}
      <LimitedTextarea
        label={t("money.out.message")}
        autosize
        minRows={2}
        maxRows={5}
        limit={messageMaxLength}
        value={draft.message}
        onChange={(event) => change({ message: event.currentTarget.value })}
      />
    </>
  );
}
