/** Takes the secrets of the settings out of what other systems said: some repeat what they were sent. */
import type { Finding } from "@portico/api/rules/set-up-checks.ts";
import type { Config } from "../kernel/config.ts";

/** The password in an address, as it is written and as it is meant; also as SMTP and IMAP send it. */
function passwordsIn(url: string | undefined): string[] {
  if (url === undefined) return [];
  const { username, password } = new URL(url);
  if (password === "") return [];
  const meant = [decodeURIComponent(password), decodeURIComponent(username)] as const;
  return [
    password,
    meant[0],
    Buffer.from(meant[0]).toString("base64"),
    Buffer.from(`\0${meant[1]}\0${meant[0]}`).toString("base64"),
  ];
}

const secretsOf = (config: Config): string[] => {
  const secrets: (string | undefined)[] = [
    ...[
      config.smtpUrl,
      config.mailbox?.url,
      config.databaseUrl,
      config.databaseOwnerUrl,
      config.databaseDirectUrl,
      config.databaseReplicaUrl,
      config.redisUrl,
      config.custodianUrl,
      config.timestamp?.url,
    ].flatMap(passwordsIn),
    config.firmKey,
    config.filesS3?.secretAccessKey,
    config.sharepoint && "secret" in config.sharepoint.credential ? config.sharepoint.credential.secret : undefined,
    config.seal?.password,
    config.metricsToken,
    config.nameCheckToken,
  ];
  // A short one could be part of the longer.
  return secrets.flatMap((secret) => (secret ? [secret] : [])).toSorted((a, b) => b.length - a.length);
};

/** The same finding, with `…` for each secret in its detail and values. */
export function withoutSecrets(config: Config): (finding: Finding) => Finding {
  const secrets = secretsOf(config);
  const hide = (text: string): string => secrets.reduce((shown, secret) => shown.replaceAll(secret, "…"), text);
  return ({ code, values, detail }) => ({
    code,
    values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, hide(value)])),
    detail: detail === null ? null : hide(detail),
  });
}
