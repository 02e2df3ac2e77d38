/** A new secret for a key; the former one works for a while longer. */
import type { MachineKeyRow } from "@portico/api/machines.ts";
import { machineLimits } from "@portico/api/rules/machines.ts";
import { type FormEvent, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { NumberInput } from "../../ui/fields.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "./machines.module.css";
import type { Secret } from "./secret-shown.tsx";
import { SensitiveNotice, useSensitiveChange } from "./sensitive-change.tsx";

const most = machineLimits.overlapHours;
const isHours = (value: number | string): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= most;

export function RotateForm({
  machineKey: { id, name, version },
  onRotated,
}: {
  machineKey: MachineKeyRow;
  onRotated: (secret: Secret) => void;
}) {
  const t = useText();
  const [hours, setHours] = useState<number | string>(24);
  const rotate = useSensitiveChange(
    (api, overlapHours: number) => api.machines.rotate({ params: { id }, body: { overlapHours, version } }),
    ({ token }) => onRotated({ name, token, waits: false }),
  );
  function submit(event: FormEvent) {
    event.preventDefault();
    if (isHours(hours)) rotate.send(hours);
  }
  return (
    <form method="post" className={styles.stack} onSubmit={submit} noValidate>
      <p>{t("admin.machines.rotateText")}</p>
      <NumberInput
        label={t("admin.machines.overlap")}
        min={0}
        max={most}
        clampBehavior="none"
        allowDecimal={false}
        value={hours}
        error={isHours(hours) ? undefined : t("admin.machines.fault", { min: 0, max: most })}
        onChange={setHours}
      />
      <SensitiveNotice change={rotate} />
      <div>
        <Button type="submit" loading={rotate.isPending}>
          {t("admin.machines.rotate")}
        </Button>
      </div>
    </form>
  );
}
