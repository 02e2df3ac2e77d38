/** Name, e-mail and phone typed before signing in: kept in memory for the next page, also in another language; never a password. */
import { useEffect } from "react";
import { onHandOver, takeHandedOver } from "../shell/navigation/text-across-languages.ts";
import { onSessionChange } from "../shell/session/session.ts";

type Person = Record<"name" | "email" | "phone", string>;

const nobody: Person = { name: "", email: "", phone: "" };
let typed = nobody;

/** The input so far; empty on the server and after a page load. */
export const typedPerson = (): Person => typed;
export function forgetTypedPerson(): void {
  typed = nobody;
}
onSessionChange(forgetTypedPerson);
onHandOver("typedPerson", () => JSON.stringify(typed));

/** Keeps the current content of the fields, and fills in what was typed on the page in another language. */
export function useTypedPerson<Field extends keyof Person>(
  { name, email, phone }: Partial<Person>,
  set: (field: Field, value: string) => void,
  fields: readonly Field[],
): void {
  useEffect(() => {
    typed = { name: name ?? typed.name, email: email ?? typed.email, phone: phone ?? typed.phone };
  }, [name, email, phone]);
  useEffect(() => {
    const before = JSON.parse(takeHandedOver("typedPerson") ?? "{}") as Partial<Person>;
    for (const field of fields) if (before[field]) set(field, before[field]);
    // Once, after hydration: the server knows nothing of it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}
