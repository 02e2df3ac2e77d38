/** The mail as the server would write it with what is typed, and what is wrong with it; asked again after a pause. */

import { useDebouncedValue } from "@mantine/hooks";
import type { ShownMail } from "@portico/api/settings/mail-texts.ts";
import type { Language } from "@portico/api/shapes.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useChange } from "../../shell/calls/use-change.ts";
import { useText } from "../../ui/text.tsx";

/** An empty field is told by its form; the server takes no empty text. */
const filled = (shown: ShownMail): ShownMail => ({
  ...shown,
  texts: shown.texts.map(({ id, words }) => ({
    id,
    words: { bg: words.bg?.trim() || null, en: words.en?.trim() || null, pl: words.pl?.trim() || null },
  })),
});

export function useMailPreview(shown: ShownMail, isAllowed: boolean) {
  const t = useText();
  const api = useApi();
  const [settled] = useDebouncedValue(JSON.stringify(filled(shown)), 400);
  const body = JSON.parse(settled) as ShownMail;
  const query = useCall(
    api.settings.previewMail,
    { body },
    { enabled: isAllowed && body.mail !== "", placeholderData: keepPreviousData },
  );
  const send = useChange((calls) => calls.settings.sendTestMail({ body: filled(shown) }));
  return {
    query,
    send,
    /** The first thing that is wrong with a text, in words. */
    faultOf: (key: string, language: Language): string | undefined => {
      const fault = query.data?.faults.find((one) => one.id === key && one.language === language);
      if (!fault) return undefined;
      const { code, name } = fault;
      if (name !== undefined && (code === "unknownPlaceholder" || code === "missingPlaceholder"))
        return t(`admin.mailTexts.fault.${code}`, { name: `{${name}}` });
      return t("admin.mailTexts.fault.badMessage");
    },
  };
}
