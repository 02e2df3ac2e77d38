/** The calls of the staff desk. */
import type { staffDesk } from "@portico/api/staff-desk.ts";
import type { Handlers } from "../../http/handlers.ts";
import { listJobRuns } from "../../jobs/job-runs.ts";
import { clientNumberProposal } from "../client-numbers/client-numbers.service.ts";
import { disableProposal, enableProposal } from "../onboarding/onboarding.proposals.ts";
import { decideProposal, type ProposalKinds } from "../proposals/proposals.decide.ts";
import { getProposal, listProposalPage } from "../proposals/proposals.list.ts";
import { listSavedViews, removeView, saveView } from "../saved-views/saved-views.service.ts";
import { factorResetProposal } from "../sessions/sessions.factor-reset.ts";
import { listTaskPage, setTaskDone } from "../tasks/tasks.service.ts";
import { getTimeline } from "../timeline/timeline.service.ts";
import { fourEyesOffProposal } from "../users/users.four-eyes.ts";
import { listColleagues, roleProposal } from "../users/users.staff.ts";
import { beginViewAs, endViewAs } from "../view-as/view-as.service.ts";

const proposalKinds: ProposalKinds = {
  setRole: roleProposal,
  setClientNumber: clientNumberProposal,
  disable: disableProposal,
  enable: enableProposal,
  resetFactors: factorResetProposal,
  fourEyesOff: fourEyesOffProposal,
};

export const staffDeskRoutes: Handlers<typeof staffDesk> = {
  listTasks: (context, { query }) => listTaskPage(context, query),
  setTaskDone: (context, { params, body }) => setTaskDone(context, params.taskId, body.done),
  listProposals: (context, { query }) => listProposalPage(context, query),
  getProposal: (context, { params }) => getProposal(context, params.proposalId),
  decideProposal: (context, { params, body }) => decideProposal(context, proposalKinds, params.proposalId, body),
  listViews: (context, { params }) => listSavedViews(context, params.list),
  saveView: (context, { params, body }) => saveView(context, params.list, body),
  deleteView: (context, { params }) => removeView(context, params.list, params.viewId),
  listColleagues: (context) => listColleagues(context.db),
  getTimeline: (context, { params, query }) => getTimeline(context, params, query),
  beginViewAs: (context, { params, body }) => beginViewAs(context, params, body.reason),
  endViewAs: (context, { params }) => endViewAs(context, params.viewAsId),
  listJobs: (context) => listJobRuns(context),
};
