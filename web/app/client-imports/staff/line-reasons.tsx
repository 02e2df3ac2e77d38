/** What a line of a file means: its faults, its notes, why it was not booked, and the question whether it is somebody else. */
import type { ClientImportLine } from "@portico/api/client-imports.ts";
import {
  type ClientFailureCode,
  type ClientFaultCode,
  clientFailures,
  clientFaults,
} from "@portico/api/rules/client-imports.ts";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { Button } from "../../ui/button.tsx";
import { type Translate, useText } from "../../ui/text.tsx";
import styles from "./client-imports.module.css";
import { useDecideLine } from "./use-client-imports.ts";

const isFault = (code: string): code is ClientFaultCode => (clientFaults as readonly string[]).includes(code);

const isFailure = (code: string): code is ClientFailureCode => (clientFailures as readonly string[]).includes(code);

function failureText(t: Translate, failure: string): string {
  if (isFailure(failure)) return t(`admin.clientImports.failed.${failure}`);
  if (failure === "inUse") return t("admin.clientImports.inUse");
  if (isFault(failure)) return t(`admin.clientImports.fault.${failure}`, { detail: "" });
  return t("admin.clientImports.failure", { code: failure });
}

export function reasonsOf(t: Translate, { faults, notes, failure }: ClientImportLine): string[] {
  return [
    ...faults.map(({ code, detail }) => t(`admin.clientImports.fault.${code}`, { detail: detail ?? "" })),
    ...notes.map(({ code, detail }) =>
      code === "samePerson" && detail !== null
        ? t("admin.clientImports.note.samePersonInFile", { detail })
        : t(`admin.clientImports.note.${code}`, { detail: detail ?? "" }),
    ),
    ...(failure === null ? [] : [failureText(t, failure)]),
  ];
}

export function LineReasons({
  line,
  importId,
  mayDecide,
}: {
  line: ClientImportLine;
  importId: number;
  mayDecide: boolean;
}) {
  const t = useText();
  const { holder } = line;
  return (
    <>
      <ul className={styles.reasons}>
        {reasonsOf(t, line).map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      {holder && (
        <LocaleLink to={`/admin/${holder.holderType}/${holder.holderId}`}>
          {holder.name} (№ {holder.holderId})
        </LocaleLink>
      )}
      {line.asked && mayDecide && <Decide line={line} importId={importId} />}
    </>
  );
}

function Decide({ line, importId }: { line: ClientImportLine; importId: number }) {
  const t = useText();
  const decide = useDecideLine(importId);
  const offered = [
    { is: "new", label: t("admin.clientImports.isNew"), isChosen: line.state === "new" },
    { is: "same", label: t("admin.clientImports.isSame"), isChosen: line.state === "present" },
  ] as const;
  return (
    <div className={styles.decide}>
      {offered.map(({ is, label, isChosen }) => (
        <Button
          key={is}
          size="compact-sm"
          variant={isChosen ? "filled" : "default"}
          aria-pressed={isChosen}
          aria-label={`${label}: ${line.name}`}
          loading={decide.isPending && decide.variables.is === is}
          onClick={() => decide.mutate({ line: line.line, is })}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}
