/** Sends a contract whose text is written for this holder alone. */
import type { ContractDetail } from "@portico/api/contracts.ts";
import { contractTextLimit } from "@portico/api/rules/contracts.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type FormEvent, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { LimitedTextarea } from "../../ui/limited-textarea.tsx";
import { Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import { useUnsaved } from "../../ui/unsaved.ts";
import styles from "../contract.module.css";
import { areOptionsFine, CustomOptionsFields, optionsBody, useCustomOptions } from "./custom-options.tsx";
import { PreviewColumn } from "./preview-column.tsx";
import { SendBar } from "./send-bar.tsx";
import { usePreviewAndSend } from "./use-preview-and-send.ts";

interface SendTextProps {
  holder: Holder;
  previous: ContractDetail | undefined;
  onSent: (sent: ContractDetail) => void;
}

export function SendText({ holder, previous, onSent }: SendTextProps) {
  const t = useText();
  const [options, setOptions] = useCustomOptions(previous);
  const [text, setText] = useState("");
  const [isTried, setTried] = useState(false);
  const markSaved = useUnsaved(text.trim() !== "");
  const { preview, send, forget } = usePreviewAndSend(
    (api) => {
      const { contract_name, language } = optionsBody(options);
      return api.contracts.previewText({ params: holder, body: { contract_name, language, text } });
    },
    (api) =>
      api.contracts.custom({
        params: holder,
        body: { ...optionsBody(options), ...(previous && { previous: previous.id }), content: { text } },
      }),
    (sent) => {
      markSaved();
      onSent(sent);
    },
  );

  function show(event: FormEvent) {
    event.preventDefault();
    const isWrong = !areOptionsFine(options) || text.trim() === "";
    setTried(isWrong);
    if (!isWrong && !preview.isPending) preview.mutate();
  }

  return (
    <form method="post" className={styles.columns} onSubmit={show} noValidate>
      <div className={styles.form}>
        <Section title={t("admin.contracts.send.textTitle")} hint={t("admin.contracts.markdownHint")}>
          <LimitedTextarea
            aria-label={t("admin.contracts.send.textTitle")}
            lang={options.language}
            rows={18}
            resize="vertical"
            limit={contractTextLimit}
            value={text}
            error={isTried && text.trim() === "" ? t("contracts.fields.missing") : undefined}
            onChange={(event) => {
              setText(event.currentTarget.value);
              forget();
            }}
          />
        </Section>
        <PreviewColumn made={preview.data} title={options.contract_name} />
      </div>
      <div className={styles.side}>
        <Section title={t("admin.contracts.send.options")}>
          <div className={styles.form}>
            <CustomOptionsFields
              options={options}
              forCompany={holder.holderType === "company"}
              isTried={isTried}
              onChange={(next) => {
                setOptions(next);
                forget();
              }}
            />
            <Button type="submit" variant={preview.data?.pdf ? "default" : "filled"} loading={preview.isPending}>
              {t("admin.contracts.send.preview")}
            </Button>
          </div>
          <SendBar preview={preview} send={send} />
        </Section>
      </div>
    </form>
  );
}
