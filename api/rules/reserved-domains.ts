/** Domains that nobody can have, so that no mail to them arrives: RFC 2606, 6761, 6762, 7686, 8375 and 9476, and ICANN's `internal`. */
const reservedEnds = ["test", "example", "invalid", "localhost", "local", "internal", "onion", "alt", "home.arpa"];
const reservedNames = ["example.com", "example.net", "example.org"];

/** Whether nobody outside can be reached at the domain of the address, `name@domain`. False for what is no address. */
export function isReservedAddress(email: string): boolean {
  const at = email.lastIndexOf("@");
  if (at < 0) return false;
  const domain = `.${email
    .slice(at + 1)
    .trim()
    .toLowerCase()
    .replace(/\.$/, "")}`;
  return [...reservedEnds, ...reservedNames].some((name) => domain.endsWith(`.${name}`));
}
