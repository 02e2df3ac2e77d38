/** The rooms that sockets join and events are sent to. */
import type { Holder } from "@portico/api/shapes.ts";

export const room = {
  holder: ({ holderType, holderId }: Holder) => `${holderType}:${holderId}`,
  session: (sessionId: number) => `session:${sessionId}`,
  staff: "staff",
};
