/** Keeps a child process and its starter together: signals are passed on, and neither outlives the other. */

const lookEveryMs = 250;
const signals = ["SIGTERM", "SIGINT", "SIGHUP"];

/**
 * Passes signals on to the child, and ends with it. npm gives a script a shell, which a signal to npm ends without telling
 * the script: with `watchParent`, when that parent is gone, the child is stopped as by SIGTERM.
 */
export function keepTogether(child, { watchParent }) {
  let told = false;
  const tell = (signal) => {
    told = true;
    child.kill(signal);
  };
  for (const signal of signals) process.on(signal, () => tell(signal));
  child.on("exit", (code, signal) => process.exit(code ?? (signal ? 128 : 1)));
  if (!watchParent) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    // After a signal to the whole group, another one would end the child while it still serves.
    if (!told) tell("SIGTERM");
  }, lookEveryMs);
  timer.unref();
}
