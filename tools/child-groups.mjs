/** Ends everything that a script started, also what those commands started in their turn. */

const lookEveryMs = 250;
const signals = ["SIGTERM", "SIGINT", "SIGHUP"];

/** For `spawn`: a group of its own. Many commands are scripts that wait for a program, which a signal to them would leave running. */
export const ownGroup = { detached: process.platform !== "win32" };

function endGroup({ pid }) {
  try {
    process.kill(process.platform === "win32" ? pid : -pid, "SIGTERM");
  } catch {
    // It has ended by itself.
  }
}

/**
 * Ends the groups of `running` with this process: at a signal, and when whoever started it is gone, as the shell of an npm that was
 * stopped. Returns the function that ends them for another reason.
 */
export function endWithStarter(running) {
  const endAll = () => {
    for (const child of running) if (child.pid !== undefined) endGroup(child);
  };
  const stop = () => {
    endAll();
    process.exit(1);
  };
  for (const signal of signals) process.on(signal, stop);
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && stop(), lookEveryMs).unref();
  return endAll;
}
