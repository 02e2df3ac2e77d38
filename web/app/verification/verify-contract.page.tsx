/** What strangers verify contracts with: the fingerprint of the seal's authority, its certificate, the offline page. */
import { api } from "virtual:portico-api";
import { createClient } from "@portico/api/client.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import type { PublishedCertificate, verification } from "@portico/api/verification.ts";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { useBrand } from "../shell/layouts/brand.ts";
import { PageTitle } from "../shell/layouts/page-title.tsx";
import { serverContext } from "../shell/server-context.ts";
import { Button } from "../ui/button.tsx";
import { Day } from "../ui/dates.tsx";
import { Icon } from "../ui/icon.tsx";
import { Notice } from "../ui/notice.tsx";
import { PageHead, Section } from "../ui/section.tsx";
import { useText } from "../ui/text.tsx";
import styles from "./verification.module.css";

/** Null if the portal cannot tell. */
type Published = Answer<(typeof verification)["get"]> | null;

/** On the server, so that the page is whole without scripts. */
export const loader = ({ context }: LoaderFunctionArgs): Promise<Published> =>
  createClient(api, context.get(serverContext).apiFetch)
    .verification.get()
    .catch(() => null);

/** Files come from the pages' own address, which always serves the API. */
const addressOf = (path: string): string => `/api/verification/${path}`;

export default function VerifyContractPage() {
  const t = useText();
  const { name: firm } = useBrand();
  const published = useLoaderData<Published>();
  const [present, ...earlier] = published?.authorities ?? [];
  return (
    <>
      <PageTitle>{t("verification.title")}</PageTitle>
      <PageHead title={t("verification.title")}>
        <p>{t("verification.lead", { firm })}</p>
      </PageHead>
      <Section title={t("verification.stepsTitle")}>
        <ol className={styles.steps}>
          <li>{t("verification.step.get")}</li>
          <li>
            <p>{t("verification.step.open")}</p>
            <FileLink path="page" label={t("verification.page")} main />
          </li>
          <li>{t("verification.step.compare", { firm })}</li>
        </ol>
        <p className={styles.small}>{t("verification.meaning")}</p>
      </Section>
      {present && (
        <Section title={t("verification.current")} hint={t("verification.currentHint", { firm })}>
          <Authority certificate={present} />
        </Section>
      )}
      {!present && <Notice>{t(published ? "verification.none" : "verification.unavailable")}</Notice>}
      {earlier.length > 0 && (
        <Section title={t("verification.earlier")} hint={t("verification.earlierHint")}>
          {earlier.map((one) => (
            <Authority key={one.fingerprint} certificate={one} />
          ))}
        </Section>
      )}
    </>
  );
}

function Authority({ certificate }: { certificate: PublishedCertificate }) {
  const t = useText();
  const { name, fingerprint, valid_from, valid_until } = certificate;
  return (
    <div className={styles.authority}>
      <p id={`fingerprint-${fingerprint}`} className={styles.label}>
        {t("verification.fingerprint")}
      </p>
      <Fingerprint value={fingerprint} />
      <dl className={styles.facts}>
        <dt>{t("verification.name")}</dt>
        <dd>{name}</dd>
        <dt>{t("verification.valid")}</dt>
        <dd>
          <Day day={valid_from} /> – <Day day={valid_until} />
        </dd>
      </dl>
      <FileLink path={`authorities/${fingerprint}`} label={t("verification.certificate")} />
    </div>
  );
}

/** Eight numbered rows, so that two people can compare them by phone; the signs are those that other programs show. */
function Fingerprint({ value }: { value: string }) {
  const rows = value.toUpperCase().match(/.{8}/g) ?? [];
  return (
    <ol className={styles.fingerprint} aria-labelledby={`fingerprint-${value}`}>
      {rows.map((row, place) => (
        // Two rows may have the same signs.
        <li key={`${place + 1} ${row}`}>{row.match(/../g)?.join(":")}</li>
      ))}
    </ol>
  );
}

function FileLink({ path, label, main = false }: { path: string; label: string; main?: boolean }) {
  return (
    <Button
      component="a"
      href={addressOf(path)}
      download
      variant={main ? "filled" : "default"}
      size="sm"
      leftSection={<Icon name="download" size={16} />}
    >
      {label}
    </Button>
  );
}
