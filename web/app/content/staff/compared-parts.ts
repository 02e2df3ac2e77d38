/** The texts of two versions of a page, part by part. */
import type { ContentTexts } from "@portico/api/rules/content.ts";
import { languages } from "@portico/messages/catalogue.ts";
import type { ComparedPart } from "../../shell/staff/texts/version-diff.tsx";
import type { Translate } from "../../ui/text.tsx";

const labels = {
  title: "admin.content.pageTitle",
  description: "admin.content.description",
  body: "admin.content.body",
} as const;

export const comparedParts = (t: Translate, before: ContentTexts | undefined, after: ContentTexts): ComparedPart[] =>
  languages.flatMap((language) =>
    (["title", "description", "body"] as const).map((part) => ({
      id: `${language} ${part}`,
      label: `${t(`shell.language.${language}`)}: ${t(labels[part])}`,
      language,
      before: before?.[language][part] ?? "",
      after: after[language][part],
    })),
  );
