/** What the client fills in before signing; with it the PDF is made anew, and read again. */

import type { ContractDetail } from "@portico/api/contracts.ts";
import { type FormEvent, useState } from "react";
import { errorText, fieldErrorTexts } from "../shell/calls/api.tsx";
import { useChange } from "../shell/calls/use-change.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { Section } from "../ui/section.tsx";
import { useText } from "../ui/text.tsx";
import { useUnsaved } from "../ui/unsaved.ts";
import styles from "./contract.module.css";
import { FieldInputs } from "./field-inputs.tsx";
import { areFilled, toContractData } from "./field-values.ts";

interface ClientFieldsProps {
  contract: ContractDetail;
  onFilled: () => void;
}

const prefix = "contract_data.";

/** The client's fields of the contract. */
export const listClientFields = ({ fields }: Pick<ContractDetail, "fields">) =>
  fields.filter(({ filledBy }) => filledBy === "client");

export function ClientFields({ contract, onFilled }: ClientFieldsProps) {
  const t = useText();
  const { id, holder_type: holderType, holder_id: holderId, contract_data: saved, sha256 } = contract;
  const fields = listClientFields(contract);
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [isTried, setTried] = useState(false);
  const values = { ...saved, ...typed };
  const data = toContractData(fields, values);
  const isChanged = fields.some((field) => data[field.id] !== (saved[field.id] ?? ""));
  const save = useChange((api) =>
    api.contracts.fillIn({ params: { holderType, holderId, id }, body: { contract_data: data, sha256 } }),
  );
  useUnsaved(isChanged);
  const refused = Object.fromEntries(
    Object.entries(fieldErrorTexts(t, save.error)).map(([path, text]) => [path.replace(prefix, ""), text]),
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    const isWrong = !areFilled(fields, values);
    setTried(isWrong);
    if (isWrong || !isChanged || save.isPending) return;
    save.mutate(undefined, {
      onSuccess: () => {
        setTyped((now) => (now === typed ? {} : now));
        onFilled();
      },
    });
  }

  return (
    <Section title={t("contracts.fill.title")} hint={t("contracts.fill.hint")}>
      <form method="post" className={styles.form} onSubmit={submit} noValidate>
        <FieldInputs fields={fields} values={values} onChange={setTyped} isTried={isTried} refused={refused} />
        {save.error && Object.keys(refused).length === 0 && <Notice tone="failed">{errorText(t, save.error)}</Notice>}
        <Button type="submit" variant={isChanged ? "filled" : "default"} loading={save.isPending} disabled={!isChanged}>
          {t("contracts.fill.action")}
        </Button>
      </form>
    </Section>
  );
}
