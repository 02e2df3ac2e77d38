/** Where to pay in, per currency, each detail to be copied, and a code for the bank's app. */
import { SegmentedControl } from "@mantine/core";
import type { Instruction } from "@portico/api/payments/cash.ts";
import { printReference } from "@portico/kyc/creditor-reference.ts";
import { type ReactNode, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { groupIban } from "../../ui/grouped-text.ts";
import { loadedPart } from "../../ui/loaded-part.tsx";
import { Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "./money.module.css";

const PaymentCode = loadedPart(() => import("./payment-code.tsx"));

interface InstructionsProps {
  instructions: readonly Instruction[];
  reference: string;
  /** Shown first; the client's own. */
  currency: string;
}

export function Instructions({ instructions, reference, currency }: InstructionsProps) {
  const t = useText();
  const [chosen, setChosen] = useState(currency);
  const shown = instructions.find((one) => one.currency === chosen) ?? instructions[0];
  return (
    <Section id="pay-in" title={t("money.in.title")} hint={t("money.in.hint")}>
      {!shown && <p>{t("money.in.none")}</p>}
      {instructions.length > 1 && (
        <SegmentedControl
          className={styles.currencies ?? ""}
          aria-label={t("money.in.currency")}
          value={shown?.currency ?? ""}
          onChange={setChosen}
          data={instructions.map((one) => one.currency)}
        />
      )}
      {shown && <InstructionDetails key={shown.currency} instruction={shown} reference={reference} />}
    </Section>
  );
}

interface DetailsProps {
  instruction: Instruction;
  reference: string;
  /** Announced: the code is for it. */
  amount?: string;
}

export function InstructionDetails({ instruction, reference, amount }: DetailsProps) {
  const t = useText();
  const [isCodeShown, setCodeShown] = useState(amount !== undefined);
  const { currency, beneficiary, account, bic, bank, address, code } = instruction;
  return (
    <>
      <dl className={styles.details}>
        <Detail label={t("money.in.beneficiary")} copied={beneficiary} />
        <Detail label={t("money.in.account")} copied={account}>
          {groupIban(account)}
        </Detail>
        <Detail label={t("money.in.bic")} copied={bic} />
        <Detail label={t("money.in.bank")} copied={bank} />
        {address && <Detail label={t("money.in.address")} copied={address} />}
        <Detail label={t("money.in.reference")} copied={reference}>
          <strong>{printReference(reference)}</strong>
        </Detail>
      </dl>
      {code && !isCodeShown && (
        <Button variant="default" size="sm" onClick={() => setCodeShown(true)} data-no-print>
          {t("money.in.code.show")}
        </Button>
      )}
      {code && isCodeShown && <PaymentCode currency={currency} kind={code} amount={amount} />}
    </>
  );
}

function Detail({ label, copied, children }: { label: string; copied: string; children?: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <span>{children ?? copied}</span> <CopyButton text={copied} label={label} />
      </dd>
    </>
  );
}
