/** Answers for a key whose person is not staff any more; it gets a new secret. */
import type { MachineKeyRow } from "@portico/api/machines.ts";
import type { FormEvent } from "react";
import { Button } from "../../ui/button.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "./machines.module.css";
import type { Secret } from "./secret-shown.tsx";
import { SensitiveNotice, useSensitiveChange } from "./sensitive-change.tsx";

interface TakeOverFormProps {
  machineKey: MachineKeyRow;
  onTaken: (secret: Secret) => void;
}

export function TakeOverForm({ machineKey: { id, name, version }, onTaken }: TakeOverFormProps) {
  const t = useText();
  const take = useSensitiveChange(
    (api) => api.machines.takeOver({ params: { id }, body: { version } }),
    ({ token, waits }) => onTaken({ name, token, waits }),
  );
  function submit(event: FormEvent) {
    event.preventDefault();
    take.send(undefined);
  }
  return (
    <form method="post" className={styles.stack} onSubmit={submit} noValidate>
      <p>{t("admin.machines.takeOverText")}</p>
      <SensitiveNotice change={take} />
      <div>
        <Button type="submit" loading={take.isPending}>
          {t("admin.machines.takeOver")}
        </Button>
      </div>
    </form>
  );
}
