/** Says whose an account at a custodian is: a client's, with four eyes on by a proposal, or nobody's. */

import { currencyCodes } from "@portico/api/currencies.ts";
import type { Custodian } from "@portico/api/custodians.ts";
import { ApiError } from "@portico/api/errors.ts";
import { type AccountPurpose, accountPurposes, custodianLimits } from "@portico/api/rules/custodians.ts";
import { messageMaxLength } from "@portico/api/rules/limits.ts";
import { type FormEvent, useState } from "react";
import { HolderSearch } from "../../holders/staff/holder-search.tsx";
import { errorText, fieldErrorTexts } from "../../shell/calls/api.tsx";
import { useChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { useFourEyes, useReasonTexts } from "../../shell/staff/four-eyes.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { NativeSelect } from "../../ui/fields.tsx";
import { LimitedInput } from "../../ui/limited-input.tsx";
import { LimitedTextarea } from "../../ui/limited-textarea.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "./custodians.module.css";

/** What is known of the account already. */
export interface GivenAccount {
  custodian: number | null;
  /** Empty for one that is typed. */
  number: string;
  currency?: string | null;
}

interface Typed {
  custodian: number | null;
  number: string;
  currency: string;
  purpose: AccountPurpose;
  holderType: "user" | "company";
  holderId: number | null;
  reason: string;
}

interface AccountDialogProps {
  given: GivenAccount;
  custodians: readonly Custodian[];
  onClose: () => void;
}

export function AccountDialog({ given, custodians, onClose }: AccountDialogProps) {
  const t = useText();
  const byTwo = useFourEyes();
  const reasonTexts = useReasonTexts();
  const open = custodians.filter(({ ended_at: ended }) => ended === null);
  const [typed, setTyped] = useState<Typed>({
    custodian: given.custodian ?? (open.length === 1 ? (open[0]?.id ?? null) : null),
    number: given.number,
    currency: given.currency ?? "",
    purpose: "client",
    holderType: "user",
    holderId: null,
    reason: "",
  });
  const set = (part: Partial<Typed>) => setTyped({ ...typed, ...part });
  const isClient = typed.purpose === "client";
  const save = useChange(async (api) => {
    const { custodian, number, purpose, reason, holderType, holderId } = typed;
    const body = { custodian: custodian ?? 0, number, currency: typed.currency || null };
    if (purpose !== "client")
      return api.custodians.markAccount({ body: { ...body, purpose, reason } }).then(() => null);
    const link = { ...body, holder_type: holderType, holder_id: holderId ?? 0 };
    const linked = await api.custodians.linkAccount({ body: { ...link, ...(reason.trim() !== "" && { reason }) } });
    return linked.proposalId;
  });
  const faults = save.error instanceof ApiError ? fieldErrorTexts(t, save.error) : {};
  const isReady = typed.custodian !== null && typed.number.trim() !== "" && (!isClient || typed.holderId !== null);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isReady || save.isPending) return;
    save.mutate(undefined, {
      onSuccess: (proposal) => {
        alert.success(t(proposal === null ? "admin.custodians.accountSaved" : "admin.custodians.accountProposed"));
        onClose();
      },
    });
  }
  return (
    <Dialog opened size="lg" onClose={onClose} title={t("admin.custodians.whose")}>
      <form method="post" className={styles.stack} onSubmit={submit} noValidate>
        <div className={styles.fields}>
          <NativeSelect
            label={t("admin.custodians.custodian")}
            value={typed.custodian === null ? "" : String(typed.custodian)}
            error={faults["custodian"]}
            data={[
              { value: "", label: t("admin.custodians.choose") },
              ...open.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChange={(event) => set({ custodian: Number(event.currentTarget.value) || null })}
          />
          <LimitedInput
            label={t("admin.custodians.number")}
            limit={custodianLimits.number}
            readOnly={given.number !== ""}
            value={typed.number}
            error={faults["number"]}
            onChange={(event) => set({ number: event.currentTarget.value })}
          />
          <NativeSelect
            label={t("admin.custodians.currency")}
            value={typed.currency}
            data={[{ value: "", label: t("admin.custodians.anyCurrency") }, ...currencyCodes]}
            onChange={(event) => set({ currency: event.currentTarget.value })}
          />
          <NativeSelect
            label={t("admin.custodians.purpose")}
            value={typed.purpose}
            data={accountPurposes.map((value) => ({ value, label: t(`admin.custodians.purpose.${value}`) }))}
            onChange={(event) =>
              set({ purpose: accountPurposes.find((one) => one === event.currentTarget.value) ?? "client" })
            }
          />
          {isClient && (
            <NativeSelect
              label={t("admin.custodians.clientIs")}
              value={typed.holderType}
              data={(["user", "company"] as const).map((value) => ({
                value,
                label: t(`admin.benchmarks.to.${value}`),
              }))}
              onChange={(event) =>
                set({ holderType: event.currentTarget.value === "company" ? "company" : "user", holderId: null })
              }
            />
          )}
          {isClient && (
            <HolderSearch
              key={typed.holderType}
              wanted={typed.holderType}
              label={t("admin.custodians.client")}
              value={typed.holderId}
              without={[]}
              onChange={(holderId) => set({ holderId })}
            />
          )}
        </div>
        {(!isClient || byTwo) && (
          <LimitedTextarea
            label={isClient ? reasonTexts.label : t("admin.custodians.reason")}
            {...(isClient && { description: reasonTexts.hint })}
            required
            limit={messageMaxLength}
            autosize
            value={typed.reason}
            error={faults["reason"]}
            onChange={(event) => set({ reason: event.currentTarget.value })}
          />
        )}
        {save.error && <Notice tone="failed">{errorText(t, save.error)}</Notice>}
        <div>
          <Button type="submit" disabled={!isReady} loading={save.isPending}>
            {t(isClient && byTwo ? "admin.proposals.propose" : "admin.custodians.save")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
