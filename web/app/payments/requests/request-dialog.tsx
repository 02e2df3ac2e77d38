/** A request to deposit, withdraw, buy or sell: entered, reviewed as text, sent once. */

import type { InstrumentRow } from "@portico/api/portfolios.ts";
import { type FormEvent, useState } from "react";
import { errorText, fieldErrorTexts } from "../../shell/calls/api.tsx";
import { useChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { useActiveHolder, useHolder } from "../../shell/session/active-holder.ts";
import type { useKeptDraft } from "../../shell/unsent/use-kept-draft.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { type Translate, useLanguage, useText } from "../../ui/text.tsx";
import styles from "./request.module.css";
import { draftFaults, type RequestDraft, toTransactionInfo } from "./request-draft.ts";
import { RequestFields } from "./request-fields.tsx";
import { requestTexts } from "./request-texts.ts";

interface RequestDialogProps {
  opened: boolean;
  onClose: () => void;
  /** Its content, so that neither closing nor leaving the page loses it; and what was sent of it. */
  kept: Pick<ReturnType<typeof useKeptDraft<RequestDraft>>, "sent" | "setDraft" | "setSent"> & { draft: RequestDraft };
  onSent: () => void;
  rows: readonly InstrumentRow[];
  currencies: readonly string[];
}

/** Sends the request; the key stays the same until it has arrived, so that a retry is not a second request. */
function useSend({ sent, setSent }: Pick<RequestDialogProps["kept"], "sent" | "setSent">, onSent: () => void) {
  const t = useText();
  const language = useLanguage();
  const holder = useHolder();
  return useChange(
    (api, draft: RequestDraft) => {
      const transactionInfo = toTransactionInfo(language, draft);
      const content = { type: draft.type, userMsg: draft.message.trim(), transactionInfo };
      const serialized = JSON.stringify(content);
      const key = sent?.content === serialized ? sent.key : crypto.randomUUID();
      setSent({ key, content: serialized });
      return api.payments.requestTransaction({ params: holder, body: { ...content, key } });
    },
    {
      onSuccess: () => {
        alert.success(t("portfolios.request.sent"));
        onSent();
      },
    },
  );
}

/** Each field's own reason, if the server named fields: the general sentence refers to marks that are not shown here. */
function refusalText(t: Translate, error: Error): string {
  const faults = Object.values(fieldErrorTexts(t, error));
  return faults.length > 0 ? faults.join(" ") : errorText(t, error);
}

export default function RequestDialog(props: RequestDialogProps) {
  const { opened, onClose, kept, onSent, rows, currencies } = props;
  const { draft, setDraft } = kept;
  const t = useText();
  const language = useLanguage();
  const activeHolder = useActiveHolder();
  const [reviewing, setReviewing] = useState(false);
  const [showFaults, setShowFaults] = useState(false);
  const send = useSend(kept, () => {
    setReviewing(false);
    setShowFaults(false);
    onSent();
  });

  function review(event: FormEvent) {
    event.preventDefault();
    const isFine = Object.keys(draftFaults(language, draft)).length === 0;
    setShowFaults(!isFine);
    send.reset();
    setReviewing(isFine);
  }

  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t(reviewing ? "portfolios.request.reviewTitle" : "portfolios.request.title")}
      size="lg"
      savesDraft
    >
      {reviewing ? (
        <div className={styles.fields}>
          <div className={styles.sentences}>
            {requestTexts(t, language, draft, activeHolder).map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </div>
          <p className={styles.hint}>{t("portfolios.request.note")}</p>
          {send.error && (
            <p className={styles.failed} role="alert">
              {refusalText(t, send.error)} {t("portfolios.request.notSent")}
            </p>
          )}
          <div className={styles.actions}>
            <Button variant="default" size="md" onClick={() => setReviewing(false)} disabled={send.isPending}>
              {t("portfolios.request.change")}
            </Button>
            <Button size="md" loading={send.isPending} onClick={() => send.mutate(draft)} data-autofocus>
              {t("portfolios.request.send")}
            </Button>
          </div>
        </div>
      ) : (
        <form method="post" onSubmit={review} noValidate>
          <RequestFields
            draft={draft}
            change={(change) => setDraft({ ...draft, ...change })}
            rows={rows}
            currencies={currencies}
            showFaults={showFaults}
          />
          <div className={styles.actions}>
            <Button variant="default" size="md" onClick={onClose}>
              {t("ui.action.cancel")}
            </Button>
            <Button type="submit" size="md">
              {t("portfolios.request.review")}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
