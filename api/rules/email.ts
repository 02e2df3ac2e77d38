/** E-mail addresses. Without zod, so that pages may load it. */
export const emailMaxLength = 254;

/** An address that mail is sent to: a user's, or the firm's. Letters, digits and common signs, and a domain with a dot. */
export const emailShape: RegExp =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

/** Without the spaces and the marks without a sign that are pasted along. */
export const normaliseEmail = (typed: string): string => typed.replace(/\p{Cf}/gu, "").trim();

export function isEmail(typed: string): boolean {
  const address = normaliseEmail(typed);
  return address.length <= emailMaxLength && emailShape.test(address);
}

/** An address that a form only records: in any script, because nothing is sent there. */
export const isRecordedEmail = (address: string): boolean => /^[^\s@]{1,64}@[^\s@]{1,250}\.[^\s@]{2,63}$/.test(address);
