/** Phone numbers by their form; libphonenumber decides whether there is such a number. Without zod. */
export const phoneLength = { min: 6, max: 25 } as const;

/** A number as people type it: digits, spaces and separators, with or without a leading +. */
export const typedPhoneShape: RegExp = /^\+?[\d\s()./-]+$/;

export function isTypedPhone(typed: string): boolean {
  const number = typed.trim();
  return number.length >= phoneLength.min && number.length <= phoneLength.max && typedPhoneShape.test(number);
}

/** E.164, as numbers are stored. */
export const isStoredPhone = (number: string): boolean => /^\+[1-9]\d{6,14}$/.test(number);
