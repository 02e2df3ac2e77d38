/** What users declare for the server (server/declaration.ts). */
import { isReservedAddress } from "@portico/api/rules/reserved-domains.ts";
import type { BulkChanges, Proposals, Settings } from "../../declaration.ts";
import { assignUsers, groupUsers } from "./bulk.ts";
import { fourEyesOffProposal, settingProposal } from "./four-eyes.ts";
import { nameProposal } from "./names.ts";
import { roleProposal } from "./staff.ts";

export * as mails from "./users.mails.ts";
export { usersRoutes as routes } from "./users.routes.ts";

export const proposals = {
  setRole: roleProposal,
  fourEyesOff: fourEyesOffProposal,
  saveSetting: settingProposal,
  setName: nameProposal,
} satisfies Proposals;

export const settings: Settings = {
  clientRequests: {
    unusual: ({ recipients }, before) =>
      recipients.flatMap((email, place) =>
        isReservedAddress(email) && !before.recipients.includes(email) ? [`recipients.${place}`] : [],
      ),
  },
};

export const bulkChanges = { assignUsers, groupUsers } satisfies BulkChanges;
