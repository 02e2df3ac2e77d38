/** A mail with made-up data, as a page and as plain text; and a test of it to oneself. */
import { useEffect, useState } from "react";
import { errorText } from "../../shell/calls/api.tsx";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { logoAddress } from "../../shell/layouts/brand.ts";
import { useSetting } from "../../shell/staff/use-setting.ts";
import { Button } from "../../ui/button.tsx";
import { NativeSelect } from "../../ui/fields.tsx";
import { Notice } from "../../ui/notice.tsx";
import { SectionPicker } from "../../ui/section-picker.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "./mail-texts.module.css";
import type { useMailPreview } from "./use-mail-preview.ts";

interface MailPreviewProps {
  preview: ReturnType<typeof useMailPreview>;
  samples: number;
  sample: number;
  onSample: (sample: number) => void;
}

export function MailPreview({ preview: { query, send }, samples, sample, onSample }: MailPreviewProps) {
  const t = useText();
  const [form, setForm] = useState<"html" | "text">("html");
  const logo = useSetting("brand").data?.data.logo;
  const { data } = query;
  // The mail brings its logo along; here it is the one that pages show.
  const html = data?.html.replaceAll("cid:logo@portico", logo ? `${location.origin}${logoAddress(logo)}` : "");
  return (
    <section className={styles.preview} aria-label={t("admin.mailTexts.preview")}>
      <h3>{t("admin.mailTexts.preview")}</h3>
      <p className="small">{t("admin.mailTexts.previewHint")}</p>
      {samples > 1 && (
        <NativeSelect
          size="sm"
          label={t("admin.mailTexts.sample")}
          value={String(sample)}
          data={Array.from({ length: samples }, (_, place) => ({
            value: String(place),
            label: t("admin.mailTexts.sampleOf", { number: String(place + 1), count: String(samples) }),
          }))}
          onChange={(event) => onSample(Number(event.currentTarget.value))}
        />
      )}
      <SectionPicker
        label={t("admin.mailTexts.preview")}
        current={form}
        sections={[
          { id: "html", label: t("admin.mailTexts.asHtml") },
          { id: "text", label: t("admin.mailTexts.asText") },
        ]}
        onPick={(id) => setForm(id === "text" ? "text" : "html")}
      />
      {!data && <PendingQuery query={query} />}
      {data && (
        <>
          <p>
            <strong>{data.subject}</strong>
          </p>
          {form === "text" ? (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
            <pre className={styles.plain} tabIndex={0}>
              {data.text}
            </pre>
          ) : (
            <MailPage html={html ?? ""} title={t("admin.mailTexts.preview")} />
          )}
        </>
      )}
      {send.error && <Notice tone="failed">{errorText(t, send.error)}</Notice>}
      {send.isSuccess && (
        <Notice tone="done" live>
          {t("admin.mailTexts.sent")}
        </Notice>
      )}
      <Button variant="default" loading={send.isPending} onClick={() => send.mutate()}>
        {t("admin.mailTexts.send")}
      </Button>
    </section>
  );
}

/** Shown from an address of its own, because pages may not write markup; without scripts, forms and its origin. */
function MailPage({ html, title }: { html: string; title: string }) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([html], { type: "text/html;charset=utf-8" }));
    // oxlint-disable-next-line react/set-state-in-effect -- the address is made for this text, and taken back with it
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [html]);
  return <iframe className={styles.page} title={title} sandbox="" {...(address && { src: address })} />;
}
