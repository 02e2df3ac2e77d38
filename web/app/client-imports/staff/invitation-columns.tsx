/** The columns of the invitations of existing clients. */
import type { ClientInvitation } from "@portico/api/client-imports.ts";
import { useMemo } from "react";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { chooseColumn } from "../../shell/staff/queue/choose-column.tsx";
import type { Selecting } from "../../shell/staff/queue/use-selection.ts";
import { Button } from "../../ui/button.tsx";
import { RecordMinute } from "../../ui/dates.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useText } from "../../ui/text.tsx";
import styles from "./client-imports.module.css";
import { InvitationBadge } from "./states.tsx";

const minute = (at: string | null) => at && <RecordMinute at={at} />;

export function useInvitationColumns(
  { chosen, choose, chooseRange }: Selecting,
  shown: readonly string[],
  onCorrect: (person: ClientInvitation) => void,
): readonly Column<ClientInvitation>[] {
  const t = useText();
  return useMemo((): readonly Column<ClientInvitation>[] => {
    const columns: Column<ClientInvitation>[] = [
      chooseColumn(t("admin.lists.choose"), ({ id, name, state }) =>
        state === "accepted"
          ? undefined
          : {
              id: String(id),
              label: t("admin.clientInvitations.select", { name }),
              isChosen: chosen.includes(String(id)),
              onChoose: (is, isRange) => (is && isRange ? chooseRange(String(id), shown) : choose(String(id), is)),
            },
      ),
      {
        id: "name",
        header: t("admin.clientImports.name"),
        value: ({ name }) => name,
        cell: ({ id, name }) => <LocaleLink to={`/admin/user/${id}`}>{name}</LocaleLink>,
        phone: "title",
      },
      {
        id: "email",
        header: t("admin.clientInvitations.email"),
        value: ({ email }) => email,
        cell: (person) => <Address person={person} onCorrect={onCorrect} />,
        phone: "line",
      },
      {
        id: "state",
        header: t("admin.clientImports.stateHead"),
        value: ({ state, signedInAt, returned }) =>
          t(`admin.clientInvitations.state.${signedInAt ? "signedIn" : returned ? "returned" : state}`),
        cell: ({ state, signedInAt, returned }) => (
          <InvitationBadge state={state} isSignedIn={signedInAt !== null} isReturned={returned} />
        ),
        phone: "key",
      },
      {
        id: "sent",
        header: t("admin.clientInvitations.sent"),
        value: ({ sentAt }) => sentAt,
        cell: ({ sentAt }) => minute(sentAt),
        phone: "key",
      },
      {
        id: "expires",
        header: t("admin.clientInvitations.expires"),
        value: ({ expiresAt }) => expiresAt,
        cell: ({ expiresAt, state }) => state !== "accepted" && minute(expiresAt),
      },
      {
        id: "signedIn",
        header: t("admin.clientInvitations.signedIn"),
        value: ({ signedInAt }) => signedInAt,
        cell: ({ signedInAt }) => minute(signedInAt),
      },
      {
        id: "asked",
        header: t("admin.clientInvitations.asked"),
        value: ({ askedAt }) => askedAt,
        cell: ({ askedAt }) => minute(askedAt),
        wideOnly: true,
      },
      {
        id: "number",
        header: t("admin.clientInvitations.number"),
        value: ({ clientNumber }) => clientNumber,
        wideOnly: true,
      },
    ];
    return columns.map((column) => ({ ...column, sortable: false }));
  }, [t, chosen, choose, chooseRange, shown, onCorrect]);
}

/** With its correction, as long as nobody has chosen a password with it. */
function Address({ person, onCorrect }: { person: ClientInvitation; onCorrect: (person: ClientInvitation) => void }) {
  const t = useText();
  return (
    <span className={styles.address}>
      {person.email}
      {person.state !== "accepted" && (
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={`${t("admin.clientInvitations.correct")}: ${person.name}`}
          onClick={() => onCorrect(person)}
        >
          {t("admin.clientInvitations.correct")}
        </Button>
      )}
    </span>
  );
}
