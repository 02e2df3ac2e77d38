/** Whether the owner of a bank account is the client, by the names: in any order, alphabet and with or without marks. */
import { nameWords } from "./name-words.ts";

/** A person's first and last name, because banks often leave out the names between. */
export function firstAndLast(name: string): string {
  const words = name.trim().split(/\s+/u);
  return words.length > 2 ? `${words[0]} ${words.at(-1)}` : words.join(" ");
}

/**
 * True if every word of one of the client's names is in the owner's name, or if no name is known. Somebody else's
 * account is none for the client's money.
 */
export function isOwnedBy(owner: string, names: readonly string[]): boolean {
  const given = nameWords(owner);
  const known = names.map(nameWords).filter(({ length }) => length > 0);
  return known.length === 0 || known.some((name) => name.every((word) => given.includes(word)));
}
