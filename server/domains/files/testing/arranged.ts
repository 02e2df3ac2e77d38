/** Files that count as checked: stored without the process that opens them, whose start costs more than most tests. */
import type { Holder } from "@portico/api/shapes.ts";
import { ownedBy } from "../../../kernel/holder-of.ts";
import type { TestApp, TestUser } from "../../../testing/app.ts";
import { detectKind, detectOfficeKind } from "../file-types.ts";

interface Arranged {
  name: string;
  content: Buffer;
}

async function stored({ services }: TestApp, { name, content }: Arranged) {
  const { sha256, size } = await services.files.put(content);
  const mediaType = detectKind(content) ?? detectOfficeKind(name, content);
  if (!mediaType) throw new Error("No kind of file that is accepted");
  return { name, sha256: Buffer.from(sha256, "hex"), size, media_type: mediaType };
}

/** A clean file of the holder to which nothing refers yet; its id. */
export async function arrangeFile(app: TestApp, by: TestUser, holder: Holder, file: Arranged) {
  const { id } = await app.database.db
    .insertInto("stored_file")
    .values({
      ...ownedBy(holder),
      ...(await stored(app, file)),
      state: "clean",
      checked_at: new Date(),
      uploaded_by: by.id,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** A finished upload, which its sender may use once; its id. */
export async function arrangeUpload(app: TestApp, by: TestUser, holder: Holder, file: Arranged) {
  const row = await stored(app, file);
  const { id } = await app.database.db
    .insertInto("upload")
    .values({
      ...ownedBy(holder),
      ...row,
      received: row.size,
      state: "finished",
      clean: true,
      created_by: by.id,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
