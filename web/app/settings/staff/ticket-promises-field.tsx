/** What the firm promises by priority, in minutes of business hours. */
import { ticketPriorities, ticketPromiseKinds } from "@portico/api/rules/tickets.ts";
import { formatMinutes } from "../../ui/durations.ts";
import { NumberInput } from "../../ui/fields.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "./ticket-rules.module.css";
import type { TypedPromises } from "./ticket-rules-faults.ts";

interface TicketPromisesFieldProps {
  promises: TypedPromises;
  canChange: boolean;
  /** Of the field `low.firstAnswer`. */
  errorOf: (path: string) => string | undefined;
  onChange: (promises: TypedPromises) => void;
}

export function TicketPromisesField({ promises, canChange, errorOf, onChange }: TicketPromisesFieldProps) {
  const t = useText();
  const language = useLanguage();
  const lengthOf = (minutes: number | string) =>
    typeof minutes === "number" && minutes >= 60 ? formatMinutes(language, Math.round(minutes)) : "\u00a0";
  return (
    <div className={styles.promises}>
      {ticketPriorities.map((priority) => (
        <fieldset key={priority} className={styles.promise}>
          <legend>{t(`admin.tickets.priority.${priority}`)}</legend>
          {ticketPromiseKinds.map((kind) => (
            <NumberInput
              key={kind}
              size="sm"
              label={t(`admin.settings.promise.${kind}`)}
              description={lengthOf(promises[priority][kind])}
              inputWrapperOrder={["label", "input", "description", "error"]}
              min={1}
              clampBehavior="none"
              allowDecimal={false}
              thousandSeparator={"\u00a0"}
              readOnly={!canChange}
              value={promises[priority][kind]}
              error={errorOf(`${priority}.${kind}`)}
              onChange={(value) => onChange({ ...promises, [priority]: { ...promises[priority], [kind]: value } })}
            />
          ))}
        </fieldset>
      ))}
    </div>
  );
}
