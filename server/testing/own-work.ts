/** Processor time of this thread, compared with a fixed piece of work at the same moment: other load slows both down. */

/** Reading 100 KB of JSON takes about a millisecond. */
const text = JSON.stringify(Array.from({ length: 4000 }, (_, row) => ({ row, name: `row ${row}` })));
/** Some kernels count in steps of four milliseconds, so that a shorter piece of work may cost nothing. */
const leastMicroseconds = 16_000;

const spentSince = (before: NodeJS.CpuUsage): number => {
  const { user, system } = process.threadCpuUsage(before);
  return user + system;
};

function unit(): number {
  const before = process.threadCpuUsage();
  for (let times = 1; ; times += 1) {
    JSON.parse(text);
    const spent = spentSince(before);
    if (spent >= leastMicroseconds) return spent / times;
  }
}

/** How often this thread could have read 100 KB of JSON instead; what other threads and processes do is free. */
export async function ownWork(work: () => unknown): Promise<number> {
  const units = [unit(), unit()];
  const before = process.threadCpuUsage();
  await work();
  const spent = spentSince(before);
  units.push(unit(), unit());
  // A collection of garbage may fall into one of them.
  return spent / (units.toSorted((a, b) => a - b)[1] as number);
}

/** The least of three: collections of garbage and other load only add to it. */
export async function leastWork(measure: () => Promise<number>): Promise<number> {
  return Math.min(await measure(), await measure(), await measure());
}
