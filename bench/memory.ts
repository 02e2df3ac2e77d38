/** Measures a portal's memory and processor time from another process. */
import { readdirSync, readFileSync } from "node:fs";

const residentMb = (pid: number | string): number => {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
  } catch {
    // The process has ended.
    return 0;
  }
};
const isDecoderOf = (parent: number, pid: string): boolean => {
  try {
    return (
      readFileSync(`/proc/${pid}/status`, "utf8").includes(`PPid:\t${parent}\n`) &&
      /decoder(\/main)?\.mjs/.test(readFileSync(`/proc/${pid}/cmdline`, "utf8"))
    );
  } catch {
    return false;
  }
};

/** Processor seconds of a process since it started, without those of its own processes (Linux). */
export function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Peak resident megabytes of a process, alone and with its decoder, until stopped. */
export function watchMemory(pid: number) {
  const most = { alone: 0, withDecoder: 0 };
  const timer = setInterval(() => {
    const alone = residentMb(pid);
    const decoders = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && isDecoderOf(pid, name));
    most.alone = Math.max(most.alone, alone);
    most.withDecoder = Math.max(most.withDecoder, alone + decoders.reduce((sum, other) => sum + residentMb(other), 0));
  }, 50);
  return {
    most,
    reset: () => void Object.assign(most, { alone: 0, withDecoder: 0 }),
    stop: () => clearInterval(timer),
  };
}
