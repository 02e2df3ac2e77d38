/** The folder of a client number: its name, and the job that makes it. */
import { z } from "zod";
import { defineJob } from "../../jobs/jobs.ts";

const reserved = /^(?:CON|PRN|AUX|NUL|COM\d|LPT\d)(?:_2E|$)/;
const escape = (sign: string): string => `_${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;

/**
 * The name of the number's folder. SharePoint does not tell capitals from small letters, and numbers do. Therefore only
 * digits, capitals and hyphens stand for themselves: no two numbers share a folder.
 */
export function clientFolderName(clientNumber: string): string {
  const name = clientNumber.replaceAll(/[^0-9A-Z-]/g, escape);
  return reserved.test(name) ? escape(name.slice(0, 1)) + name.slice(1) : name;
}

/** The number whose folder has the name, in whatever capitals; null if it is no such folder. */
export function clientNumberOf(folderName: string): string | null {
  const name = folderName.toUpperCase();
  const number = name.replaceAll(/_([0-7][0-9A-F])/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  return clientFolderName(number) === name ? number : null;
}

/** Makes the folder of a number; tried for days, so that SharePoint being away prevents no number. */
export const clientFolderJob = defineJob({
  name: "sharepoint.make-folder",
  data: z.object({ clientNumber: z.string() }),
  retries: 100,
  retryDelaySeconds: 30,
  batch: 1,
});
