/** Hosts with addresses of their own on this machine: network namespaces on one bridge. Runs as root, with Debian's iproute2. */
import { execFileSync } from "node:child_process";

const bridge = "portico-ops";
/** This process's address, for what it offers to the hosts. */
export const ownAddress = "10.93.0.1";

/** Where a program runs. */
export interface Place {
  address: string;
  /** A program and its words, to run there. */
  command(program: string, words: readonly string[]): [string, string[]];
}

export const thisHost: Place = { address: "127.0.0.1", command: (program, words) => [program, [...words]] };

export interface Host extends Place {
  /** Pulls the network's plug; connections are not closed, nothing answers. */
  cut(): void;
  mend(): void;
}

const ip = (...words: string[]): void => void execFileSync("ip", words, { stdio: ["ignore", "ignore", "inherit"] });

/** Creates the network; it is gone when this process ends. */
export function createNetwork(): { createHost: (name: string) => Host } {
  const names: string[] = [];
  process.on("exit", () => {
    for (const name of names) ip("netns", "delete", name);
    ip("link", "delete", bridge);
  });
  ip("link", "add", bridge, "type", "bridge");
  ip("address", "add", `${ownAddress}/24`, "dev", bridge);
  ip("link", "set", bridge, "up");
  return {
    createHost(name) {
      const space = `portico-${name}`;
      const plug = `po-${name}`;
      const address = `10.93.0.${10 + names.length}`;
      ip("netns", "add", space);
      names.push(space);
      ip("link", "add", plug, "type", "veth", "peer", "name", "eth0", "netns", space);
      ip("link", "set", plug, "master", bridge, "up");
      ip("-n", space, "address", "add", `${address}/24`, "dev", "eth0");
      ip("-n", space, "link", "set", "eth0", "up");
      ip("-n", space, "link", "set", "lo", "up");
      return {
        address,
        command: (program, words) => ["ip", ["netns", "exec", space, program, ...words]],
        cut: () => ip("link", "set", plug, "down"),
        mend: () => ip("link", "set", plug, "up"),
      };
    },
  };
}
