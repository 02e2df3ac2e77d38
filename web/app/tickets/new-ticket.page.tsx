/** Opens a ticket; the page that the writer came from goes with it. */
import { NativeSelect, TextInput } from "@mantine/core";
import { ticketLimits, ticketPathForm } from "@portico/api/rules/tickets.ts";
import { useState } from "react";
import { useLocation } from "react-router";
import { useActiveHolder } from "../shell/active-holder.ts";
import { alert } from "../shell/alert.ts";
import { useRunChange } from "../shell/calls/use-change.ts";
import { LocaleLink, useLocaleNavigate } from "../shell/locale-link.tsx";
import { PageTitle } from "../shell/page-title.tsx";
import { Icon } from "../ui/icon.tsx";
import { Notice } from "../ui/notice.tsx";
import { PageHead, Section } from "../ui/section.tsx";
import { useLanguage, useText } from "../ui/text.tsx";
import { Composer } from "./composer.tsx";
import styles from "./tickets.module.css";
import { useKeptText } from "./use-kept-text.ts";
import { useTopics } from "./use-tickets.ts";

interface About {
  path: string;
  title: string;
}

/** The page that linked here, if it said so. */
function aboutOf(state: unknown): About | undefined {
  const { path, title } = (state ?? {}) as Partial<Record<keyof About, unknown>>;
  if (typeof path !== "string" || typeof title !== "string" || title.trim() === "") return undefined;
  return ticketPathForm.test(path) ? { path, title: title.trim().slice(0, ticketLimits.title) } : undefined;
}

export default function NewTicketPage() {
  const t = useText();
  const language = useLanguage();
  const { holder, readOnly } = useActiveHolder();
  const [about] = useState(aboutOf(useLocation().state));
  const { topics } = useTopics();
  const offered = topics.filter(({ clientsChoose }) => clientsChoose);
  const kept = useKeptText(holder, "new");
  const { text, set } = kept;
  const navigate = useLocaleNavigate();
  const runChange = useRunChange();
  return (
    <>
      <PageTitle>{t("tickets.new.title")}</PageTitle>
      <LocaleLink to="/tickets" className={styles.back} data-no-print>
        <Icon name="back" size={16} />
        {t("tickets.title")}
      </LocaleLink>
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
          <Composer
            holder={holder}
            kept={kept}
            canAttach
            label={t("tickets.new.content")}
            sendLabel={t("tickets.new.send")}
            missing={text.title.trim() === "" ? ["title"] : []}
            renderBefore={(refused) => (
              <>
                <NativeSelect
                  name="topic"
                  label={t("tickets.list.topic")}
                  value={text.topic}
                  error={refused["topic"]}
                  data={offered.map(({ id, name }) => ({ value: id, label: name[language] }))}
                  onChange={(event) => set({ topic: event.currentTarget.value })}
                />
                <TextInput
                  name="title"
                  label={t("tickets.list.title")}
                  maxLength={ticketLimits.title}
                  value={text.title}
                  error={refused["title"]}
                  onChange={(event) => set({ title: event.currentTarget.value })}
                />
              </>
            )}
            onSend={async ({ title, content, topic, files, key }) => {
              const known = offered.find(({ id }) => id === topic);
              const { id } = await runChange((api) =>
                api.tickets.create({
                  params: holder,
                  body: {
                    title,
                    content,
                    key,
                    files: files.map((file) => file.id),
                    ...(known && { topic: known.id }),
                    ...(about && { about }),
                  },
                }),
              );
              alert.success(t("tickets.new.sent"));
              navigate(`/tickets/${id}`, { replace: true });
            }}
          />
        </Section>
      )}
    </>
  );
}
