/** Texts of the demo's definitions, in three languages. */
import type { Texts } from "@portico/api/funds.ts";

interface DefinitionTexts {
  name: Texts;
  summary: Texts;
  goal: Texts;
  /** What it holds and for whom it is, in a sentence each; the rest of the Markdown is common to all. */
  holds: Texts;
  suits: Texts;
}

export const definitionTexts = {
  preservation: {
    name: { bg: "Съхранение", en: "Preservation", pl: "Ochrona kapitału" },
    summary: {
      bg: "Паричен пазар и къси облигации в евро, за пари, които ще са Ви нужни скоро.",
      en: "Euro money market and short bonds, for money that you will need soon.",
      pl: "Rynek pieniężny i krótkie obligacje w euro, na środki potrzebne w niedługim czasie.",
    },
    goal: {
      bg: "Стойността да се запази, с доходност близка до лихвите на паричния пазар.",
      en: "Keep the value, with a return close to money market rates.",
      pl: "Zachowanie wartości, ze stopą zwrotu zbliżoną do stóp rynku pieniężnego.",
    },
    holds: {
      bg: "Краткосрочни книжа в евро на държави и банки с висок рейтинг.",
      en: "Short-term paper in euro of states and banks with high ratings.",
      pl: "Krótkoterminowe papiery w euro państw i banków o wysokim ratingu.",
    },
    suits: {
      bg: "За резерв и за разходи през следващите една до три години.",
      en: "For reserves, and for spending in the next one to three years.",
      pl: "Na rezerwę oraz na wydatki w ciągu najbliższych jednego do trzech lat.",
    },
  },
  income: {
    name: { bg: "Доход", en: "Income", pl: "Dochód" },
    summary: {
      bg: "Облигации в евро с малък дял недвижими имоти, за редовен доход.",
      en: "Euro bonds with a small share of real estate, for a regular income.",
      pl: "Obligacje w euro z niewielkim udziałem nieruchomości, dla regularnego dochodu.",
    },
    goal: {
      bg: "Редовни плащания при умерени колебания на стойността.",
      en: "Regular payments, while the value moves moderately.",
      pl: "Regularne wypłaty przy umiarkowanych wahaniach wartości.",
    },
    holds: {
      bg: "Държавни и корпоративни облигации в евро и фонд в недвижими имоти.",
      en: "Government and corporate bonds in euro, and a real estate fund.",
      pl: "Obligacje skarbowe i korporacyjne w euro oraz fundusz nieruchomości.",
    },
    suits: {
      bg: "За три или повече години, ако можете да понесете и година със загуба.",
      en: "For three years or more, if you can bear a year with a loss.",
      pl: "Na trzy lata lub dłużej, przy akceptacji roku ze stratą.",
    },
  },
  balanced: {
    name: { bg: "Баланс", en: "Balanced", pl: "Zrównoważony" },
    summary: {
      bg: "Акции от цял свят, облигации и злато в едно решение за средния срок.",
      en: "Shares of the whole world, bonds and gold in one solution for the medium term.",
      pl: "Akcje z całego świata, obligacje i złoto w jednym rozwiązaniu na średni okres.",
    },
    goal: {
      bg: "Растеж над инфлацията, с по-малки спадове от тези на акциите.",
      en: "Growth above inflation, with smaller falls than shares have.",
      pl: "Wzrost powyżej inflacji przy mniejszych spadkach niż w przypadku akcji.",
    },
    holds: {
      bg: "Борсово търгувани фондове в акции и облигации от цял свят, и злато.",
      en: "Exchange-traded funds of shares and bonds of the whole world, and gold.",
      pl: "Fundusze ETF akcji i obligacji z całego świata oraz złoto.",
    },
    suits: {
      bg: "За пет или повече години, ако спад с една пета не променя плановете Ви.",
      en: "For five years or more, if a fall by a fifth does not change your plans.",
      pl: "Na pięć lat lub dłużej, jeśli spadek o jedną piątą nie zmienia planów.",
    },
  },
  growth: {
    name: { bg: "Растеж", en: "Growth", pl: "Wzrost" },
    summary: {
      bg: "Акции от Европа, Америка и развиващите се пазари, за дълъг срок.",
      en: "Shares of Europe, America and emerging markets, for the long term.",
      pl: "Akcje z Europy, Ameryki i rynków wschodzących, na długi okres.",
    },
    goal: {
      bg: "Възможно най-висок растеж в дългосрочен план, с големи колебания по пътя.",
      en: "As much growth as possible over the long term, with large swings on the way.",
      pl: "Możliwie wysoki wzrost w długim okresie, przy dużych wahaniach po drodze.",
    },
    holds: {
      bg: "Три фонда в акции; част от тях са в щатски долари.",
      en: "Three share funds; part of them are in US dollars.",
      pl: "Trzy fundusze akcji; część z nich w dolarach amerykańskich.",
    },
    suits: {
      bg: "За осем или повече години, ако можете да изчакате възстановяване след спад с над една трета.",
      en: "For eight years or more, if you can wait for a recovery after a fall by more than a third.",
      pl: "Na osiem lat lub dłużej, jeśli można poczekać na odrobienie spadku o ponad jedną trzecią.",
    },
  },
  technology: {
    name: { bg: "Технологии", en: "Technology", pl: "Technologie" },
    summary: {
      bg: "Акции на технологични дружества. Вече не се предлага.",
      en: "Shares of technology companies. No longer offered.",
      pl: "Akcje spółek technologicznych. Już nieoferowany.",
    },
    goal: {
      bg: "Растеж с една тема, при много големи колебания.",
      en: "Growth from one theme, with very large swings.",
      pl: "Wzrost oparty na jednym temacie, przy bardzo dużych wahaniach.",
    },
    holds: {
      bg: "Фонд в технологични акции и фонд в американски акции.",
      en: "A fund of technology shares and a fund of American shares.",
      pl: "Fundusz akcji technologicznych i fundusz akcji amerykańskich.",
    },
    suits: {
      bg: "За десет или повече години и само за малка част от имуществото.",
      en: "For ten years or more, and only for a small part of one's wealth.",
      pl: "Na dziesięć lat lub dłużej i tylko na niewielką część majątku.",
    },
  },
  emerging: {
    name: { bg: "Развиващи се пазари", en: "Emerging markets", pl: "" },
    summary: {
      bg: "Акции от развиващите се пазари.",
      en: "Shares of emerging markets.",
      pl: "",
    },
    goal: { bg: "Растеж с развиващите се икономики.", en: "Growth with emerging economies.", pl: "" },
    holds: { bg: "Фонд в акции от развиващите се пазари.", en: "A fund of shares of emerging markets.", pl: "" },
    suits: { bg: "За десет или повече години.", en: "For ten years or more.", pl: "" },
  },
} as const satisfies Record<string, DefinitionTexts>;
export type DefinitionName = keyof typeof definitionTexts;

const common: Record<keyof Texts, (holds: string, suits: string) => string> = {
  bg: (holds, suits) =>
    `## Какво съдържа\n\n${holds}\n\n## За кого е\n\n${suits}\n\n## Как се управлява\n\n- Теглата се възстановяват веднъж годишно.\n- Покупките и продажбите се извършват в рамките на два работни дни.\n- Можете да напуснете по всяко време.\n\n**Стойността може да намалее и може да получите по-малко, отколкото сте вложили.** Данните за фондовете в тази демонстрация са измислени.`,
  en: (holds, suits) =>
    `## What it holds\n\n${holds}\n\n## Whom it suits\n\n${suits}\n\n## How it is managed\n\n- The weights are restored once a year.\n- Purchases and sales are made within two working days.\n- You can leave at any time.\n\n**The value can fall, and you may get back less than you invested.** The figures of the funds in this demo are made up.`,
  pl: (holds, suits) =>
    `## Co zawiera\n\n${holds}\n\n## Dla kogo\n\n${suits}\n\n## Jak jest zarządzany\n\n- Wagi są przywracane raz w roku.\n- Zakupy i sprzedaże odbywają się w ciągu dwóch dni roboczych.\n- Można zrezygnować w każdej chwili.\n\n**Wartość może spaść i można otrzymać mniej, niż zainwestowano.** Dane funduszy w tej wersji demonstracyjnej są fikcyjne.`,
};

/** The Markdown in each language; empty where the definition has no text. */
export function docsOf(name: DefinitionName): Texts {
  const { holds, suits } = definitionTexts[name];
  const written = (language: keyof Texts) =>
    holds[language] === "" ? "" : common[language](holds[language], suits[language]);
  return { bg: written("bg"), en: written("en"), pl: written("pl") };
}

export const questions: { question: Texts; answer: Texts }[] = [
  {
    question: {
      bg: "Колко време е необходимо, за да изтегля парите си?",
      en: "How long does it take to withdraw my money?",
      pl: "Jak długo trwa wypłata środków?",
    },
    answer: {
      bg: "Обикновено пет работни дни: два за продажбата и до три за превода.",
      en: "Usually five working days: two for the sale, and up to three for the transfer.",
      pl: "Zwykle pięć dni roboczych: dwa na sprzedaż i do trzech na przelew.",
    },
  },
  {
    question: {
      bg: "Какво плащам освен таксите на фирмата?",
      en: "What do I pay besides the firm's fees?",
      pl: "Co płacę oprócz opłat firmy?",
    },
    answer: {
      bg: "Текущите разходи на фондовете. Те се удържат от стойността им и са включени в изчислението на разходите.",
      en: "The ongoing costs of the funds. They are taken from their value, and are part of the costs shown.",
      pl: "Koszty bieżące funduszy. Są pobierane z ich wartości i uwzględnione w prezentowanych kosztach.",
    },
  },
];
