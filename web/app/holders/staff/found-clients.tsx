/** Clients whom a search for something else finds too: people and companies, by name, e-mail, phone, number or account. */
import type { Holder } from "@portico/api/shapes.ts";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useText } from "../../ui/text.tsx";
import styles from "./found-clients.module.css";

const shown = 5;

interface FoundClientsProps {
  search: string;
  onOpen: (holder: Holder) => void;
}

export function FoundClients({ search, onOpen }: FoundClientsProps) {
  const t = useText();
  const api = useApi();
  const { data: people } = useCall(api.users.list, { query: { search, role: "client", limit: shown } });
  const { data: firms } = useCall(api.companies.list, { query: { search, limit: shown } });
  const found = [
    ...(people?.users ?? []).map((row) => ({ ...row, holderType: "user" as const })),
    ...(firms?.companies ?? []).map((row) => ({ ...row, holderType: "company" as const })),
  ];
  if (found.length === 0) return null;
  return (
    <section className={styles.found} aria-label={t("admin.search.clients")}>
      <h2>{t("admin.search.clients")}</h2>
      <ul>
        {found.map(({ holderType, id, name, client_number }) => (
          <li key={`${holderType}/${id}`}>
            <button type="button" onClick={() => onOpen({ holderType, holderId: id })}>
              <strong>{name || t("shell.account.newCompany")}</strong> {client_number}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
