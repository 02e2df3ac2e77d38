/** The demo firm's contract templates, in three languages. */
import type { TemplateContent } from "@portico/api/contracts.ts";

const person = {
  bg: "**{{holder.name}}**, с клиентски номер {{holder.clientNumber}}, с адрес {{person.contact.residenceStreet}}, {{person.contact.residenceCity}}, {{person.contact.residenceCountry}} („Клиентът“)",
  en: "**{{holder.name}}**, client number {{holder.clientNumber}}, of {{person.contact.residenceStreet}}, {{person.contact.residenceCity}}, {{person.contact.residenceCountry}} (the “Client”)",
  pl: "**{{holder.name}}**, numer klienta {{holder.clientNumber}}, adres {{person.contact.residenceStreet}}, {{person.contact.residenceCity}}, {{person.contact.residenceCountry}} („Klient”)",
};
const company = {
  bg: "**{{holder.name}}**, с клиентски номер {{holder.clientNumber}} („Клиентът“)",
  en: "**{{holder.name}}**, client number {{holder.clientNumber}} (the “Client”)",
  pl: "**{{holder.name}}**, numer klienta {{holder.clientNumber}} („Klient”)",
};

const brokerageText = (party: typeof person): TemplateContent["text"] => ({
  bg: `# {{contract.name}}

Днес, {{contract.day}}, между **{{firm.name}}** („Посредникът“) и ${party.bg} се сключи следният договор.

## Предмет

1. Посредникът приема, предава и изпълнява нареждания на Клиента за сделки с финансови инструменти.
2. Посредникът съхранява инструментите и паричните средства на Клиента отделно от своите.

## Нареждания

1. Клиентът подава нареждания през портала на Посредника. Нареждането се счита за прието, когато порталът потвърди получаването му.
2. Посредникът изпълнява нарежданията при най-добрите условия за Клиента, според политиката си за изпълнение.

## Възнаграждение

| Услуга | Такса |
| --- | ---: |
| Сделка с акции и фондове | 0,25 % |
| Съхранение, годишно | 0,10 % |

## Срок и прекратяване

1. Договорът е безсрочен. Всяка от страните може да го прекрати с писмено предизвестие от 30 дни.
2. За неуредените въпроси се прилага българското право.
`,
  en: `# {{contract.name}}

On {{contract.day}}, **{{firm.name}}** (the “Broker”) and ${party.en} concluded this agreement.

## Subject

1. The Broker receives, transmits and executes the Client's orders for financial instruments.
2. The Broker keeps the Client's instruments and money separate from its own.

## Orders

1. The Client places orders through the Broker's portal. An order counts as received when the portal confirms it.
2. The Broker executes orders on the terms most favourable to the Client, under its execution policy.

## Fees

| Service | Fee |
| --- | ---: |
| Transactions in shares and funds | 0.25 % |
| Safekeeping, per year | 0.10 % |

## Term

1. This agreement is concluded for an indefinite time. Each party may end it in writing with 30 days' notice.
2. Bulgarian law governs what is not regulated here.
`,
  pl: `# {{contract.name}}

Dnia {{contract.day}} **{{firm.name}}** („Pośrednik”) i ${party.pl} zawarli następującą umowę.

## Przedmiot

1. Pośrednik przyjmuje, przekazuje i wykonuje zlecenia Klienta dotyczące instrumentów finansowych.
2. Pośrednik przechowuje instrumenty i środki pieniężne Klienta oddzielnie od własnych.

## Zlecenia

1. Klient składa zlecenia w portalu Pośrednika. Zlecenie uważa się za przyjęte, gdy portal potwierdzi jego otrzymanie.
2. Pośrednik wykonuje zlecenia na warunkach najkorzystniejszych dla Klienta, zgodnie z polityką wykonywania zleceń.

## Opłaty

| Usługa | Opłata |
| --- | ---: |
| Transakcje na akcjach i funduszach | 0,25 % |
| Przechowywanie, rocznie | 0,10 % |

## Okres obowiązywania

1. Umowa jest zawarta na czas nieokreślony. Każda ze stron może ją wypowiedzieć pisemnie z zachowaniem 30 dni.
2. W sprawach nieuregulowanych stosuje się prawo bułgarskie.
`,
});

const rules = { expiryDays: 21, reminderDays: [7, 3, 0], clientsPropose: false } as const;
const brokerage = {
  ...rules,
  reminderDays: [...rules.reminderDays],
  name: { bg: "Договор за инвестиционно посредничество", en: "Brokerage agreement", pl: "Umowa maklerska" },
  fields: [],
  counterSign: true,
};

export const demoTemplates: Readonly<Record<string, TemplateContent>> = {
  brokerage: { ...brokerage, text: brokerageText(person), for: "user", signers: "any" },
  brokerageCompany: { ...brokerage, text: brokerageText(company), for: "company", signers: "two" },
  // Sent before a client number is given: it names none.
  accountCompany: {
    ...rules,
    reminderDays: [...rules.reminderDays],
    name: { bg: "Рамков договор за сметка", en: "Account framework agreement", pl: "Umowa ramowa o rachunek" },
    text: {
      bg: "# {{contract.name}}\n\nДнес, {{contract.day}}, между **{{firm.name}}** и **{{holder.name}}** („Клиентът“) се сключи следният договор.\n\n1. След одобряване на Клиента **{{firm.name}}** открива негова сметка при попечителя.\n2. Клиентът съобщава без забавяне всяка промяна в данните, които е посочил.\n3. Договорът влиза в сила с одобряването и е безсрочен.\n",
      en: "# {{contract.name}}\n\nOn {{contract.day}}, **{{firm.name}}** and **{{holder.name}}** (the “Client”) concluded this agreement.\n\n1. Once the Client is approved, **{{firm.name}}** opens an account at the custodian for the Client.\n2. The Client reports every change of the details given without delay.\n3. The agreement takes effect with the approval and has no end date.\n",
      pl: "# {{contract.name}}\n\nDnia {{contract.day}} **{{firm.name}}** i **{{holder.name}}** („Klient”) zawarli następującą umowę.\n\n1. Po zatwierdzeniu Klienta **{{firm.name}}** otwiera dla niego rachunek u depozytariusza.\n2. Klient niezwłocznie zgłasza każdą zmianę podanych danych.\n3. Umowa wchodzi w życie z chwilą zatwierdzenia i jest zawarta na czas nieokreślony.\n",
    },
    fields: [],
    for: "company",
    counterSign: true,
    signers: "any",
  },
  feeAgreement: {
    ...rules,
    reminderDays: [...rules.reminderDays],
    name: { bg: "Споразумение за такси", en: "Fee agreement", pl: "Porozumienie o opłatach" },
    text: {
      bg: "# {{contract.name}}\n\n**{{firm.name}}** и **{{holder.name}}** (клиентски номер {{holder.clientNumber}}) се споразумяха:\n\n1. Считано от {{field.from}} таксата за сделки е {{field.fee}}.\n2. Останалите условия на договора за посредничество не се променят.\n",
      en: "# {{contract.name}}\n\n**{{firm.name}}** and **{{holder.name}}** (client number {{holder.clientNumber}}) agree:\n\n1. The fee for transactions is {{field.fee}} from {{field.from}}.\n2. The other terms of the brokerage agreement do not change.\n",
      pl: "# {{contract.name}}\n\n**{{firm.name}}** i **{{holder.name}}** (numer klienta {{holder.clientNumber}}) uzgadniają:\n\n1. Opłata za transakcje wynosi {{field.fee}} od dnia {{field.from}}.\n2. Pozostałe warunki umowy maklerskiej nie zmieniają się.\n",
    },
    fields: [
      { id: "fee", name: { bg: "Такса", en: "Fee", pl: "Opłata" }, kind: "text", filledBy: "staff" },
      { id: "from", name: { bg: "В сила от", en: "Valid from", pl: "Obowiązuje od" }, kind: "day", filledBy: "staff" },
    ],
    for: "both",
    counterSign: false,
    signers: "any",
  },
  savingsPlan: {
    ...rules,
    reminderDays: [...rules.reminderDays],
    name: { bg: "Спестовен план", en: "Savings plan", pl: "Plan oszczędnościowy" },
    text: {
      bg: "# {{contract.name}}\n\n**{{holder.name}}** (клиентски номер {{holder.clientNumber}}) възлага на **{{firm.name}}**, считано от {{field.start}}, да инвестира всеки месец {{field.amount}} EUR.\n\nКлиентът може да прекрати плана по всяко време през портала.\n",
      en: "# {{contract.name}}\n\n**{{holder.name}}** (client number {{holder.clientNumber}}) instructs **{{firm.name}}** to invest {{field.amount}} EUR every month, starting on {{field.start}}.\n\nThe client may end the plan at any time through the portal.\n",
      pl: "# {{contract.name}}\n\n**{{holder.name}}** (numer klienta {{holder.clientNumber}}) zleca **{{firm.name}}** inwestowanie co miesiąc {{field.amount}} EUR, począwszy od {{field.start}}.\n\nKlient może zakończyć plan w dowolnej chwili w portalu.\n",
    },
    fields: [
      {
        id: "amount",
        name: { bg: "Месечна сума в EUR", en: "Monthly amount in EUR", pl: "Kwota miesięczna w EUR" },
        kind: "number",
        filledBy: "client",
      },
      { id: "start", name: { bg: "Начало", en: "Start", pl: "Początek" }, kind: "day", filledBy: "client" },
    ],
    for: "both",
    counterSign: true,
    signers: "any",
    clientsPropose: true,
  },
};
