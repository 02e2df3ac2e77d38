/** Who looks after the conversation; another colleague gets it with a note. */
import { messageMaxLength } from "@portico/api/rules/limits.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useRef, useState } from "react";
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useChange } from "../../shell/calls/use-change.ts";
import { useProfile } from "../../shell/session/session.ts";
import { useHasLevel } from "../../shell/staff/staff-access.ts";
import { Button } from "../../ui/button.tsx";
import { rememberFocus, takeFocus } from "../../ui/focus-back.ts";
import { LimitedTextarea } from "../../ui/limited-textarea.tsx";
import { Notice } from "../../ui/notice.tsx";
import { SavingSelect } from "../../ui/saving-select.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "./chats.module.css";

interface InChargeProps {
  holder: Holder;
  colleagues: readonly { id: number; name: string }[];
}

export function InCharge({ holder: { holderType, holderId }, colleagues }: InChargeProps) {
  const t = useText();
  const api = useApi();
  const { id: userId } = useProfile();
  const params = { holderType, holderId };
  const { data } = useCall(api.chats.open, { params });
  const mayAssign = useHasLevel("office") && data?.can.assign === true;
  /** The colleague for whom a note can be written first. */
  const [next, setNext] = useState<number | null>(null);
  const [note, setNote] = useState("");
  const assign = useChange((calls, { id, text }: { id: number | null; text: string }) =>
    calls.chats.assign({ params, body: { admin_id: id, ...(text !== "" && { note: text }) } }),
  );
  const value = next ?? (assign.isPending ? assign.variables.id : (data?.assigned_to?.id ?? null));
  const select = useRef<HTMLSelectElement>(null);
  const end = () => {
    setNext(null);
    setNote("");
    // Once it is enabled again; the form is gone.
    setTimeout(() => select.current?.focus());
  };
  function choose(id: number | null): void {
    if (id === null || id === userId || id === data?.assigned_to?.id) {
      setNext(null);
      setNote("");
      assign.mutate({ id, text: "" }, { onSettled: rememberFocus() });
    } else setNext(id);
  }
  return (
    <>
      <SavingSelect
        ref={select}
        size="sm"
        label={t("admin.chats.assign")}
        readOnly={!mayAssign}
        disabled={assign.isPending}
        value={value === null ? "" : String(value)}
        data={[
          { value: "", label: t("admin.chats.nobody") },
          ...colleagues.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onSave={(chosen) => choose(chosen === "" ? null : Number(chosen))}
      />
      {next !== null && (
        <form
          method="post"
          className={styles.transfer}
          onSubmit={(event) => {
            event.preventDefault();
            if (!assign.isPending) assign.mutate({ id: next, text: note.trim() }, { onSuccess: end });
          }}
        >
          <LimitedTextarea
            ref={takeFocus}
            size="sm"
            label={t("admin.chats.assignNote")}
            description={t("admin.chats.assignNoteHint")}
            autosize
            minRows={2}
            maxRows={6}
            limit={messageMaxLength}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <div className={styles.handOverActions}>
            <Button type="button" size="sm" variant="default" onClick={end}>
              {t("admin.chats.assignCancel")}
            </Button>
            <Button type="submit" size="sm" loading={assign.isPending}>
              {t("admin.chats.assignConfirm")}
            </Button>
          </div>
        </form>
      )}
      {assign.error && <Notice tone="failed">{errorText(t, assign.error)}</Notice>}
    </>
  );
}
