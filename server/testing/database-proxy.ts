/** A way to the database's server that tests cut: for good, or when a transaction commits. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface DatabaseProxy {
  host: string;
  port: number;
  /** Ends every connection and refuses new ones, until false. */
  setAway: (away: boolean) => void;
  /** Ends the connection of the next commit: before the server gets it, or before the client gets the server's answer. */
  loseNextCommit: (when: "before" | "after") => void;
  close: () => Promise<void>;
}

/** `commit` as a simple query of the protocol. */
const isCommit = (chunk: Buffer): boolean => /^Q[^]{4}commit\0/i.test(chunk.toString("latin1"));

/** Listens in front of the server at a port, or at a socket in a folder. */
export async function startDatabaseProxy({ host, port }: { host: string; port: number }): Promise<DatabaseProxy> {
  const open = new Set<Socket>();
  let away = false;
  let losing: "before" | "after" | undefined;
  const server = createServer((client) => {
    if (away) return client.resetAndDestroy();
    const upstream = host.startsWith("/") ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    let lost = false;
    const end = () => {
      client.destroy();
      upstream.destroy();
      open.delete(client);
    };
    open.add(client);
    for (const side of [client, upstream]) side.on("error", end).on("close", end);
    client.on("data", (chunk) => {
      if (losing !== undefined && isCommit(chunk)) {
        const when = losing;
        losing = undefined;
        if (when === "before") return end();
        lost = true;
      }
      upstream.write(chunk);
    });
    upstream.on("data", (chunk) => {
      if (lost) end();
      else client.write(chunk);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const cut = () => open.forEach((client) => client.destroy());
  return {
    host: "127.0.0.1",
    port: (server.address() as AddressInfo).port,
    setAway(now) {
      away = now;
      if (now) cut();
    },
    loseNextCommit: (when) => (losing = when),
    async close() {
      cut();
      server.close();
      await once(server, "close");
    },
  };
}
