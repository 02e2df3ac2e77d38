/** The test of a connection, and what it found. */
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import type { pickups } from "@portico/api/pickups.ts";
import { Notice } from "../../ui/notice.tsx";
import { useText } from "../../ui/text.tsx";
import { errorText } from "../calls/api.tsx";
import { useChange } from "../calls/use-change.ts";

type Asked = Parsed<typeof pickups.test>["body"];
type Tested = Answer<typeof pickups.test>;

export const useTestConnection = () => useChange((api, body: Asked): Promise<Tested> => api.pickups.test({ body }));

export function TestedConnection({
  test,
}: {
  test: { data: Tested | undefined; error: Error | null; isPending: boolean };
}) {
  const t = useText();
  if (test.error) return <Notice tone="failed">{errorText(t, test.error)}</Notice>;
  if (!test.data || test.isPending) return null;
  const { fingerprint, failure, detail, signedIn, files } = test.data;
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an output element may not hold paragraphs
    <div role="status">
      {fingerprint !== null && <p>{t("admin.pickups.shownKey", { fingerprint })}</p>}
      {failure !== null && (
        <Notice tone="failed">
          {t(`admin.pickups.failure.${failure}`)} {detail !== null && <small lang="en">{detail}</small>}
        </Notice>
      )}
      {signedIn && <Notice tone="done">{t("admin.pickups.tested", { count: files ?? 0 })}</Notice>}
    </div>
  );
}
