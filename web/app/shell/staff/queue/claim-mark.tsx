/** Who works on something, and the button by which the reader begins or ends. */
import type { ClaimedKind } from "@portico/api/work-claims/kinds.ts";
import { Button } from "../../../ui/button.tsx";
import type { Column } from "../../../ui/table-column.ts";
import { type Translate, useText } from "../../../ui/text.tsx";
import { useSession } from "../../session/session.ts";
import { type QueueClaim, useClaims, useToggleClaim } from "./claims.ts";
import styles from "./queue.module.css";

interface ClaimMarkProps<Row> {
  row: Row;
  name: string;
  claim: QueueClaim<Row>;
}

export function ClaimMark<Row>({ row, name, claim }: ClaimMarkProps<Row>) {
  const t = useText();
  const ownId = useSession()?.profile.id;
  const toggle = useToggleClaim(claim);
  const by = claim.byOf(row);
  const isOwn = by !== null && by.id === ownId;
  if (by && !isOwn) return <span className={styles.claimed}>{by.name}</span>;
  if (!claim.may(row)) return isOwn ? <span className={styles.claimed}>{by?.name}</span> : null;
  const text = t(isOwn ? "admin.queue.release" : "admin.queue.claim");
  return (
    <span className={styles.claimed}>
      {isOwn && by.name}
      <Button size="compact-sm" variant="subtle" aria-label={`${text}: ${name}`} onClick={() => toggle(row)}>
        {text}
      </Button>
    </span>
  );
}

export const claimColumn = <Row,>(t: Translate, claim: QueueClaim<Row>, nameOf: (row: Row) => string): Column<Row> => ({
  id: "claim",
  header: t("admin.queue.worker"),
  value: (row) => claim.byOf(row)?.name,
  control: true,
  sortable: false,
  phone: "line",
  cell: (row) => <ClaimMark row={row} name={nameOf(row)} claim={claim} />,
});

const idOf = ({ id }: { id: number }) => id;

/** On the page of one: who works on it. */
export function ClaimOf({
  kind,
  id,
  name,
  isWaiting,
}: {
  kind: ClaimedKind;
  id: number;
  name: string;
  isWaiting: boolean;
}) {
  const t = useText();
  const claim = useClaims(kind, idOf, () => isWaiting);
  const row = { id };
  if (!claim.byOf(row) && !claim.may(row)) return null;
  return (
    <span>
      {t("admin.queue.worker")}: <ClaimMark row={row} name={name} claim={claim} />
    </span>
  );
}
