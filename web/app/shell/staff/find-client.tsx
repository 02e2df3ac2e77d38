/** Searches the clients from any page of staff; the list shows what was found. */
import { TextInput } from "@mantine/core";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useText } from "../../ui/text.tsx";
import { useLocaleNavigate } from "../navigation/locale-link.tsx";
import styles from "./parts.module.css";

export function FindClient() {
  const t = useText();
  const navigate = useLocaleNavigate();
  const [typed, setTyped] = useState("");
  return (
    <search>
      <form
        className={styles.find}
        onSubmit={(event) => {
          event.preventDefault();
          navigate(`/admin?search=${encodeURIComponent(typed.trim())}`);
        }}
      >
        <TextInput
          type="search"
          label={t("admin.clients.find")}
          placeholder={t("admin.clients.search")}
          value={typed}
          leftSection={<Icon name="search" size={16} />}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" variant="default">
          {t("admin.clients.findNow")}
        </Button>
      </form>
    </search>
  );
}
