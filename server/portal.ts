/** The running portal: database → services → API, pages and sockets → listen. The only place that wires them. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { createAntivirus } from "./adapters/antivirus/antivirus.ts";
import { createFiles } from "./adapters/files/files.ts";
import { createGeography } from "./adapters/geography/geography.ts";
import { createMail, mailHandlers } from "./adapters/mail/mail.ts";
import { createNameCheck } from "./adapters/name-check/name-check.ts";
import { createOutside } from "./adapters/outside/outside.ts";
import { createSharepoint } from "./adapters/sharepoint/sharepoint.ts";
import { buildApi, buildOperations } from "./app.ts";
import { auditHandlers } from "./audit/anchor.job.ts";
import { type Clock, openClock } from "./database/clock.ts";
import { watchDirectAddress } from "./database/direct-address.ts";
import type { EmbeddedServer } from "./database/embedded/supervisor.ts";
import { type Database, openDatabase } from "./database/open.ts";
import { openReports, type Reports, withoutReplica } from "./database/replica.ts";
import { createJobs, declared, mailTemplates } from "./declared.ts";
import { gate } from "./demo-portal/gate.ts";
import { type DemoHost, hostDemo } from "./demo-portal/host.ts";
import { getContentStamp } from "./domains/content/public.ts";
import { noteRefusedAddress } from "./domains/delegations/undelivered.ts";
import { isDemoInstalled } from "./domains/demo-portal/installed.ts";
import { queueIndexing } from "./domains/forms/identifiers/blind-index.jobs.ts";
import { getOfferStamp } from "./domains/funds/funds.ts";
import { createNotifier } from "./domains/notifications/notifications.ts";
import { recordAttempt, recordSentMail } from "./domains/notifications/returned-mails.ts";
import { queueTakeover } from "./domains/onboarding/takeover/accounts.ts";
import { queueSigningAuthority } from "./domains/onboarding/takeover/authority.ts";
import { markUndelivered } from "./domains/report-runs/undelivered.ts";
import { readFirm } from "./domains/settings/firm.ts";
import { getSetting, reportUnusableSettings } from "./domains/settings/settings.ts";
import { ready } from "./http/health.ts";
import { createMetrics, type Metrics } from "./http/metrics.ts";
import type { PageRenderer } from "./http/page-rendering.ts";
import { buildPages, type PageSource } from "./http/pages.ts";
import { installJobs, openJobs, type RunningJobs } from "./jobs/start.ts";
import { systemContext } from "./jobs/system-context.ts";
import { countWaitingJobs } from "./jobs/waiting.ts";
import type { Config } from "./kernel/config.ts";
import type { Demo, Services } from "./kernel/context.ts";
import { createEvents } from "./kernel/events.ts";
import { startFailure } from "./kernel/start-failure.ts";
import { findUnusableParts } from "./outside-parts.ts";
import { nameBuild } from "./processes/build.ts";
import { joinProcesses, type Presence } from "./processes/presence.ts";
import type { SocketBus } from "./realtime/redis-bus.ts";
import { openSockets } from "./realtime/sockets.ts";
import { sealHandlers, watchCertificate } from "./seal/seal.job.ts";
import { createSeal } from "./seal/seal.ts";
import { keyName, readFirmKey } from "./secrets/firm-key.ts";
import { createVault } from "./secrets/vault.ts";
import { onStop } from "./stop.ts";
import { firstSteps } from "./welcome.ts";
import { openWorkers } from "./workers/open.ts";

const webBuild = join(import.meta.dirname, "../web/build");

/** Origins whose pages may open a socket: the public address, and this machine's ports during development. */
const originsOf = ({ publicUrl, port }: Config): string[] => [
  ...new Set([new URL(publicUrl).origin, `http://localhost:${port}`]),
];

export type OpenPages = () => Promise<PageSource>;

/** Of pages that the server keeps: what staff publish and the firm's settings. */
const getPagesStamp = async (services: Services): Promise<string> =>
  `${await getContentStamp(services)} ${await getOfferStamp(services)}`;

/** The pages built by `npm run build`. */
async function builtPages(): Promise<PageSource> {
  const renderer = (await import(pathToFileURL(join(webBuild, "server/ssr.js")).href)) as PageRenderer;
  return { renderer, clientFolder: join(webBuild, "client") };
}

/** Imported on demand: most firms let the database carry what processes tell each other. */
async function openBus(config: Config, log: Logger): Promise<SocketBus | undefined> {
  if (config.redisUrl === undefined) return undefined;
  const { openRedisBus } = await import("./realtime/redis-bus.ts");
  return openRedisBus(config.redisUrl, keyName(await readFirmKey(config)), log);
}

/** What reports read. A wrong address ends the start; a replica that is away or behind does not. */
async function openReplica(
  { config, db, pool, log }: Pick<Services, "config" | "db" | "pool" | "log">,
  { id: processId }: Presence,
  metrics: Metrics,
): Promise<Reports> {
  const { databaseReplicaUrl: url, databasePool, processKind } = config;
  if (url === undefined || processKind === "jobs") return withoutReplica(db);
  const reports = openReports({
    url,
    pool,
    size: Math.max(2, Math.floor(databasePool / 2)),
    processId,
    count: metrics.countReport,
    report(failure) {
      if (!failure) return log.info("reports and exports are read from the replica");
      const { message } = startFailure(failure);
      log.warn(
        { problem: failure.problem },
        `reports and exports are read from the primary: ${message === failure ? failure.message : String(message).trim()}`,
      );
    },
  });
  metrics.watchReplica(() => reports.state() ?? null);
  const failure = await reports.look();
  if (failure && startFailure(failure).exitCode === 78) throw failure;
  return reports;
}

/** The queue with every job's worker in this process. */
function openQueue(services: Services, database: Database, metrics: Metrics): Promise<RunningJobs> {
  const { config, log } = services;
  const handlers = [
    ...mailHandlers({
      config,
      log,
      firm: () => readFirm(services),
      templates: mailTemplates,
      remember: (mail) => recordSentMail(services.db, mail),
      attempted: (messageId, failure) => recordAttempt(services.db, messageId, failure),
      addressRefused: (id) => noteRefusedAddress(services, id),
      tellingRefused: (told) => markUndelivered(systemContext(services, "mail"), told),
    }),
    ...auditHandlers(services),
    ...sealHandlers(services),
    ...createJobs(services, database),
  ];
  return openJobs(database.connection, handlers, log, { done: metrics.jobDone, now: services.now });
}

const countProcesses = (living: ReturnType<Presence["living"]>) => ({
  processes: living.length,
  withJobs: living.filter(({ kind }) => kind !== "serve").length,
});

interface ServiceParts extends Pick<Services, "config" | "log" | "reports" | "events" | "vault" | "now" | "demo"> {
  database: Database;
}

async function createServices({ database, ...parts }: ServiceParts): Promise<Services> {
  const { config, log, reports, events, vault, now, demo } = parts;
  const { db, pool, sessions } = database;
  const unsealed: Omit<Services, "seal"> = {
    config,
    db,
    pool,
    sessions,
    reports,
    log,
    events,
    mail: createMail({ config }),
    notifier: createNotifier({ config }),
    domains: declared,
    geography: createGeography(config),
    vault,
    files: createFiles({ config, vault }),
    antivirus: createAntivirus(config),
    nameCheck: createNameCheck({
      config,
      report: (reason) => log.warn({ reason }, "the owner of an account could not be checked"),
    }),
    outside: createOutside({ allowed: config.insideAddresses }),
    sharepoint: createSharepoint({ config }),
    workers: openWorkers({ connection: database.connection, log, events }),
    demo,
    now,
  };
  const seal = await createSeal({ ...unsealed, firm: async () => (await getSetting(db, "brand")).name });
  return { ...unsealed, seal };
}

interface WatchedParts {
  services: Services;
  database: Database;
  presence: Presence;
  clock: Clock;
  direct: ReturnType<typeof watchDirectAddress>;
  bus: SocketBus | undefined;
  /** Aborted when the process begins to stop. */
  signal: AbortSignal;
}

/** What the metrics tell of the process and of what it depends on. */
function watchParts(
  metrics: Metrics,
  { services, database, presence, clock, direct, bus, signal }: WatchedParts,
): void {
  metrics.watchPool(services.pool);
  metrics.watchQueue(() => countWaitingJobs(services.db));
  metrics.watchReady(() =>
    ready(database.asking, {
      ...services.config,
      stopping: signal.aborted,
      reachesDirect: direct.answers(),
      reachesRedis: bus?.answers() ?? true,
    }),
  );
  if (bus) metrics.watchRedis(bus.answers);
  metrics.watchDirect(direct.answers);
  metrics.watchSeal(services.seal.validUntil);
  metrics.watchProcesses(presence.living);
  metrics.watchClock(clock.aheadSeconds);
}

/** On the console: where the portal is, and what a new one needs first. */
async function announce(services: Services, demo: { announce: () => void } | null): Promise<void> {
  const { config } = services;
  if (config.processKind === "jobs")
    return console.log(`\nPortico runs jobs; port ${config.apiPort} says whether it is ready.`);
  console.log(`\nPortico is ready: ${config.publicUrl}`);
  if (services.demo) return;
  if (demo) demo.announce();
  else for (const step of await firstSteps(services).catch(() => [])) console.log(step);
}

/** Of the process of the demo beside a portal: with the port on which the portal in front takes sockets. */
export interface DemoStart extends Demo {
  apiPort: number;
}

interface Start {
  embedded?: Promise<EmbeddedServer> | undefined;
  openPages?: OpenPages;
  demo?: DemoStart;
}

/** The demo that this process runs beside the portal, and the doors to it on both ports. */
function openDemo(
  services: Services,
  presence: Presence,
  { api, pages }: { api: FastifyInstance; pages: FastifyInstance | undefined },
): DemoHost | undefined {
  if (!pages || services.demo || !isDemoInstalled()) return undefined;
  const host = hostDemo(services, { processId: presence.id, living: presence.living });
  gate(pages.server, "pages", host.current);
  gate(api.server, "api", host.current);
  return host;
}

/** Wires everything and listens; `embedded` is the database's server if start.ts has begun to start one. */
export async function startPortal(
  config: Config,
  log: Logger,
  { embedded, openPages = builtPages, demo: asDemo }: Start,
): Promise<void> {
  const serves = config.processKind !== "jobs";
  const report = { info: (message: string) => log.info(message), warn: (message: string) => log.warn(message) };
  // The pages are loaded while the database starts.
  const [database, pageSource] = await Promise.all([
    openDatabase(config, report, embedded),
    serves ? openPages() : undefined,
  ]);
  const { db, pool } = database;
  const vault = createVault({ db, config });
  await vault.prepare();
  const bus = await openBus(config, log);
  const direct = watchDirectAddress(database, log);
  const clock = await openClock(db);
  let reports: Reports | undefined;
  const build = nameBuild();
  const presence = await joinProcesses(
    { db, config, log },
    {
      build,
      clock,
      reachesDirect: direct.check,
      reachesRedis: bus?.answers,
      replica: () => reports?.state(),
    },
  );
  const metrics = createMetrics();
  reports = await openReplica({ config, db, pool, log }, presence, metrics).catch(async (error: unknown) => {
    await presence.leave();
    throw error;
  });
  const events = createEvents();
  const services = await createServices({
    config,
    log,
    database,
    reports,
    events,
    vault,
    demo: asDemo,
    now: clock.now,
  });
  const { seal } = services;
  // Not awaited: the first start makes keys, which may take seconds.
  watchCertificate(log, seal).catch((error: unknown) => log.error({ err: error }, "nothing can be sealed"));
  reportUnusableSettings((problem) =>
    log.error(
      problem,
      "a stored setting cannot be used; the portal works by its default until an admin saves it again",
    ),
  );
  const stopping = new AbortController();
  const { signal } = stopping;
  watchParts(metrics, { services, database, presence, clock, direct, bus, signal });
  const operations = {
    metrics,
    asking: database.asking,
    processId: presence.id,
    stopping: signal,
    reachesDirect: direct.answers,
    reachesRedis: bus?.answers,
    processes: () => ({ ...countProcesses(presence.living()), clockAheadSeconds: clock.aheadSeconds() }),
    replica: reports.state,
  };
  const api = await (serves ? buildApi(services, { operations, build }) : buildOperations(services, operations));
  const pages =
    pageSource &&
    (await buildPages(services, {
      api,
      ...pageSource,
      stamp: () => getPagesStamp(services),
      stopping: signal,
      apiPort: asDemo?.apiPort,
    }));
  const sockets = openSockets(services, {
    servers: pages ? [api.server, pages.server] : [],
    pool,
    listening: database.listening,
    bus,
    origins: originsOf(config),
  });
  metrics.watchSockets(sockets.count);
  const jobs = config.processKind === "serve" ? undefined : await openQueue(services, database, metrics);
  // Calls queue jobs also before the first process that runs them.
  if (!jobs) await installJobs(database.connection);
  await queueTakeover(services);
  await queueSigningAuthority(services);
  await queueIndexing(services);
  // What the demo shows is made by jobs.
  if (config.demo) await jobs?.begin();
  // Imported on demand: what a firm installs has no demo.
  const demo = config.demo && serves ? await (await import("./demo/demo.ts")).startDemo(services) : null;

  const demoPortal = openDemo(services, presence, { api, pages });
  onStop(
    [
      { name: "demo portal", close: () => demoPortal?.stop(), limitMs: 20_000 },
      { name: "sockets", close: () => sockets.close() },
      { name: "bus", close: () => bus?.close() },
      { name: "pages", close: () => pages?.close() },
      { name: "api", close: () => api.close() },
      { name: "jobs", close: () => jobs?.stop() },
      { name: "demo", close: () => demo?.stop() },
      { name: "workers", close: () => services.workers.close() },
      { name: "presence", close: () => presence.leave() },
      { name: "reports", close: () => reports.close() },
      { name: "database", close: () => database.close() },
    ],
    log,
    { drainMs: config.drainSeconds * 1000, stopping },
  );
  await api.listen({ port: config.apiPort, host: config.host });
  await pages?.listen({ port: config.port, host: config.host });
  // Calls are answered first: after a crash, many jobs may wait.
  await jobs?.begin();
  // Not awaited: calls do not wait for what may come back.
  void findUnusableParts(services).then((parts) => {
    for (const { message } of parts) log.error(message);
  });
  log.info({ pages: serves ? config.publicUrl : null, apiPort: config.apiPort, kind: config.processKind }, "ready");
  await announce(services, demo);
}
