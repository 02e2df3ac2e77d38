/** Signing in through the firm's identity providers; nothing where there is none. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { errorText, useApi } from "../shell/calls/api.tsx";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { useText } from "../ui/text.tsx";
import styles from "./sessions.module.css";

export function ProviderButtons() {
  const t = useText();
  const api = useApi();
  // Without an answer people sign in as before. Not by useCall, which would bring the scripts of the signed-in pages.
  const { data } = useQuery({
    queryKey: ["sign-in", "providers"],
    queryFn: () => api.identity.listProviders(),
    retry: false,
  });
  const begin = useMutation({
    mutationFn: (provider: string) => api.identity.beginSignIn({ body: { provider } }),
    onSuccess: ({ url }) => window.location.assign(url),
  });
  if (!data || data.providers.length === 0) return null;
  return (
    <section className={styles.providers} aria-label={t("sessions.provider.staff")}>
      <p className={styles.or}>{t("sessions.provider.staff")}</p>
      {begin.error && <Notice tone="failed">{errorText(t, begin.error)}</Notice>}
      {data.providers.map(({ id, name }) => (
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
