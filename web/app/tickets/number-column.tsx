/** A ticket's number in lists; on a phone, where most columns are hidden, its topic stands beside it. */
import type { TicketRow } from "@portico/api/tickets.ts";
import type { Column } from "../ui/table-column.ts";
import type { Translate } from "../ui/text.tsx";
import styles from "./tickets.module.css";

export const numberColumn = (t: Translate, nameOf: (topic: string) => string): Column<TicketRow> => ({
  id: "number",
  header: t("tickets.list.number"),
  value: ({ id }) => `#${id}`,
  cell: ({ id, topic }) => (
    <>
      #{id}
      <span className={styles.onPhone}> · {nameOf(topic)}</span>
    </>
  ),
  phone: "line",
});
