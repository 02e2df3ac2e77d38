/** Preview of the brand on light and dark, with the contrast of its colours. */

import { brandSurfaces, calculateContrast, isColour, readableContrast } from "@portico/api/rules/brand-colours.ts";
import type { CSSProperties } from "react";
import { logoAddress } from "../../shell/layouts/brand.ts";
import { formatDecimal } from "../../ui/format.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import type { Brand } from "./setting-faults.ts";
import styles from "./settings.module.css";

export function BrandPreview({ brand }: { brand: Brand }) {
  const t = useText();
  const language = useLanguage();
  return (
    <section className={styles.previews} aria-label={t("admin.settings.previewLabel")}>
      {(["light", "dark"] as const).map((scheme) => {
        const accent = brand.accent[scheme];
        const ratio = isColour(accent) ? calculateContrast(accent, brandSurfaces[scheme]) : undefined;
        return (
          <div key={scheme}>
            <div
              className={styles.preview}
              data-dark={scheme === "dark" || undefined}
              style={isColour(accent) ? ({ "--shown": accent } as CSSProperties) : undefined}
            >
              {brand.logo ? <img src={logoAddress(brand.logo)} alt={brand.name} /> : <b>{brand.name}</b>}
              <span className={styles.button}>{t("admin.settings.previewButton")}</span>
              {ratio !== undefined && (
                <span className={styles.ratio}>
                  {t("admin.settings.contrast", { ratio: formatDecimal(language, ratio, 1) })}
                </span>
              )}
            </div>
            {ratio !== undefined && ratio < readableContrast && (
              <p className={styles.low}>{t("admin.settings.contrastLow")}</p>
            )}
          </div>
        );
      })}
    </section>
  );
}
