/** Invites a colleague, and lists who was invited: mailed again, or taken back. */
import type { StaffInvitation } from "@portico/api/invitations.ts";
import { useApi } from "../../shell/calls/api.tsx";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useRunChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import styles from "../../shell/staff/parts.module.css";
import { Button } from "../../ui/button.tsx";
import { RecordTime } from "../../ui/dates.tsx";
import rows from "../../ui/rows.module.css";
import { Section } from "../../ui/section.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { useText } from "../../ui/text.tsx";
import { InviteForm } from "./invite-form.tsx";

export default function Invitations() {
  const t = useText();
  const query = useCall(useApi().invitations.list, {});
  return (
    <Section title={t("admin.invitations.title")}>
      <p>{t("admin.invitations.lead")}</p>
      <div className={styles.form}>
        <InviteForm />
      </div>
      {!query.data && <PendingQuery query={query} />}
      {query.data && query.data.length > 0 && (
        <ul className={rows.list}>
          {query.data.map((one) => (
            <InvitationRow key={one.id} invitation={one} />
          ))}
        </ul>
      )}
    </Section>
  );
}

const colours = { open: "blue", expired: "orange", accepted: "green", revoked: "grey" } as const;

function InvitationRow({ invitation }: { invitation: StaffInvitation }) {
  const t = useText();
  const runChange = useRunChange();
  const { id, name, email, state } = invitation;
  const isWaiting = state === "open" || state === "expired";
  return (
    <li>
      <div className={rows.what}>
        <p>
          {name}, {email}
        </p>
        <p className={rows.small}>
          {t(`users.role.${invitation.role}`)}
          {invitation.roleWaits && `, ${t("admin.invitations.roleWaits")}`}
        </p>
        <p className={rows.small}>
          {t("admin.invitations.by", { name: invitation.invitedBy })} <RecordTime at={invitation.invitedAt} />
        </p>
      </div>
      <div className={rows.actions}>
        <StatusBadge status={state} colour={colours[state]}>
          {t(`admin.invitations.state.${state}`)}
        </StatusBadge>
        {isWaiting && (
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={t("admin.invitations.repeatTo", { name })}
            onClick={() =>
              openConfirmation({
                title: t("admin.invitations.repeatTo", { name }),
                text: t("admin.invitations.repeatText", { email }),
                confirmLabel: t("admin.invitations.repeat"),
                action: async () => {
                  await runChange((api) => api.invitations.repeat({ params: { userId: id }, body: {} }));
                  alert.success(t("admin.invitations.sent", { email }));
                },
              })
            }
          >
            {t("admin.invitations.repeat")}
          </Button>
        )}
        {isWaiting && (
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={t("admin.invitations.revokeOf", { name })}
            onClick={() =>
              openConfirmation({
                title: t("admin.invitations.revokeOf", { name }),
                text: t("admin.invitations.revokeText"),
                confirmLabel: t("admin.invitations.revoke"),
                destructive: true,
                action: async () => {
                  await runChange((api) => api.invitations.revoke({ params: { userId: id }, body: {} }));
                },
              })
            }
          >
            {t("admin.invitations.revoke")}
          </Button>
        )}
      </div>
    </li>
  );
}
