/** Persons named in forms: nobody is typed twice or offered twice. */
import { expect, test } from "vitest";
import { eachOnce, isSamePerson, listPersons } from "./persons.ts";

const elitsa = { firstName: "Elitsa", lastName: "Marinova", birthDate: "1980-01-02", identifierValue: "8001021018" };
const asOwner = { firstName: "Elitsa", lastName: "Marinova" };

test("a representative and an owner of one name are one person, unless number or birth date say otherwise", () => {
  expect(isSamePerson(elitsa, asOwner)).toBe(true);
  expect(isSamePerson(elitsa, { ...asOwner, middleName: "Petrova" })).toBe(true);
  expect(isSamePerson(elitsa, { ...asOwner, birthDate: "1990-01-02" })).toBe(false);
  expect(isSamePerson(elitsa, { ...elitsa, identifierValue: "9001021018" })).toBe(false);
  expect(isSamePerson(elitsa, { ...elitsa, lastName: "Ilieva" })).toBe(true);
});

test("each person is offered once, with all that is known of them", () => {
  const persons = [
    { from: "A", answers: asOwner },
    { from: "B", answers: { ...elitsa, pep: "none" } },
    { from: "B", answers: { firstName: "Ivan", lastName: "Petrov" } },
  ];
  expect(eachOnce(persons)).toEqual([{ from: "A", answers: { ...elitsa, pep: "none" } }, persons[2]]);
});

test("a company's representatives and the persons among its owners are known, whatever else a draft holds", () => {
  const nodes = [
    { id: "a", kind: "person", name: "Elitsa Marinova", details: { birthDate: "1980-01-02" } },
    { id: "b", kind: "company", name: "Danube Holding" },
    { id: "c", kind: "person" },
  ];
  const form = {
    representatives: { representatives: [{ id: "r", ...elitsa, capacity: "statutory" }, null] },
    ownership: { owners: { nodes, edges: [] } },
  };
  expect(listPersons("companyKYC", form)).toEqual([elitsa, { ...asOwner, birthDate: "1980-01-02" }]);
});
