/** What is wrong with typed values, before they are sent; the server judges by itself. */
import { passwordLength, personNameMinLength } from "@portico/api/rules/limits.ts";

export const fieldNames = ["name", "email", "phone", "password"] as const;
export type FieldName = (typeof fieldNames)[number];

/** An address that could be one: something, an @, a domain with a dot. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text.trim());

const isPhone = (text: string): boolean => /^\+?[\d\s()./-]{6,25}$/.test(text.trim());

type SignInValues = Record<"email" | "password", string>;
type RegisterValues = Record<FieldName, string>;

export const signInFaults = ({ email, password }: SignInValues): FieldName[] => [
  ...(isEmail(email) ? [] : (["email"] as const)),
  ...(password === "" ? (["password"] as const) : []),
];

/** In the order of the form, so that the first is the one to go to. */
export const registerFaults = ({ name, email, phone, password }: RegisterValues): FieldName[] => [
  ...(name.trim().length >= personNameMinLength ? [] : (["name"] as const)),
  ...(isEmail(email) ? [] : (["email"] as const)),
  ...(isPhone(phone) ? [] : (["phone"] as const)),
  ...(password.length >= passwordLength.min ? [] : (["password"] as const)),
];
