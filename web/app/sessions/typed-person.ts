/** Name, e-mail and phone typed before signing in: kept in memory for the page in another language; never a password. */
import { useEffect } from "react";
import { onSessionChange } from "../shell/session.ts";

type Person = Record<"name" | "email" | "phone", string>;

const nobody: Person = { name: "", email: "", phone: "" };
let typed = nobody;

/** The input so far; empty on the server and after a page load. */
export const typedPerson = (): Person => typed;
export function forgetTypedPerson(): void {
  typed = nobody;
}
onSessionChange(forgetTypedPerson);

/** Keeps the current content of the fields. */
export function useTypedPerson({ name, email, phone }: Partial<Person>): void {
  useEffect(() => {
    typed = { name: name ?? typed.name, email: email ?? typed.email, phone: phone ?? typed.phone };
  }, [name, email, phone]);
}
