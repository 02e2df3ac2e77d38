/** Legal holds, archives of a person's data, and erasures. */
import { type Changes, type Notifications, socketEvent, theHolder } from "../declaration.ts";
import type { Holder } from "../shapes.ts";
import type { ReadingCall, StaleCalls } from "../stale-calls.ts";

const ofHolder = ({ holderType, holderId }: Holder): StaleCalls => {
  const params = { holderType, holderId };
  const ofTheirs = { params: { id: holderId } };
  return {
    "dataRights.get": { params },
    "dataRights.previewErasure": { params },
    "timeline.get": { params },
    "proposals.list": {},
    ...(holderType === "user" ? { "users.get": ofTheirs } : { "companies.get": ofTheirs }),
  };
};

export const events = {
  /** A hold, an archive or an erasure of the holder changed. The holder is not told. */
  dataRights: socketEvent<Holder>({ to: "staff", carries: theHolder, stale: ofHolder }),
};

export const changes = {
  placeHold: ({ params }) => ofHolder(params),
  liftHold: ({ params }) => ofHolder(params),
  askArchive: ({ params }) => ofHolder(params),
  askErasure: ({ params }) => ofHolder(params),
} satisfies Changes<"dataRights">;

export const afterReconnect: readonly ReadingCall[] = ["dataRights.get", "dataRights.previewErasure"];

export const notifications = {
  client_archive_ready: "staffAboutClient",
  client_hold_ending: "staffAboutClient",
} as const satisfies Notifications;
