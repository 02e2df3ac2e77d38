/** Opens a ticket; the page that the writer came from goes with it. */
import { ticketLimits, ticketPathForm } from "@portico/api/rules/tickets.ts";
import { useState } from "react";
import { useLocation } from "react-router";
import { alert } from "../shell/dialogs/alert.ts";
import { PageTitle } from "../shell/layouts/page-title.tsx";
import { BackLink } from "../shell/navigation/back-link.tsx";
import { LocaleLink, useLocaleNavigate } from "../shell/navigation/locale-link.tsx";
import { useActiveHolder } from "../shell/session/active-holder.ts";
import { Notice } from "../ui/notice.tsx";
import { PageHead, Section } from "../ui/section.tsx";
import { useText } from "../ui/text.tsx";
import { type About, NewTicketForm } from "./new-ticket-form.tsx";
import styles from "./tickets.module.css";
import { useTopics } from "./use-tickets.ts";

/** The page that linked here, if it said so. */
function aboutOf(state: unknown): About | undefined {
  const { path, title } = (state ?? {}) as Partial<Record<keyof About, unknown>>;
  if (typeof path !== "string" || typeof title !== "string" || title.trim() === "") return undefined;
  return ticketPathForm.test(path) ? { path, title: title.trim().slice(0, ticketLimits.title) } : undefined;
}

export default function NewTicketPage() {
  const t = useText();
  const { holder, readOnly } = useActiveHolder();
  const [about] = useState(aboutOf(useLocation().state));
  const { topics } = useTopics();
  const navigate = useLocaleNavigate();
  return (
    <>
      <PageTitle>{t("tickets.new.title")}</PageTitle>
      <BackLink to="/tickets">{t("tickets.title")}</BackLink>
      <PageHead title={t("tickets.new.title")}>{t("tickets.new.lead")}</PageHead>
      {readOnly ? (
        <Notice>{t("error.readOnly")}</Notice>
      ) : (
        <Section>
          {about && (
            <p className={styles.about}>
              {t("tickets.about")}{" "}
              <LocaleLink to={about.path} className={styles.aboutLink}>
                {about.title}
              </LocaleLink>
            </p>
          )}
          <NewTicketForm
            holder={holder}
            topics={topics.filter(({ clientsChoose }) => clientsChoose)}
            label={t("tickets.new.content")}
            about={about}
            onCreated={({ id }) => {
              alert.success(t("tickets.new.sent"));
              navigate(`/tickets/${id}`, { replace: true });
            }}
          />
        </Section>
      )}
    </>
  );
}
