/** The calls of categories, mandates, flags of positions and notices of falls. */
import type { mandates } from "@portico/api/mandates.ts";
import type { Handlers } from "../../http/handlers.ts";
import { listHolderNotices, listLeveraged, listStaffNotices, listUnknownFalls, setLeveraged } from "./falls/notices.ts";
import { previewFile, storeFile } from "./files/files.ts";
import { listHolderFlags, recordFlagByStaff, withdrawFlag } from "./flags.ts";
import { getMandate, listMandateRecords, recordByStaff, withdrawMandate } from "./mandates.ts";

export const mandatesRoutes: Handlers<typeof mandates> = {
  get: (context, { holder }) => getMandate(context, holder),
  listRecords: (context, { params }) => listMandateRecords(context, params),
  record: (context, { params, body }) => recordByStaff(context, params, body),
  withdrawRecord: (context, { params: { recordId, ...holder }, body }) =>
    withdrawMandate(context, holder, { recordId, reason: body.reason }),
  listFlags: (context, { holder }) => listHolderFlags(context, holder),
  recordFlag: (context, { params, body }) => recordFlagByStaff(context, params, body),
  withdrawFlag: (context, { params: { flagId, ...holder }, body }) =>
    withdrawFlag(context, holder, { flagId, reason: body.reason }),
  previewFile: (context, { body }) => previewFile(context, body),
  storeFile: (context, { body }) => storeFile(context, body),
  listNotices: (context, { holder, query }) => listHolderNotices(context, holder, query),
  listAllNotices: (context, { query }) => listStaffNotices(context, query),
  listUnknownFalls,
  listLeveraged,
  setLeveraged: (context, { params, body }) => setLeveraged(context, params.id, body.leveraged),
};
