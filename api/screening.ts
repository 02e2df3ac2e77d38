/** Screening of clients, representatives, owners and payees against sanctions and lists of politically exposed persons. */
import { z } from "zod";
import { defineEndpoints, download, staff } from "./endpoint.ts";
import { fileText } from "./file-text.ts";
import { messageMaxLength } from "./rules/limits.ts";
import {
  candidateActions,
  candidateStates,
  listFormats,
  listLimits,
  listRefusalCodes,
  listStates,
  subjectRoles,
} from "./rules/screening.ts";
import {
  done,
  fileName,
  holderParams,
  id,
  idAndName,
  instant,
  namedHolder,
  ofColleague,
  page,
  pageQuery,
} from "./shapes.ts";

const list = z.object({
  id,
  source: z.enum(["file", "service"]),
  state: z.enum(listStates),
  name: z.string(),
  format: z.enum(listFormats).nullable(),
  version: z.string().nullable(),
  listedAt: instant.nullable(),
  entries: z.number().int(),
  names: z.number().int(),
  created_at: instant,
  created_by: z.string().nullable(),
  /** Of the file. Empty for a service. */
  sha256: z.string(),
  /** Bytes of the file that is kept as it was uploaded; null where none is. */
  originalSize: z.number().int().nullable(),
  takenAt: instant.nullable(),
  takenBy: z.string().nullable(),
});
export type ScreeningList = z.infer<typeof list>;

const listPreview = list.extend({
  /** Ids that stand in several lines; their names are taken together. */
  doubled: z.number().int(),
  refused: z.number().int(),
  /** Of a version that waits: it is the very file that counts now. */
  isSame: z.boolean(),
  /** Of a version that waits: its newest change is before that of the version that counts now. */
  isOlder: z.boolean(),
  /** Entries without a birth date. */
  undated: z.number().int(),
  topics: z.array(z.object({ topic: z.string(), entries: z.number().int() })),
  /** The first 200. */
  refusals: z.array(
    z.object({ line: z.number().int().nullable(), code: z.enum(listRefusalCodes), detail: z.string().nullable() }),
  ),
  can: z.object({ take: z.boolean(), discard: z.boolean() }),
});
export type ListPreview = z.infer<typeof listPreview>;

const entry = z.object({
  id: z.string(),
  kind: z.enum(["person", "company"]),
  names: z.array(z.string()),
  births: z.array(z.string()),
  countries: z.array(z.string()),
  topics: z.array(z.string()),
  programmes: z.array(z.string()),
});
const known = z.object({
  kind: z.enum(["person", "company", "any"]),
  names: z.array(z.string()),
  births: z.array(z.string()),
  countries: z.array(z.string()),
});
const match = z.object({
  ourName: z.string(),
  theirName: z.string(),
  nameScore: z.number().nullable(),
  words: z.array(
    z.object({ ours: z.string(), theirs: z.string(), how: z.enum(["same", "sound", "typo", "initial", "short"]) }),
  ),
  birth: z.enum(["same", "near", "year", "differs", "unknown"]),
  country: z.enum(["common", "differ", "unknown"]),
  /** What a service says of its score. */
  features: z.array(z.object({ name: z.string(), score: z.number(), detail: z.string().nullable() })),
});

const listedCandidate = z.object({
  id,
  holder: namedHolder,
  role: z.enum(subjectRoles),
  state: z.enum(candidateStates),
  score: z.number(),
  /** Of ours, and of the entry. */
  name: z.string(),
  entryName: z.string(),
  topics: z.array(z.string()),
  foundAt: instant,
  changedAt: instant,
});
export type ListedCandidate = z.infer<typeof listedCandidate>;

const decision = z.object({
  action: z.enum([...candidateActions, "carry", "over"]),
  reason: z.string(),
  by: z.string().nullable(),
  at: instant,
});
const candidate = listedCandidate.extend({
  subject: known,
  entry,
  match,
  list: z.object({ id, name: z.string(), version: z.string().nullable(), listedAt: instant.nullable() }),
  threshold: z.number(),
  proposedBy: idAndName.nullable(),
  history: z.array(decision),
  /** What was decided of the same entry for the holder before. */
  earlier: z.array(
    z.object({ id, state: z.enum(candidateStates), list: z.string(), changedAt: instant, reason: z.string() }),
  ),
  can: z.record(z.enum(candidateActions), z.boolean()),
});
export type Candidate = z.infer<typeof candidate>;

const run = z.object({
  id,
  role: z.enum(subjectRoles),
  name: z.string(),
  list: z.string(),
  threshold: z.number(),
  found: z.number().int(),
  best: z.number().nullable(),
  at: instant,
});

/** `off`: no list is taken. `due`: something is to be looked at. `open`: candidates wait for a decision. */
export const holderScreeningStates = ["off", "due", "open", "true", "clear"] as const;

export const screening = defineEndpoints({
  listCandidates: {
    method: "GET",
    path: "/staff/screening/candidates",
    summary: "Staff: entries of the list that somebody may be, the likeliest first; decided ones the newest first.",
    access: staff("office"),
    query: z.object({ show: z.enum(["open", "decided"]).default("open"), ...ofColleague, ...pageQuery }),
    answer: page({ candidates: z.array(listedCandidate), count: z.number().int() }),
  },
  getCandidate: {
    method: "GET",
    path: "/staff/screening/candidates/:id",
    summary: "Staff: a candidate with what is known of both, what matched, and what was decided.",
    access: staff("office"),
    params: z.object({ id }),
    answer: candidate,
  },
  decide: {
    method: "POST",
    path: "/staff/screening/candidates/:id/decisions",
    summary:
      "Decides a candidate with a reason: false, more information, or true, which a second person confirms. `state` is the one that was read.",
    access: staff("office"),
    params: z.object({ id }),
    body: z.strictObject({
      action: z.enum(candidateActions),
      state: z.enum(candidateStates),
      reason: z.string().trim().min(1).max(messageMaxLength),
    }),
    answer: z.object({ state: z.enum(candidateStates) }),
    errors: ["stateConflict", "fourEyes"],
  },
  ofHolder: {
    method: "GET",
    path: "/staff/screening/holders/:holderType/:holderId",
    summary: "Staff: how it stands with a client's screening, the candidates and the last runs.",
    access: staff("office"),
    params: holderParams,
    answer: z.object({
      state: z.enum(holderScreeningStates),
      screenedAt: instant.nullable(),
      list: z.string().nullable(),
      candidates: z.array(listedCandidate),
      /** The newest 50. */
      runs: z.array(run),
    }),
  },
  screenNow: {
    method: "POST",
    path: "/staff/screening/holders/:holderType/:holderId/runs",
    summary: "Has a client screened again, before everybody who waits.",
    access: staff("office"),
    params: holderParams,
    body: z.strictObject({}),
    answer: done,
  },
  listLists: {
    method: "GET",
    path: "/staff/screening/lists",
    summary: "Staff: versions of lists, the newest first.",
    access: staff("office"),
    query: z.object(pageQuery),
    answer: page({
      lists: z.array(list),
      /** Clients who are still to be looked at against the one that counts. */
      due: z.number().int(),
      can: z.object({ upload: z.boolean() }),
    }),
  },
  previewList: {
    method: "POST",
    path: "/staff/screening/lists",
    summary: "Reads a list (OpenSanctions: targets.simple.csv or entities.ftm.json) and says what it has.",
    access: staff("admin"),
    body: z.strictObject({ fileName, content: fileText({ maxLength: listLimits.length }) }),
    answer: listPreview,
    bodyLimit: listLimits.length * 2,
  },
  getList: {
    method: "GET",
    path: "/staff/screening/lists/:id",
    summary: "Staff: a version of a list as read.",
    access: staff("office"),
    params: z.object({ id }),
    answer: listPreview,
  },
  downloadList: {
    method: "GET",
    path: "/staff/screening/lists/:id/file",
    summary: "Staff: the file of a version as it was uploaded, packed by gzip. Each download is recorded.",
    access: staff("office"),
    params: z.object({ id }),
    answer: download,
    binary: true,
    rateLimits: [{ tries: 60, seconds: 3600, per: "person" }],
  },
  takeList: {
    method: "POST",
    path: "/staff/screening/lists/:id/take",
    summary:
      "From now on this version counts, in place of the one before; everybody is looked at again. Refused lines, and a version older than the one before, must be accepted; the very file that counts already is refused. A second call answers as the first.",
    access: staff("admin"),
    params: z.object({ id }),
    body: z.strictObject({ acceptRefused: z.boolean().default(false), acceptOlder: z.boolean().default(false) }),
    answer: listPreview,
    errors: ["stateConflict", "fileRefused", "quotesNotAccepted"],
  },
  discardList: {
    method: "POST",
    path: "/staff/screening/lists/:id/discard",
    summary: "Drops a version that was read but not taken.",
    access: staff("admin"),
    params: z.object({ id }),
    body: z.strictObject({}),
    answer: done,
    errors: ["stateConflict"],
  },
});
