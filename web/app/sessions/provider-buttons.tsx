/** Signing in through the firm's identity providers; nothing where there is none. */
import type { Answer } from "@portico/api/endpoint.ts";
import type { identity } from "@portico/api/identity.ts";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { errorText, useApi } from "../shell/calls/api.tsx";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { useText } from "../ui/text.tsx";
import styles from "./sessions.module.css";

type Providers = Answer<(typeof identity)["listProviders"]>["providers"];

/** None until they are known; without an answer people sign in as before. A query would bring the scripts of the signed-in pages. */
function useProviders(): Providers {
  const api = useApi();
  const [providers, setProviders] = useState<Providers>([]);
  useEffect(() => {
    let isGone = false;
    api.identity.listProviders().then(
      (answer) => !isGone && setProviders(answer.providers),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [api]);
  return providers;
}

export default function ProviderButtons() {
  const t = useText();
  const api = useApi();
  const providers = useProviders();
  const begin = useMutation({
    mutationFn: (provider: string) => api.identity.beginSignIn({ body: { provider } }),
    onSuccess: ({ url }) => window.location.assign(url),
  });
  if (providers.length === 0) return null;
  return (
    <section className={styles.providers} aria-label={t("sessions.provider.staff")}>
      <p className={styles.or}>{t("sessions.provider.staff")}</p>
      {begin.error && <Notice tone="failed">{errorText(t, begin.error)}</Notice>}
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          fullWidth
          variant="default"
          loading={(begin.isPending || begin.isSuccess) && begin.variables === id}
          onClick={() => begin.mutate(id)}
        >
          {t("sessions.provider.signIn", { name })}
        </Button>
      ))}
    </section>
  );
}
