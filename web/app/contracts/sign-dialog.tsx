/** The dialog in which a contract is signed. */
import { Checkbox } from "@mantine/core";
import type { Agreement } from "@portico/api/contracts.ts";
import { ApiError } from "@portico/api/errors.ts";
import { isPrintableName } from "@portico/api/rules/printable-name.ts";
import { type FormEvent, type ReactNode, useState } from "react";
import { errorText } from "../shell/calls/api.tsx";
import { CoolingNotice } from "../shell/session/sensitive-step-wait.tsx";
import { useProfile } from "../shell/session/session.ts";
import { Button } from "../ui/button.tsx";
import { CodeInput } from "../ui/code-input.tsx";
import { Dialog, DialogActions } from "../ui/dialog.tsx";
import { LimitedInput } from "../ui/limited-input.tsx";
import { Notice } from "../ui/notice.tsx";
import { type Language, useLanguage, useText } from "../ui/text.tsx";
import { useCountdown } from "../ui/use-countdown.ts";
import styles from "./contract.module.css";
import { type Signable, useSigning } from "./use-signing.ts";

interface SignDialogProps {
  signable: Signable;
  /** The contract's name and language. */
  title: string;
  language: Language;
  /** A company's name, if the reader acts for one. */
  company: string | null;
  onClose: () => void;
  onSigned: Parameters<typeof useSigning>[1]["onSigned"];
  onChanged: Parameters<typeof useSigning>[1]["onChanged"];
}

const codeLength = 6;
/** Long enough for a mail to arrive. */
const waitSeconds = 30;

export function SignDialog({ signable, title, language, company, onClose, onSigned, onChanged }: SignDialogProps) {
  const t = useText();
  const [name, setName] = useState("");
  const [isAgreed, setAgreed] = useState(false);
  const [isTried, setTried] = useState(false);
  const signing = useSigning(signable, { onSigned, onChanged });
  const { isCodeAsked, isCodeMailed, code, isConfirmed, cooling, request, sign, question, rename } = signing;
  const isNameMissing = name.trim().length < 2;
  const isNameUnprintable = !isPrintableName(name);
  const isCodeMissing = !isConfirmed && code.length < codeLength;
  const isAppCodeMissing = cooling.opensAt !== undefined && cooling.hasApp && cooling.code.length < codeLength;

  function submit(event: FormEvent) {
    event.preventDefault();
    const isSigning = isCodeAsked && question === undefined;
    const isWrong =
      isNameMissing || isNameUnprintable || !isAgreed || (isSigning && (isCodeMissing || isAppCodeMissing));
    setTried(isWrong);
    if (isWrong || request.isPending || sign.isPending) return;
    if (isSigning) sign.mutate(name);
    else request.mutate({ name, ...(question !== undefined && { yes: question.text }) });
  }

  return (
    <Dialog opened onClose={onClose} title={t("contracts.sign.title")} size="lg">
      <form method="post" className={styles.form} onSubmit={submit} noValidate>
        <p>
          {company ? t("contracts.sign.leadFor", { name: title, company }) : t("contracts.sign.lead", { name: title })}
        </p>
        <AgreementText agreement={signable.agreement} language={language} />
        <Checkbox
          checked={isAgreed}
          label={t("contracts.sign.agree")}
          error={isTried && !isAgreed ? t("contracts.sign.agreeMissing") : undefined}
          onChange={(event) => setAgreed(event.currentTarget.checked)}
        />
        <LimitedInput
          name="name"
          label={t("contracts.sign.name")}
          description={t("contracts.sign.nameHint")}
          required
          autoComplete="name"
          limit={120}
          value={name}
          error={
            isNameUnprintable
              ? t("field.unprintable")
              : isTried && isNameMissing
                ? t("contracts.sign.nameMissing")
                : undefined
          }
          onChange={(event) => {
            setName(event.currentTarget.value);
            rename();
          }}
        />
        {question !== undefined && (
          <Notice tone="attention" title={t("contracts.sign.otherName")}>
            <p>{question.text}</p>
            {question.inContract !== null && (
              <p lang={language} className="small">
                {question.inContract}
              </p>
            )}
          </Notice>
        )}
        {isCodeAsked && <CodeStep signing={signing} name={name} isTried={isTried} />}
        <SignFailure error={isCodeAsked ? sign.error : request.error} />
        <CoolingNotice
          cooling={cooling}
          error={isTried && isAppCodeMissing ? t("users.cooling.codeMissing") : undefined}
        />
        <DialogActions onCancel={onClose} busy={sign.isPending}>
          <Button type="submit" loading={request.isPending || sign.isPending}>
            {question === undefined
              ? t(
                  isCodeAsked
                    ? "contracts.sign.action"
                    : isCodeMailed
                      ? "contracts.sign.sendCode"
                      : "contracts.sign.continue",
                )
              : t("contracts.sign.otherNameYes", { name: name.trim() })}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** What is agreed to: in the reader's language, and beside it in the contract's, which is stored with the signature. */
function AgreementText({ agreement, language }: { agreement: Agreement; language: Language }) {
  const t = useText();
  const own = useLanguage();
  const shown = own === language ? [language] : [own, language];
  return (
    <div className={styles.agreements}>
      {shown.map((one) => (
        <div key={one}>
          {shown.length > 1 && (
            <p className="small">
              {t(one === language ? "contracts.sign.agreementIn" : "contracts.sign.agreementTranslated", {
                language: t(`shell.language.${one}`),
              })}
            </p>
          )}
          {/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by key */}
          <section
            className={styles.agreement}
            lang={one}
            tabIndex={0}
            aria-label={`${t("contracts.sign.agreement")}${shown.length > 1 ? `, ${t(`shell.language.${one}`)}` : ""}`}
          >
            {agreement.texts[one]}
          </section>
          {/* oxlint-enable jsx-a11y/no-noninteractive-tabindex */}
        </div>
      ))}
    </div>
  );
}

function CodeStep({
  signing,
  name,
  isTried,
}: {
  signing: ReturnType<typeof useSigning>;
  name: string;
  isTried: boolean;
}) {
  const t = useText();
  const { email } = useProfile();
  const { code, setCode, isConfirmed, isCodeMailed, request, sign } = signing;
  const [left, wait] = useCountdown(waitSeconds);
  if (isConfirmed) return <Notice tone="done">{t("contracts.sign.codeConfirmed")}</Notice>;
  const isWrong = sign.error instanceof ApiError && sign.error.code === "invalidCode";
  // An expired code cannot be waited for.
  const isExpired = sign.error instanceof ApiError && sign.error.code === "expiredCode";
  const again = () => {
    wait(waitSeconds);
    sign.reset();
    request.mutate({ name });
  };
  return (
    <>
      <p>{isCodeMailed ? t("contracts.sign.codeSent", { email }) : t("contracts.sign.codeApp")}</p>
      <CodeInput
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the step that was just asked for
        autoFocus
        label={t(isCodeMailed ? "contracts.sign.code" : "users.factors.code")}
        value={code}
        onChange={setCode}
        error={
          isTried && code.length < codeLength
            ? t("contracts.sign.codeMissing")
            : isWrong
              ? t("error.invalidCode")
              : undefined
        }
      />
      {isCodeMailed && (
        <div className={styles.resend}>
          {left > 0 && !isExpired ? (
            <span>{t("contracts.sign.resendIn", { count: left })}</span>
          ) : (
            <Button variant="default" size="sm" loading={request.isPending} onClick={again}>
              {t("contracts.sign.resend")}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

/** A wrong code is said at its field; the wait after a password reset, and another name, by their own notices. */
function SignFailure({ error }: { error: unknown }): ReactNode {
  const t = useText();
  if (!error || (error instanceof ApiError && ["invalidCode", "coolingOff", "nameDiffers"].includes(error.code)))
    return null;
  return <Notice tone="failed">{errorText(t, error)}</Notice>;
}
