/** A line that says for whom a delegate reads, and until when. */
import type { Share } from "@portico/api/delegations.ts";
import { Day } from "../ui/dates.tsx";
import { Notice } from "../ui/notice.tsx";
import { useText } from "../ui/text.tsx";
import { partsText } from "./parts-text.ts";

export function SharedNote({ share: { name, parts, validTo } }: { share: Share }) {
  const t = useText();
  return (
    <Notice>
      <p>
        {t("reports.shared.note", { name, parts: partsText(t, parts) })} {t("reports.access.until")}{" "}
        <Day day={validTo} />
      </p>
    </Notice>
  );
}
