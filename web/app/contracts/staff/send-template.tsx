/** Sends a contract from a template: its fields filled, then the very PDF that the client will read. */
import { NativeSelect } from "@mantine/core";
import type { ContractDetail } from "@portico/api/contracts.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type Language, languages } from "@portico/messages/catalogue.ts";
import { type FormEvent, useState } from "react";
import { useSearchParams } from "react-router";
import { useApi } from "../../shell/calls/api.tsx";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { Button } from "../../ui/button.tsx";
import { LimitedInput } from "../../ui/limited-input.tsx";
import { Section } from "../../ui/section.tsx";
import { Empty, Loading } from "../../ui/states.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { useUnsaved } from "../../ui/unsaved.ts";
import styles from "../contract.module.css";
import { FieldInputs } from "../field-inputs.tsx";
import { areFilled, toContractData } from "../field-values.ts";
import { PreviewColumn } from "./preview-column.tsx";
import { SendBar } from "./send-bar.tsx";
import { usePreviewAndSend } from "./use-preview-and-send.ts";
import { useVersionInUse } from "./use-templates.ts";

interface SendTemplateProps {
  holder: Holder;
  /** The ended contract that the new one replaces. */
  previous: ContractDetail | undefined;
  onSent: (sent: ContractDetail) => void;
}

export function SendTemplate(props: SendTemplateProps) {
  const { holder, previous } = props;
  const t = useText();
  const language = useLanguage();
  const api = useApi();
  const query = useCall(api.contracts.listTemplates);
  const [params] = useSearchParams();
  const [picked, setPicked] = useState(
    previous && previous.contract_type !== "custom" ? previous.contract_type : (params.get("template") ?? ""),
  );
  const offered = query.data?.filter(
    ({ inUse, newest: { content } }) => inUse !== null && (content.for === "both" || content.for === holder.holderType),
  );
  if (!offered) return <PendingQuery query={query} />;
  // An address may name a template that is not offered.
  const chosen = offered.some(({ type }) => type === picked) ? picked : "";
  if (offered.length === 0) return <Empty icon="sign" title={t("admin.contracts.send.noTemplates")} />;
  return (
    <>
      <Section>
        <NativeSelect
          label={t("admin.contracts.template")}
          value={chosen}
          data={[
            { value: "", label: t("admin.contracts.send.choose"), disabled: true },
            ...offered.map(({ type, newest }) => ({ value: type, label: newest.content.name[language] })),
          ]}
          onChange={(event) => setPicked(event.currentTarget.value)}
        />
      </Section>
      {chosen !== "" && <FilledTemplate key={chosen} {...props} type={chosen} />}
    </>
  );
}

function FilledTemplate({ holder, previous, onSent, type }: SendTemplateProps & { type: string }) {
  const t = useText();
  const { version, query } = useVersionInUse(type);
  if (!version) return query.error ? <PendingQuery query={query} /> : <Loading />;
  return (
    <TemplateForm
      key={version.version}
      holder={holder}
      previous={previous?.contract_type === type ? previous : undefined}
      replaces={previous?.id}
      onSent={onSent}
      type={type}
      content={version.content}
      label={t("admin.contracts.send.fields")}
    />
  );
}

interface TemplateFormProps extends SendTemplateProps {
  type: string;
  replaces: number | undefined;
  content: NonNullable<ReturnType<typeof useVersionInUse>["version"]>["content"];
  label: string;
}

function TemplateForm({ holder, previous, replaces, onSent, type, content, label }: TemplateFormProps) {
  const t = useText();
  const written = languages.filter((language) => content.text[language].trim() !== "");
  /** Empty: the holder's own. */
  const [language, setLanguage] = useState<Language | "">(previous?.language ?? "");
  const [name, setName] = useState(previous?.contract_name ?? "");
  const fields = content.fields.filter(({ filledBy }) => filledBy === "staff");
  const [values, setValues] = useState<Record<string, string>>(previous?.contract_data ?? {});
  const [isTried, setTried] = useState(false);
  const [isTyped, setTyped] = useState(false);
  const markSaved = useUnsaved(isTyped);
  const { preview, send, forget } = usePreviewAndSend(
    async (api) => {
      const body = { contract_data: toContractData(fields, values), ...(language && { language }) };
      return { ...(await api.contracts.preview({ params: { ...holder, type }, body })), sent: body };
    },
    (api, { sent, pdf }) =>
      api.contracts.save({
        params: { ...holder, type },
        body: {
          ...sent,
          ...(pdf && { language: pdf.language, sha256: pdf.sha256 }),
          ...(name.trim() && { contract_name: name.trim() }),
          ...(replaces !== undefined && { previous: replaces }),
        },
      }),
    (sent) => {
      markSaved();
      onSent(sent);
    },
  );

  function show(event: FormEvent) {
    event.preventDefault();
    const isWrong = !areFilled(fields, values);
    setTried(isWrong);
    if (!isWrong && !preview.isPending) preview.mutate();
  }

  return (
    <div className={styles.columns}>
      <div className={styles.side}>
        <Section title={label}>
          <form method="post" className={styles.form} onSubmit={show} noValidate>
            <NativeSelect
              label={t("contracts.facts.language")}
              value={language}
              data={[
                { value: "", label: t("admin.contracts.send.ownLanguage") },
                ...written.map((id) => ({ value: id, label: t(`shell.language.${id}`) })),
              ]}
              onChange={(event) => {
                setLanguage(event.currentTarget.value as Language | "");
                forget();
              }}
            />
            <FieldInputs
              fields={fields}
              values={values}
              isTried={isTried}
              {...(previous && { before: previous.contract_data })}
              onChange={(next) => {
                setValues(next);
                setTyped(true);
                forget();
              }}
            />
            <LimitedInput
              label={t("admin.contracts.send.name")}
              description={t("admin.contracts.send.nameHint")}
              limit={160}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Button type="submit" variant={preview.data?.pdf ? "default" : "filled"} loading={preview.isPending}>
              {t("admin.contracts.send.preview")}
            </Button>
          </form>
          <SendBar preview={preview} send={send} />
        </Section>
      </div>
      <PreviewColumn made={preview.data} title={name.trim() || content.name[preview.data?.pdf?.language ?? "en"]} />
    </div>
  );
}
