/** One ticket of the active holder: what was written, and an answer to it. */

import type { Holder } from "@portico/api/shapes.ts";
import type { TicketDetail } from "@portico/api/tickets.ts";
import { data, type LoaderFunctionArgs, useParams } from "react-router";
import { errorText } from "../shell/calls/api.tsx";
import { PendingQuery } from "../shell/calls/query-states.tsx";
import { useChange, useRunChange } from "../shell/calls/use-change.ts";
import { alert } from "../shell/dialogs/alert.ts";
import { PageTitle } from "../shell/layouts/page-title.tsx";
import { BackLink } from "../shell/navigation/back-link.tsx";
import { LocaleLink } from "../shell/navigation/locale-link.tsx";
import { useActiveHolder } from "../shell/session/active-holder.ts";
import { Button } from "../ui/button.tsx";
import { Moment } from "../ui/dates.tsx";
import { rememberFocus } from "../ui/focus-back.ts";
import { Notice } from "../ui/notice.tsx";
import { Facts, PageHead, Section } from "../ui/section.tsx";
import { useText } from "../ui/text.tsx";
import { Closed } from "./closed.tsx";
import { Composer } from "./composer.tsx";
import { Continued } from "./continued.tsx";
import { Conversation } from "./conversation.tsx";
import { DueExplained, DueNext } from "./due.tsx";
import { TicketBadge } from "./ticket-badge.tsx";
import styles from "./tickets.module.css";
import { answerFieldId, ToAnswer } from "./to-answer.tsx";
import { useKeptText } from "./use-kept-text.ts";
import { type useComments, useTicketPage, useTopics } from "./use-tickets.ts";
import { useTicketTitle } from "./use-title.ts";

/** Any other id is a 404. */
function check({ params, request }: Pick<LoaderFunctionArgs, "params" | "request">): null {
  if (!/^[1-9]\d{0,15}$/.test(params["id"] ?? ""))
    throw data(`Page Not Found: ${new URL(request.url).pathname}`, { status: 404 });
  return null;
}
export const loader = check;
/** In the browser the answer is known without asking the server. */
export const clientLoader = check;

export default function TicketPage() {
  const t = useText();
  const id = Number(useParams()["id"]);
  const { holder, readOnly } = useActiveHolder();
  const { query, comments, ticket } = useTicketPage(holder, id);
  return (
    <>
      <BackLink to="/tickets">{t("tickets.title")}</BackLink>
      {ticket ? (
        <Ticket key={id} {...{ holder, ticket, comments, readOnly }} />
      ) : (
        <>
          <PageTitle>{t("tickets.one")}</PageTitle>
          <PageHead title={t("tickets.one")} />
          <PendingQuery query={query} />
        </>
      )}
    </>
  );
}

interface TicketProps {
  holder: Holder;
  ticket: TicketDetail;
  comments: ReturnType<typeof useComments>;
  readOnly: boolean;
}

function Ticket({ holder, ticket, comments, readOnly }: TicketProps) {
  const t = useText();
  const { id, topic, assigned_name, about, can, state, closes_at, waiting_since, continues, due, clocks } = ticket;
  const title = useTicketTitle()(ticket);
  const { nameOf } = useTopics();
  const resolve = useChange((api) => api.tickets.resolve({ params: { ...holder, id }, body: {} }));
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <PageHead
        title={title}
        actions={
          !readOnly && (
            <>
              {can.comment && <ToAnswer />}
              {can.resolve && (
                <Button
                  variant="default"
                  loading={resolve.isPending}
                  onClick={() =>
                    resolve.mutate(undefined, {
                      onSuccess: () => alert.success(t("tickets.resolved")),
                      onError: (error) => alert.error(errorText(t, error)),
                      onSettled: rememberFocus(),
                    })
                  }
                >
                  {t("tickets.resolve")}
                </Button>
              )}
            </>
          )
        }
      >
        <Facts>
          <TicketBadge ticket={ticket} />
          <span>#{id}</span>
          <span>{nameOf(topic)}</span>
          {assigned_name && <span>{t("tickets.lookedAfter", { name: assigned_name })}</span>}
          {waiting_since && !assigned_name && <span>{t("tickets.notYet")}</span>}
          {due && <DueNext due={due} />}
        </Facts>
      </PageHead>
      {state === "resolved" && closes_at && (
        <Notice tone="done">
          {t("tickets.resolvedUntil")} <Moment at={closes_at} />
        </Notice>
      )}
      {continues && (
        <Continued holder={holder} id={id} into={continues} path={`/tickets/${continues.id}`} kinds={[""]} />
      )}
      {state === "closed" && !continues && <Closed {...{ holder, id, title, readOnly }} />}
      <Section>
        {about && (
          <p className={styles.about}>
            {t("tickets.about")}{" "}
            <LocaleLink to={about.path} className={styles.aboutLink}>
              {about.title}
            </LocaleLink>
          </p>
        )}
        <Conversation holder={holder} ticket={ticket} query={comments} />
      </Section>
      {!readOnly && can.comment && <Reply holder={holder} ticket={ticket} />}
      <DueExplained clocks={clocks} />
    </>
  );
}

function Reply({ holder, ticket: { id, state, can } }: { holder: Holder; ticket: TicketDetail }) {
  const t = useText();
  const kept = useKeptText(holder, String(id));
  const runChange = useRunChange();
  return (
    <Section title={t(state === "resolved" ? "tickets.reply.reopen" : "tickets.reply.title")} onScreen>
      <Composer
        holder={holder}
        kept={kept}
        fieldId={answerFieldId}
        canAttach={can.attach}
        label={t("tickets.reply.label")}
        sendLabel={t("tickets.reply.send")}
        onSend={({ content, files, key }) =>
          runChange((api) =>
            api.tickets.addComment({
              params: { ...holder, id },
              body: { content, key, files: files.map((file) => file.id) },
            }),
          )
        }
      />
    </Section>
  );
}
