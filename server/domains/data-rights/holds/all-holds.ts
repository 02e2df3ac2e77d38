/** Legal holds of all holders, for an officer. */
import type { dataRights, LegalHold } from "@portico/api/data-rights.ts";
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import type { Context } from "../../../kernel/context.ts";
import { readPage } from "../../../kernel/cursor.ts";
import { getUserNames } from "../../holders/holders.ts";
import { firmDay } from "../../settings/firm-day.ts";
import { type HoldRow, listAllHolds } from "./holds.queries.ts";

type Calls = typeof dataRights;

/** Who asked for something, confirmed it and lifted it. */
export const peopleOf = (row: Partial<Record<"asked_by" | "confirmed_by" | "lifted_by", number | null>>): number[] =>
  [row.asked_by, row.confirmed_by, row.lifted_by].flatMap((id) => id ?? []);

/** `today`: of the firm. */
export function presentHold(
  row: HoldRow,
  { names, today }: { names: ReadonlyMap<number, string>; today: string },
): Omit<LegalHold, "can"> {
  const person = (id: number | null) => (id === null ? null : { id, name: names.get(id) ?? "" });
  return {
    id: row.id,
    reason: row.reason,
    endsOn: row.ends_on,
    state: row.state as LegalHold["state"],
    isOver: row.state === "placed" && row.ends_on !== null && row.ends_on <= today,
    askedAt: row.asked_at.toISOString(),
    askedBy: person(row.asked_by),
    confirmedBy: person(row.confirmed_by),
    placedAt: row.placed_at?.toISOString() ?? null,
    liftReason: row.lift_reason,
    liftedBy: person(row.lifted_by),
    liftedAt: row.lifted_at?.toISOString() ?? null,
  };
}

export async function listEveryHold(
  { db, now }: Context,
  { show, cursor, limit }: Parsed<Calls["listHolds"]>["query"],
): Promise<Answer<Calls["listHolds"]>> {
  const { today } = await firmDay(db, now());
  const { rows, nextCursor } = await readPage(
    { cursor, limit, order: `holds ${show}` },
    (start) => listAllHolds(db, { standing: show === "standing", before: start.after?.id, limit: start.limit }),
    ({ id }) => [String(id), id],
  );
  const names = await getUserNames(db, [...new Set(rows.flatMap(peopleOf))]);
  return {
    holds: rows.map((row) => ({
      ...presentHold(row, { names, today }),
      holder: {
        holder_type: row.holder_type as "user" | "company",
        holder_id: row.holder_id,
        name: row.holder_name ?? "",
      },
    })),
    nextCursor,
  };
}
