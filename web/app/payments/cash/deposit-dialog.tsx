/** Announces a deposit, and then shows where to pay it and with which reference. */
import { NativeSelect, TextInput } from "@mantine/core";
import type { Instruction } from "@portico/api/payments/cash.ts";
import { type FormEvent, useState } from "react";
import { errorText, fieldErrorTexts } from "../../shell/calls/api.tsx";
import { useChange } from "../../shell/calls/use-change.ts";
import { useHolder } from "../../shell/session/active-holder.ts";
import { Button } from "../../ui/button.tsx";
import { useCurrencyNames } from "../../ui/currency-names.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { digitsOf, formatMoney } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { readSum } from "./amounts.ts";
import { InstructionDetails } from "./instructions.tsx";
import styles from "./money.module.css";

interface DepositDialogProps {
  opened: boolean;
  onClose: () => void;
  instructions: readonly Instruction[];
  reference: string;
  /** Chosen first. */
  currency: string;
}

interface Announced {
  sum: string;
  currency: string;
}

/** The key stays the same until it has arrived, so that a retry is not a second one. */
function useAnnounce(onDone: (announced: Announced) => void) {
  const { holderType, holderId } = useHolder();
  const [sent, setSent] = useState<{ key: string; content: string }>();
  return useChange(
    (api, transactionInfo: Announced) => {
      const content = JSON.stringify(transactionInfo);
      const key = sent?.content === content ? sent.key : crypto.randomUUID();
      setSent({ key, content });
      return api.payments.requestTransaction({
        params: { holderType, holderId },
        body: { type: "deposit", transactionInfo, key },
      });
    },
    {
      onSuccess: (_, announced) => {
        setSent(undefined);
        onDone(announced);
      },
    },
  );
}

export default function DepositDialog({ opened, onClose, instructions, reference, currency }: DepositDialogProps) {
  const t = useText();
  const language = useLanguage();
  const nameOf = useCurrencyNames();
  const currencies = instructions.length > 0 ? instructions.map((one) => one.currency) : [currency];
  const [chosen, setChosen] = useState(currencies.includes(currency) ? currency : (currencies[0] ?? currency));
  const [typed, setTyped] = useState("");
  const [isTried, setTried] = useState(false);
  const [announced, setAnnounced] = useState<Announced>();
  const announce = useAnnounce(setAnnounced);
  const read = readSum(language, typed, chosen);
  const instruction = instructions.find((one) => one.currency === announced?.currency);
  const refused = announce.error ? fieldErrorTexts(t, announce.error) : {};

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if ("sum" in read && !announce.isPending) announce.mutate({ sum: read.sum, currency: chosen });
  }
  function close() {
    onClose();
    setAnnounced(undefined);
    setTyped("");
    setTried(false);
  }

  return (
    <Dialog opened={opened} onClose={close} title={t("money.announce.title")} savesDraft={announced !== undefined}>
      {announced ? (
        <div className={styles.form}>
          <Notice tone="done">{t("money.announce.sent")}</Notice>
          {instruction ? (
            <>
              <p>{t("money.announce.howTo", { sum: formatMoney(language, announced.sum, announced.currency) })}</p>
              <InstructionDetails instruction={instruction} reference={reference} amount={announced.sum} />
            </>
          ) : (
            <p>{t("money.in.none")}</p>
          )}
          <div className={styles.buttons}>
            <Button onClick={close}>{t("ui.action.close")}</Button>
          </div>
        </div>
      ) : (
        <form method="post" onSubmit={submit} noValidate className={styles.form}>
          <p>{t("money.announce.text")}</p>
          <div className={styles.pair}>
            <TextInput
              name="sum"
              inputMode="decimal"
              label={t("money.out.sum")}
              value={typed}
              error={
                isTried && "fault" in read
                  ? t("money.error.sum", { decimals: digitsOf(chosen) })
                  : refused["transactionInfo.sum"]
              }
              data-autofocus
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            <NativeSelect
              name="currency"
              label={t("money.in.currency")}
              value={chosen}
              data={currencies.map((code) => ({ value: code, label: `${code} · ${nameOf(code)}` }))}
              error={refused["transactionInfo.currency"]}
              onChange={(event) => setChosen(event.currentTarget.value)}
            />
          </div>
          {announce.error && Object.keys(refused).length === 0 && (
            <Notice tone="failed">{errorText(t, announce.error)}</Notice>
          )}
          <div className={styles.buttons}>
            <Button variant="default" onClick={close}>
              {t("ui.action.cancel")}
            </Button>
            <Button type="submit" loading={announce.isPending}>
              {t("money.announce.send")}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
