/** The dialog that changes the list: add, edit, remove, make the default; confirmed with a code, or by a colleague. */

import { ApiError } from "@portico/api/errors.ts";
import type { AccountList } from "@portico/api/payments/accounts.ts";
import { type AccountInput, problemsOfAccount } from "@portico/api/rules/bank-accounts.ts";
import { messageMaxLength } from "@portico/api/rules/limits.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type FormEvent, useRef, useState } from "react";
import { errorText } from "../../shell/calls/api.tsx";
import { alert } from "../../shell/dialogs/alert.ts";
import { codeLength, codeOf } from "../../shell/session/fresh-code.ts";
import { CoolingNotice } from "../../shell/session/sensitive-step-wait.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { focusMarked } from "../../ui/focus-marked.ts";
import { LimitedTextarea } from "../../ui/limited-textarea.tsx";
import { Notice } from "../../ui/notice.tsx";
import { type Translate, useText } from "../../ui/text.tsx";
import {
  type AccountDraft,
  type Change,
  emptyDraft,
  inputOfDraft,
  listAfter,
  toAccountDraft,
} from "./account-changes.ts";
import { AccountFields, type FieldErrors } from "./account-fields.tsx";
import { AccountNumber } from "./account-number.tsx";
import styles from "./accounts.module.css";
import { CodeStep } from "./code-step.tsx";
import { ListConflict } from "./list-conflict.tsx";
import { type SentList, useSaveAccounts } from "./use-accounts.ts";

/** What is wrong with a typed account, by field: by the rules that the server has too, or as the server said. */
function draftErrors(t: Translate, draft: AccountDraft, names: readonly string[]): FieldErrors {
  const problems = problemsOfAccount(inputOfDraft(draft), names).map(
    ([field, code]) => [fieldOf(draft, field), t(`field.${code}`)] as const,
  );
  // The first of each field.
  return Object.fromEntries(problems.toReversed());
}

/** Without a number and a country, the rules ask for an IBAN, which the reader said there is none of. */
const fieldOf = ({ by }: AccountDraft, field: keyof AccountInput): keyof AccountInput =>
  by === "number" && field === "iban" ? "country" : field;

/** Refusals of the account at this place of the list. */
function serverErrors(t: Translate, error: unknown, place: number | undefined): FieldErrors {
  if (!(error instanceof ApiError) || place === undefined || place < 0) return {};
  const start = `accounts.${place}.`;
  return Object.fromEntries(
    error.errors
      .filter(({ path }) => path.startsWith(start))
      .map(({ path, code }) => [path.slice(start.length), t(`field.${code}`)]),
  );
}

export interface ChangeDialogProps {
  holder: Holder;
  /** As the page has it now: it follows changes by others. */
  list: AccountList;
  change: Change;
  /** For staff: four eyes are on, so that a reason is asked for. */
  proposes?: boolean;
  onClose: () => void;
}

const isTyped = ({ kind }: Change) => kind === "add" || kind === "edit";

export default function ChangeDialog({ holder, list, change, proposes = false, onClose }: ChangeDialogProps) {
  const t = useText();
  /** The list that the change was made from; it stays until the reader has seen what is different now. */
  const [base, setBase] = useState(list);
  const [draft, setDraft] = useState(() =>
    "account" in change ? toAccountDraft(change.account) : emptyDraft(list.names[0] ?? ""),
  );
  const [reason, setReason] = useState("");
  const [isTried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const saving = useSaveAccounts(holder, {
    onSaved: ({ proposalId }) => {
      alert.success(t(proposalId === null ? `accounts.done.${change.kind}` : "accounts.done.proposed"));
      onClose();
    },
  });
  const { send: save, request, isConfirmed, code, cooling } = saving;
  const next = listAfter(base.accounts, change, draft);
  const sent: SentList | undefined = next && {
    accounts: next.accounts,
    version: base.version,
    ...(proposes && { reason: reason.trim() }),
  };
  const isCodeAsked = sent !== undefined && saving.isAskedFor(sent);
  const own = isTyped(change) ? draftErrors(t, draft, list.names) : {};
  const errors = { ...(isTried ? own : {}), ...serverErrors(t, save.error, next?.place) };
  const isConflict = codeOf(save.error) === "stateConflict" || next === undefined;
  const isCodeMissing = isCodeAsked && !isConfirmed && code.length < codeLength;
  const isAppCodeMissing = cooling.opensAt !== undefined && cooling.hasApp && cooling.code.length < codeLength;

  function submit(event: FormEvent) {
    event.preventDefault();
    const isWrong =
      Object.keys(own).length > 0 || isCodeMissing || isAppCodeMissing || (proposes && reason.trim() === "");
    setTried(isWrong);
    if (isWrong) return focusMarked(form.current);
    if (!sent || save.isPending || request.isPending) return;
    save.mutate(sent);
  }
  const rebase = () => {
    setBase(list);
    save.reset();
  };

  return (
    <Dialog opened onClose={onClose} title={t(`accounts.dialog.${change.kind}`)} size="lg">
      <form ref={form} method="post" className={styles.form} onSubmit={submit} noValidate>
        {isTyped(change) ? (
          <AccountFields draft={draft} set={(part) => setDraft((before) => ({ ...before, ...part }))} errors={errors} />
        ) : (
          "account" in change && (
            <>
              <AccountNumber account={change.account} />
              <p>{t(`accounts.ask.${change.kind as "remove" | "default"}`, { currency: change.account.currency })}</p>
            </>
          )
        )}
        {isTyped(change) && <Notice>{t("accounts.waitHint", { count: list.waitHours })}</Notice>}
        {proposes && (
          <LimitedTextarea
            label={t("admin.proposals.yourReason")}
            description={t("admin.proposals.yourReasonHint")}
            required
            autosize
            minRows={2}
            limit={messageMaxLength}
            value={reason}
            error={isTried && reason.trim() === "" ? t("field.required") : undefined}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
        {isConflict && <ListConflict before={base} now={list} onContinue={rebase} />}
        {isCodeAsked && !isConflict && <CodeStep saving={saving} list={sent} isTried={isTried} />}
        <Failure error={request.error ?? save.error} hasFields={Object.keys(errors).length > 0} />
        <CoolingNotice
          cooling={cooling}
          error={isTried && isAppCodeMissing ? t("users.cooling.codeMissing") : undefined}
        />
        <DialogActions onCancel={onClose} busy={save.isPending}>
          {!isConflict && (
            <Button
              type="submit"
              loading={save.isPending || request.isPending}
              {...(change.kind === "remove" && { color: "red" })}
            >
              {t(proposes ? "admin.proposals.propose" : `accounts.action.${isTyped(change) ? "save" : change.kind}`)}
            </Button>
          )}
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** What has no place of its own. */
const ownPlace: readonly string[] = ["invalidCode", "coolingOff", "freshCodeNeeded", "stateConflict"];

function Failure({ error, hasFields }: { error: Error | null; hasFields: boolean }) {
  const t = useText();
  if (!error || (error instanceof ApiError && ownPlace.includes(error.code))) return null;
  if (codeOf(error) === "inUse") return <Notice tone="failed">{t("accounts.inUse")}</Notice>;
  if (codeOf(error) === "badInput" && hasFields) return null;
  const tooMany = error instanceof ApiError && error.errors.some(({ path }) => path === "accounts");
  return <Notice tone="failed">{tooMany ? t("accounts.tooMany") : errorText(t, error)}</Notice>;
}
