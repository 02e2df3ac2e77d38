/** All of the mail of which a comment is a part: with the quotation, loaded when it is opened. */
import type { Holder } from "@portico/api/shapes.ts";
import { useState } from "react";
import { useApi } from "../shell/calls/api.tsx";
import { PendingQuery } from "../shell/calls/query-states.tsx";
import { useCall } from "../shell/calls/use-call.ts";
import { useText } from "../ui/text.tsx";
import styles from "./tickets.module.css";
import { asHolder } from "./use-tickets.ts";

interface WholeMailProps {
  holder: Holder;
  ticket: number;
  comment: number;
  forStaff: boolean;
}

export function WholeMail(props: WholeMailProps) {
  const t = useText();
  const [isOpened, setOpened] = useState(false);
  return (
    <details
      className={styles.explained}
      data-no-print
      onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}
    >
      <summary>{t("tickets.wholeMail")}</summary>
      {isOpened && <Text {...props} />}
    </details>
  );
}

function Text({ holder: { holderType, holderId }, ticket: id, comment: commentId, forStaff }: WholeMailProps) {
  const t = useText();
  const api = useApi();
  const query = useCall(api.tickets.getMail, {
    params: { holderType, holderId, id, commentId },
    query: forStaff ? {} : asHolder,
  });
  if (!query.data) return <PendingQuery query={query} />;
  return (
    <>
      {/* Nobody knows in which languages it is. */}
      <p className={styles.mailText} lang="" dir="auto">
        {query.data.text}
      </p>
      {query.data.is_cut && <p className={styles.small}>{t("tickets.wholeMail.isCut")}</p>}
    </>
  );
}
