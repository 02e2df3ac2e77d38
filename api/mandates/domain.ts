/** Categories and mandates of clients, flags of positions, notices of falls. */
import { type Changes, type Notifications, nothing, socketEvent, theHolder } from "../declaration.ts";
import type { Holder } from "../shapes.ts";
import type { ReadingCall, StaleCalls } from "../stale-calls.ts";

const ofHolder = ({ holderType, holderId }: Holder): StaleCalls => {
  const params = { holderType, holderId };
  return {
    "mandates.get": { params },
    "mandates.listRecords": { params },
    "mandates.listFlags": { params },
    "timeline.get": { params },
  };
};
const noticesOf = ({ holderType, holderId }: Holder): StaleCalls => ({
  "mandates.listNotices": { params: { holderType, holderId } },
  "mandates.listAllNotices": {},
  "mandates.listUnknownFalls": {},
});

export const events = {
  /** The holder's category, mandate or flags changed. */
  mandate: socketEvent<Holder>({ to: "holderAndStaff", carries: theHolder, stale: ofHolder }),
  /** The holder was told of a fall, or opened a notice. */
  fallNotice: socketEvent<Holder>({ to: "holderAndStaff", carries: theHolder, stale: noticesOf }),
};

export const changes = {
  record: ({ params }) => ofHolder(params),
  withdrawRecord: ({ params }) => ofHolder(params),
  recordFlag: ({ params }) => ofHolder(params),
  withdrawFlag: ({ params }) => ofHolder(params),
  previewFile: nothing,
  storeFile: () => ({ "mandates.get": {}, "mandates.listRecords": {}, "mandates.listFlags": {}, "timeline.get": {} }),
  setLeveraged: () => ({ "mandates.listLeveraged": {} }),
} satisfies Changes<"mandates">;

export const afterReconnect: readonly ReadingCall[] = [
  "mandates.get",
  "mandates.listRecords",
  "mandates.listFlags",
  "mandates.listNotices",
  "mandates.listAllNotices",
  "mandates.listUnknownFalls",
];

export const notifications = {
  category_changed: "holder",
  fall_notice: "holderAndMail",
  client_fall: "staffAboutClient",
  client_fall_unknown: "staffAboutClient",
} as const satisfies Notifications;
