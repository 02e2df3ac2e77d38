/** Papers in the folders that the demo firm shares with clients; only where these are in DATA_DIR. */
import { mkdir, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Holder, Language } from "@portico/api/shapes.ts";
import { clientFolderName } from "../adapters/sharepoint/client-folder.ts";
import { sharepointFolder } from "../adapters/sharepoint/sharepoint.ts";
import { getHolderAccount } from "../domains/holders/holders.ts";
import type { Seed, SeedStep } from "./seed.ts";

interface Paper {
  daysAgo: number;
  path: string;
  title: string;
  text: string;
}

const invented: Record<Language, string> = {
  bg: "Образец, съставен за демонстрацията на Portico.",
  en: "Specimen, invented for the demo of Portico.",
  pl: "Wzór, sporządzony na potrzeby wersji demonstracyjnej Portico.",
};
const pageLabels: Record<Language, string> = {
  bg: "Страница {page} от {pages}",
  en: "Page {page} of {pages}",
  pl: "Strona {page} z {pages}",
};

/** Puts one PDF of a page into the holder's folder, dated as the seed's clock. */
async function put(seed: Seed, holder: Holder, language: Language, { path, title, text }: Paper): Promise<void> {
  const { config, db, workers } = seed.context.asPortal("demo");
  const { clientNumber } = await getHolderAccount(db, holder);
  if (clientNumber === null || config.sharepoint) return;
  const now = seed.context.now();
  const order = {
    language,
    title,
    firm: "Portico",
    reference: clientNumber,
    date: now.toISOString(),
    labels: { page: pageLabels[language], signature: "" },
    template: { markdown: `# ${title}\n\n${text}\n\n*${invented[language]}*`, values: {} },
    blocks: [],
  };
  const written = await workers.run("writePdf", order, { holder: `${holder.holderType}/${holder.holderId}` });
  if ("faults" in written) throw new Error(`The demo's paper cannot be written: ${title}`);
  const place = join(sharepointFolder(config.dataDir), clientFolderName(clientNumber), path);
  await mkdir(dirname(place), { recursive: true, mode: 0o700 });
  await writeFile(place, written.bytes, { mode: 0o600 });
  for (const dated of [place, dirname(place)]) await utimes(dated, now, now);
}

const ofIvan: readonly Paper[] = [
  {
    daysAgo: 120,
    path: "Срещи/Протокол от срещата през юни.pdf",
    title: "Протокол от среща",
    text: "Обсъдихме хоризонта на инвестицията и дела на облигациите. Следваща среща: след тримесечния отчет.",
  },
  {
    daysAgo: 60,
    path: "Срещи/Протокол от срещата през септември.pdf",
    title: "Протокол от среща",
    text: "Прегледахме разпределението на портфейла. Промени не се налагат.",
  },
  {
    daysAgo: 14,
    path: "План за инвестиции.pdf",
    title: "План за инвестиции",
    text: "1. Месечна вноска в началото на месеца.\n2. Преглед на разпределението два пъти годишно.",
  },
];
const ofMaritsa: readonly Paper[] = [
  {
    daysAgo: 90,
    path: "Пълномощно за представляващия.pdf",
    title: "Пълномощно",
    text: "Копие на пълномощното, по което дружеството се представлява пред нас.",
  },
];
const ofJames: readonly Paper[] = [
  {
    daysAgo: 30,
    path: "Welcome letter.pdf",
    title: "Welcome",
    text: "Here we keep papers that are of use to both of us. You can add your own.",
  },
];

const steps = (papers: readonly Paper[], language: Language, holderOf: (seed: Seed) => Holder): readonly SeedStep[] =>
  papers.map((paper) => ({
    daysAgo: paper.daysAgo,
    at: "16:20",
    run: (seed) => put(seed, holderOf(seed), language, paper),
  }));

export const sharedFolderSteps: readonly SeedStep[] = [
  ...steps(ofIvan, "bg", (seed) => seed.user("ivan")),
  ...steps(ofMaritsa, "bg", (seed) => seed.company("maritsa")),
  ...steps(ofJames, "en", (seed) => seed.user("james")),
];
