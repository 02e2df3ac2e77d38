/** Distribution groups: rename, delete, notify all members. */
import { TextInput } from "@mantine/core";
import { nameLimits } from "@portico/api/rules/limits.ts";
import { type ReactNode, useState } from "react";
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useChange, useRunChange } from "../../shell/calls/use-change.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { HistoryButton } from "../../shell/staff/history/history-button.tsx";
import styles from "../../shell/staff/parts.module.css";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { excessText } from "../../ui/excess-text.ts";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";

/** The list of clients with this group's members alone. */
const membersPath = (group: string): string => `/admin?group=${encodeURIComponent(group)}`;

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
  const query = useCall(api.distributionGroups.list);
  const groups = query.data ?? [];
  return (
    <Section
      title={t("admin.groups.title")}
      hint={t("admin.groups.manageHint")}
      actions={<HistoryButton kind="group" title={t("admin.groups.title")} />}
    >
      {!query.data && <PendingQuery query={query} />}
      {query.data?.length === 0 && <p className={styles.muted}>{t("admin.groups.none")}</p>}
      <ul className={styles.list}>
        {groups.map(({ name, members, can }) => (
          <li key={name}>
            <span>
              {name}
              <small>
                {members > 0 ? (
                  <LocaleLink
                    to={membersPath(name)}
                    aria-label={`${name}: ${t("admin.groups.members", { count: members })}`}
                  >
                    {t("admin.groups.members", { count: members })}
                  </LocaleLink>
                ) : (
                  t("admin.groups.members", { count: members })
                )}
              </small>
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
          <Recipients group={recipientGroup} />
          {renderNotifyForm(recipientGroup)}
        </Dialog>
      )}
      {renamed !== undefined && <Rename name={renamed} onClose={() => setRenamed(undefined)} />}
    </Section>
  );
}

/** Most members that are named before a message goes; the list has all. */
const mostNamed = 20;

/** Who gets the message, by name, before it goes. */
function Recipients({ group }: { group: string }) {
  const t = useText();
  const query = useCall(useApi().users.list, { query: { group, limit: mostNamed, sort: "name" } });
  if (!query.data) return <PendingQuery query={query} />;
  const { users, count } = query.data;
  const left = count - users.length;
  return (
    <div className={styles.recipients}>
      <p>{t("admin.groups.recipients", { count })}</p>
      <ul>
        {users.map(({ id, name }) => (
          <li key={id}>
            <LocaleLink to={`/admin/user/${id}/profile`}>{name}</LocaleLink>
          </li>
        ))}
        {left > 0 && (
          <li>
            <LocaleLink to={membersPath(group)}>{t("admin.groups.others", { count: left })}</LocaleLink>
          </li>
        )}
      </ul>
    </div>
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
