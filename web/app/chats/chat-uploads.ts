/**
 * Files on their way into the next message of a conversation. They go on while its panel or page is closed, and are
 * cancelled when somebody else signs in.
 */
import type { Holder } from "@portico/api/shapes.ts";
import { holderKey } from "../shell/session/active-holder.ts";
import { currentSession, onSessionChange } from "../shell/session/session.ts";
import { createUploads, type Uploads } from "../ui/uploads.ts";

const atOnce = 2;
const all = new Map<string, Uploads>();
let userId: number | undefined;

function forgetOthers(): void {
  const now = currentSession()?.profile.id;
  if (now === userId) return;
  userId = now;
  for (const uploads of all.values()) uploads.stop();
  all.clear();
}
onSessionChange(forgetOthers);

/** The same as long as the person is signed in and the document is open. */
export function chatUploads(holder: Holder): Uploads {
  forgetOthers();
  const key = holderKey(holder);
  const uploads = all.get(key) ?? createUploads(atOnce, "document");
  all.set(key, uploads);
  return uploads;
}
