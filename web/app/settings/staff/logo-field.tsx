/** The firm's logo: shown, replaced or removed. The choice takes effect when the brand is saved. */

import { ApiError, type FieldCode } from "@portico/api/errors.ts";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import { errorText, fieldErrorTexts, useApi } from "../../shell/calls/api.tsx";
import { logoAddress } from "../../shell/layouts/brand.ts";
import { Button } from "../../ui/button.tsx";
import { readBase64 } from "../../ui/file-base64.ts";
import { FileDrop } from "../../ui/file-drop.tsx";
import { sortFiles } from "../../ui/file-limits.ts";
import { type Translate, useText } from "../../ui/text.tsx";
import styles from "./settings.module.css";

const megabytes = 10;

/** Reasons that are otherwise worded for clients' documents. */
const logoFaultKeys: Partial<Record<FieldCode, "logoType" | "logoUnreadable">> = {
  refusedType: "logoType",
  unreadableFile: "logoUnreadable",
  hiddenContent: "logoUnreadable",
};

function refusalText(t: Translate, error: unknown): string {
  const code = error instanceof ApiError ? error.errors[0]?.code : undefined;
  const own = code && logoFaultKeys[code];
  return own ? t(`admin.settings.fault.${own}`) : (fieldErrorTexts(t, error)["base64data"] ?? errorText(t, error));
}

interface LogoFieldProps {
  logo: string | null;
  /** Alternative text if the picture does not load. */
  firm: string;
  readOnly: boolean;
  error: string | undefined;
  onChange: (logo: string | null) => void;
}

export function LogoField({ logo, firm, readOnly, error, onChange }: LogoFieldProps) {
  const t = useText();
  const api = useApi();
  const id = useId();
  const field = useRef<HTMLFieldSetElement>(null);
  const [news, setNews] = useState("");
  const [tooLarge, setTooLarge] = useState(false);
  const isThere = useRef(false);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  const upload = useMutation({
    mutationFn: async (file: File) => api.settings.uploadLogo({ body: { base64data: await readBase64(file) } }),
    onSuccess: (uploaded) => {
      // The section was left: input there since is newer than this field's.
      if (!isThere.current) return;
      onChange(uploaded.logo);
      setNews(t("admin.settings.logoTaken"));
    },
    onError: () => setNews(""),
  });

  function take(file: File) {
    const fits = sortFiles([file], { left: 1, megabytes }).fitting.length > 0;
    setTooLarge(!fits);
    upload.reset();
    setNews(fits ? t("admin.settings.logoSending") : "");
    if (fits) upload.mutate(file);
  }
  function remove() {
    onChange(null);
    upload.reset();
    setTooLarge(false);
    setNews(t("admin.settings.logoRemoved"));
    // The button disappears with the picture.
    field.current?.querySelector<HTMLInputElement>("input[type=file]")?.focus();
  }

  const refusal = tooLarge ? t("field.fileTooBig") : upload.error ? refusalText(t, upload.error) : error;
  return (
    <fieldset ref={field} className={styles.logo} aria-describedby={refusal ? `${id}-error` : undefined}>
      <legend>{t("admin.settings.logo")}</legend>
      {logo !== null && (
        <div className={styles.logoNow}>
          <span className={styles.onWhite}>
            <img src={logoAddress(logo)} alt={t("admin.settings.logoAlt", { firm })} />
          </span>
          {!readOnly && (
            <Button variant="default" onClick={remove} disabled={upload.isPending}>
              {t("admin.settings.logoRemove")}
            </Button>
          )}
        </div>
      )}
      {readOnly
        ? logo === null && <p className="small">{t("admin.settings.logoNone")}</p>
        : !upload.isPending && (
            <FileDrop
              onFile={take}
              accept=".png,.jpg,.jpeg,.webp,image/png,image/jpeg,image/webp"
              chooseLabel={t(logo === null ? "admin.settings.logoChoose" : "admin.settings.logoReplace")}
              dropLabel={t("admin.settings.logoDrop")}
              overLabel={t("admin.settings.logoOver")}
              hint={t("admin.settings.logoHint")}
            />
          )}
      {refusal && (
        <p id={`${id}-error`} role="alert" className={styles.error}>
          {refusal}
        </p>
      )}
      <output className="small">{news}</output>
    </fieldset>
  );
}
