/** The steps of a proposal: the fields, the PDF, the signature. What is typed stays through every failure. */
import { NativeSelect } from "@mantine/core";
import type { contracts } from "@portico/api/contracts.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import type { ApiError } from "@portico/api/errors.ts";
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
import { useLanguage, useText } from "../ui/text.tsx";
import styles from "./contract.module.css";
import { downloadPreview, PreviewedContract } from "./contract-reader.tsx";
import { FaultList } from "./fault-list.tsx";
import { FieldInputs } from "./field-inputs.tsx";
import { areFilled, toContractData } from "./field-values.ts";
import { ReadingStep } from "./reading-step.tsx";
import { SignDialog } from "./sign-dialog.tsx";
import { useReading } from "./use-reading.ts";

type Offered = Answer<(typeof contracts)["listProposable"]>[number];

export function Proposal({ offered: { type, names, languages, fields, agreement } }: { offered: Offered }) {
  const t = useText();
  const own = useLanguage();
  /** Another language than the reader's is never taken for them: they choose it. */
  const [chosen, setChosen] = useState(languages.find((one) => one === own));
  const language = chosen ?? own;
  const hasChoice = languages.length > 1 || !languages.includes(own);
  const name = names[language];
  const api = useApi();
  const navigate = useLocaleNavigate();
  const { holder, company } = useActiveHolder();
  const [values, setValues] = useState<Record<string, string>>({});
  const [isTried, setTried] = useState(false);
  const [isSigning, setSigning] = useState(false);
  const [changed, setChanged] = useState<ApiError>();
  const preview = useMutation({
    mutationFn: async (data: Record<string, string>) => {
      const made = await api.contracts.preview({
        params: { ...holder, type },
        body: { contract_data: data, language },
      });
      return { ...made, contract_data: data };
    },
  });
  const { data: made } = preview;
  const reading = useReading(made?.pdf?.sha256 ?? "");
  const readingId = useId();

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
                <NativeSelect
                  label={t("contracts.propose.language")}
                  {...(!languages.includes(own) && { description: t("contracts.propose.otherLanguage") })}
                  required
                  value={chosen ?? ""}
                  error={isTried && chosen === undefined ? t("contracts.fields.missing") : undefined}
                  data={[
                    ...(chosen === undefined
                      ? [{ value: "", label: t("contracts.propose.choose"), disabled: true }]
                      : []),
                    ...languages.map((id) => ({ value: id, label: t(`shell.language.${id}`) })),
                  ]}
                  onChange={(event) => {
                    setChosen(languages.find((one) => one === event.currentTarget.value));
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
          {changed && (
            <div>
              <Notice tone="attention" live>
                {t(
                  changed.code === "textChanged" ? "contracts.propose.textChanged" : "contracts.propose.stateConflict",
                )}
              </Notice>
            </div>
          )}
          {made && !made.pdf ? (
            <FaultList faults={made.faults} title={t("contracts.propose.faults")} />
          ) : made?.pdf ? (
            <PreviewedContract
              data={made.pdf.data}
              title={name}
              place={t("contracts.propose.place")}
              reading={reading}
            />
          ) : (
            <p className={styles.placeholder}>{t("contracts.propose.previewHint")}</p>
          )}
        </div>
        {made?.pdf && (
          <div className={styles.after}>
            <Section title={t("contracts.actions.title")} hint={t("contracts.propose.signHint")}>
              <div className={styles.actions}>
                <Button
                  fullWidth
                  disabled={!reading.isRead}
                  aria-describedby={readingId}
                  onClick={() => setSigning(true)}
                >
                  {t("contracts.propose.sign")}
                </Button>
                <ReadingStep
                  id={readingId}
                  reading={reading}
                  onDownload={() => {
                    if (made.pdf) downloadPreview({ data: made.pdf.data, title: name });
                    reading.onDownloaded();
                  }}
                />
              </div>
            </Section>
          </div>
        )}
      </div>
      {isSigning && made?.pdf && (
        <SignDialog
          signable={{
            holder,
            contract: type,
            sha256: made.pdf.sha256,
            agreement,
            seen: reading.seen,
            send: (calls, signature) =>
              calls.contracts.save({
                params: { ...holder, type },
                body: { contract_data: made.contract_data, language, sha256: signature.sha256, signature },
              }),
          }}
          title={name}
          language={language}
          company={company?.name ?? null}
          onClose={() => setSigning(false)}
          onSigned={({ id }) => {
            alert.success(t("contracts.propose.done"));
            navigate(`/contracts/${id}`, { replace: true });
          }}
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
