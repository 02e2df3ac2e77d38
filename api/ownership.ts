/** Shares of persons in companies, proposed by the company's form and confirmed by staff. */
import { z } from "zod";
import { defineEndpoints, self, staff } from "./endpoint.ts";
import { proposalReason } from "./proposals.ts";
import { readPercent } from "./rules/ownership-shares.ts";
import { bodyId, bodyOrdinal, day, id, idAndName, instant, recordedDay } from "./shapes.ts";

/** Above 0, at most 100, up to twelve decimals. */
const percent = z.string().refine((text) => readPercent(text) !== undefined, { params: { field: "badFormat" } });

const share = z.object({
  id,
  owner: idAndName,
  percent: z.string(),
  from: day,
  /** The last day; null until further notice. */
  until: day.nullable(),
  confirmed_at: instant,
  confirmed_by: z.string(),
  /** The revision of the company's form that it was confirmed by; null if staff entered it. */
  revision: z.number().int().nullable(),
  /** The owner in the graph of that form. */
  stated_owner: z.string().nullable(),
});
export type OwnershipShare = z.infer<typeof share>;

/** An owner in the company's newest approved form, with the share along all chains. */
const statedOwner = z.object({
  /** Id in the graph of the form. */
  owner: z.string(),
  name: z.string(),
  percent: z.string(),
  /** The only client in whose own form one of the owner's identifiers is, without a contradiction; staff decide. */
  suggested: idAndName.nullable(),
});
export type StatedOwner = z.infer<typeof statedOwner>;

/** The id of the share; null while the change waits for a second person. */
const written = z.object({ id: id.nullable(), proposalId: id.nullable() });
/** Needed with four eyes on. */
const reason = proposalReason.optional();

const dates = { percent, from: recordedDay, until: recordedDay.nullable() };

export const ownership = defineEndpoints({
  listOwn: {
    method: "GET",
    path: "/user/:userId/shares",
    summary: "The confirmed shares of companies that a person holds today.",
    access: self("userId", "internal"),
    readTogether: true,
    params: z.object({ userId: id }),
    answer: z.array(z.object({ company: idAndName, percent: z.string(), from: day, until: day.nullable() })),
  },
  list: {
    method: "GET",
    path: "/company/:id/shares",
    summary:
      "Staff: the confirmed shares of a company's owners, those corrected, and what its newest approved form says.",
    access: staff("internal"),
    params: z.object({ id }),
    answer: z.object({
      /** By first day. */
      shares: z.array(
        share.extend({
          /** What the newest approved form says of this owner, if that is another share; "0" if it does not name them. */
          form_says: z.string().nullable(),
        }),
      ),
      /** What another row took the place of, the newest first. */
      former: z.array(share.extend({ removed: z.boolean(), replaced_at: instant, replaced_by: z.string() })),
      /** Null without an approved form, or if its graph cannot be calculated. */
      form: z.object({ revision: z.number().int(), owners: z.array(statedOwner) }).nullable(),
      can: z.object({ change: z.boolean() }),
    }),
  },
  confirm: {
    method: "POST",
    path: "/company/:id/shares",
    summary: "Confirms a person's share of a company from a day on; one that they had until then ends the day before.",
    access: staff("office"),
    params: z.object({ id }),
    body: z.strictObject({
      user_id: bodyId,
      ...dates,
      /** The owner in the form whose share it is. */
      stated: z.strictObject({ revision: bodyOrdinal, owner: z.string().min(1).max(200) }).nullable(),
      reason,
    }),
    answer: written,
    errors: ["fourEyes", "isStaff", "notApproved", "proposalOpen", "stateConflict"],
  },
  correct: {
    method: "PATCH",
    path: "/company/:id/shares/:shareId",
    summary: "Corrects the percentage or the days of a confirmed share; the former row is kept.",
    access: staff("office"),
    params: z.object({ id, shareId: id }),
    body: z.strictObject({ ...dates, reason }),
    answer: written,
    errors: ["fourEyes", "proposalOpen", "stateConflict"],
  },
  remove: {
    method: "POST",
    path: "/company/:id/shares/:shareId/remove",
    summary: "Says that a confirmed share was never held; the row is kept.",
    access: staff("office"),
    params: z.object({ id, shareId: id }),
    body: z.strictObject({ reason }),
    answer: written,
    errors: ["fourEyes", "proposalOpen", "stateConflict"],
  },
});
