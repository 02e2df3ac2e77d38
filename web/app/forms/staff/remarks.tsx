/** Remarks of the reviewer: for the client, or only for colleagues. */

import { Radio } from "@mantine/core";
import { messageMaxLength } from "@portico/api/rules/limits.ts";
import { useState } from "react";
import { errorText } from "../../shell/calls/api.tsx";
import { useChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { rememberFocus } from "../../ui/focus-back.ts";
import { Icon } from "../../ui/icon.tsx";
import { LimitedTextarea } from "../../ui/limited-textarea.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useText } from "../../ui/text.tsx";
import { DecidedMeanwhile } from "./decided-meanwhile.tsx";
import { appended, fieldOfPath, useRemarkTools } from "./remark-tools.ts";
import styles from "./review.module.css";
import type { FormOf, Review } from "./review-types.ts";

interface RemarksProps {
  form: FormOf;
  revision: number;
  remarks: Review["remarks"];
  mayWithdraw: boolean;
}

export function Remarks({ form, revision, remarks, mayWithdraw }: RemarksProps) {
  const t = useText();
  const withdrawRemark = useChange((api, remarkId: number) =>
    api.forms.withdrawRemark({ params: { ...form, revision, remarkId } }),
  );
  if (remarks.length === 0) return null;

  async function withdraw(id: number) {
    const focusBack = rememberFocus();
    try {
      await withdrawRemark.mutateAsync(id);
    } catch (error) {
      alert.error(errorText(t, error));
    } finally {
      focusBack();
    }
  }

  return (
    <ul className={styles.remarks}>
      {remarks.map(({ id, text, audience, author }) => (
        <li key={id} data-audience={audience}>
          <p>{text}</p>
          <p className={styles.muted}>
            {t(`admin.review.for.${audience}`)} · {author.name}
          </p>
          {mayWithdraw && (
            <button
              type="button"
              className={styles.withdraw}
              aria-label={t("admin.review.withdraw")}
              onClick={() => void withdraw(id)}
            >
              <Icon name="close" size={14} />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

interface RemarkButtonProps {
  form: FormOf;
  revision: number;
  path: string;
  /** The field's name; none for the whole step. */
  label?: string;
  /** Remarks can be made now. Unsaved input stays when that ends. */
  offered: boolean;
  decision: Review["decision"];
}

export function RemarkButton({ form, revision, path, label, offered, decision }: RemarkButtonProps) {
  const t = useText();
  const addRemark = useChange((api, body: { path: string; audience: "client" | "staff"; text: string }) =>
    api.forms.addRemark({ params: { ...form, revision }, body }),
  );
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState("");
  const [audience, setAudience] = useState<"client" | "staff">("client");
  const tools = useRemarkTools();
  const title = label ? t("admin.review.remarkOn", { field: label }) : t("admin.review.remarkOnStep");

  function add() {
    addRemark.mutate(
      { path, audience, text: text.trim() },
      {
        onSuccess: () => {
          setOpen(false);
          setText("");
        },
      },
    );
  }

  return (
    <>
      {offered && (
        <Button size="compact-sm" variant="subtle" aria-label={title} onClick={() => setOpen(true)}>
          {t("admin.review.remark")}
        </Button>
      )}
      {isOpen && (
        <Dialog opened onClose={() => setOpen(false)} title={title}>
          <Radio.Group
            label={t("admin.review.audience")}
            value={audience}
            onChange={(value) => setAudience(value === "staff" ? "staff" : "client")}
          >
            <div className={styles.audience}>
              <Radio value="client" label={t("admin.review.for.client")} />
              <Radio value="staff" label={t("admin.review.for.staff")} />
            </div>
          </Radio.Group>
          <LimitedTextarea
            mt="md"
            label={t("admin.review.remarkText")}
            autosize
            minRows={3}
            limit={messageMaxLength}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          {tools({
            field: fieldOfPath(path),
            text,
            onInsert: (inserted) => setText((before) => appended(before, inserted)),
          })}
          {decision ? (
            <DecidedMeanwhile decision={decision} />
          ) : (
            addRemark.error && <Notice tone="failed">{errorText(t, addRemark.error)}</Notice>
          )}
          <DialogActions onCancel={() => setOpen(false)}>
            <Button onClick={add} loading={addRemark.isPending} disabled={decision !== null || text.trim() === ""}>
              {t("admin.review.pin")}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}
