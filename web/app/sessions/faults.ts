/** Errors of typed values, before they are sent; the server checks too. */
import { isEmail } from "@portico/api/rules/email.ts";
import { isPasswordLength } from "@portico/api/rules/password.ts";
import { isPersonName } from "@portico/api/rules/person-name.ts";
import { isTypedPhone } from "@portico/api/rules/phone.ts";

export const fieldNames = ["name", "email", "phone", "password"] as const;
export type FieldName = (typeof fieldNames)[number];

type SignInValues = Record<"email" | "password", string>;
type RegisterValues = Record<FieldName, string>;

export const signInFaults = ({ email, password }: SignInValues): FieldName[] => [
  ...(isEmail(email) ? [] : (["email"] as const)),
  ...(password === "" ? (["password"] as const) : []),
];

/** In form order, so that the first one gets the focus. */
export const registerFaults = ({ name, email, phone, password }: RegisterValues): FieldName[] => [
  ...(isPersonName(name) ? [] : (["name"] as const)),
  ...(isEmail(email) ? [] : (["email"] as const)),
  ...(isTypedPhone(phone) ? [] : (["phone"] as const)),
  ...(isPasswordLength(password) ? [] : (["password"] as const)),
];
