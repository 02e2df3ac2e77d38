/** A colleague saved meanwhile: what is stored now beside what was typed, part by part, and how to go on. */

import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "../../../ui/button.tsx";
import { formatMoment } from "../../../ui/format.ts";
import { Notice } from "../../../ui/notice.tsx";
import { useLanguage, useText } from "../../../ui/text.tsx";
import { TextDiff } from "../texts/text-diff.tsx";
import type { ComparedPart } from "../texts/version-diff.tsx";
import styles from "./conflicts.module.css";

interface ConflictNoticeProps {
  /** Who saved it, if that is known. */
  by: string | null;
  at: string | null;
  /** `before` is stored, `after` is one's own. */
  parts?: readonly ComparedPart[];
  /** Shown instead of parts. */
  children?: ReactNode;
  onKeepMine: () => void;
  onTakeStored: () => void;
}

/** Longer texts are compared line by line. */
const isLong = (text: string): boolean => text.length > 200 || text.includes("\n");

export function ConflictNotice({ by, at, parts, children, onKeepMine, onTakeStored }: ConflictNoticeProps) {
  const t = useText();
  const language = useLanguage();
  const button = useRef<HTMLButtonElement>(null);
  // The button that was pressed is gone, and this may be below what is seen.
  useEffect(() => {
    if (document.activeElement === document.body) button.current?.focus();
    else button.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const different = parts?.filter(({ before, after }) => before !== after);
  const isSame = different?.length === 0;
  return (
    <Notice
      tone="attention"
      live
      title={
        by === null || at === null
          ? t("admin.conflict.changed")
          : t("admin.conflict.savedBy", { name: by, at: formatMoment(language, at) })
      }
    >
      <p>{t(isSame ? "admin.conflict.same" : "admin.conflict.text")}</p>
      {different?.map((part) => (
        <Part key={part.id} {...part} />
      ))}
      {children}
      <div className={styles.choices}>
        {!isSame && (
          <Button ref={button} variant="default" onClick={onKeepMine}>
            {t("admin.conflict.keep")}
          </Button>
        )}
        <Button ref={isSame ? button : undefined} variant="default" onClick={onTakeStored}>
          {t("admin.conflict.take")}
        </Button>
      </div>
    </Notice>
  );
}

function Part({ label, language, before, after }: ComparedPart) {
  const t = useText();
  if (isLong(before) || isLong(after))
    return (
      <div className={styles.part}>
        <h4>{label}</h4>
        <p>{t("admin.conflict.lines")}</p>
        <TextDiff before={before} after={after} language={language} />
      </div>
    );
  return (
    <div className={styles.part}>
      <h4>{label}</h4>
      <dl className={styles.sides}>
        <div>
          <dt>{t("admin.conflict.yours")}</dt>
          <dd lang={language}>{after || "–"}</dd>
        </div>
        <div>
          <dt>{t("admin.conflict.stored")}</dt>
          <dd lang={language}>{before || "–"}</dd>
        </div>
      </dl>
    </div>
  );
}
