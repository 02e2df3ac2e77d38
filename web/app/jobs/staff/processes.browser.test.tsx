/** The portal's processes as admins see them: what fits needs no word, and what does not has its reason. */
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { show } from "../../ui/testing/show.tsx";
import { ProcessList } from "./processes.tsx";

const at = "2026-03-09T12:05:00Z";
const process = {
  id: "0199aaaa-0000-7000-8000-000000000001",
  host: "portal-1",
  pid: 12,
  build: "0a1b2c3d",
  otherBuild: false,
  kind: "all",
  started_at: at,
  seen_at: at,
  alive: true,
  reachesDirect: true,
  reachesRedis: true,
  alone: [],
  replica: null,
  clockAheadSeconds: 0,
} as const;
const notices = () => [...document.querySelectorAll("[data-tone]")].map((notice) => notice.textContent);

test("a process has its machine, what it does, its version and times, and no warning", async () => {
  await show(<ProcessList processes={[{ ...process, alone: [] }]} />);
  await expect.element(page.getByText("portal-1 (12)")).toBeVisible();
  await expect.element(page.getByText(/^Pages and automatic jobs · version 0a1b2c3d · running since/)).toBeVisible();
  expect(notices()).toEqual([]);
});

test("an older version, a place of its own, a lost process and a wrong clock are marked, and that nobody runs jobs", async () => {
  const id = (last: number) => process.id.slice(0, -1) + last;
  await show(
    <ProcessList
      processes={[
        { ...process, kind: "serve", alone: ["mail"], replica: "behind" },
        { ...process, id: id(2), kind: "serve", otherBuild: true, alone: [] },
        { ...process, id: id(3), alive: false, alone: [] },
        { ...process, id: id(4), kind: "serve", alone: [], clockAheadSeconds: 3600 },
        { ...process, id: id(5), kind: "serve", alone: [], clockAheadSeconds: -1 },
        { ...process, id: id(6), kind: "serve", reachesDirect: false, alone: [] },
        { ...process, id: id(7), kind: "serve", reachesRedis: false, alone: [] },
      ]}
    />,
  );
  await expect.element(page.getByText("portal-1 (12)").first()).toBeVisible();
  expect(notices()).toEqual([
    "No process runs the automatic jobs: no mails are sent and nothing is updated.",
    "It keeps mails elsewhere than another process.The database’s replica is behind the primary server, so reports and exports are read from the primary.",
    "Its version is not that of the newest process.",
    "It was not stopped properly, or does not reach the database.",
    "Its machine’s clock is 3,600 seconds ahead of the database’s.",
    "Its machine’s clock is 1 second behind the database’s.",
    "Its direct connection to the database (DATABASE_DIRECT_URL) is down: its pages do not hear at once of what happens in other processes.",
    "Its connection to Redis (REDIS_URL) is down: its pages do not hear at once of what happens in other processes.",
  ]);
});
