/** Keys with which the firm's systems call the portal: what each may do, its last use, and what is done with it. */
import type { MachineKeyRow } from "@portico/api/machines.ts";
import { useState } from "react";
import { useApi } from "../../shell/calls/api.tsx";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { useSession } from "../../shell/session/session.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import rows from "../../ui/rows.module.css";
import { PageHead, Section } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import { useText } from "../../ui/text.tsx";
import { KeyForm } from "./key-form.tsx";
import { KeyRow } from "./key-row.tsx";
import { RotateForm } from "./rotate-form.tsx";
import { type Secret, SecretShown } from "./secret-shown.tsx";
import { TakeOverForm } from "./take-over-form.tsx";

type Opened = { make: true } | { rotate: MachineKeyRow } | { takeOver: MachineKeyRow } | { secret: Secret };

const hasEnded = ({ state }: MachineKeyRow): boolean => !["waiting", "active", "stopped"].includes(state);

export default function MachinesPage() {
  const t = useText();
  const isAdmin = useSession()?.profile.role === "admin";
  return (
    <>
      <PageTitle>{t("admin.machines.title")}</PageTitle>
      {isAdmin ? (
        <Keys />
      ) : (
        <>
          <PageHead title={t("admin.machines.title")} />
          <Empty icon="key" title={t("admin.machines.adminsOnly")} />
        </>
      )}
    </>
  );
}

function Keys() {
  const t = useText();
  const query = useCall(useApi().machines.list);
  const [opened, setOpened] = useState<Opened>();
  const { data } = query;
  const close = () => setOpened(undefined);
  const show = (secret: Secret) => setOpened({ secret });
  const listOf = (keys: readonly MachineKeyRow[], callsPerMinute: number) => (
    <ul className={rows.list}>
      {keys.map((one) => (
        <KeyRow
          key={one.id}
          machineKey={one}
          callsPerMinute={callsPerMinute}
          onRotate={() => setOpened({ rotate: one })}
          onTakeOver={() => setOpened({ takeOver: one })}
        />
      ))}
    </ul>
  );
  const living = data?.keys.filter((key) => !hasEnded(key)) ?? [];
  const ended = data?.keys.filter(hasEnded) ?? [];
  return (
    <>
      <PageHead
        title={t("admin.machines.title")}
        actions={data && <Button onClick={() => setOpened({ make: true })}>{t("admin.machines.make")}</Button>}
      >
        {t("admin.machines.about")} <LocaleLink to="/admin/settings/security">{t("admin.machines.setUp")}</LocaleLink>
      </PageHead>
      <Section>
        {!data && <PendingQuery query={query} />}
        {data && living.length === 0 && (
          <Empty icon="key" title={t("admin.machines.none")}>
            {t("admin.machines.noneExplain")}
          </Empty>
        )}
        {data && living.length > 0 && listOf(living, data.rules.callsPerMinute)}
      </Section>
      {data && ended.length > 0 && (
        <Section title={`${t("admin.machines.ended")} (${ended.length})`}>
          {listOf(ended, data.rules.callsPerMinute)}
        </Section>
      )}
      {data && opened && "make" in opened && (
        <Dialog opened size="lg" onClose={close} title={t("admin.machines.make")}>
          <KeyForm offered={data} onMade={show} />
        </Dialog>
      )}
      {opened && "rotate" in opened && (
        <Dialog opened onClose={close} title={t("admin.machines.rotateOf", { name: opened.rotate.name })}>
          <RotateForm machineKey={opened.rotate} onRotated={show} />
        </Dialog>
      )}
      {opened && "takeOver" in opened && (
        <Dialog opened onClose={close} title={t("admin.machines.takeOverOf", { name: opened.takeOver.name })}>
          <TakeOverForm machineKey={opened.takeOver} onTaken={show} />
        </Dialog>
      )}
      {opened && "secret" in opened && (
        <Dialog opened onClose={close} title={t("admin.machines.secretTitle", { name: opened.secret.name })}>
          <SecretShown secret={opened.secret} onDone={close} />
        </Dialog>
      )}
    </>
  );
}
