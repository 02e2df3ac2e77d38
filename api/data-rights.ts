/** The rights of people whose data is kept: legal holds, archives of all data of a person, and erasures they ask for. */
import { z } from "zod";
import { defineEndpoints, download, staff } from "./endpoint.ts";
import { proposalReason } from "./proposals.ts";
import { archiveStates, erasureClasses, erasureStates, holdStates, keptClasses } from "./rules/data-rights.ts";
import { day, holderParams, id, idAndName, instant, namedHolder, page, pageQuery, recordedDay } from "./shapes.ts";

const hold = z.object({
  id,
  /** Null for one that was placed in the database. */
  reason: z.string().nullable(),
  /** The last day as far as is known; the hold stands until it is lifted. */
  endsOn: day.nullable(),
  state: z.enum(holdStates),
  /** It stands although its last day is over. */
  isOver: z.boolean(),
  askedAt: instant,
  askedBy: idAndName.nullable(),
  confirmedBy: idAndName.nullable(),
  placedAt: instant.nullable(),
  liftReason: z.string().nullable(),
  liftedBy: idAndName.nullable(),
  liftedAt: instant.nullable(),
  can: z.object({ lift: z.boolean() }),
});
export type LegalHold = z.infer<typeof hold>;

const archive = z.object({
  id,
  reason: z.string(),
  state: z.enum(archiveStates),
  askedAt: instant,
  askedBy: idAndName,
  confirmedBy: idAndName.nullable(),
  madeAt: instant.nullable(),
  expiresAt: instant.nullable(),
  /** Bytes. */
  size: z.number().int().nullable(),
  /** Rows by table, and the number of files; null before it is made. */
  contents: z.object({ rows: z.record(z.string(), z.number().int()), files: z.number().int() }).nullable(),
  can: z.object({ download: z.boolean() }),
});
export type DataArchive = z.infer<typeof archive>;

const erasure = z.object({
  id,
  classes: z.array(z.enum(erasureClasses)),
  askedOn: day,
  reason: z.string(),
  state: z.enum(erasureStates),
  askedAt: instant,
  askedBy: idAndName,
  confirmedBy: idAndName.nullable(),
  endedAt: instant.nullable(),
  /** Numbers of deleted rows by table. */
  outcome: z.record(z.string(), z.number().int()).nullable(),
  /** Why nothing was deleted after all. */
  refusal: z.enum(["held", "changed"]).nullable(),
});
export type DataErasure = z.infer<typeof erasure>;

const preview = z.object({
  /** A hold stands: nothing is erased. */
  held: z.boolean(),
  /** What would be erased: rows of each class; none of those with 0. */
  erasable: z.array(z.object({ class: z.enum(erasureClasses), rows: z.number().int() })),
  /** What is kept, until when, and by which rule; null as long as the relationship lasts. */
  kept: z.array(z.object({ class: z.enum(keptClasses), rows: z.number().int(), until: day.nullable() })),
});
export type ErasurePreview = z.infer<typeof preview>;

const proposed = z.object({ proposalId: id });

export const dataRights = defineEndpoints({
  get: {
    method: "GET",
    path: "/staff/data-rights/:holderType/:holderId",
    summary: "Legal holds of the holder, archives of their data and erasures, the newest first.",
    access: staff("internal"),
    params: holderParams,
    answer: z.object({
      /** Nothing of the holder is deleted. */
      held: z.boolean(),
      holds: z.array(hold),
      archives: z.array(archive),
      erasures: z.array(erasure),
      can: z.object({ hold: z.boolean(), archive: z.boolean(), erase: z.boolean() }),
    }),
  },
  listHolds: {
    method: "GET",
    path: "/staff/data-rights/holds",
    summary:
      "Legal holds of all holders, the newest first: those that stand, with those that wait for a second person, or all.",
    access: staff("admin"),
    fromReplica: true,
    query: z.object({ show: z.enum(["standing", "all"]).default("standing"), ...pageQuery }),
    answer: page({ holds: z.array(hold.omit({ can: true }).extend({ holder: namedHolder })) }),
  },
  placeHold: {
    method: "POST",
    path: "/staff/data-rights/:holderType/:holderId/holds",
    summary: "Proposes a legal hold. It protects the records at once; a colleague confirms it.",
    access: staff("office"),
    params: holderParams,
    body: z.strictObject({ reason: proposalReason, endsOn: recordedDay }),
    answer: proposed,
    errors: ["stateConflict", "fourEyes", "proposalOpen"],
  },
  liftHold: {
    method: "POST",
    path: "/staff/data-rights/:holderType/:holderId/holds/:holdId/lift",
    summary: "Proposes to lift a legal hold, which a colleague confirms.",
    access: staff("office"),
    params: holderParams.extend({ holdId: id }),
    body: z.strictObject({ reason: proposalReason }),
    answer: proposed,
    errors: ["stateConflict", "fourEyes", "proposalOpen"],
  },
  askArchive: {
    method: "POST",
    path: "/staff/data-rights/:holderType/:holderId/archives",
    summary: "Proposes an archive of all data of a person. Once a colleague has confirmed it, a job makes it.",
    access: staff("office"),
    params: holderParams,
    body: z.strictObject({ reason: proposalReason }),
    answer: proposed,
    errors: ["stateConflict", "fourEyes", "proposalOpen"],
  },
  previewErasure: {
    method: "GET",
    path: "/staff/data-rights/:holderType/:holderId/erasure",
    summary: "What an erasure that the person asks for would reach, and what is kept until when. Nothing changes.",
    access: staff("internal"),
    params: holderParams,
    answer: preview,
  },
  askErasure: {
    method: "POST",
    path: "/staff/data-rights/:holderType/:holderId/erasures",
    summary:
      "Proposes an erasure that a person asks for. Once a colleague has confirmed it, a job does it, unless a hold stands.",
    access: staff("admin"),
    params: holderParams,
    body: z.strictObject({
      classes: z.array(z.enum(erasureClasses)).min(1),
      askedOn: recordedDay,
      reason: proposalReason,
    }),
    answer: proposed,
    errors: ["stateConflict", "fourEyes", "proposalOpen"],
  },
  downloadArchive: {
    method: "GET",
    path: "/staff/data-rights/:holderType/:holderId/archives/:archiveId",
    summary: "The archive as a ZIP, until it expires. Each download is recorded.",
    access: staff("office"),
    params: holderParams.extend({ archiveId: id }),
    answer: download,
    binary: true,
    rateLimits: [{ tries: 30, seconds: 600, per: "person" }],
  },
});

export type ListedHold = z.infer<typeof dataRights.listHolds.answer>["holds"][number];
