/** An invitation to read what is a holder's: opened from the mail, accepted with the account of the invited address. */

import type { delegations } from "@portico/api/delegations.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import { ApiError } from "@portico/api/errors.ts";
import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { errorText, useApi } from "../shell/calls/api.tsx";
import { useChange } from "../shell/calls/use-change.ts";
import { PageTitle } from "../shell/layouts/page-title.tsx";
import { useLocaleNavigate } from "../shell/navigation/locale-link.tsx";
import { Button } from "../ui/button.tsx";
import { Day } from "../ui/dates.tsx";
import { Notice } from "../ui/notice.tsx";
import { PageHead, Section } from "../ui/section.tsx";
import { Empty, Loading } from "../ui/states.tsx";
import { useText } from "../ui/text.tsx";
import styles from "./access.module.css";
import { partsText } from "./parts-text.ts";

/** Of a secret: what is shorter was cut from a mail. */
const shortest = 20;

type Invitation = Answer<(typeof delegations)["readInvitation"]>;

export default function InvitationPage() {
  const t = useText();
  const secret = useLocation().hash.slice(1);
  return (
    <>
      <PageTitle>{t("reports.invitation.title")}</PageTitle>
      <PageHead title={t("reports.invitation.title")} />
      <Section>{secret.length < shortest ? <Gone /> : <Read key={secret} secret={secret} />}</Section>
    </>
  );
}

function Gone() {
  const t = useText();
  return (
    <Empty icon="warning" title={t("reports.invitation.gone")}>
      {t("reports.invitation.goneExplain")}
    </Empty>
  );
}

function Read({ secret }: { secret: string }) {
  const t = useText();
  const api = useApi();
  const [found, setFound] = useState<Invitation | Error>();
  useEffect(() => {
    let isLeft = false;
    api.delegations.readInvitation({ body: { secret } }).then(
      (answer) => !isLeft && setFound(answer),
      (error: Error) => !isLeft && setFound(error),
    );
    return () => {
      isLeft = true;
    };
  }, [api, secret]);
  if (!found) return <Loading />;
  if (found instanceof Error)
    return found instanceof ApiError && found.code === "notFound" ? (
      <Gone />
    ) : (
      <Notice tone="failed">{errorText(t, found)}</Notice>
    );
  if (found.state === "gone") return <Gone />;
  return <Open invitation={found} secret={secret} />;
}

function Open({ invitation: { name, email, parts, validTo }, secret }: { invitation: Invitation; secret: string }) {
  const t = useText();
  const navigate = useLocaleNavigate();
  const accept = useChange((api) => api.delegations.accept({ body: { secret } }), {
    onSuccess: ({ holderType, holderId }) => navigate(`/shared/${holderType}/${holderId}`, { replace: true }),
  });
  return (
    <div className={styles.invitation}>
      <p>{t("reports.invitation.lead", { name })}</p>
      <p>
        {partsText(t, parts)} · {t("reports.access.until")} <Day day={validTo} />
      </p>
      <p className={styles.small}>{t("reports.invitation.rules", { email })}</p>
      <Button loading={accept.isPending} onClick={() => accept.mutate()}>
        {t("reports.invitation.accept")}
      </Button>
      {accept.error && <Notice tone="failed">{errorText(t, accept.error)}</Notice>}
    </div>
  );
}
