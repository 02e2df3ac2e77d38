/** Documents that holders and the firm exchange. */
import {
  type Changes,
  type Notifications,
  nothing,
  type StaleBySetting,
  socketEvent,
  theHolder,
} from "../declaration.ts";
import type { Holder } from "../shapes.ts";
import type { ReadingCall, StaleCalls } from "../stale-calls.ts";

const documentsOf = ({ holderType, holderId }: Holder): StaleCalls => {
  const params = { holderType, holderId };
  return {
    "documents.list": { params },
    "documents.get": { params },
    "documents.listRequests": { params },
    "documents.listRounds": {},
    "documents.getRound": {},
    "uploads.getRoom": { params },
    "timeline.get": { params },
  };
};
const changed = ({ params }: { params: Holder }): StaleCalls => documentsOf(params);
/** Of calls that name only the document. */
const anyDocument = (): StaleCalls => ({ "documents.list": {}, "documents.get": {}, "timeline.get": {} });
const batches = (): StaleCalls => ({ "documents.listBatches": {}, "documents.getBatch": {} });

const rounds = (): StaleCalls => ({
  "documents.listRounds": {},
  "documents.getRound": {},
  "documents.listRequests": {},
});

export const events = {
  /** A document of the holder was added, opened or removed, or the firm's request for one changed. */
  "documents:changed": socketEvent<Holder>({ to: "holderAndStaff", carries: theHolder, stale: documentsOf }),
  /** The thumbnail of a document of the holder was drawn. */
  "documents:drawn": socketEvent<Holder>({
    to: "holderAndStaff",
    carries: theHolder,
    stale: ({ holderType, holderId }) => ({ "documents.list": { params: { holderType, holderId } } }),
  }),
  /** A run that adds documents to many holders was started, read, confirmed or discarded. */
  "documentBatches:changed": socketEvent<Record<string, never>>({ to: "staff", carries: {}, stale: batches }),
};

export const changes = {
  add: changed,
  addVersion: changed,
  correct: changed,
  remove: anyDocument,
  restore: anyDocument,
  ask: changed,
  closeRequest: changed,
  remindRound: rounds,
  cancelRound: rounds,
  markOpened: nothing,
  startBatch: batches,
  excludeFromBatch: batches,
  confirmBatch: () => ({ ...batches(), "documents.list": {}, "timeline.get": {} }),
  discardBatch: batches,
} satisfies Changes<"documents">;

export const afterReconnect: readonly ReadingCall[] = [
  "documents.get",
  "documents.getBatch",
  "documents.list",
  "documents.listBatches",
  "documents.getRound",
  "documents.listRequests",
  "documents.listRounds",
  "documents.listTypes",
];

export const staleBySetting: StaleBySetting = { documentTypes: { "documents.listTypes": {} } };

export const notifications = {
  document_added: "holderAndMail",
  document_asked: "holderAndMail",
  document_reminder: "holderAndMail",
  document_again: "holderAndMail",
  client_document: "staffAboutClient",
} as const satisfies Notifications;
