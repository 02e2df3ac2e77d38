/** Networks from which a key may be used. */
import { isIP, isIPv4 } from "node:net";
import { Refusal } from "../../kernel/refusal.ts";

/** The bits of the address that lie behind the prefix, so that `10.0.0.1/8` is told apart from `10.0.0.0/8`. */
function hasBitsBehind(address: string, prefix: number): boolean {
  const list = isIPv4(address)
    ? address.split(".").map((part) => Number(part).toString(2).padStart(8, "0"))
    : ipv6Groups(address).map((part) => Number.parseInt(part, 16).toString(2).padStart(16, "0"));
  return list.join("").slice(prefix).includes("1");
}

/** The eight groups; the URL parser normalises every spelling. */
function ipv6Groups(address: string): string[] {
  const [head = "", tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => "0"), ...right];
}

/** A network as CIDR; an address alone is a network of one. Undefined for what is none. */
export function networkOf(text: string): string | undefined {
  const [address = "", prefix] = text.split("/");
  const family = isIP(address);
  const longest = family === 4 ? 32 : 128;
  const bits = prefix === undefined ? longest : Number(prefix);
  if (family === 0 || bits > longest || hasBitsBehind(address, bits)) return undefined;
  return `${address}/${bits}`;
}

/** `badInput` at the first that is none, or that is not the beginning of its network. */
export const networksOf = (texts: readonly string[]): string[] =>
  texts.map((text, place) => {
    const network = networkOf(text);
    if (network === undefined)
      throw new Refusal("badInput", { fields: [{ path: `addresses.${place}`, code: "badFormat" }] });
    return network;
  });
