/** The user's role, changed by an admin; with four eyes on, and always for the role admin, it needs another person. */
import { NativeSelect } from "@mantine/core";
import { type Role, roles } from "@portico/api/permissions.ts";
import type { UserData } from "@portico/api/users.ts";
import { useState } from "react";
import { useRunChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import { useFourEyesTexts } from "../../shell/staff/four-eyes.ts";
import styles from "../../shell/staff/parts.module.css";
import { Button } from "../../ui/button.tsx";
import { Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import { useShowUser } from "./use-user.ts";

export function UserRoleForm({ user }: { user: UserData }) {
  const t = useText();
  const runChange = useRunChange();
  const show = useShowUser(user.id);
  const guarded = useFourEyesTexts();
  const [role, setRole] = useState<Role>(user.role);

  function ask() {
    openConfirmation({
      title: t("admin.role.title", { name: user.name }),
      ...guarded(
        t("admin.role.text", { before: t(`users.role.${user.role}`), after: t(`users.role.${role}`) }),
        t("admin.role.confirm"),
        { always: role === "admin" },
      ),
      action: async (reason) => {
        const { proposalId } = await runChange(async (api) => {
          const saved = await api.users.setRole({
            params: { id: user.id },
            body: { role, ...(reason && { reason }) },
          });
          show({ role: saved.role });
          return saved;
        });
        alert.success(t(proposalId === null ? "admin.role.done" : "admin.transition.proposed"));
      },
    });
  }

  return (
    <Section title={t("admin.role.section")}>
      <div className={styles.inline}>
        <NativeSelect
          size="sm"
          label={t("admin.clients.role")}
          value={role}
          data={roles.map((value) => ({ value, label: t(`users.role.${value}`) }))}
          onChange={(event) => setRole(event.currentTarget.value as Role)}
        />
        <Button size="sm" variant="default" disabled={role === user.role} onClick={ask}>
          {t("admin.role.confirm")}
        </Button>
      </div>
    </Section>
  );
}
