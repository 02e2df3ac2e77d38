/** Staff: a share to confirm, from the form or anew, or one to correct. */
import { TextInput } from "@mantine/core";
import type { OwnershipShare, StatedOwner } from "@portico/api/ownership.ts";
import { addDays } from "@portico/api/rules/calendar.ts";
import { messageMaxLength } from "@portico/api/rules/limits.ts";
import { findOverHundred, type HeldShare, overlap, readPercent } from "@portico/api/rules/ownership-shares.ts";
import { useState } from "react";
import { HolderSearch } from "../../holders/staff/holder-search.tsx";
import { errorText, fieldErrorTexts } from "../../shell/calls/api.tsx";
import { useChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { useFourEyes, useReasonTexts } from "../../shell/staff/four-eyes.ts";
import { Button } from "../../ui/button.tsx";
import { formatDay, formatExact } from "../../ui/format.ts";
import { LimitedTextarea } from "../../ui/limited-textarea.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "./owner-shares.module.css";
import { useShareText } from "./share-text.ts";

export type EditedShare =
  | { kind: "new" }
  | { kind: "stated"; owner: StatedOwner; revision: number }
  | { kind: "correct"; share: OwnershipShare };

interface ShareFormProps {
  companyId: number;
  edited: EditedShare;
  shares: readonly OwnershipShare[];
  onDone: () => void;
}

const heldOf = ({ owner, percent, from, until }: OwnershipShare): HeldShare => ({
  userId: owner.id,
  percent,
  from,
  until,
});

/** The others as they are once the share is confirmed: one of the person ends the day before it begins. */
const othersOf = (share: HeldShare, shares: readonly OwnershipShare[], edited: EditedShare): HeldShare[] =>
  shares
    .filter(({ id }) => edited.kind !== "correct" || id !== edited.share.id)
    .map(heldOf)
    .map((other) =>
      edited.kind !== "correct" && overlap(other, share) && other.until === null && other.from < share.from
        ? { ...other, until: addDays(share.from, -1) }
        : other,
    );

export function ShareForm({ companyId, edited, shares, onDone }: ShareFormProps) {
  const t = useText();
  const language = useLanguage();
  const text = useShareText();
  const before = edited.kind === "correct" ? edited.share : undefined;
  const stated = edited.kind === "stated" ? edited : undefined;
  const [person, setPerson] = useState<{ id: number; name: string } | null>(
    before?.owner ?? stated?.owner.suggested ?? null,
  );
  const [percent, setPercent] = useState(() => {
    const known = before?.percent ?? stated?.owner.percent;
    return known === undefined ? "" : formatExact(language, known);
  });
  const [from, setFrom] = useState(before?.from ?? "");
  const [until, setUntil] = useState(before?.until ?? "");
  const [reason, setReason] = useState("");
  const isProposed = useFourEyes();
  const reasonTexts = useReasonTexts();
  const isReasonMissing = isProposed && reason.trim() === "";
  const [isTried, setTried] = useState(false);
  const save = useChange(
    (api, share: HeldShare) => {
      const { percent: value, from: first, until: last } = share;
      const dates = { percent: value, from: first, until: last, ...(isProposed && { reason: reason.trim() }) };
      return before
        ? api.ownership.correct({ params: { id: companyId, shareId: before.id }, body: dates })
        : api.ownership.confirm({
            params: { id: companyId },
            body: {
              user_id: share.userId,
              ...dates,
              stated: stated ? { revision: stated.revision, owner: stated.owner.owner } : null,
            },
          });
    },
    {
      onSuccess({ proposalId }) {
        if (proposalId !== null) alert.success(t("admin.transition.proposed"));
        onDone();
      },
    },
  );
  const typed = percent.trim().replace(",", ".");
  const isShare = readPercent(typed) !== undefined;
  const share: HeldShare | null =
    person && isShare && from !== ""
      ? { userId: person.id, percent: typed, from, until: until === "" ? null : until }
      : null;
  const over = share && findOverHundred([...othersOf(share, shares, edited), share]);
  const errors = save.error ? fieldErrorTexts(t, save.error) : {};
  const overText = over
    ? t("admin.ownership.over", { day: formatDay(language, over.day), percent: text.percent(over.percent) })
    : undefined;
  const required = t("field.required");
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (share && !over && !isReasonMissing) save.mutate(share);
      }}
    >
      {stated && (
        <p>
          {stated.owner.name} · {text.percent(stated.owner.percent)}
        </p>
      )}
      {before ? (
        <p>{before.owner.name}</p>
      ) : (
        <>
          {person && <p>{`${person.name} (№ ${person.id})`}</p>}
          <HolderSearch
            wanted="user"
            label={t("admin.ownership.person")}
            size="sm"
            value={person?.id ?? null}
            without={[]}
            onChange={(id, name) => setPerson(id === null ? null : { id, name })}
          />
          {(errors["user_id"] ?? (isTried && !person)) && (
            <Notice tone="failed">{errors["user_id"] ?? required}</Notice>
          )}
        </>
      )}
      <TextInput
        size="sm"
        inputMode="decimal"
        label={t("admin.ownership.percent")}
        description={t("admin.ownership.percentHint")}
        value={percent}
        error={(isTried && !isShare && t("admin.ownership.percentBad")) || overText || errors["percent"]}
        onChange={(event) => setPercent(event.currentTarget.value)}
      />
      <div className={styles.days}>
        <TextInput
          size="sm"
          type="date"
          label={t("admin.ownership.from")}
          description={before ? undefined : t("admin.ownership.fromHint")}
          value={from}
          error={(isTried && from === "" && required) || errors["from"]}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <TextInput
          size="sm"
          type="date"
          label={t("admin.ownership.until")}
          description={t("admin.ownership.untilHint")}
          value={until}
          error={errors["until"]}
          onChange={(event) => setUntil(event.currentTarget.value)}
        />
      </div>
      {isProposed && (
        <LimitedTextarea
          size="sm"
          label={reasonTexts.label}
          description={reasonTexts.hint}
          limit={messageMaxLength}
          value={reason}
          error={(isTried && isReasonMissing && required) || errors["reason"]}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      {save.error && Object.keys(errors).length === 0 && <Notice tone="failed">{errorText(t, save.error)}</Notice>}
      <div className={styles.actions}>
        <Button type="submit" size="sm" loading={save.isPending}>
          {t(isProposed ? "admin.proposals.propose" : "admin.ownership.save")}
        </Button>
        <Button size="sm" variant="subtle" onClick={onDone}>
          {t("admin.ownership.cancel")}
        </Button>
      </div>
    </form>
  );
}
