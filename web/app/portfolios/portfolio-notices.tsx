/** Missing or doubtful prices and rates of a portfolio, in the same words for clients and staff. */

import type { Gap } from "@portico/api/portfolios.ts";
import { isDoubt } from "@portico/api/rules/gaps.ts";
import { formatDay, formatQuantity } from "../ui/format.ts";
import { useLanguage, useText } from "../ui/text.tsx";
import { useGapText } from "./gap-text.ts";
import { Notice } from "./notice.tsx";
import type { PortfolioTotals } from "./portfolio-state.ts";

export function PortfolioNotices({ totals }: { totals: Pick<PortfolioTotals, "gaps" | "excluded"> }) {
  return (
    <>
      <Gaps kind="gap" gaps={totals.gaps.filter((gap) => !isDoubt(gap))} />
      <Gaps kind="doubt" gaps={totals.gaps.filter(isDoubt)} />
      <Excluded excluded={totals.excluded} />
    </>
  );
}

/** Doubts about a known figure, or those of a holding or range; nothing if there are none. */
export function Doubts({ of, gaps }: { of: "figure" | "figures"; gaps: readonly Gap[] }) {
  const t = useText();
  const doubts = gaps.filter(isDoubt);
  if (doubts.length === 0) return null;
  return (
    <Notice title={t(of === "figure" ? "portfolios.gap.doubtFigure" : "portfolios.gap.doubtTitle")}>
      <GapList gaps={doubts} />
    </Notice>
  );
}

function Gaps({ gaps, kind }: { gaps: readonly Gap[]; kind: "gap" | "doubt" }) {
  const t = useText();
  if (gaps.length === 0) return null;
  return (
    <Notice title={t(kind === "gap" ? "portfolios.gap.title" : "portfolios.gap.doubtTitle")}>
      <p>{t(kind === "gap" ? "portfolios.gap.explain" : "portfolios.gap.doubtExplain")}</p>
      <GapList gaps={gaps} />
    </Notice>
  );
}

const namedGaps = 6;

function GapList({ gaps }: { gaps: readonly Gap[] }) {
  const t = useText();
  const gapText = useGapText();
  const texts = [...new Set(gaps.map(gapText))];
  return (
    <ul>
      {texts.slice(0, namedGaps).map((text) => (
        <li key={text}>{text}</li>
      ))}
      {texts.length > namedGaps && <li>{t("portfolios.gap.more", { count: texts.length - namedGaps })}</li>}
    </ul>
  );
}

/** Instruments that the firm excludes from the portfolio: no figure includes their value. */
function Excluded({ excluded }: Pick<PortfolioTotals, "excluded">) {
  const t = useText();
  const language = useLanguage();
  if (excluded.length === 0) return null;
  return (
    <Notice title={t("portfolios.excluded.title", { count: excluded.length })}>
      <p>{t("portfolios.excluded.text")}</p>
      <ul>
        {excluded.map(({ name, quantity, day }) => (
          <li key={name}>
            {quantity === null || day === null
              ? name
              : t("portfolios.excluded.held", {
                  name,
                  quantity: formatQuantity(language, quantity),
                  day: formatDay(language, day),
                })}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
