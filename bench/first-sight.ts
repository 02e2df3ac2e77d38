/**
 * What a phone sees of pages, and when, with an empty cache: first and largest paint, the processor time of the main thread by
 * what it is for, calls and bytes. Several builds are measured by turns, each at an address with a data folder of its own:
 * `node bench/first-sight.ts http://localhost:8080=./data http://localhost:8090=./other`.
 * Processor time is counted by the thread and multiplied by four, as Lighthouse's phone is slower, so that other work on the
 * machine lengthens it little.
 */
import { type Browser, type BrowserContext, type CDPSession, chromium } from "@playwright/test";
import { signIn } from "./sign-in.ts";

const client = "anna@portico.example";
/** How much slower the phone is than this machine. */
const slowness = 4;
/** As Lighthouse throttles a phone: 150 ms there and back, 1.6 Mbit/s. */
const network = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1474.56 * 1024) / 8,
  uploadThroughput: (675 * 1024) / 8,
};
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const pagesOfClient = ["/en/dashboard", "/en/portfolio", "/en/documents", "/en/chat"];
/** What the reader came for; its first element says when it is there. */
const contents: Record<string, string> = {
  "/en/dashboard": "main dl button",
  "/en/portfolio": "main dl button",
  "/en/documents": "main input",
  "/en/chat": "[role=log] li",
};

interface Event {
  name: string;
  cat: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string; data?: Record<string, unknown> };
}

/** As Lighthouse groups what a main thread does. */
const groups: readonly (readonly [string, RegExp])[] = [
  [
    "script",
    /^(EvaluateScript|v8\.evaluateModule|FunctionCall|TimerFire|FireIdleCallback|FireAnimationFrame|RunMicrotasks|EventDispatch|XHR.*|V8\.)/,
  ],
  ["compile", /^(v8\.compile.*|v8\.compileModule|v8\.produceCache|V8\.CompileCode)/],
  ["style", /^(UpdateLayoutTree|RecalculateStyles|ParseAuthorStyleSheet|ScheduleStyleRecalculation)/],
  ["layout", /^(Layout|PrePaint|UpdateLayerTree|IntersectionObserver.*)$/],
  ["html", /^ParseHTML/],
  ["paint", /^(Paint|PaintImage|Layerize|Commit|CompositeLayers|RasterTask|Decode.*|UpdateLayer)$/],
  ["gc", /^(MinorGC|MajorGC|BlinkGC.*|ThreadState.*)/],
];
const groupOf = (name: string): string | undefined => groups.find(([, names]) => names.test(name))?.[0];

export interface Sight {
  /** Milliseconds from the navigation. */
  fcp: number;
  lcp: number;
  lcpElement: string;
  /** When the reader's own content was there. */
  content: number;
  shift: number;
  /** Milliseconds of processor time of the main thread, by group. */
  main: Record<string, number>;
  /** The same of each task beyond 50 ms. */
  blocked: number;
  /** The longest tasks: at, ms, what they mostly are. */
  tasks: string[];
  calls: string[];
  js: number;
  css: number;
  html: number;
}

/** Runs in the page. */
function observe(content: string): void {
  const seen = { lcp: 0, element: "", shift: 0, content: Number.NaN };
  const asking = setInterval(() => {
    if (!document.querySelector(content)) return;
    seen.content = performance.now();
    clearInterval(asking);
  }, 25);
  Object.assign(globalThis, { seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { element?: Element })[]) {
      seen.lcp = entry.startTime;
      const { element } = entry;
      seen.element = element
        ? `${element.tagName.toLowerCase()}.${element.className} ${(element.textContent ?? "").slice(0, 40)}`
        : "(removed)";
    }
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) seen.shift += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
}

function readTrace(events: readonly Event[], pid: number) {
  const thread = events.find((e) => e.name === "thread_name" && e.pid === pid && e.args?.name === "CrRendererMain");
  const own = events
    .filter((e) => e.pid === pid && e.tid === thread?.tid && e.ph === "X" && e.dur !== undefined)
    .toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0));
  const start = own.find((e) => e.name.includes("RunTask"))?.ts ?? 0;
  const main: Record<string, number> = {};
  const tasks: { at: number; ms: number; what: Record<string, number> }[] = [];
  let blocked = 0;
  const open: { end: number; group: string; self: number; event: Event }[] = [];
  let task: (typeof tasks)[number] | undefined;
  const close = () => {
    const done = open.pop();
    if (!done) return;
    const ms = (done.self / 1000) * slowness;
    main[done.group] = (main[done.group] ?? 0) + ms;
    if (task) task.what[done.group] = (task.what[done.group] ?? 0) + ms;
    if (open.length === 0 && task) {
      task.ms = ((done.event.tdur ?? done.event.dur ?? 0) / 1000) * slowness;
      if (task.ms > 50) blocked += task.ms - 50;
      tasks.push(task);
      task = undefined;
    }
  };
  for (const event of own) {
    while (open.length > 0 && (open.at(-1)?.end ?? 0) <= event.ts) close();
    const spent = event.tdur ?? event.dur ?? 0;
    const parent = open.at(-1);
    if (parent) parent.self -= spent;
    else {
      if (!event.name.includes("RunTask")) continue;
      task = { at: (event.ts - start) / 1000, ms: 0, what: {} };
    }
    open.push({
      end: event.ts + (event.dur ?? 0),
      group: groupOf(event.name) ?? parent?.group ?? "other",
      self: spent,
      event,
    });
  }
  while (open.length > 0) close();
  const longest = tasks
    .filter(({ ms }) => ms > 50)
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, 8)
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, ms, what }) => {
      const parts = Object.entries(what)
        .filter(([, each]) => each > ms / 10)
        .toSorted(([, a], [, b]) => b - a)
        .map(([name, each]) => `${name} ${Math.round(each)}`);
      return `${Math.round(at)}: ${Math.round(ms)} (${parts.join(", ")})`;
    });
  return { main, blocked, tasks: longest };
}

async function traced<T>(session: CDPSession, run: () => Promise<T>): Promise<{ result: T; events: Event[] }> {
  const events: Event[] = [];
  session.on("Tracing.dataCollected", ({ value }) => void events.push(...(value as unknown as Event[])));
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: {
      includedCategories: [
        "disabled-by-default-lighthouse",
        "toplevel",
        "devtools.timeline",
        "disabled-by-default-devtools.timeline",
        "v8",
        "v8.execute",
        "blink.user_timing",
        "__metadata",
      ],
    },
  });
  const result = await run();
  const done = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
  await session.send("Tracing.end");
  await done;
  return { result, events };
}

type State = Awaited<ReturnType<BrowserContext["storageState"]>>;

async function look(browser: Browser, base: string, path: string, state: State | undefined): Promise<Sight> {
  const context = await browser.newContext({ ...phone, ...(state && { storageState: state }) });
  try {
    const page = await context.newPage();
    await page.addInitScript(observe, contents[path] ?? "main input");
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    if (process.env["NETWORK"] !== "off") await session.send("Network.emulateNetworkConditions", network);
    const bytes = { js: 0, css: 0, html: 0 };
    const kinds = new Map<string, keyof typeof bytes>();
    const calls: string[] = [];
    session.on("Network.responseReceived", ({ requestId, response, type }) => {
      const kind = /\.js(\?|$)/.test(response.url) ? "js" : /\.css/.test(response.url) ? "css" : undefined;
      if (kind) kinds.set(requestId, kind);
      else if (type === "Document") kinds.set(requestId, "html");
    });
    session.on("Network.requestWillBeSent", ({ request }) => {
      if (request.url.startsWith(`${base}/api/`)) calls.push(request.url.slice(base.length + 4));
    });
    session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      const kind = kinds.get(requestId);
      if (kind) bytes[kind] += encodedDataLength;
    });
    const { result, events } = await traced(session, async () => {
      await page.goto(base + path);
      await page.locator("html[data-hydrated]").waitFor({ state: "attached" });
      await page.waitForLoadState("networkidle");
      await page.waitForTimeout(2500);
      return page.evaluate(() => {
        const { seen } = globalThis as unknown as {
          seen: { lcp: number; element: string; shift: number; content: number };
        };
        return { ...seen, fcp: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN };
      });
    });
    const navigation = events.filter(
      (e) => e.name === "firstContentfulPaint" || (e.name === "TracingStartedInBrowser" && e.args?.data),
    );
    const pid =
      navigation.find((e) => e.name === "firstContentfulPaint")?.pid ??
      events.find((e) => e.args?.name === "CrRendererMain")?.pid ??
      0;
    const { main, blocked, tasks } = readTrace(events, pid);
    if (process.env["TRACE"]) {
      const { writeFile } = await import("node:fs/promises");
      await writeFile(process.env["TRACE"], JSON.stringify({ traceEvents: events }));
    }
    return {
      fcp: result.fcp,
      lcp: result.lcp,
      lcpElement: result.element,
      content: result.content,
      shift: result.shift,
      main,
      blocked,
      tasks,
      calls,
      ...bytes,
    };
  } finally {
    await context.close();
  }
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

if (import.meta.main) {
  const targets = process.argv.slice(2).map((text) => text.split("=") as [string, string]);
  const paths = process.env["PAGES"]?.split(",") ?? ["/en/login", ...pagesOfClient];
  const runs = Number(process.env["RUNS"] ?? 3);
  const executablePath = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--disable-quic"] });
  const states = new Map<string, State>();
  for (const [base, dataDir] of targets) {
    const context = await browser.newContext();
    await signIn(context, { base, dataDir, email: process.env["CLIENT"] ?? client });
    states.set(base, await context.storageState());
    await context.close();
  }
  const all = new Map<string, Sight[]>();
  for (let run = 0; run < runs; run++)
    for (const path of paths)
      for (const [base] of targets) {
        const key = `${path} ${base}`;
        const state = path.endsWith("/login") ? undefined : states.get(base);
        all.set(key, [...(all.get(key) ?? []), await look(browser, base, path, state)]);
      }
  await browser.close();
  const rows = [...all].map(([key, sights]) => {
    const of = (read: (sight: Sight) => number) => Math.round(median(sights.map(read)));
    const names = [...new Set(sights.flatMap(({ main }) => Object.keys(main)))];
    return {
      page: key,
      fcp: of((s) => s.fcp),
      lcp: of((s) => s.lcp),
      content: of((s) => s.content),
      main: of((s) => Object.values(s.main).reduce((sum, each) => sum + each, 0)),
      blocked: of((s) => s.blocked),
      ...Object.fromEntries(names.map((name) => [name, of((s) => s.main[name] ?? 0)])),
      calls: of((s) => s.calls.length),
      js: of((s) => s.js / 1000),
      css: of((s) => s.css / 1000),
      html: of((s) => s.html / 1000),
      shift: Math.round(median(sights.map((s) => s.shift)) * 1000) / 1000,
    };
  });
  console.table(rows);
  if (process.env["DETAIL"])
    for (const [key, sights] of all) {
      const last = sights.at(-1);
      console.log(key, "\n  LCP:", sights.map((s) => s.lcpElement).join(" | "), "\n  ", last?.tasks.join("\n   "));
      console.log("  ", last?.calls.join("\n   "));
    }
}
