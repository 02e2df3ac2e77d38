/** All staff: role, last sign-in, what each looks after, and the deactivation of who leaves. */

import type { colleagues } from "@portico/api/colleagues.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import { useState } from "react";
import Invitations from "../../invitations/staff/invitations.tsx";
import { useApi } from "../../shell/calls/api.tsx";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { useSession } from "../../shell/session/session.ts";
import { useHasLevel } from "../../shell/staff/staff-access.ts";
import { Button } from "../../ui/button.tsx";
import { RecordTime } from "../../ui/dates.tsx";
import { Notice } from "../../ui/notice.tsx";
import styles from "../../ui/rows.module.css";
import { PageHead, Section } from "../../ui/section.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { useText } from "../../ui/text.tsx";
import { DeactivateDialog } from "./deactivate-dialog.tsx";

export type Person = Answer<(typeof colleagues)["listPeople"]>[number];

export default function PeoplePage() {
  const t = useText();
  return (
    <>
      <PageTitle>{t("admin.people.title")}</PageTitle>
      <PageHead title={t("admin.people.title")}>{t("admin.people.lead")}</PageHead>
      {useHasLevel("admin") ? <People /> : <Notice>{t("admin.people.adminsOnly")}</Notice>}
    </>
  );
}

function People() {
  const t = useText();
  const query = useCall(useApi().colleagues.listPeople, {});
  const people = query.data;
  const [leaving, setLeaving] = useState<Person>();
  return (
    <>
      <Section title={t("admin.people.staff")}>
        {!people && <PendingQuery query={query} />}
        {people && (
          <ul className={styles.list}>
            {people.map((person) => (
              <PersonRow key={person.id} person={person} onLeave={() => setLeaving(person)} />
            ))}
          </ul>
        )}
      </Section>
      <Invitations />
      {leaving && people && (
        <DeactivateDialog
          person={leaving}
          colleagues={people.filter(({ id, state }) => id !== leaving.id && state !== "disabled")}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </>
  );
}

const kinds = ["clients", "tickets", "chats", "breaks", "views"] as const;

function PersonRow({ person, onLeave }: { person: Person; onLeave: () => void }) {
  const t = useText();
  const session = useSession();
  const isGone = person.state === "disabled";
  const work = kinds.filter((kind) => person[kind] > 0);
  return (
    <li>
      <div className={styles.what}>
        <p>
          <LocaleLink to={`/admin/user/${person.id}/profile`}>{person.name}</LocaleLink>
        </p>
        <p className={styles.small}>
          {t(`users.role.${person.role}`)}, {person.email}
        </p>
        <p className={styles.small}>
          {t("admin.people.lastSignIn")}:{" "}
          {person.lastSignIn === null ? t("admin.people.never") : <RecordTime at={person.lastSignIn} />}
        </p>
        <p className={styles.small}>
          {work.length === 0
            ? t("admin.people.nothing")
            : work.map((kind) => t(`admin.people.${kind}`, { count: person[kind] })).join(", ")}
        </p>
      </div>
      <div className={styles.actions}>
        {isGone && (
          <StatusBadge status="disabled" colour="grey">
            {t("users.state.disabled")}
          </StatusBadge>
        )}
        {!isGone && person.id !== session?.profile.id && (
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={t("admin.people.deactivateOf", { name: person.name })}
            onClick={onLeave}
          >
            {t("admin.people.deactivate")}
          </Button>
        )}
      </div>
    </li>
  );
}
