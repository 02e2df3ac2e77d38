/** Finds an instrument by name, ticker or ISIN; an unknown one is accepted as typed. */
import { TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { Button } from "../../ui/button.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "./request.module.css";
import type { RequestDraft } from "./request-draft.ts";

interface InstrumentSearchProps {
  chosen: RequestDraft["instrument"];
  onChoose: (instrument: RequestDraft["instrument"]) => void;
  error?: string | undefined;
}

export function InstrumentSearch({ chosen, onChoose, error }: InstrumentSearchProps) {
  const api = useApi();
  const t = useText();
  const [text, setText] = useState(chosen?.name ?? "");
  const [search] = useDebouncedValue(text.trim(), 250);
  const isOpen = !chosen && search.length > 0;
  const { data } = useCall(api.marketData.findInstruments, { query: { search } }, { enabled: isOpen });
  return (
    <div>
      <TextInput
        size="md"
        label={t("portfolios.request.instrument")}
        placeholder={t("portfolios.request.instrumentHint")}
        value={text}
        error={error}
        autoComplete="off"
        onChange={(event) => {
          setText(event.currentTarget.value);
          if (chosen) onChoose(undefined);
        }}
      />
      {isOpen && data && (
        <div className={styles.found} aria-live="polite">
          {data.instruments.length === 0 && <p className={styles.hint}>{t("portfolios.request.noMatch")}</p>}
          {data.instruments.slice(0, 8).map(({ id, name, ticker, currency }) => (
            <button
              key={id}
              type="button"
              onClick={() => {
                setText(name);
                onChoose({ id, name, currency });
              }}
            >
              {name}{" "}
              <span>
                {ticker} · {currency}
              </span>
            </button>
          ))}
          <Button variant="subtle" size="sm" onClick={() => onChoose({ name: search })}>
            {t("portfolios.request.useText", { text: search })}
          </Button>
        </div>
      )}
    </div>
  );
}
