/** Files that were read in this page, by their imports: to be read again with other columns, without choosing them again. */
import type { FileToRead } from "./use-client-imports.ts";

const chosen = new Map<number, FileToRead>();

/** Only the last ones: files take memory. */
const most = 3;

export function rememberFile(id: number, file: FileToRead): void {
  chosen.set(id, file);
  const [oldest] = chosen.keys();
  if (chosen.size > most && oldest !== undefined) chosen.delete(oldest);
}

export const rememberedFile = (id: number): FileToRead | undefined => chosen.get(id);
