/** The steps of a proposal: the fields, the PDF, the signature. What is typed stays through every failure. */
import { NativeSelect } from "@mantine/core";
import type { contracts } from "@portico/api/contracts.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import type { ApiError } from "@portico/api/errors.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { errorText, useApi } from "../shell/calls/api.tsx";
import { alert } from "../shell/dialogs/alert.ts";
import { PageTitle } from "../shell/layouts/page-title.tsx";
import { useLocaleNavigate } from "../shell/navigation/locale-link.tsx";
import { useActiveHolder } from "../shell/session/active-holder.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { PageHead, Section } from "../ui/section.tsx";
import { type Language, useLanguage, useText } from "../ui/text.tsx";
import styles from "./contract.module.css";
import { downloadPreview, PreviewedContract } from "./contract-reader.tsx";
import { FaultList } from "./fault-list.tsx";
import { FieldInputs } from "./field-inputs.tsx";
import { areFilled, toContractData } from "./field-values.ts";
import { ReadingStep } from "./reading-step.tsx";
import { SignDialog } from "./sign-dialog.tsx";
import { type Reading, useReading } from "./use-reading.ts";

type Offered = Answer<(typeof contracts)["listProposable"]>[number];

/** The contract as a PDF with what was typed, and what was typed; without a PDF, its faults. */
function usePreview(holder: Holder, type: string, language: Language) {
  const api = useApi();
  return useMutation({
    mutationFn: async (data: Record<string, string>) => {
      const made = await api.contracts.preview({
        params: { ...holder, type },
        body: { contract_data: data, language },
      });
      return { ...made, contract_data: data };
    },
  });
}

export function Proposal({ offered }: { offered: Offered }) {
  const { type, names, languages, fields } = offered;
  const t = useText();
  const own = useLanguage();
  /** Another language than the reader's is never taken for them: they choose it. */
  const [chosen, setChosen] = useState(languages.find((one) => one === own));
  const language = chosen ?? own;
  const hasChoice = languages.length > 1 || !languages.includes(own);
  const name = names[language];
  const { holder } = useActiveHolder();
  const [values, setValues] = useState<Record<string, string>>({});
  const [isTried, setTried] = useState(false);
  const [isSigning, setSigning] = useState(false);
  const [changed, setChanged] = useState<ApiError>();
  const preview = usePreview(holder, type, language);
  const { data: made } = preview;
  const reading = useReading(made?.pdf?.sha256 ?? "");

  function show(event: FormEvent) {
    event.preventDefault();
    const isWrong = !areFilled(fields, values) || chosen === undefined;
    setTried(isWrong);
    if (isWrong || preview.isPending) return;
    setChanged(undefined);
    preview.mutate(toContractData(fields, values));
  }
  const change = (next: Record<string, string>) => {
    setValues(next);
    // The PDF no longer shows what is typed.
    preview.reset();
  };

  return (
    <>
      <PageTitle>{name}</PageTitle>
      <PageHead title={<span lang={language}>{name}</span>}>{t("contracts.propose.lead")}</PageHead>
      <div className={styles.columns}>
        <div className={styles.side}>
          <Section
            {...((fields.length > 0 || hasChoice) && {
              title: t("contracts.propose.fields"),
            })}
          >
            <form method="post" className={styles.form} onSubmit={show} noValidate>
              {hasChoice && (
                <LanguageField
                  languages={languages}
                  chosen={chosen}
                  isMissing={isTried && chosen === undefined}
                  onChoose={(next) => {
                    setChosen(next);
                    preview.reset();
                  }}
                />
              )}
              <FieldInputs fields={fields} values={values} onChange={change} isTried={isTried} />
              {preview.error && <Notice tone="failed">{errorText(t, preview.error)}</Notice>}
              <Button type="submit" variant={made?.pdf ? "default" : "filled"} loading={preview.isPending}>
                {t("contracts.propose.show")}
              </Button>
            </form>
          </Section>
        </div>
        <div className={styles.main}>
          {changed && <ChangedNotice error={changed} />}
          <ShownPreview made={made} title={name} reading={reading} />
        </div>
        {made?.pdf && (
          <SignStep
            reading={reading}
            onSign={() => setSigning(true)}
            onDownload={() => {
              if (made.pdf) downloadPreview({ data: made.pdf.data, title: name });
              reading.onDownloaded();
            }}
          />
        )}
      </div>
      {isSigning && made?.pdf && (
        <SignProposal
          offered={offered}
          language={language}
          made={{ ...made, sha256: made.pdf.sha256 }}
          reading={reading}
          onClose={() => setSigning(false)}
          onChanged={(error) => {
            setSigning(false);
            setChanged(error);
            preview.reset();
          }}
        />
      )}
    </>
  );
}

/** Why what was read cannot be signed. */
function ChangedNotice({ error: { code } }: { error: ApiError }) {
  return (
    <div>
      <Notice tone="attention" live>
        {useText()(code === "textChanged" ? "contracts.propose.textChanged" : "contracts.propose.stateConflict")}
      </Notice>
    </div>
  );
}

interface LanguageFieldProps {
  languages: readonly Language[];
  chosen: Language | undefined;
  isMissing: boolean;
  onChoose: (language: Language | undefined) => void;
}

/** In which language the contract is made. */
function LanguageField({ languages, chosen, isMissing, onChoose }: LanguageFieldProps) {
  const t = useText();
  const own = useLanguage();
  return (
    <NativeSelect
      label={t("contracts.propose.language")}
      {...(!languages.includes(own) && { description: t("contracts.propose.otherLanguage") })}
      required
      value={chosen ?? ""}
      error={isMissing ? t("contracts.fields.missing") : undefined}
      data={[
        ...(chosen === undefined ? [{ value: "", label: t("contracts.propose.choose"), disabled: true }] : []),
        ...languages.map((id) => ({ value: id, label: t(`shell.language.${id}`) })),
      ]}
      onChange={(event) => onChoose(languages.find((one) => one === event.currentTarget.value))}
    />
  );
}

interface ShownPreviewProps {
  made: ReturnType<typeof usePreview>["data"];
  title: string;
  reading: Reading;
}

function ShownPreview({ made, title, reading }: ShownPreviewProps) {
  const t = useText();
  if (!made) return <p className={styles.placeholder}>{t("contracts.propose.previewHint")}</p>;
  if (!made.pdf) return <FaultList faults={made.faults} title={t("contracts.propose.faults")} />;
  return (
    <PreviewedContract data={made.pdf.data} title={title} place={t("contracts.propose.place")} reading={reading} />
  );
}

interface SignStepProps {
  reading: Reading;
  onSign: () => void;
  onDownload: () => void;
}

function SignStep({ reading, onSign, onDownload }: SignStepProps) {
  const t = useText();
  const readingId = useId();
  return (
    <div className={styles.after}>
      <Section title={t("contracts.actions.title")} hint={t("contracts.propose.signHint")}>
        <div className={styles.actions}>
          <Button fullWidth disabled={!reading.isRead} aria-describedby={readingId} onClick={onSign}>
            {t("contracts.propose.sign")}
          </Button>
          <ReadingStep id={readingId} reading={reading} onDownload={onDownload} />
        </div>
      </Section>
    </div>
  );
}

interface SignProposalProps {
  offered: Offered;
  language: Language;
  /** The PDF that was read, and what it was made of. */
  made: { sha256: string; contract_data: Record<string, string> };
  reading: Reading;
  onClose: () => void;
  /** The text or the state of the contract is no longer what was read. */
  onChanged: (error: ApiError) => void;
}

/** Signs what was read, and shows the contract that it became. */
function SignProposal({ offered, language, made, reading, onClose, onChanged }: SignProposalProps) {
  const t = useText();
  const navigate = useLocaleNavigate();
  const { holder, company } = useActiveHolder();
  const { type, names, agreement } = offered;
  return (
    <SignDialog
      signable={{
        holder,
        contract: type,
        sha256: made.sha256,
        agreement,
        seen: reading.seen,
        send: (calls, signature) =>
          calls.contracts.save({
            params: { ...holder, type },
            body: { contract_data: made.contract_data, language, sha256: signature.sha256, signature },
          }),
      }}
      title={names[language]}
      language={language}
      company={company?.name ?? null}
      onClose={onClose}
      onSigned={({ id }) => {
        alert.success(t("contracts.propose.done"));
        navigate(`/contracts/${id}`, { replace: true });
      }}
      onChanged={onChanged}
    />
  );
}
