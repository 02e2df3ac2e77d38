/** The only drawer of the page: a holding, or the proof of a figure, which leads back to its holding. */

import type { InstrumentRow } from "@portico/api/portfolios.ts";
import { Button } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import { Sheet } from "../ui/sheet.tsx";
import { useText } from "../ui/text.tsx";
import type { Detail } from "./detail.ts";
import { PositionView } from "./holdings/position-view.tsx";
import styles from "./proof/proof.module.css";
import { ProofPart } from "./proof/proof-part.tsx";

interface DetailSheetProps {
  detail: Detail;
  setDetail: (detail: Detail) => void;
  rows: readonly InstrumentRow[];
  contractCurrency: string;
  /** The valuation day. */
  today: string;
  onRequest?: ((side: "buy" | "sell", row: InstrumentRow) => void) | undefined;
}

export default function DetailSheet({ detail, setDetail, rows, contractCurrency, today, onRequest }: DetailSheetProps) {
  const t = useText();
  const row = rows.find((each) => each.key === detail.row);
  const { proof } = detail;
  const figure = proof && t(`portfolios.figure.${proof.figure}`);
  const title = figure
    ? t("portfolios.proof.title", { figure: proof.name ? `${figure}, ${proof.name}` : figure })
    : (row?.name ?? "");
  return (
    <Sheet opened={proof !== undefined || row !== undefined} onClose={() => setDetail({})} title={title} size="34rem">
      {proof && row && (
        <div className={styles.back}>
          <Button
            variant="subtle"
            size="sm"
            leftSection={<Icon name="back" size={16} />}
            onClick={() => setDetail({ row: row.key })}
          >
            {row.name}
          </Button>
        </div>
      )}
      {proof ? (
        <ProofPart request={proof} />
      ) : (
        row && <PositionView row={row} contractCurrency={contractCurrency} today={today} onRequest={onRequest} />
      )}
    </Sheet>
  );
}
