/** Sends a finished PDF as a contract. */

import type { ContractDetail } from "@portico/api/contracts.ts";
import { visibleFileName } from "@portico/api/rules/visible-text.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type FormEvent, useState } from "react";
import { useRefusalText } from "../../shell/calls/refusal-text.ts";
import { useChange } from "../../shell/calls/use-change.ts";
import { useFailure } from "../../shell/calls/use-refusal.ts";
import { Button } from "../../ui/button.tsx";
import { readBase64 } from "../../ui/file-base64.ts";
import { FileDrop } from "../../ui/file-drop.tsx";
import { sortFiles } from "../../ui/file-limits.ts";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import { useUnsaved } from "../../ui/unsaved.ts";
import styles from "../contract.module.css";
import { PreviewedContract } from "../contract-reader.tsx";
import { areOptionsFine, CustomOptionsFields, optionsBody, useCustomOptions } from "./custom-options.tsx";

interface SendPdfProps {
  holder: Holder;
  previous: ContractDetail | undefined;
  onSent: (sent: ContractDetail) => void;
}

/** The server's limit. */
const megabytes = 10;

interface Chosen {
  fileName: string;
  base64data: string;
}

export function SendPdf({ holder, previous, onSent }: SendPdfProps) {
  const t = useText();
  const explain = useRefusalText();
  const [options, setOptions] = useCustomOptions(previous);
  const [chosen, setChosen] = useState<Chosen>();
  const [fault, setFault] = useFailure();
  const [isTried, setTried] = useState(false);
  const markSaved = useUnsaved(chosen !== undefined);
  const send = useChange(
    (api, content: Chosen) =>
      api.contracts.custom({
        params: holder,
        body: { ...optionsBody(options), ...(previous && { previous: previous.id }), content },
      }),
    {
      onSuccess: (sent) => {
        markSaved();
        onSent(sent);
      },
    },
  );

  async function choose(file: File) {
    setFault(undefined);
    send.reset();
    if (sortFiles([file], { left: 1, megabytes }).tooLarge.length > 0)
      return setFault(t("admin.contracts.send.tooLarge", { megabytes }));
    setChosen({ fileName: visibleFileName(file.name), base64data: await readBase64(file) });
    if (options.contract_name === "") setOptions({ ...options, contract_name: file.name.replace(/\.pdf$/i, "") });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const isWrong = !areOptionsFine(options) || !chosen;
    setTried(isWrong);
    if (chosen && !isWrong && !send.isPending) send.mutate(chosen);
  }

  return (
    <form method="post" className={styles.columns} onSubmit={submit} noValidate>
      <div className={styles.form}>
        <FileDrop
          accept=".pdf"
          chooseLabel={t(chosen ? "admin.contracts.send.chooseOther" : "admin.contracts.send.choosePdf")}
          dropLabel={t("admin.contracts.send.dropPdf")}
          overLabel={t("admin.contracts.send.overPdf")}
          hint={t("admin.contracts.send.pdfHint")}
          onFile={(file) => void choose(file)}
        />
        {(fault ?? (isTried && !chosen && t("admin.contracts.send.pdfMissing"))) && (
          <Notice tone="failed">{fault ?? t("admin.contracts.send.pdfMissing")}</Notice>
        )}
        {chosen && (
          <PreviewedContract
            data={chosen.base64data}
            title={options.contract_name || chosen.fileName}
            place={chosen.fileName}
          />
        )}
      </div>
      <div className={styles.side}>
        <Section title={t("admin.contracts.send.options")}>
          <div className={styles.form}>
            <CustomOptionsFields
              options={options}
              forCompany={holder.holderType === "company"}
              isTried={isTried}
              onChange={setOptions}
            />
            {send.error && <Notice tone="failed">{explain(send.error)}</Notice>}
            <Button type="submit" loading={send.isPending}>
              {t("admin.contracts.send.action")}
            </Button>
          </div>
        </Section>
      </div>
    </form>
  );
}
