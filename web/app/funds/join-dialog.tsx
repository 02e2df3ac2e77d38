/** Asks to join a definition with an amount: opens a ticket and comes into the staff's queue. */
import { TextInput } from "@mantine/core";
import type { Definition } from "@portico/api/funds.ts";
import { messageMaxLength } from "@portico/api/rules/limits.ts";
import { type FormEvent, useState } from "react";
import { errorText, fieldErrorTexts } from "../shell/calls/api.tsx";
import { useChange } from "../shell/calls/use-change.ts";
import { alert } from "../shell/dialogs/alert.ts";
import { holderKey, useActiveHolder } from "../shell/session/active-holder.ts";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogActions } from "../ui/dialog.tsx";
import { formatMoney } from "../ui/format.ts";
import { LimitedTextarea } from "../ui/limited-textarea.tsx";
import { Notice } from "../ui/notice.tsx";
import { useLanguage, useText } from "../ui/text.tsx";
import { useDraft } from "../ui/use-draft.ts";
import styles from "./funds.module.css";
import { amountFault, readJoinAmount } from "./join-amount.ts";

interface JoinDialogProps {
  opened: boolean;
  onClose: () => void;
  definition: Definition;
}

/** Sends the request; the key stays until it has arrived, so that a retry is not a second request. */
function useJoin(definition: Definition, onJoined: () => void) {
  const t = useText();
  const { holder } = useActiveHolder();
  const [sent, setSent] = useState<{ key: string; content: string }>();
  return useChange(
    (api, { amount, message }: { amount: string; message: string }) => {
      const content = JSON.stringify([definition.id, amount, message]);
      const key = sent?.content === content ? sent.key : crypto.randomUUID();
      setSent({ key, content });
      return api.funds.join({ params: holder, body: { definition_id: definition.id, amount, message, key } });
    },
    {
      onSuccess: () => {
        setSent(undefined);
        alert.success(t("funds.join.sent"));
        onJoined();
      },
    },
  );
}

export default function JoinDialog({ opened, onClose, definition }: JoinDialogProps) {
  const t = useText();
  const language = useLanguage();
  const { holder, name } = useActiveHolder();
  const draft = `join.${holderKey(holder)}.${definition.id}`;
  const amount = useDraft(`${draft}.amount`, "");
  const message = useDraft(`${draft}.message`, "");
  const [isTried, setTried] = useState(false);
  const join = useJoin(definition, () => {
    amount.clear();
    message.clear();
    setTried(false);
    onClose();
  });
  const { currency, minimum, maximum } = definition;
  const fault = amountFault(language, amount.value, definition);
  const limits = {
    minimum: formatMoney(language, minimum, currency),
    maximum: formatMoney(language, maximum ?? minimum, currency),
  };
  const refused = join.error ? fieldErrorTexts(t, join.error) : {};

  function send(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    const read = readJoinAmount(language, amount.value);
    if (!fault && read !== undefined) join.mutate({ amount: read, message: message.value.trim() });
  }

  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t("funds.join.title", { name: definition.name[language] })}
      savesDraft
    >
      <form method="post" onSubmit={send} noValidate className={styles.stack}>
        <p>{t("funds.join.explain", { holder: name })}</p>
        <TextInput
          size="md"
          required
          name="amount"
          inputMode="decimal"
          label={t("funds.join.amount", { currency })}
          description={t(maximum === null ? "funds.join.from" : "funds.join.fromTo", limits)}
          value={amount.value}
          error={(isTried && fault && t(`funds.join.fault.${fault}`, limits)) || refused["amount"]}
          onChange={(event) => amount.set(event.currentTarget.value)}
        />
        <LimitedTextarea
          size="md"
          autosize
          minRows={2}
          maxRows={6}
          limit={messageMaxLength}
          name="message"
          label={t("funds.join.message")}
          value={message.value}
          error={refused["message"]}
          onChange={(event) => message.set(event.currentTarget.value)}
        />
        <p className={styles.note}>{t("funds.join.next")}</p>
        {join.error && (
          <Notice tone="failed">
            {errorText(t, join.error)} {t("funds.join.notSent")}
          </Notice>
        )}
        <DialogActions onCancel={onClose} busy={join.isPending}>
          <Button type="submit" loading={join.isPending}>
            {t("funds.join.send")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
