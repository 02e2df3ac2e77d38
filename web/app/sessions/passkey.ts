/** The browser's passkeys; loaded on first use. */
import {
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  WebAuthnAbortService,
} from "@simplewebauthn/browser";

/** Lets the person choose a passkey; throws if they do not. Options and answer are the server's formats. */
export async function askPasskey(options: Record<string, unknown>): Promise<Record<string, unknown>> {
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return { ...(await startAuthentication({ optionsJSON })) };
}

/** Whether the browser offers passkeys as autofill in the e-mail field. */
export const offersPasskeys = browserSupportsWebAuthnAutofill;

/** Waits until the person chooses a passkey in the e-mail field; throws if another request replaces it. */
export async function awaitPasskey(options: Record<string, unknown>): Promise<Record<string, unknown>> {
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  return { ...(await startAuthentication({ optionsJSON, useBrowserAutofill: true })) };
}
export const stopAwaiting = (): void => WebAuthnAbortService.cancelCeremony();
