/**
 * Tells whether two processes see the same folder: each keeps a file with its id in it, and looks for those of the others.
 * A folder that was copied to another machine is another folder; a mark in its content would say it is the same.
 */
import { access, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Named as unfinished files are: no backup and no list of the folder has it, and the nightly clean-up deletes old ones. */
const markOf = (folder: string, id: string): string => join(folder, `~process-${id}.part`);

/** Writes the process's mark; again at each beat, so that no clean-up takes it for a left one. */
export async function markFolder(folder: string, id: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(markOf(folder, id), "", { mode: 0o600 });
}

export const unmarkFolder = (folder: string, id: string): Promise<void> => rm(markOf(folder, id), { force: true });

/** Whether the process with the id keeps its mark in the same folder. */
export const seesMark = (folder: string, id: string): Promise<boolean> =>
  access(markOf(folder, id)).then(
    () => true,
    () => false,
  );
