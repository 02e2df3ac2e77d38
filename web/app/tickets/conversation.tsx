/** What was written in a ticket: its text, and the comments, the oldest first. */
import type { StoredFile } from "@portico/api/files.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { RequestedService, TicketComment, TicketDetail } from "@portico/api/tickets.ts";
import type { ReactNode } from "react";
import { PendingQuery, ShowMore } from "../shell/calls/query-states.tsx";
import { useDownload } from "../shell/calls/use-download.ts";
import { Moment } from "../ui/dates.tsx";
import { useFileSize } from "../ui/file-size.ts";
import { Icon } from "../ui/icon.tsx";
import { useLanguage, useText } from "../ui/text.tsx";
import { MessageText } from "./message-text.tsx";
import styles from "./tickets.module.css";
import type { useComments } from "./use-tickets.ts";
import { WholeMail } from "./whole-mail.tsx";

interface ConversationProps {
  holder: Holder;
  ticket: TicketDetail;
  query: ReturnType<typeof useComments>;
  forStaff?: boolean;
}

export function Conversation({ holder, ticket, query, forStaff = false }: ConversationProps) {
  const t = useText();
  const comments = query.data?.rows;
  return (
    <>
      {/* Only what is added is announced. */}
      <div role="log" aria-label={t("tickets.conversation")} aria-relevant="additions">
        <ol className={styles.messages}>
          <Message holder={holder} message={{ ...ticket, internal: false, from_ticket: null, mailed_at: null }} />
          {inOrder(ticket, comments ?? [], query.hasNextPage).map(({ key, comment, ...message }) => (
            <Message key={key} holder={holder} message={message}>
              {comment && comment.refused_files.length > 0 && (
                <p className={styles.small}>{t("tickets.refusedFiles", { files: comment.refused_files.join(", ") })}</p>
              )}
              {comment?.is_part_of_mail && (
                <WholeMail holder={holder} ticket={ticket.id} comment={comment.id} forStaff={forStaff} />
              )}
            </Message>
          ))}
        </ol>
      </div>
      {comments ? <ShowMore query={query} /> : <PendingQuery query={query} />}
    </>
  );
}

type Shown = Pick<
  TicketComment,
  "content" | "files" | "creator_name" | "by_staff" | "internal" | "created_at" | "from_ticket" | "mailed_at"
> & { service?: RequestedService };

/** The comments, and the texts of merged tickets among them by time; those later than the last loaded comment wait. */
function inOrder(
  { merged }: TicketDetail,
  comments: readonly TicketComment[],
  isMore: boolean,
): (Shown & { key: string; comment?: TicketComment })[] {
  const last = comments.at(-1)?.created_at ?? "";
  const texts = merged
    .filter(({ created_at }) => !isMore || created_at <= last)
    .map((text) => ({ ...text, internal: false, from_ticket: text.id, mailed_at: null, key: `ticket ${text.id}` }));
  const all = [...texts, ...comments.map((comment) => ({ ...comment, comment, key: String(comment.id) }))];
  return all.toSorted((one, other) => one.created_at.localeCompare(other.created_at));
}

function Message({ holder, message, children }: { holder: Holder; message: Shown; children?: ReactNode }) {
  const t = useText();
  const language = useLanguage();
  const { service, content, files, creator_name, by_staff, internal, created_at, from_ticket, mailed_at } = message;
  return (
    <li className={styles.message} data-side={internal ? "note" : by_staff ? "firm" : "client"}>
      <p className={styles.byline}>
        <span className={styles.author}>{creator_name}</span>
        {internal ? (
          <span className={styles.note}>
            <Icon name="eye" size={14} />
            {t("admin.tickets.internal")}
          </span>
        ) : (
          by_staff && <span>{t("tickets.ofFirm")}</span>
        )}
        <Moment at={created_at} />
        {mailed_at !== null && <ByMail at={mailed_at} addedAt={created_at} />}
        {from_ticket !== null && <span>{t("tickets.fromMerged", { number: String(from_ticket) })}</span>}
      </p>
      {service ? <p>{t("tickets.requestedService", { name: service[language] })}</p> : <MessageText text={content} />}
      <Files holder={holder} files={files} />
      {children}
    </li>
  );
}

/** Mails are read within a minute or two; one that was read later says when it came. */
const soonMs = 5 * 60_000;

function ByMail({ at, addedAt }: { at: string; addedAt: string }) {
  const t = useText();
  const isLate = Date.parse(addedAt) - Date.parse(at) > soonMs;
  return (
    <span>
      {t(isLate ? "tickets.byMail.arrived" : "tickets.byMail")}
      {isLate && (
        <>
          {" "}
          <Moment at={at} />
        </>
      )}
    </span>
  );
}

function Files({ holder, files }: { holder: Holder; files: readonly StoredFile[] }) {
  const t = useText();
  const sizeText = useFileSize();
  const { download, busy } = useDownload(holder);
  if (files.length === 0) return null;
  return (
    <ul className={styles.files}>
      {files.map((file) => (
        <li key={file.id}>
          <Icon name="document" size={16} />
          {file.state === "clean" ? (
            <button type="button" disabled={busy} onClick={() => void download(file)}>
              {file.name}
            </button>
          ) : (
            <span>
              {file.name} · {t(file.state === "refused" ? "ui.file.refused" : "ui.file.waiting")}
            </span>
          )}
          <span className={styles.small}>{sizeText(file.size)}</span>
        </li>
      ))}
    </ul>
  );
}
