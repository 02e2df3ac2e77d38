/** Contracts for tests, in three languages: what a firm's templates look like. */
import { parseTemplate } from "../markdown/parse.ts";
import type { Block } from "../model/blocks.ts";
import { fillTemplate, type Values } from "../model/fill.ts";
import type { PdfDocument } from "../write.ts";

type Language = PdfDocument["language"];

const templates: Record<Language, string> = {
  en: `# Portfolio management agreement

Concluded on {{contract.day}} in Sofia between **{{firm.name}}**, company number {{firm.number}}, licensed by the
Financial Supervision Commission (the “Firm”), and **{{holder.name}}**, {{holder.address}} (the “Client”).

## 1. Subject

1. The Client entrusts the Firm with the management of a portfolio of financial instruments and money – the
   *Portfolio* – at the Firm's discretion, without an instruction for each transaction.
2. The Firm manages the Portfolio in line with:
   - the Client's investment objectives, as stated in the questionnaire of {{kyc.day}};
   - the risk profile **{{kyc.profile}}**, with a maximum share of equities of 60 %;
   - the restrictions in § 4 of this agreement.
3. Services that this agreement does not name are not part of it.

## 2. Remuneration

The Client pays the fees of the tariff at [portico.example/tariff](https://portico.example/tariff). At conclusion they are:

| Fee | Basis | Rate | Least amount |
| :-- | :-- | --: | --: |
| Management | average value of the Portfolio | 0.85 % a year | €120.00 |
| Success | return above the benchmark, after costs | 10.00 % | €0.00 |
| Custody | value at the end of the month | 0.11 % a year | €1,024.50 |

Amounts include VAT where VAT is due. The Firm may change the tariff with **60 days'** notice.

### Costs of third parties

Brokerage, taxes and duties are charged as they occur and shown in the yearly cost report.

---

## 3. Term and notice

1. The agreement is concluded for an indefinite period and may be ended by either party with notice of 30 days.
2. Notice is given in the portal or to [contracts@portico.example](mailto:contracts@portico.example).
`,
  bg: `# Договор за управление на портфейл

Сключен на {{contract.day}} в град София между **{{firm.name}}**, ЕИК {{firm.number}}, с лиценз от Комисията за финансов
надзор („Посредникът“), и **{{holder.name}}**, {{holder.address}} („Клиентът“).

## 1. Предмет

1. Клиентът възлага на Посредника да управлява портфейл от финансови инструменти и парични средства – *Портфейла* – по
   негова преценка, без нареждане за всяка отделна сделка.
2. Посредникът управлява Портфейла съобразно:
   - инвестиционните цели на Клиента, посочени във въпросника от {{kyc.day}};
   - рисковия профил **{{kyc.profile}}**, с дял на акциите най-много 60 %;
   - ограниченията по § 4 от този договор.
3. Услуги, които не са посочени в договора, не са част от него.

## 2. Възнаграждение

Клиентът заплаща таксите по тарифата на [portico.example/tariff](https://portico.example/tariff). При сключването те са:

| Такса | База | Размер | Най-малко |
| :-- | :-- | --: | --: |
| Управление | средна стойност на Портфейла | 0,85 % годишно | 120,00 € |
| Успех | доходност над еталона след разходи | 10,00 % | 0,00 € |
| Съхранение | стойност в края на месеца | 0,11 % годишно | 1 024,50 € |

Сумите са с включен ДДС, когато такъв се дължи. Посредникът може да промени тарифата с предизвестие от **60 дни**.

### Разходи на трети лица

Брокерски комисиони, данъци и такси се начисляват при възникването им и се показват в годишния отчет за разходите.

---

## 3. Срок и предизвестие

1. Договорът се сключва за неопределен срок и може да бъде прекратен от всяка от страните с предизвестие от 30 дни.
2. Предизвестието се отправя в портала или на [contracts@portico.example](mailto:contracts@portico.example).
`,
  pl: `# Umowa o zarządzanie portfelem

Zawarta dnia {{contract.day}} w Sofii pomiędzy **{{firm.name}}**, numer rejestrowy {{firm.number}}, działającą na podstawie
zezwolenia Komisji Nadzoru Finansowego („Firma”), a **{{holder.name}}**, {{holder.address}} („Klient”).

## 1. Przedmiot umowy

1. Klient powierza Firmie zarządzanie portfelem instrumentów finansowych i środków pieniężnych – *Portfelem* – według jej
   uznania, bez odrębnej dyspozycji dla każdej transakcji.
2. Firma zarządza Portfelem zgodnie z:
   - celami inwestycyjnymi Klienta, określonymi w kwestionariuszu z dnia {{kyc.day}};
   - profilem ryzyka **{{kyc.profile}}**, z udziałem akcji nie większym niż 60 %;
   - ograniczeniami, o których mowa w § 4 umowy.
3. Usługi niewymienione w umowie nie są jej przedmiotem.

## 2. Wynagrodzenie

Klient płaci opłaty według taryfy na [portico.example/tariff](https://portico.example/tariff). W dniu zawarcia wynoszą one:

| Opłata | Podstawa | Stawka | Nie mniej niż |
| :-- | :-- | --: | --: |
| Zarządzanie | średnia wartość Portfela | 0,85 % rocznie | 120,00 € |
| Za wyniki | stopa zwrotu ponad punkt odniesienia po kosztach | 10,00 % | 0,00 € |
| Przechowywanie | wartość na koniec miesiąca | 0,11 % rocznie | 1 024,50 € |

Kwoty zawierają podatek VAT, jeżeli jest należny. Firma może zmienić taryfę za **60-dniowym** wypowiedzeniem.

### Koszty osób trzecich

Prowizje maklerskie, podatki i opłaty są naliczane w chwili powstania i wykazywane w rocznym raporcie kosztów.

---

## 3. Okres obowiązywania i wypowiedzenie

1. Umowa zostaje zawarta na czas nieokreślony i może być wypowiedziana przez każdą ze stron z zachowaniem 30 dni.
2. Wypowiedzenie składa się w portalu lub na adres [contracts@portico.example](mailto:contracts@portico.example).
`,
};

const values: Record<Language, Values> = {
  en: {
    "contract.day": "22 November 2026",
    "firm.name": "Portico Investments AD",
    "firm.number": "204 718 993",
    "holder.name": "Anna-Maria Nowak-Żółć",
    "holder.address": "14 Vitosha Blvd, fl. 3\n1000 Sofia",
    "kyc.day": "3 November 2026",
    "kyc.profile": "balanced",
  },
  bg: {
    "contract.day": "22 ноември 2026 г.",
    "firm.name": "„Портико Инвестмънтс“ АД",
    "firm.number": "204 718 993",
    "holder.name": "Цветелина Ѝорданова-Щърбева",
    "holder.address": "бул. „Витоша“ № 14, ет. 3\n1000 София",
    "kyc.day": "3 ноември 2026 г.",
    "kyc.profile": "балансиран",
  },
  pl: {
    "contract.day": "22 listopada 2026 r.",
    "firm.name": "Portico Investments AD",
    "firm.number": "204 718 993",
    "holder.name": "Małgorzata Święcicka-Żółć",
    "holder.address": "ul. Krucza 14 m. 3\n00-537 Warszawa",
    "kyc.day": "3 listopada 2026 r.",
    "kyc.profile": "zrównoważony",
  },
};

const words = {
  en: {
    page: "Page {page} of {pages}",
    signature: "Space for the signature",
    facts: ["Client", "Account", "Valid until"],
    client: "For the Client",
    firm: "For the Firm",
  },
  bg: {
    page: "Страница {page} от {pages}",
    signature: "Място за подпис",
    facts: ["Клиент", "Сметка", "Валиден до"],
    client: "За Клиента",
    firm: "За Посредника",
  },
  pl: {
    page: "Strona {page} z {pages}",
    signature: "Miejsce na podpis",
    facts: ["Klient", "Rachunek", "Ważna do"],
    client: "W imieniu Klienta",
    firm: "W imieniu Firmy",
  },
};

/** A signed portfolio contract; `times` repeats its clauses to make it longer. One time is two pages. */
export function contract(language: Language, times = 1): PdfDocument {
  const [before = "", ...clauses] = templates[language].split(/^(?=## )/m);
  const parsed = parseTemplate(before + Array.from({ length: times }, () => clauses.join("")).join(""));
  if ("faults" in parsed) throw new Error(JSON.stringify(parsed.faults));
  const filled = fillTemplate(parsed.blocks, values[language]);
  if ("faults" in filled) throw new Error(JSON.stringify(filled.faults));
  const { page, signature, facts, client, firm } = words[language];
  const [title] = filled.blocks;
  const blocks: Block[] = [
    ...filled.blocks,
    {
      kind: "facts",
      rows: facts.map((name, row) => ({
        name,
        value: [
          {
            kind: "text",
            text: [values[language]["holder.name"], "BG80 BNBG 9661 1020 3456 78", "31.12.2027"][row] ?? "",
          },
        ],
      })),
    },
    {
      kind: "signatures",
      areas: [
        { id: "client", title: client, lines: [values[language]["holder.name"] ?? ""] },
        { id: "firm", title: firm, lines: [values[language]["firm.name"] ?? ""] },
      ],
    },
  ];
  return {
    language,
    title: title?.kind === "heading" && title.content[0]?.kind === "text" ? title.content[0].text : "",
    firm: values[language]["firm.name"] ?? "",
    reference: "C-2026-000417",
    date: "2026-11-22T10:00:00Z",
    labels: { page, signature },
    blocks,
  };
}
