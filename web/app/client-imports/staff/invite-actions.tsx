/** Invites, reminds and takes back: the selected people, or all whom the filter finds. */
import type { InvitationCounts } from "@portico/api/client-imports.ts";
import { useRunChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import type { Selecting } from "../../shell/staff/queue/use-selection.ts";
import { Button } from "../../ui/button.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "./client-imports.module.css";
import type { InvitationFilter, Whom } from "./use-client-invitations.ts";

interface InviteActionsProps {
  first: { counts: InvitationCounts; pace: { perHour: number; missing: readonly string[] } };
  filter: InvitationFilter;
  selection: Selecting;
}

/** What is offered for all: those who were never invited, and those whose invitation nobody answered. */
const wholeOffers = [
  { state: "waiting", label: "inviteAll" },
  { state: "sent", label: "remindAll" },
  { state: "expired", label: "remindAll" },
] as const;

export function InviteActions({ first: { counts, pace }, filter, selection }: InviteActionsProps) {
  const t = useText();
  const runChange = useRunChange();
  const ids = selection.chosen.map(Number);
  const isBlocked = pace.missing.length > 0;

  function invite(whom: Whom, count: number) {
    openConfirmation({
      title: t("admin.clientInvitations.inviteTitle", { count }),
      text: t("admin.clientInvitations.inviteText", { perHour: pace.perHour }),
      confirmLabel: t("admin.clientInvitations.inviteAll", { count }),
      action: async () => {
        const { queued } = await runChange((api) => api.clientImports.invite({ body: { whom } }));
        selection.clear();
        alert.success(t("admin.clientInvitations.queued", { count: queued }));
      },
    });
  }
  function takeBack() {
    openConfirmation({
      title: t("admin.clientInvitations.takeBackTitle", { count: ids.length }),
      text: t("admin.clientInvitations.takeBackText"),
      confirmLabel: t("admin.clientInvitations.takeBack"),
      destructive: true,
      action: async () => {
        await runChange((api) => api.clientImports.takeBack({ body: { whom: { ids } } }));
        selection.clear();
      },
    });
  }
  if (ids.length > 0)
    return (
      <div className={styles.chosen}>
        <output>{t("admin.clientInvitations.selected", { count: ids.length })}</output>
        <Button size="sm" disabled={isBlocked} onClick={() => invite({ ids }, ids.length)}>
          {t("admin.clientInvitations.inviteSelected")}
        </Button>
        <Button size="sm" variant="default" onClick={takeBack}>
          {t("admin.clientInvitations.takeBackSelected")}
        </Button>
        <Button size="sm" variant="subtle" onClick={selection.clear}>
          {t("admin.lists.chooseNone")}
        </Button>
      </div>
    );
  const { importId } = filter;
  // Counts are of a file or of all, whatever is searched for.
  const offers = wholeOffers.filter(
    ({ state }) => counts[state] > 0 && (filter.state ?? "waiting") === state && filter.search === undefined,
  );
  if (offers.length === 0) return null;
  return (
    <div className={styles.chosen}>
      {offers.map(({ state, label }) => (
        <Button
          key={state}
          size="sm"
          disabled={isBlocked}
          onClick={() => invite({ filter: { state, ...(importId !== undefined && { importId }) } }, counts[state])}
        >
          {t(`admin.clientInvitations.${label}`, { count: counts[state] })}
        </Button>
      ))}
    </div>
  );
}
