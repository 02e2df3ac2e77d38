/** Chooses a ready text for declining several, or something of a colleague: in any language, without what differs by client. */
import { fillPlaceholders } from "@portico/api/rules/canned-answers.ts";
import { languages } from "@portico/messages/catalogue.ts";
import { useMemo } from "react";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import { ReadySelect } from "./ready-select.tsx";

export function DeclinePicker({ onInsert }: { onInsert: (text: string) => void }) {
  const t = useText();
  const own = useLanguage();
  const { data } = useCall(useApi().cannedAnswers.list);
  const groups = useMemo(() => {
    const answers = (data?.answers ?? []).filter(({ use }) => use === "decline");
    return [own, ...languages.filter((one) => one !== own)].map((language) => ({
      group: t(`shell.language.${language}`),
      items: answers.flatMap(({ id, title, texts }) => {
        const text = texts[language] === null ? undefined : fillPlaceholders(texts[language], {});
        return text === undefined ? [] : [{ value: `${id}.${language}`, label: title, text }];
      }),
    }));
  }, [data, own, t]);
  return <ReadySelect groups={groups} label={t("admin.canned.insertDecline")} onInsert={onInsert} />;
}
