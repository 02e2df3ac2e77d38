/** The fields of a withdrawal. */
import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import { messageMaxLength } from "@portico/api/rules/limits.ts";
import { LocaleLink } from "../shell/locale-link.tsx";
import { useCurrencyNames } from "../ui/currency-names.ts";
import { digitsOf, formatMoment, formatMoney } from "../ui/format.ts";
import { groupIban } from "../ui/grouped-text.ts";
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
  /** Confirmed, with a waiting time that is not over. */
  waiting: PayableAccount | undefined;
  faults: WithdrawalFaults;
}

export function WithdrawFields({ draft, change, cash, accounts, waiting, faults }: WithdrawFieldsProps) {
  const t = useText();
  const language = useLanguage();
  const nameOf = useCurrencyNames();
  const available = cash.find(({ currency }) => currency === draft.currency)?.available ?? "0";
  const written = formatMoney(language, available, draft.currency);
  const sumFault =
    faults.sum === "tooMuch"
      ? t("money.error.tooMuch", { available: written })
      : faults.sum && t("money.error.sum", { decimals: digitsOf(draft.currency) });
  return (
    <>
      <div className={styles.pair}>
        <TextInput
          inputMode="decimal"
          label={t("money.out.sum")}
          description={sumFault ? undefined : t("money.out.available", { amount: written })}
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
          <p>
            {waiting
              ? t("money.out.waits", {
                  account: waiting.iban ? groupIban(waiting.iban) : (waiting.number ?? ""),
                  at: formatMoment(language, waiting.usable_from),
                })
              : t("money.out.noAccount", { currency: draft.currency })}
          </p>
          <LocaleLink to="/money/accounts">{t("money.out.toAccounts")}</LocaleLink>
        </Notice>
      ) : (
        <NativeSelect
          label={t("money.out.account")}
          value={
            draft.accountId ??
            accounts?.find(({ isDefault }) => isDefault)?.id ??
            (accounts?.length === 1 ? accounts[0]?.id : "") ??
            ""
          }
          error={faults.account && t("money.error.account")}
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
      <Textarea
        label={t("money.out.message")}
        autosize
        minRows={2}
        maxRows={5}
        maxLength={messageMaxLength}
        value={draft.message}
        onChange={(event) => change({ message: event.currentTarget.value })}
      />
    </>
  );
}
