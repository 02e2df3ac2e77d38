/** File uploads of a part of the page, cancelled when it is closed; or those of an owner that outlives it. */
import { useEffect, useState, useSyncExternalStore } from "react";
import { createUploads, type UploadCalls, type Uploads } from "./uploads.ts";

/** The uploads as they are now, with the page's latest calls. */
export function useExistingUploads(uploads: Uploads, { upload, onAdd, explain }: UploadCalls) {
  useEffect(() => uploads.setCalls({ upload, onAdd, explain }));
  const sending = useSyncExternalStore(uploads.subscribe, uploads.get, uploads.get);
  const { add, refuse, drop, pause, resume } = uploads;
  return { sending, add, refuse, drop, pause, resume };
}

/** `atOnce`: how many are sent at once. */
export function useUploads({ atOnce, ...calls }: UploadCalls & { atOnce: number }) {
  const [uploads] = useState(() => createUploads(atOnce, "part"));
  useEffect(() => uploads.stop, [uploads]);
  return useExistingUploads(uploads, calls);
}
