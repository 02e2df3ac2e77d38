/** Files of clients that a firm brings in: their columns, what is told of a line, and its states. Without zod. */
import type { Language } from "../shapes.ts";

/** The states of a file. Booking is a job, which may be stopped and goes on later. */
export const clientImportStates = ["previewed", "booking", "stopped", "booked", "discarded", "undone"] as const;
export type ClientImportState = (typeof clientImportStates)[number];

export const clientImportActions = ["book", "stop", "resume", "discard", "undo"] as const;
export type ClientImportAction = (typeof clientImportActions)[number];

/** The only table of what may be done with a file, and where it leads. */
export const clientImportMoves: Record<
  ClientImportAction,
  { from: readonly ClientImportState[]; to: ClientImportState }
> = {
  // Again after a booking: for lines that were decided, or failed, since.
  book: { from: ["previewed", "booked"], to: "booking" },
  stop: { from: ["booking"], to: "stopped" },
  resume: { from: ["stopped"], to: "booking" },
  discard: { from: ["previewed"], to: "discarded" },
  undo: { from: ["booked", "stopped"], to: "undone" },
};

/**
 * `new`: will be booked. `present`: there already. `maybe`: perhaps there already, so somebody decides. `faulty`: not booked.
 * `failed`: could not be booked; booking again tries again. `undone`: booked and taken back.
 */
export const clientLineStates = ["new", "maybe", "present", "faulty", "booked", "failed", "undone"] as const;
export type ClientLineState = (typeof clientLineStates)[number];

export const clientKinds = ["person", "company"] as const;
export type ClientKind = (typeof clientKinds)[number];

/**
 * What a file may say of a client: `new` fills in the first form; `identified` was identified by the firm before, outside the
 * portal, and renews the form. Nobody is approved by a file.
 */
export const broughtStates = ["new", "identified"] as const;
export type BroughtState = (typeof broughtStates)[number];

export const clientFields = [
  "kind",
  "name",
  "firstName",
  "lastName",
  "email",
  "phone",
  "language",
  "clientNumber",
  "state",
  "identifiedOn",
  "registerNumber",
  "country",
  "representatives",
] as const;
export type ClientField = (typeof clientFields)[number];

/** Headings by which a column is recognised, in any case; the first of each language is that of the template. */
export const clientHeadings: Record<ClientField, Record<Language, readonly string[]>> = {
  kind: {
    en: ["Type", "Kind", "Client type"],
    bg: ["Вид", "Тип", "Вид клиент"],
    pl: ["Rodzaj", "Typ", "Rodzaj klienta"],
  },
  name: {
    en: ["Name", "Full name", "Client name", "Company name", "Client"],
    bg: ["Име", "Имена", "Трите имена", "Име и фамилия", "Наименование", "Клиент"],
    pl: ["Nazwa", "Imię i nazwisko", "Nazwa klienta", "Nazwa firmy", "Klient"],
  },
  firstName: { en: ["First name", "Given name"], bg: ["Собствено име", "Първо име"], pl: ["Imię"] },
  lastName: { en: ["Last name", "Surname", "Family name"], bg: ["Фамилия", "Фамилно име"], pl: ["Nazwisko"] },
  email: {
    en: ["E-mail", "Email", "E-mail address", "Email address", "Mail"],
    bg: ["Имейл", "Е-поща", "Електронна поща", "Имейл адрес", "Поща"],
    pl: ["E-mail", "Adres e-mail", "Poczta", "Adres email"],
  },
  phone: {
    en: ["Phone", "Phone number", "Telephone", "Mobile", "Mobile phone"],
    bg: ["Телефон", "Телефонен номер", "Мобилен телефон", "Мобилен", "Тел."],
    pl: ["Telefon", "Numer telefonu", "Telefon komórkowy", "Tel.", "Komórka"],
  },
  language: { en: ["Language"], bg: ["Език"], pl: ["Język"] },
  clientNumber: {
    en: ["Client number", "Client no.", "Account number", "Account", "Client ID"],
    bg: ["Клиентски номер", "Номер на клиент", "Клиентски №", "Номер на сметка"],
    pl: ["Numer klienta", "Nr klienta", "Numer rachunku", "Rachunek"],
  },
  state: { en: ["State", "Status"], bg: ["Състояние", "Статус"], pl: ["Stan", "Status"] },
  identifiedOn: {
    en: ["Identified on", "Identification date", "KYC date"],
    bg: ["Идентифициран на", "Дата на идентификация"],
    pl: ["Zidentyfikowano dnia", "Data identyfikacji"],
  },
  registerNumber: {
    en: ["Registration number", "Register number", "Company number", "Registration no."],
    bg: ["ЕИК", "ЕИК/БУЛСТАТ", "БУЛСТАТ", "Регистрационен номер"],
    pl: ["Numer rejestrowy", "KRS", "REGON", "Numer KRS"],
  },
  country: { en: ["Country"], bg: ["Държава", "Страна"], pl: ["Kraj", "Państwo"] },
  representatives: {
    en: ["Representatives", "Represented by", "Representatives' e-mails"],
    bg: ["Представители", "Представляващи", "Представлява се от"],
    pl: ["Przedstawiciele", "Reprezentanci", "Reprezentowana przez"],
  },
};

/** Words for values of a column, in any case; the first of each language is that of the template. */
export const kindWords: Record<ClientKind, readonly string[]> = {
  person: ["person", "физическо лице", "osoba", "individual", "лице", "човек", "osoba fizyczna", "natural person"],
  company: [
    "company",
    "юридическо лице",
    "firma",
    "фирма",
    "дружество",
    "компания",
    "spółka",
    "osoba prawna",
    "legal entity",
  ],
};
export const stateWords: Record<BroughtState, readonly string[]> = {
  new: ["new", "нов", "nowy"],
  identified: ["identified", "идентифициран", "zidentyfikowany"],
};
export const languageWords: Record<Language, readonly string[]> = {
  bg: ["bg", "bul", "bulgarian", "български", "bułgarski"],
  en: ["en", "eng", "english", "английски", "angielski"],
  pl: ["pl", "pol", "polish", "полски", "polski"],
};

/** Why a line is not booked. */
export const clientFaults = [
  "noName",
  "badName",
  "noEmail",
  "badEmail",
  "badPhone",
  "badLanguage",
  "badKind",
  "badState",
  "approvedByFile",
  "noDay",
  "badDay",
  "futureDay",
  "badClientNumber",
  "roundedNumber",
  "badCountry",
  "noRegisterNumber",
  "badRegisterNumber",
  "noRepresentative",
  "badRepresentative",
  "representativeUnknown",
  "representativeFaulty",
  "representativeStaff",
  "representativeClosed",
  "representativeNotIdentified",
  "representativeBusy",
  "emailTwice",
  "numberTwice",
  "registerNumberTwice",
  "sameLine",
  "emailOfStaff",
  "numberOfAnother",
  "unreadableLetters",
  "tooManyCells",
] as const;
export type ClientFaultCode = (typeof clientFaults)[number];

/** Why a good line could not be booked, besides faults and refusals. */
export const clientFailures = ["representativeUndecided"] as const;
export type ClientFailureCode = (typeof clientFailures)[number];

/** What is told of a line that is booked all the same. */
export const clientNotes = [
  "sameEmail",
  "sameNumber",
  "sameRegisterNumber",
  "samePerson",
  "representativesLater",
] as const;
export type ClientNoteCode = (typeof clientNotes)[number];

/** Why a file cannot be read at all. */
export const clientFileRefusals = ["unreadable", "empty", "noColumns", "tooManyLines"] as const;
export type ClientFileRefusal = (typeof clientFileRefusals)[number];

/** Lines of a file: several firms of 2,000 clients. */
export const mostClientLines = 20_000;

/** Where an invitation stands. */
export const clientInvitationStates = ["waiting", "queued", "sent", "expired", "accepted"] as const;
export type ClientInvitationState = (typeof clientInvitationStates)[number];

/** A name as it is compared: blanks are one, and capital letters and marks around it do not matter. */
export const comparableHeading = (text: string): string =>
  text
    .replace(/[\s\u00A0\uFEFF_]+/g, " ")
    .trim()
    .toLowerCase();

const fieldByHeading: ReadonlyMap<string, ClientField> = new Map(
  clientFields.flatMap((field) =>
    [field, ...Object.values(clientHeadings[field]).flat()].map(
      (heading) => [comparableHeading(heading), field] as const,
    ),
  ),
);

/** The field of a column by its heading; undefined if it is not recognised. */
export const fieldOfHeading = (heading: string): ClientField | undefined =>
  fieldByHeading.get(comparableHeading(heading));
