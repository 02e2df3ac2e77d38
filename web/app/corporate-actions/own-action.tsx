/** One corporate action of the holder: what it brings, and what may be chosen until when. */
import type { OwnAction } from "@portico/api/corporate-actions.ts";
import type { OptionName } from "@portico/api/rules/corporate-actions.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useState } from "react";
import { errorText } from "../shell/calls/api.tsx";
import { Button } from "../ui/button.tsx";
import { Day } from "../ui/dates.tsx";
import { formatExact, formatMoment } from "../ui/format.ts";
import { Notice } from "../ui/notice.tsx";
import { Facts, Section } from "../ui/section.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import { useLanguage, useText } from "../ui/text.tsx";
import { outcomeParts } from "./outcome-text.ts";
import styles from "./own-actions.module.css";
import { useElect } from "./use-own-actions.ts";

const colours = { coming: "blue", changing: "orange", applied: "green", undone: "grey", cancelled: "red" } as const;

interface OwnActionProps {
  action: OwnAction;
  holder: Holder;
  timeZone: string;
  readOnly: boolean;
}

export function OwnActionCard({ action, holder, timeZone, readOnly }: OwnActionProps) {
  const t = useText();
  const language = useLanguage();
  const { type, state, instrument, exDay, payDay, units, isFinal, outcome, choices, target } = action;
  const isShown = choices.length === 0 || outcome !== null;
  return (
    <Section title={`${instrument.name} · ${t(`corporateActions.type.${type}`)}`}>
      <Facts>
        <StatusBadge status={state} colour={colours[state]}>
          {t(`corporateActions.state.${state}`)}
        </StatusBadge>
        <span>
          {t("corporateActions.exDay")}: <Day day={exDay} />
        </span>
        <span>
          {t("corporateActions.payDay")}: <Day day={payDay} />
        </span>
      </Facts>
      <p className={styles.muted}>
        {t(isFinal ? "corporateActions.units" : "corporateActions.unitsNow", { count: formatExact(language, units) })}
      </p>
      {isShown && state !== "cancelled" && state !== "undone" && outcome && (
        <p>{outcomeParts(t, language, outcome, target?.name).join(" · ")}</p>
      )}
      {choices.length > 0 && (state === "coming" || state === "changing") && (
        <Choices action={action} holder={holder} timeZone={timeZone} readOnly={readOnly} />
      )}
    </Section>
  );
}

function Choices({ action, holder, timeZone, readOnly }: OwnActionProps) {
  const t = useText();
  const language = useLanguage();
  const elect = useElect(holder, action.id);
  const { choices, election, pending, clientDeadline, can, target } = action;
  const mayElect = can.elect && !readOnly;
  const moment = clientDeadline === null ? "" : formatMoment(language, clientDeadline, timeZone);
  const optionName = (option: OptionName) => t(`corporateActions.option.${option}`);
  const chosen = election?.option;
  // Who only reads may see that the time runs still.
  const [isPast] = useState(() => clientDeadline !== null && Date.parse(clientDeadline) <= Date.now());
  const isOver = readOnly ? isPast : !can.elect;
  return (
    <fieldset className={styles.options}>
      <legend>
        {t(isOver ? "corporateActions.deadlineOver" : "corporateActions.deadline", { moment, zone: timeZone })}
      </legend>
      {choices.map(({ option, isDefault, outcome }) => (
        <div key={option} className={styles.option} data-chosen={chosen === option || undefined}>
          <div>
            <p>
              <strong>{optionName(option)}</strong>
              {isDefault && <span className={styles.muted}> ({t("corporateActions.default")})</span>}
            </p>
            <p>{outcomeParts(t, language, outcome, target?.name).join(" · ")}</p>
          </div>
          {mayElect && (
            <Button
              variant={chosen === option ? "filled" : "default"}
              aria-pressed={chosen === option}
              loading={elect.isPending && elect.variables === option}
              disabled={elect.isPending}
              onClick={() => elect.mutate(option)}
            >
              {t("corporateActions.choose", { option: optionName(option) })}
            </Button>
          )}
        </div>
      ))}
      {election && (
        <output>
          {t(election.byStaff ? "corporateActions.chosenByStaff" : "corporateActions.chosen", {
            option: optionName(election.option),
          })}
        </output>
      )}
      {pending && <Notice>{t("corporateActions.pending", { option: optionName(pending.option) })}</Notice>}
      {elect.error && <Notice tone="failed">{errorText(t, elect.error)}</Notice>}
      {mayElect && (election ?? pending) && (
        <div>
          <Button variant="subtle" disabled={elect.isPending} onClick={() => elect.mutate(null)}>
            {t("corporateActions.takeBack")}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
