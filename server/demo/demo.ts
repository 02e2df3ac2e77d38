/**
 * The demo firm: loaded once into an empty embedded database, in one transaction, and announced on the console. Later
 * starts load nothing.
 */
import { once } from "node:events";
import { connect } from "node:net";
import { findHoldersByClientNumbers } from "../domains/holders/holders.ts";
import { getCustody } from "../domains/portfolios/custody.ts";
import { linkCustodian } from "../domains/portfolios/portfolios.ts";
import { hasNoUser } from "../domains/users/users.ts";
import type { Services } from "../kernel/context.ts";
import { type CustodianServer, startCustodianServer } from "./custodian-server.ts";
import { demoPassword, demoPeople } from "./people.ts";
import { peopleOnTheWay } from "./people-on-the-way.ts";

interface Demo {
  /** Prints who can sign in and what they can see. */
  announce(): void;
  stop(): Promise<void>;
}

/** Longer than any timeout that an operator would set. */
const custodianDelayMs = 120_000;

/** True if something accepts connections at the address. */
async function isAnswering(address: string): Promise<boolean> {
  const { hostname, port } = new URL(address);
  const socket = connect({ host: hostname, port: Number(port) });
  try {
    await once(socket, "connect", { signal: AbortSignal.timeout(1000) });
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/**
 * Uses a free port and links the client to it, unless another process on this data folder already runs the custodian.
 */
async function startSlowCustodian({ db, now }: Services): Promise<CustodianServer> {
  const custodian = await startCustodianServer({ accounts: {}, delayMs: custodianDelayMs });
  const numbers = demoPeople.flatMap(({ portfolio, clientNumber }) =>
    portfolio === "slowCustodian" && clientNumber ? [clientNumber] : [],
  );
  for (const holder of (await findHoldersByClientNumbers(db, numbers)).values()) {
    const { baseUrl } = await getCustody(db, holder, now());
    if (baseUrl === undefined || !(await isAnswering(baseUrl))) await linkCustodian(db, holder, custodian.baseUrl);
  }
  return custodian;
}

/** Loads the demo if no account exists, and starts the slow custodian that one client's portfolio waits for. */
export async function startDemo(services: Services): Promise<Demo> {
  if (await hasNoUser(services.db)) {
    // Imported on demand: loading needs a PDF writer and other modules that later starts do not.
    const { loadDemo } = await import("./load.ts");
    await loadDemo(services);
  }
  const custodian = await startSlowCustodian(services);
  return {
    announce() {
      const people = [...demoPeople, ...peopleOnTheWay];
      const width = Math.max(...people.map(({ email }) => email.length));
      console.log(`\nDemo accounts, all with the password  ${demoPassword}`);
      for (const { email, shows } of people) console.log(`  ${email.padEnd(width)}  ${shows}`);
      const where = services.config.smtpUrl ? "sent by mail" : "printed here, and lie as mails in the data folder";
      console.log(`One-time codes are ${where}.\n`);
    },
    stop: () => custodian.close(),
  };
}
