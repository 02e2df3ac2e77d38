/** Pictures for shared links: drawn after the publication of a version, in each language, on a worker thread. */
import { type Language, languages } from "@portico/api/shapes.ts";
import type { Services } from "../../../kernel/context.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { holdContent } from "../../files/quarantine.ts";
import { getSetting } from "../../settings/settings.ts";
import { insertPicture, listPictureRows } from "../pages.queries.ts";
import { withFirm } from "../titles.ts";
import type { ContentKey } from "../versions/versions.ts";

type Drawing = Pick<Services, "db" | "files" | "events" | "workers">;
/** What the picture of a language says. */
export type PictureTexts = Record<Language, { title: string; subtitle: string }>;

/** The names of a version's pictures by language; null until they are drawn. */
export async function findPictures(
  db: Db,
  key: ContentKey & { version: number },
): Promise<Record<Language, string> | null> {
  const rows = await listPictureRows(db, key);
  if (rows.length < languages.length) return null;
  return Object.fromEntries(rows.map(({ language, sha256 }) => [language, sha256.toString("hex")])) as Record<
    Language,
    string
  >;
}

/** Draws and stores the pictures of a published version of any kind of content; drawing again replaces them. */
export async function drawPictures(
  { db, files, events, workers }: Drawing,
  key: ContentKey & { version: number },
  texts: PictureTexts,
): Promise<void> {
  const { name: firm, accent } = await getSetting(db, "brand");
  const drawn = await workers.run(
    "drawPicture",
    {
      texts: languages.map((language) => ({
        title: withFirm(texts[language].title, firm),
        subtitle: withFirm(texts[language].subtitle, firm),
        firm,
        accent: accent.light,
      })),
    },
    { holder: "content/pictures" },
  );
  const pictures = await Promise.all(
    languages.map(async (language, place) => {
      const content = Buffer.from(drawn[place] ?? []);
      const { sha256 } = await files.put(content);
      return { language, content, sha256: Buffer.from(sha256, "hex") };
    }),
  );
  await transact({ db, events, system: "content" }, async (tx) => {
    for (const { language, content, sha256 } of pictures.toSorted((one, other) =>
      Buffer.compare(one.sha256, other.sha256),
    )) {
      // Deleted meanwhile by a removal of the same content.
      if (!(await holdContent({ files }, tx, sha256))) await files.put(content);
      await insertPicture(tx, key, { version: key.version, language, sha256, size: content.length });
    }
  });
}
