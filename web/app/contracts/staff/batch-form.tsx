/** Recipients and values of a batch of contracts; what is changed afterwards must be checked again. */

import type { TemplateVersion } from "@portico/api/contracts/shapes.ts";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { useRunChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import { useLocaleNavigate } from "../../shell/navigation/locale-link.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "../contract.module.css";
import { FieldInputs } from "../field-inputs.tsx";
import { areFilled, toContractData } from "../field-values.ts";
import { BatchRecipients } from "./batch-recipients.tsx";
import { batchPath } from "./paths.ts";
import { type Chosen, RecipientChoice } from "./recipient-choice.tsx";

export function BatchForm({ version: { type, content } }: { version: TemplateVersion }) {
  const t = useText();
  const language = useLanguage();
  const api = useApi();
  const navigate = useLocaleNavigate();
  const runChange = useRunChange();
  const fields = content.fields.filter(({ filledBy }) => filledBy === "staff");
  const [chosen, setChosen] = useState<Chosen>({ by: "group", group: "", holders: [] });
  const [values, setValues] = useState<Record<string, string>>({});
  const [isTried, setTried] = useState(false);
  const isChosen = chosen.by === "group" ? chosen.group !== "" : chosen.holders.length > 0;
  const bodyOf = () => ({
    contract_data: toContractData(fields, values),
    to:
      chosen.by === "group"
        ? { group: chosen.group }
        : { holders: chosen.holders.map(({ holderType, holderId }) => ({ holderType, holderId })) },
  });
  const check = useMutation({
    mutationFn: async (body: ReturnType<typeof bodyOf>) => ({
      ...(await api.contracts.previewBatch({ params: { type }, body })),
      body,
    }),
  });
  const checked = check.data;
  const ready = checked?.recipients.filter(({ faults, pending }) => faults.length === 0 && !pending).length ?? 0;

  function submit(event: FormEvent) {
    event.preventDefault();
    const isWrong = !isChosen || !areFilled(fields, values);
    setTried(isWrong);
    if (!isWrong && !check.isPending) check.mutate(bodyOf());
  }
  const start = () =>
    checked &&
    openConfirmation({
      title: t("admin.contractBatch.startTitle", { name: content.name[language] }),
      text: t("admin.contractBatch.startText", { count: ready, all: checked.recipients.length }),
      confirmLabel: t("admin.contractBatch.start", { count: ready }),
      action: async () => {
        const { id } = await runChange((calls) => calls.contracts.startBatch({ params: { type }, body: checked.body }));
        alert.success(t("admin.contractBatch.started"));
        navigate(batchPath(id));
      },
    });

  return (
    <div className={styles.columns}>
      <div className={styles.side}>
        <Section title={t("admin.contractBatch.to")}>
          <form method="post" className={styles.form} onSubmit={submit} noValidate>
            <RecipientChoice
              chosen={chosen}
              audience={content.for}
              onChange={(next) => {
                setChosen(next);
                check.reset();
              }}
            />
            {isTried && !isChosen && <Notice tone="failed">{t("admin.contractBatch.toMissing")}</Notice>}
            <FieldInputs
              fields={fields}
              values={values}
              isTried={isTried}
              onChange={(next) => {
                setValues(next);
                check.reset();
              }}
            />
            {check.error && <Notice tone="failed">{errorText(t, check.error)}</Notice>}
            <Button type="submit" variant={checked ? "default" : "filled"} loading={check.isPending}>
              {t("admin.contractBatch.check")}
            </Button>
            {checked && (
              <Button disabled={ready === 0} onClick={start}>
                {t("admin.contractBatch.start", { count: ready })}
              </Button>
            )}
          </form>
        </Section>
      </div>
      <div className={styles.main}>
        {checked ? (
          <BatchRecipients recipients={checked.recipients} />
        ) : (
          <p className={styles.placeholder}>{t("admin.contractBatch.checkHint")}</p>
        )}
      </div>
    </div>
  );
}
