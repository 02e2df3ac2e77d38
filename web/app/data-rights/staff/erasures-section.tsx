/** Erasures that a person asks for: what one would reach and what is kept, a proposal, and what was done. */

import type { DataErasure, dataRights, ErasurePreview } from "@portico/api/data-rights.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { formatDay } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "../data-rights.module.css";
import { useErasurePreview } from "../use-data-rights.ts";
import { ErasureForm } from "./erasure-form.tsx";

interface ErasuresProps {
  holder: Holder;
  data: Answer<(typeof dataRights)["get"]>;
}

const colours = { proposed: "orange", declined: "grey", waiting: "blue", done: "green", refused: "red" } as const;

export function ErasuresSection({ holder, data }: ErasuresProps) {
  const t = useText();
  const query = useErasurePreview(holder);
  const preview = query.data;
  const isOpen = data.erasures.some(({ state }) => state === "proposed" || state === "waiting");
  return (
    <Section title={t("admin.rights.erasures")}>
      <p>{t("admin.rights.erasureText")}</p>
      {data.erasures.length > 0 && (
        <ul className={styles.list}>
          {data.erasures.map((erasure) => (
            <ErasureRow key={erasure.id} erasure={erasure} />
          ))}
        </ul>
      )}
      {!preview && <PendingQuery query={query} />}
      {preview?.held && <Notice tone="attention">{t("admin.rights.heldNoErasure")}</Notice>}
      {preview && !preview.held && preview.erasable.length === 0 && <p>{t("admin.rights.nothingToErase")}</p>}
      {preview && data.can.erase && !isOpen && preview.erasable.length > 0 && (
        <ErasureForm holder={holder} erasable={preview.erasable} />
      )}
      {preview && preview.kept.length > 0 && <Kept kept={preview.kept} />}
    </Section>
  );
}

function Kept({ kept }: Pick<ErasurePreview, "kept">) {
  const t = useText();
  const language = useLanguage();
  return (
    <>
      <h3 className={styles.heading}>{t("admin.rights.wouldKeep")}</h3>
      <ul className={styles.list}>
        {kept.map(({ class: name, rows, until }) => (
          <li key={name}>
            <div className={styles.what}>
              <p>{t(`admin.rights.kept.${name}`)}</p>
              <p className={styles.small}>
                {t("admin.rights.rows", { rows })},{" "}
                {until === null
                  ? t("admin.rights.keptWhile")
                  : t("admin.rights.keptUntil", { day: formatDay(language, until) })}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

function ErasureRow({ erasure }: { erasure: DataErasure }) {
  const t = useText();
  const language = useLanguage();
  const { outcome, refusal } = erasure;
  return (
    <li>
      <div className={styles.what}>
        <p>{erasure.classes.map((one) => t(`admin.rights.class.${one}`)).join(", ")}</p>
        <p className={styles.small}>
          {t("admin.rights.askedOnDay", { day: formatDay(language, erasure.askedOn) })}
          {erasure.reason !== "" && `: ${erasure.reason}`}
        </p>
        <p className={styles.small}>
          {t("admin.rights.askedBy", { day: formatDay(language, erasure.askedAt), name: erasure.askedBy.name })}
          {erasure.confirmedBy && `. ${t("admin.rights.confirmedBy", { name: erasure.confirmedBy.name })}`}
        </p>
        {outcome !== null && (
          <p className={styles.small}>
            {t("admin.rights.rows", { rows: Object.values(outcome).reduce((sum, rows) => sum + rows, 0) })}
          </p>
        )}
        {refusal !== null && <Notice tone="attention">{t(`admin.rights.refused.${refusal}`)}</Notice>}
      </div>
      <div className={styles.actions}>
        <StatusBadge status={erasure.state} colour={colours[erasure.state]}>
          {t(`admin.rights.erasureState.${erasure.state}`)}
        </StatusBadge>
      </div>
    </li>
  );
}
