/** Topic, title and text of a new ticket, by the client or by staff for the client. */
import { NativeSelect } from "@mantine/core";
import { ticketLimits } from "@portico/api/rules/tickets.ts";
import { isBlank } from "@portico/api/rules/visible-text.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { TicketDetail, TicketTopic } from "@portico/api/tickets.ts";
import { useRunChange } from "../shell/calls/use-change.ts";
import { LimitedInput } from "../ui/limited-input.tsx";
import { useLanguage, useText } from "../ui/text.tsx";
import { Composer } from "./composer.tsx";
import { useKeptText } from "./use-kept-text.ts";

/** The page that a ticket is about. */
export interface About {
  path: string;
  title: string;
}

interface NewTicketFormProps {
  holder: Holder;
  /** Those that the writer may choose. */
  topics: readonly TicketTopic[];
  /** Of the text. */
  label: string;
  about?: About | undefined;
  onCreated: (ticket: TicketDetail) => void;
}

export function NewTicketForm({ holder, topics, label, about, onCreated }: NewTicketFormProps) {
  const t = useText();
  const language = useLanguage();
  const kept = useKeptText(holder, "new");
  const { text, set } = kept;
  const runChange = useRunChange();
  return (
    <Composer
      holder={holder}
      kept={kept}
      canAttach
      label={label}
      sendLabel={t("tickets.new.send")}
      missing={isBlank(text.title) ? ["title"] : []}
      renderBefore={(refused) => (
        <>
          <NativeSelect
            name="topic"
            label={t("tickets.list.topic")}
            value={text.topic}
            error={refused["topic"]}
            data={topics.map(({ id, name }) => ({ value: id, label: name[language] }))}
            onChange={(event) => set({ topic: event.currentTarget.value })}
          />
          <LimitedInput
            name="title"
            label={t("tickets.list.title")}
            limit={ticketLimits.title}
            value={text.title}
            error={refused["title"]}
            onChange={(event) => set({ title: event.currentTarget.value })}
          />
        </>
      )}
      onSend={async ({ title, content, topic, files, key }) => {
        const known = topics.find(({ id }) => id === topic);
        const ticket = await runChange((api) =>
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
        onCreated(ticket);
      }}
    />
  );
}
