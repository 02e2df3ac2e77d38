/** Whose papers others let the person read. Nobody acts for them. */
import { Icon } from "../../ui/icon.tsx";
import { useText } from "../../ui/text.tsx";
import { useApi } from "../calls/api.tsx";
import { useCall } from "../calls/use-call.ts";
import { LocaleLink } from "../navigation/locale-link.tsx";
import styles from "./account-selector.module.css";

export default function SharedWithMe({ userId, onLeave }: { userId: number; onLeave: () => void }) {
  const t = useText();
  const api = useApi();
  const { data = [] } = useCall(api.delegations.listOwn, { params: { userId } });
  // One holder may share parts one by one.
  const holders = new Map(data.map((share) => [`/shared/${share.holderType}/${share.holderId}`, share]));
  if (holders.size === 0) return null;
  return (
    <>
      <p className={styles.heading}>{t("shell.account.shared")}</p>
      <ul className={styles.list}>
        {[...holders].map(([path, share]) => (
          <li key={path}>
            <LocaleLink to={path} className={styles.item} onClick={onLeave}>
              <Icon name={share.holderType === "user" ? "person" : "company"} />
              <span className={styles.text}>{share.name}</span>
            </LocaleLink>
          </li>
        ))}
      </ul>
    </>
  );
}
