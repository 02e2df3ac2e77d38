/** How a contract without a template is signed: by whom, until when, in which language. */
import { Checkbox, NativeSelect } from "@mantine/core";
import { signerRules } from "@portico/api/contract-states.ts";
import type { ContractDetail } from "@portico/api/contracts.ts";
import { customExpiryDays } from "@portico/api/rules/contracts.ts";
import { type Language, languages } from "@portico/messages/catalogue.ts";
import { useState } from "react";
import { LimitedInput } from "../../ui/limited-input.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";

export interface CustomOptions {
  contract_name: string;
  language: Language;
  counterSign: boolean;
  signers: (typeof signerRules)[number];
  /** As typed. */
  expiryDays: string;
}

export function useCustomOptions(previous: ContractDetail | undefined) {
  const own = useLanguage();
  return useState<CustomOptions>({
    contract_name: previous?.contract_name ?? "",
    language: previous?.language ?? own,
    counterSign: false,
    signers: "any",
    expiryDays: String(customExpiryDays),
  });
}

const isExpiryFine = (typed: string): boolean => /^\d{1,3}$/.test(typed) && Number(typed) >= 1 && Number(typed) <= 365;
export const areOptionsFine = ({ contract_name, expiryDays }: CustomOptions): boolean =>
  contract_name.trim() !== "" && isExpiryFine(expiryDays);
export const optionsBody = ({ expiryDays, contract_name, ...rest }: CustomOptions) => ({
  ...rest,
  contract_name: contract_name.trim(),
  expiryDays: Number(expiryDays),
});

interface CustomOptionsFieldsProps {
  options: CustomOptions;
  onChange: (options: CustomOptions) => void;
  forCompany: boolean;
  isTried: boolean;
}

export function CustomOptionsFields({ options, onChange, forCompany, isTried }: CustomOptionsFieldsProps) {
  const t = useText();
  const change = (part: Partial<CustomOptions>) => onChange({ ...options, ...part });
  return (
    <>
      <LimitedInput
        label={t("admin.contracts.send.name")}
        required
        limit={160}
        value={options.contract_name}
        error={isTried && options.contract_name.trim() === "" ? t("contracts.fields.missing") : undefined}
        onChange={(event) => change({ contract_name: event.currentTarget.value })}
      />
      <NativeSelect
        label={t("contracts.facts.language")}
        value={options.language}
        data={languages.map((id) => ({ value: id, label: t(`shell.language.${id}`) }))}
        onChange={(event) => change({ language: event.currentTarget.value as Language })}
      />
      {forCompany && (
        <NativeSelect
          label={t("admin.contracts.options.signers")}
          {...(options.signers === "two" && { description: t("admin.contracts.signers.twoHint") })}
          value={options.signers}
          data={signerRules.map((id) => ({ value: id, label: t(`admin.contracts.signers.${id}`) }))}
          onChange={(event) => change({ signers: event.currentTarget.value as CustomOptions["signers"] })}
        />
      )}
      <LimitedInput
        label={t("admin.contracts.options.expiryDays")}
        required
        inputMode="numeric"
        limit={3}
        value={options.expiryDays}
        error={isTried && !isExpiryFine(options.expiryDays) ? t("admin.contracts.options.expiryWrong") : undefined}
        onChange={(event) => change({ expiryDays: event.currentTarget.value })}
      />
      <Checkbox
        label={t("admin.contracts.options.counterSign")}
        checked={options.counterSign}
        onChange={(event) => change({ counterSign: event.currentTarget.checked })}
      />
    </>
  );
}
