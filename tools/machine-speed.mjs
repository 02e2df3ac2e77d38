/** How fast this machine is at the moment: how long the tests take is compared with it (docs/testing.md). */
import { spawnSync } from "node:child_process";

/** Milliseconds, the median of nine runs. */
function median(work) {
  const times = Array.from({ length: 9 }, () => {
    const before = performance.now();
    work();
    return performance.now() - before;
  });
  return times.toSorted((a, b) => a - b)[4];
}

const text = JSON.stringify(Array.from({ length: 4000 }, (_, row) => ({ row, name: `row ${row}` })));

/** One line: the speed of a thread, and of starting a process, which is mostly the kernel's work. */
export function describeMachine() {
  const reading = median(() => {
    for (let time = 0; time < 50; time += 1) JSON.parse(text);
  });
  const starting = median(() => spawnSync(process.execPath, ["-e", "0"]));
  return `machine: reads 6 MB of JSON in ${reading.toFixed(0)} ms, starts Node in ${starting.toFixed(0)} ms`;
}
