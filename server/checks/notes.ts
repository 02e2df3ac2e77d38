/** What the operator's commands noted: the last backup, the last restore that was tried, the last copy of the key that was read. */
import type { Ask } from "./quiet-database.ts";

export type NoteKind = "backup" | "restoreTest" | "keyCopy";

export interface Note {
  noted_at: Date;
  /** As of when the data is; null for a copy of the key. */
  taken_at: Date | null;
  /** File or tool of the backup; name of the key. */
  subject: string;
}

/** The newest of a kind; null if there is none, also before the tables were made. */
export async function findNote(ask: Ask, kind: NoteKind): Promise<Note | null> {
  const [there] = await ask<{ found: boolean }>("select to_regclass('public.operator_note') is not null as found");
  if (!there?.found) return null;
  const [note] = await ask<Note>(
    `select noted_at, taken_at, subject from operator_note where kind = $1
     order by coalesce(taken_at, noted_at) desc, id desc limit 1`,
    [kind],
  );
  return note ?? null;
}
