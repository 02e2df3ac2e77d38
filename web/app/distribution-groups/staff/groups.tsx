/** Distribution groups: rename, delete, notify all members. */
import { TextInput } from "@mantine/core";
import { nameLimits } from "@portico/api/rules/limits.ts";
import { type ReactNode, useState } from "react";
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useChange, useRunChange } from "../../shell/calls/use-change.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import styles from "../../shell/staff/parts.module.css";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { excessText } from "../../ui/limited-text.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";

interface GroupsProps {
  /** The form that notifies a group. */
  renderNotifyForm: (group: string) => ReactNode;
}

export function Groups({ renderNotifyForm }: GroupsProps) {
  const t = useText();
  const api = useApi();
  const runChange = useRunChange();
  const [recipientGroup, setRecipientGroup] = useState<string>();
  const [renamed, setRenamed] = useState<string>();
  const { data: groups = [] } = useCall(api.distributionGroups.list);
  return (
    <Section title={t("admin.groups.title")} hint={t("admin.groups.manageHint")}>
      {groups.length === 0 && <p className={styles.muted}>{t("admin.groups.none")}</p>}
      <ul className={styles.list}>
        {groups.map(({ name, members, can }) => (
          <li key={name}>
            <span>
              {name}
              <small>{t("admin.groups.members", { count: members })}</small>
            </span>
            <span className={styles.actions}>
              {can.notify && (
                <Button size="compact-sm" variant="default" onClick={() => setRecipientGroup(name)}>
                  {t("admin.groups.tell")}
                </Button>
              )}
              {can.rename && (
                <Button size="compact-sm" variant="default" onClick={() => setRenamed(name)}>
                  {t("admin.groups.rename")}
                </Button>
              )}
              {can.remove && (
                <Button
                  size="compact-sm"
                  variant="subtle"
                  onClick={() =>
                    openConfirmation({
                      title: t("admin.groups.deleteTitle", { name }),
                      text: t("admin.groups.deleteText"),
                      destructive: true,
                      action: async () => {
                        await runChange((calls) => calls.distributionGroups.remove({ params: { name } }));
                      },
                    })
                  }
                >
                  {t("admin.groups.delete")}
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {recipientGroup !== undefined && (
        <Dialog opened onClose={() => setRecipientGroup(undefined)} title={recipientGroup}>
          {renderNotifyForm(recipientGroup)}
        </Dialog>
      )}
      {renamed !== undefined && <Rename name={renamed} onClose={() => setRenamed(undefined)} />}
    </Section>
  );
}

function Rename({ name, onClose }: { name: string; onClose: () => void }) {
  const t = useText();
  const [typed, setTyped] = useState(name);
  const fault = excessText(t, typed, nameLimits.group);
  const rename = useChange((api) =>
    api.distributionGroups.rename({ params: { name }, body: { new_name: typed.trim() } }),
  );
  return (
    <Dialog opened onClose={onClose} title={t("admin.groups.renameTitle", { name })}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim() !== "" && typed.trim() !== name && !fault)
            // Only if this dialog is still open: another may be open by now.
            rename.mutate(undefined, { onSuccess: onClose });
        }}
      >
        <TextInput
          label={t("admin.groups.newName")}
          value={typed}
          error={fault}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {rename.error && <Notice tone="failed">{errorText(t, rename.error)}</Notice>}
        <DialogActions onCancel={onClose}>
          <Button type="submit" loading={rename.isPending}>
            {t("admin.groups.rename")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
