/** Outside of business hours, when the firm answers again. */
import { dateLocale } from "@portico/messages/text.ts";
import { useApi } from "../shell/calls/api.tsx";
import { useCall } from "../shell/calls/use-call.ts";
import { useLanguage, useText } from "../ui/text.tsx";
import styles from "./chat.module.css";

/** The hours begin and end while the chat is open. */
const askEveryMs = 5 * 60_000;

export function AwayHours() {
  const t = useText();
  const language = useLanguage();
  const api = useApi();
  const { data } = useCall(api.chats.getHours, undefined, { refetchInterval: askEveryMs });
  if (!data?.opens_at) return null;
  const at = new Intl.DateTimeFormat(dateLocale(language), {
    weekday: "long",
    day: "numeric",
    month: "long",
    hour: "numeric",
    minute: "2-digit",
    hourCycle: "h23",
  }).format(new Date(data.opens_at));
  return (
    <p className={styles.away} data-no-print>
      {t("chats.away", { at })}
    </p>
  );
}
