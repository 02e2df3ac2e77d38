/** The definitions as cards, in a form that compares those chosen: by scripts or without. */

import type { DefinitionCard as Card } from "@portico/api/funds.ts";
import { type FormEvent, type ReactNode, useState } from "react";
import { useNavigate } from "react-router";
import { Button } from "../ui/button.tsx";
import { Empty } from "../ui/states.tsx";
import { useText } from "../ui/text.tsx";
import { comparisonId, mostCompared, searchOfCompared } from "./compared.ts";
import { DefinitionCard } from "./definition-card.tsx";
import styles from "./funds.module.css";

interface DefinitionListProps {
  definitions: readonly Card[];
  base: string;
  /** Compared by the address. */
  compared: readonly number[];
  /** More of a definition, such as whether it suits the client. */
  renderAbout?: (definition: Card) => ReactNode;
}

const chosenIn = (form: HTMLFormElement): number[] => new FormData(form).getAll("compare").map(Number);

export function DefinitionList({ definitions, base, compared, renderAbout }: DefinitionListProps) {
  const t = useText();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<readonly number[]>(compared);
  if (definitions.length === 0) return <Empty icon="portfolio" title={t("funds.list.none")} />;
  const isFull = chosen.length >= mostCompared;
  function compare(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const ids = chosenIn(event.currentTarget);
    void navigate(ids.length > 0 ? `${searchOfCompared(ids)}#${comparisonId}` : "?");
  }
  const count = (event: FormEvent<HTMLFormElement>) => setChosen(chosenIn(event.currentTarget));
  return (
    <form method="get" action={`#${comparisonId}`} onChange={count} onSubmit={compare}>
      <ul className={styles.cards}>
        {definitions.map((definition) => (
          <DefinitionCard
            key={definition.id}
            definition={definition}
            base={base}
            chosen={compared.includes(definition.id)}
            locked={isFull && !chosen.includes(definition.id)}
          >
            {renderAbout?.(definition)}
          </DefinitionCard>
        ))}
      </ul>
      {definitions.length > 1 && (
        <div className={styles.compareBar} data-no-print>
          <p aria-live="polite">{t("funds.list.chosen", { count: chosen.length })}</p>
          <Button type="submit" size="md">
            {t("funds.list.compare")}
          </Button>
        </div>
      )}
    </form>
  );
}
