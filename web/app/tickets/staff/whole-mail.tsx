/** All of the mail of which a comment is a part: with the quotation, loaded when it is opened. */
import { useState } from "react";
import { useApi } from "../../shell/calls/api.tsx";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useText } from "../../ui/text.tsx";
import styles from "../tickets.module.css";

export function WholeMail({ ticket, comment }: { ticket: number; comment: number }) {
  const t = useText();
  const [isOpened, setOpened] = useState(false);
  return (
    <details
      className={styles.explained}
      data-no-print
      onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}
    >
      <summary>{t("admin.tickets.wholeMail")}</summary>
      {isOpened && <Text ticket={ticket} comment={comment} />}
    </details>
  );
}

function Text({ ticket, comment }: { ticket: number; comment: number }) {
  const api = useApi();
  const query = useCall(api.tickets.getMail, { params: { id: ticket, commentId: comment } });
  return query.data ? <p className={styles.mailText}>{query.data.text}</p> : <PendingQuery query={query} />;
}
