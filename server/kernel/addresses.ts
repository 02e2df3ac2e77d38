/** Which addresses are outside the firm's network, so that the portal may connect to one that a person typed. */
import { BlockList, isIP } from "node:net";

/** Special-purpose IPv4 networks (IANA registry, RFC 6890): none of them is a server on the internet. */
const inside4: readonly (readonly [network: string, bits: number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  // Carrier-grade NAT.
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  // Link-local, with the metadata services of clouds.
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  // Multicast, reserved, broadcast.
  ["224.0.0.0", 3],
];

/** Global unicast is 2000::/3 alone; these parts of it are not servers, or contain an IPv4 address. */
const inside6: readonly (readonly [network: string, bits: number])[] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];

/** Addresses of IPv4 servers as a network without IPv4 reaches them (RFC 6052). */
const nat64 = "64:ff9b::";

const inside = new BlockList();
for (const [network, bits] of inside4) {
  inside.addSubnet(network, bits, "ipv4");
  inside.addSubnet(nat64 + network, 96 + bits, "ipv6");
}
for (const [network, bits] of inside6) inside.addSubnet(network, bits, "ipv6");

const global6 = new BlockList();
global6.addSubnet("2000::", 3, "ipv6");
global6.addSubnet(nat64, 96, "ipv6");
/** Rules for IPv4 apply to such an address. */
const mapped = new BlockList();
mapped.addSubnet("::ffff:0:0", 96, "ipv6");

/** Whether it is a server's address on the internet; an IPv4 address written as IPv6 counts as itself. */
export function isOutside(address: string): boolean {
  const version = isIP(address);
  // A zone names an interface of this machine.
  if (version === 0 || address.includes("%")) return false;
  if (version === 4) return !inside.check(address, "ipv4");
  if (mapped.check(address, "ipv6")) return !inside.check(address, "ipv6");
  return global6.check(address, "ipv6") && !inside.check(address, "ipv6");
}

/** An address, or a network as 10.0.0.0/8. Throws for anything else. */
function parseNetwork(text: string): { network: string; bits: number; version: "ipv4" | "ipv6" } {
  const [network = "", length, ...rest] = text.split("/");
  const version = isIP(network);
  const most = version === 4 ? 32 : 128;
  const bits = length === undefined ? most : Number(length);
  const isLength = length === undefined || /^\d{1,3}$/.test(length);
  if (version === 0 || network.includes("%") || rest.length > 0 || !isLength || bits > most)
    throw new Error("must be addresses or networks as 10.0.0.0/8, separated by commas");
  return { network, bits, version: version === 4 ? "ipv4" : "ipv6" };
}

/** Addresses and networks separated by commas; throws if one is none. */
export function parseNetworks(text: string): readonly string[] {
  const parts = text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  for (const part of parts) parseNetwork(part);
  return parts;
}

/** Whether an address is in one of the networks. */
export function isAmong(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const one of networks) {
    const { network, bits, version } = parseNetwork(one);
    list.addSubnet(network, bits, version);
  }
  return (address) => {
    const version = isIP(address);
    return version !== 0 && !address.includes("%") && list.check(address, version === 4 ? "ipv4" : "ipv6");
  };
}
