/** States an instrument's country, sector, legal form and venue, or takes them out. */
import type { InstrumentFacts } from "@portico/api/portfolio-instruments.ts";
import { isVenue, type LegalForm, legalForms, type Sector, sectors } from "@portico/api/rules/instruments.ts";
import { type FormEvent, useState } from "react";
import { errorText } from "../../shell/calls/api.tsx";
import { useChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { useCountries } from "../../shell/use-countries.ts";
import { Button } from "../../ui/button.tsx";
import { NativeSelect } from "../../ui/fields.tsx";
import { LimitedInput } from "../../ui/limited-input.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "./instruments.module.css";

interface InstrumentFactsFormProps {
  instrument: InstrumentFacts;
  onSaved: () => void;
}

type Typed = Pick<InstrumentFacts, "country" | "sector" | "legalForm" | "venue">;

export function InstrumentFactsForm({ instrument, onSaved }: InstrumentFactsFormProps) {
  const t = useText();
  const countries = useCountries();
  const { id, country, sector, legalForm, venue } = instrument;
  const before: Typed = { country, sector, legalForm, venue };
  const [typed, setTyped] = useState(before);
  const save = useChange((api, facts: Typed) =>
    api.portfolios.saveInstrumentFacts({ params: { id }, body: { ...facts, before } }),
  );
  function send(event: FormEvent): void {
    event.preventDefault();
    save.mutate(typed, {
      onSuccess: () => {
        alert.success(t("admin.instruments.saved"));
        onSaved();
      },
    });
  }
  const unknown = { value: "", label: t("admin.instruments.unknown") };
  return (
    <form onSubmit={send} className={styles.form}>
      <NativeSelect
        label={t("admin.instruments.country")}
        description={t("admin.instruments.countryHint")}
        value={typed.country ?? ""}
        data={[unknown, ...countries.map(({ code, name }) => ({ value: code, label: name }))]}
        onChange={(event) => setTyped({ ...typed, country: event.currentTarget.value || null })}
      />
      <NativeSelect
        label={t("admin.instruments.sector")}
        value={typed.sector ?? ""}
        data={[unknown, ...sectors.map((value) => ({ value, label: t(`admin.instruments.sector.${value}`) }))]}
        onChange={(event) => setTyped({ ...typed, sector: (event.currentTarget.value || null) as Sector | null })}
      />
      <NativeSelect
        label={t("admin.instruments.legalForm")}
        description={t("admin.instruments.legalFormHint")}
        value={typed.legalForm ?? ""}
        data={[unknown, ...legalForms.map((value) => ({ value, label: t(`admin.instruments.legalForm.${value}`) }))]}
        onChange={(event) => setTyped({ ...typed, legalForm: (event.currentTarget.value || null) as LegalForm | null })}
      />
      <LimitedInput
        label={t("admin.instruments.venue")}
        description={t("admin.instruments.venueHint")}
        limit={4}
        autoCapitalize="characters"
        spellCheck={false}
        value={typed.venue ?? ""}
        onChange={(event) => setTyped({ ...typed, venue: event.currentTarget.value.trim().toUpperCase() || null })}
      />
      {save.error && <Notice tone="failed">{errorText(t, save.error)}</Notice>}
      <Button type="submit" loading={save.isPending} disabled={typed.venue !== null && !isVenue(typed.venue)}>
        {t("admin.instruments.save")}
      </Button>
    </form>
  );
}
