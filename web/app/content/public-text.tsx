/** A public page: its title, its text, and the tables that the text names or the page has anyway. */
import type { ContentPlaceholder } from "@portico/api/rules/content.ts";
import type { ContentBlock } from "@portico/pdf/markdown/content.ts";
import { placeholdersOf } from "@portico/pdf/model/fill.ts";
import type { ReactNode } from "react";
import { useBrand } from "../shell/layouts/brand.ts";
import { Day } from "../ui/dates.tsx";
import { MarkdownBlocks, type MarkdownElements } from "../ui/markdown-blocks.tsx";
import { useText } from "../ui/text.tsx";
import { BankTable } from "./bank-table.tsx";
import styles from "./content.module.css";
import { FeeTable } from "./fee-table.tsx";
import { InterestTable } from "./interest-table.tsx";
import { isPublished, type PublishedPage, type ReadPage } from "./read-page.ts";
import { UnpublishedText } from "./unpublished-text.tsx";

type Table = Extract<ContentPlaceholder, "fees" | "banks" | "interest">;
/** Tables that belong to a page, even if its text does not name them. */
const ownTables: Partial<Record<PublishedPage["page"], readonly Table[]>> = {
  fees: ["fees"],
  treasury: ["banks", "interest"],
};

/** How the placeholders of a public text are shown. */
export function useContentElements({
  fees,
  treasury,
}: Pick<PublishedPage, "fees" | "treasury">): MarkdownElements & { table: (name: string) => ReactNode } {
  const { name: firm, supportEmail } = useBrand();
  const table = (name: string): ReactNode => {
    if (name === "fees") return fees && <FeeTable fees={fees.fees} />;
    if (name === "banks") return treasury && <BankTable treasury={treasury} />;
    return name === "interest" ? treasury && <InterestTable treasury={treasury} /> : undefined;
  };
  return {
    table,
    block: table,
    placeholder: (name) => {
      if (name === "firm") return firm;
      return name === "supportEmail" ? <a href={`mailto:${supportEmail}`}>{supportEmail}</a> : table(name);
    },
  };
}

export function PublicText({ page }: { page: ReadPage }) {
  return isPublished(page) ? <PublishedText page={page} /> : <UnpublishedText page={page} />;
}

function PublishedText({ page }: { page: PublishedPage }) {
  const t = useText();
  const elements = useContentElements(page);
  const blocks = page.blocks as ContentBlock[];
  const named = new Set(placeholdersOf(blocks).map(({ name }) => name));
  return (
    <article className={styles.page}>
      <h1>{page.title}</h1>
      <div className={styles.text}>
        <MarkdownBlocks blocks={blocks} elements={elements} />
        {ownTables[page.page]
          ?.filter((table) => !named.has(table))
          .map((table) => (
            <div key={table}>{elements.table(table)}</div>
          ))}
      </div>
      <p className={styles.published}>
        {t("content.published")} <Day day={page.published_at.slice(0, 10)} />
      </p>
    </article>
  );
}
