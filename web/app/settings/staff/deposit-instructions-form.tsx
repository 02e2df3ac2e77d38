/** Where clients pay in, once per currency. */

import { currenciesInUse } from "@portico/api/currencies.ts";
import type { SettingValue } from "@portico/api/settings/shapes.ts";
import { checkBic } from "@portico/kyc/bic.ts";
import { checkIban } from "@portico/kyc/iban.ts";
import { checkNip } from "@portico/kyc/nip.ts";
import type { Saved } from "../../shell/staff/use-setting.ts";
import { Button } from "../../ui/button.tsx";
import { useCurrencyNames } from "../../ui/currency-names.ts";
import { NativeSelect } from "../../ui/fields.tsx";
import { Icon } from "../../ui/icon.tsx";
import { LimitedInput } from "../../ui/limited-input.tsx";
import { useText } from "../../ui/text.tsx";
import { SaveBar } from "./save-bar.tsx";
import styles from "./settings.module.css";
import { useAskForInstructions } from "./use-ask-for-instructions.ts";
import { useSettingForm } from "./use-setting-form.ts";

type Instructions = SettingValue<"depositInstructions">;
type Account = Instructions["accounts"][number];
type Fault = "required" | "twice" | ReturnType<typeof checkIban>;

const fields = ["beneficiary", "iban", "bic", "bank", "address", "nip"] as const;
const most = 20;

/** By path: "accounts.0.iban". */
export function instructionFaults({ accounts }: Instructions): Record<string, NonNullable<Fault>> {
  const faults: Record<string, NonNullable<Fault>> = {};
  for (const [place, account] of accounts.entries()) {
    const mark = (field: keyof Account, fault: Fault | undefined) => {
      if (fault) faults[`accounts.${place}.${field}`] = fault;
    };
    const checked = (text: string, check: (value: string) => Fault | undefined) =>
      text.trim() === "" ? "required" : check(text);
    if (accounts.findIndex(({ currency }) => currency === account.currency) < place) mark("currency", "twice");
    mark("beneficiary", account.beneficiary.trim() === "" ? "required" : undefined);
    mark("iban", checked(account.iban, checkIban));
    mark("bic", checked(account.bic, checkBic));
    mark("bank", account.bank.trim() === "" ? "required" : undefined);
    mark("nip", account.nip.trim() === "" ? undefined : checkNip(account.nip));
  }
  return faults;
}

export function DepositInstructionsForm({
  saved,
  canChange,
}: {
  saved: Saved<"depositInstructions">;
  canChange: boolean;
}) {
  const t = useText();
  const { typed, set, faults, refused, submit, bar } = useSettingForm<
    "depositInstructions",
    Record<string, NonNullable<Fault>>
  >("depositInstructions", saved, instructionFaults, undefined, useAskForInstructions());
  const { accounts } = typed;
  const change = (place: number, part: Partial<Account>) =>
    set({ accounts: accounts.map((each, at) => (at === place ? { ...each, ...part } : each)) });
  const free = currenciesInUse.filter((code) => !accounts.some(({ currency }) => currency === code));
  const errorOf = (path: string) => {
    const fault = faults[path];
    return fault ? t(`field.${fault}`) : refused(path);
  };
  return (
    <form method="post" className={styles.wide} onSubmit={submit} noValidate>
      {accounts.map((account, place) => (
        <AccountFields
          // oxlint-disable-next-line react/no-array-index-key -- an account that is being typed has no other identity
          key={place}
          account={account}
          canChange={canChange}
          currencies={[account.currency, ...free]}
          change={(part) => change(place, part)}
          remove={() => set({ accounts: accounts.filter((_, at) => at !== place) })}
          errorOf={(field) => errorOf(`accounts.${place}.${field}`)}
        />
      ))}
      {canChange && accounts.length < most && (
        <Button
          variant="default"
          size="sm"
          leftSection={<Icon name="plus" size={16} />}
          onClick={() => set({ accounts: [...accounts, emptyAccount(accounts, free)] })}
        >
          {t("admin.payments.addInstruction")}
        </Button>
      )}
      {canChange && <SaveBar {...bar} />}
    </form>
  );
}

const emptyAccount = (accounts: readonly Account[], free: readonly string[]): Account => ({
  currency: free.includes("EUR") ? "EUR" : free.includes("PLN") ? "PLN" : (free[0] ?? "EUR"),
  beneficiary: accounts[0]?.beneficiary ?? "",
  iban: "",
  bic: "",
  bank: "",
  address: "",
  nip: "",
});

interface AccountFieldsProps {
  account: Account;
  canChange: boolean;
  currencies: readonly string[];
  change: (part: Partial<Account>) => void;
  remove: () => void;
  errorOf: (field: keyof Account) => string | undefined;
}

function AccountFields({ account, canChange, currencies, change, remove, errorOf }: AccountFieldsProps) {
  const t = useText();
  const nameOf = useCurrencyNames();
  return (
    <fieldset className={styles.service}>
      <legend>{account.currency}</legend>
      <div className={styles.pair}>
        <NativeSelect
          size="sm"
          label={t("admin.payments.currency")}
          readOnly={!canChange}
          value={account.currency}
          error={errorOf("currency")}
          data={currencies.map((code) => ({ value: code, label: `${code} · ${nameOf(code)}` }))}
          onChange={(event) => change({ currency: event.currentTarget.value })}
        />
        {fields.map((field) => (
          <LimitedInput
            key={field}
            size="sm"
            label={t(`admin.payments.${field}`)}
            description={field === "nip" ? t("admin.payments.nipHint") : undefined}
            readOnly={!canChange}
            limit={200}
            value={account[field]}
            error={errorOf(field)}
            onChange={(event) => change({ [field]: event.currentTarget.value })}
          />
        ))}
      </div>
      {canChange && (
        <Button variant="subtle" size="compact-sm" onClick={remove}>
          {t("admin.payments.removeInstruction")}
        </Button>
      )}
    </fieldset>
  );
}
