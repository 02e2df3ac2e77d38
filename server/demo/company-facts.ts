/** The demo's companies: one for each state, most with indirect owners. */
import { applicantOf } from "./applicant-facts.ts";
import type { Named } from "./applicants.ts";
import { type Company, companyNode, namedNode, personNode } from "./companies.ts";

/** Owners without an account in the portal. */
const elitsa: Named = {
  country: "BG",
  firstName: "Elitsa",
  lastName: "Marinova",
  birthDate: "1978-04-03",
  serial: 415,
};
const beata: Named = {
  country: "PL",
  firstName: "Beata",
  lastName: "Malinowska",
  birthDate: "1982-12-19",
  serial: 9024,
};

/** A single owner. */
const soleOwner = (who: string): Company["owners"] => ({
  nodes: [personNode("p1", applicantOf(who))],
  edges: [{ owner: "p1", owned: "company", percent: "100" }],
});

/** Approved; two owners, both clients. */
const maritsa: Company = {
  legalName: "Марица Фуудс ООД",
  latinName: "Maritsa Foods OOD",
  country: "BG",
  legalForm: "limited",
  founded: "2009-04-16",
  city: "Plovdiv",
  street: "bul. Maritsa 94",
  postcode: "4003",
  nace: "10.39",
  activity: "Preserves fruit and vegetables of the Thracian plain for grocers in Bulgaria and Romania.",
  register: "20841733",
  lei: "9845001MRTFOODS001",
  account: "BNBG96611020400101",
  owners: {
    nodes: [personNode("p1", applicantOf("nikolay")), namedNode("p2", "Anna Kowalska", "PL")],
    edges: [
      { owner: "p1", owned: "company", percent: "80" },
      { owner: "p2", owned: "company", percent: "20" },
    ],
  },
};

/** Two levels of owners: shares result from three companies. */
const trakia: Company = {
  legalName: "Тракия Солар АД",
  latinName: "Trakia Solar AD",
  country: "BG",
  legalForm: "stock",
  founded: "2015-09-01",
  city: "Stara Zagora",
  street: "ul. Industrialna 10",
  postcode: "6000",
  nace: "35.11",
  activity: "Builds and runs solar plants in southern Bulgaria.",
  register: "20397145",
  lei: "9845002TRKSOLAR002",
  account: "BNBG96611020400102",
  owners: {
    nodes: [
      companyNode("c1", "Balkan Green Holding AD", "BG"),
      companyNode("c2", "Nordwind Kapital Sp. z o.o.", "PL"),
      personNode("p1", applicantOf("nikolay")),
      personNode("p2", elitsa),
      personNode("p3", applicantOf("adam")),
    ],
    edges: [
      { owner: "c1", owned: "company", percent: "55" },
      { owner: "c2", owned: "company", percent: "25" },
      { owner: "p1", owned: "company", percent: "20" },
      { owner: "p1", owned: "c1", percent: "30" },
      { owner: "p2", owned: "c1", percent: "40" },
      { owner: "c2", owned: "c1", percent: "30" },
      { owner: "p3", owned: "c2", percent: "100" },
    ],
  },
};

const warta: Company = {
  legalName: "Warta Drewno Sp. z o.o.",
  latinName: "Warta Drewno Sp. z o.o.",
  country: "PL",
  legalForm: "limited",
  founded: "2013-02-11",
  city: "Poznań",
  street: "ul. Składowa 4",
  postcode: "61-888",
  nace: "16.10",
  activity: "Saws and planes timber for builders in Poland and Germany.",
  register: "30512478",
  lei: "2591001WRTDREWN003",
  account: "101010100000000020400103",
  owners: {
    nodes: [
      companyNode("c1", "Las i Rzeka Holding S.A.", "PL"),
      personNode("p1", applicantOf("adam")),
      personNode("p2", beata),
    ],
    edges: [
      { owner: "c1", owned: "company", percent: "70" },
      { owner: "p1", owned: "company", percent: "30" },
      { owner: "p1", owned: "c1", percent: "65" },
      { owner: "p2", owned: "c1", percent: "35" },
    ],
  },
};

const pirin: Company = {
  legalName: "Пирин Текстил ЕООД",
  latinName: "Pirin Tekstil EOOD",
  country: "BG",
  legalForm: "soleLimited",
  founded: "2004-06-22",
  city: "Blagoevgrad",
  street: "ul. Slavyanska 17",
  postcode: "2700",
  nace: "14.13",
  activity: "Sews workwear for factories in Bulgaria and Austria.",
  register: "13102964",
  lei: "9845003PIRINTX0004",
  account: "BNBG96611020400104",
  owners: soleOwner("emil"),
};

const harmony: Company = {
  legalName: "Хармония Имоти ЕООД",
  latinName: "Harmonia Imoti EOOD",
  country: "BG",
  legalForm: "soleLimited",
  founded: "2021-10-05",
  city: "Varna",
  street: "ul. Slivnitsa 150",
  postcode: "9000",
  nace: "68.31",
  activity: "Finds flats by the sea for buyers from abroad.",
  register: "20671582",
  lei: "9845004HARMIMO0005",
  account: "BNBG96611020400105",
  owners: soleOwner("stefan"),
};

const odra: Company = {
  legalName: "Odra Handel Sp. z o.o.",
  latinName: "Odra Handel Sp. z o.o.",
  country: "PL",
  legalForm: "limited",
  founded: "1998-03-30",
  city: "Opole",
  street: "ul. Krakowska 5",
  postcode: "45-075",
  nace: "46.90",
  activity: "Wholesale of household goods in Silesia.",
  register: "53140827",
  lei: "2591002ODRAHND0006",
  account: "101010100000000020400106",
  owners: soleOwner("ewa"),
};

export const demoCompanies = { maritsa, trakia, warta, pirin, harmony, odra } as const;
