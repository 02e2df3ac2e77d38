/** Errors of typed values, before they are sent; the server checks too. */
import { passwordLength, personNameMinLength } from "@portico/api/rules/limits.ts";

export const fieldNames = ["name", "email", "phone", "password"] as const;
export type FieldName = (typeof fieldNames)[number];

/** A plausible address: something, an @, a domain with a dot. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text.trim());

const isPhone = (text: string): boolean => /^\+?[\d\s()./-]{6,25}$/.test(text.trim());

type SignInValues = Record<"email" | "password", string>;
type RegisterValues = Record<FieldName, string>;

export const signInFaults = ({ email, password }: SignInValues): FieldName[] => [
  ...(isEmail(email) ? [] : (["email"] as const)),
  ...(password === "" ? (["password"] as const) : []),
];

/** In form order, so that the first one gets the focus. */
export const registerFaults = ({ name, email, phone, password }: RegisterValues): FieldName[] => [
  ...(name.trim().length >= personNameMinLength ? [] : (["name"] as const)),
  ...(isEmail(email) ? [] : (["email"] as const)),
  ...(isPhone(phone) ? [] : (["phone"] as const)),
  ...(password.length >= passwordLength.min ? [] : (["password"] as const)),
];
