/** The demo's canned answers: what the desk writes most often. One has no Polish version yet. */

export const cannedTexts = [
  {
    title: "Received, in progress",
    texts: {
      bg: "Здравейте, {{client}},\n\nполучихме запитване № {{ticket}} и работим по него. Ще Ви отговорим до края на следващия работен ден.\n\nПоздрави,\n{{colleague}}\n{{firm}}",
      en: "Dear {{client}},\n\nwe have received ticket no. {{ticket}} and are working on it. You will hear from us by the end of the next business day.\n\nKind regards,\n{{colleague}}\n{{firm}}",
      pl: "Dzień dobry, {{client}},\n\notrzymaliśmy zgłoszenie nr {{ticket}} i zajmujemy się nim. Odpowiemy do końca następnego dnia roboczego.\n\nZ poważaniem\n{{colleague}}\n{{firm}}",
    },
  },
  {
    title: "Identity document expires",
    texts: {
      bg: "Здравейте, {{client}},\n\nсрокът на Вашия документ за самоличност изтича скоро. Моля, добавете новия в раздел *Документи*, когато го получите.\n\n{{firm}}",
      en: "Dear {{client}},\n\nyour identity document expires soon. Please add the new one under *Documents* when you have it.\n\n{{firm}}",
      pl: "Dzień dobry, {{client}},\n\nważność Państwa dokumentu tożsamości wkrótce wygaśnie. Prosimy dodać nowy w sekcji *Dokumenty*.\n\n{{firm}}",
    },
  },
  {
    title: "Proof of address",
    texts: {
      bg: "За промяна на адреса е достатъчна сметка за услуга на Ваше име от последните три месеца.",
      en: "To change your address we need a utility bill in your name from the last three months.",
      pl: "Do zmiany adresu potrzebujemy rachunku za media na Państwa nazwisko z ostatnich trzech miesięcy.",
    },
  },
  {
    title: "Tax certificate",
    texts: {
      bg: "Справката Ви за данъчната декларация ще бъде в раздел *Документи* до края на февруари.",
      en: "Your certificate for the tax return will be under *Documents* by the end of February.",
      pl: null,
    },
  },
  {
    title: "Closing words",
    texts: {
      bg: "Радваме се, че успяхме да помогнем. Ако имате други въпроси, пишете ни.\n\n{{colleague}}",
      en: "We are glad that we could help. Do write to us if you have further questions.\n\n{{colleague}}",
      pl: "Cieszymy się, że mogliśmy pomóc. W razie dalszych pytań prosimy o wiadomość.\n\n{{colleague}}",
    },
  },
] as const;
