/** Runs the jobs of public content: its pictures after a publication, and all again after a change of the brand. */
import { languages } from "@portico/api/shapes.ts";
import { handleJob, type JobHandler } from "../../../jobs/start.ts";
import type { Services } from "../../../kernel/context.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { brandChangedJob, drawPictureJob } from "../content.jobs.ts";
import { type PageData, pageKind } from "../content.ts";
import { type ContentKey, type ContentVersion, getVersion, listPublished } from "../versions/versions.ts";
import { drawPictures, type PictureTexts } from "./pictures.ts";

/** What the pictures of a kind of content say. */
export type PictureTextsOf = (version: ContentVersion) => PictureTexts;

const ofPage: PictureTextsOf = ({ data }) => {
  const { texts } = data as PageData;
  return Object.fromEntries(
    languages.map((language) => [language, { title: texts[language].title, subtitle: texts[language].description }]),
  ) as PictureTexts;
};

/** Handlers for the job workers; `others`: the kinds of other domains, such as `definition`. */
export function contentHandlers(services: Services, others: Record<string, PictureTextsOf> = {}): JobHandler[] {
  const kinds: Record<string, PictureTextsOf> = { [pageKind]: ofPage, ...others };
  const draw = async (version: ContentVersion): Promise<void> => {
    const textsOf = kinds[version.kind];
    // A draft has no picture, and neither has what is no longer public.
    if (textsOf && version.state === "published") await drawPictures(services, version, textsOf(version));
  };
  const find = (key: ContentKey & { version: number }) =>
    getVersion(services.db, key, key.version).catch((error: unknown) => {
      if (error instanceof Refusal) return undefined;
      throw error;
    });
  return [
    handleJob(drawPictureJob, async (key) => {
      const version = await find(key);
      if (version) await draw(version);
    }),
    handleJob(brandChangedJob, async () => {
      for (const kind of Object.keys(kinds))
        for (const version of await listPublished(services.db, kind)) await draw(version);
    }),
  ];
}
