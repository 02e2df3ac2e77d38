/** People at every stage of onboarding, including rejection; demo/seed-*.ts creates the state of their accounts. */
import type { HolderState } from "@portico/api/holder-states.ts";
import type { Language } from "@portico/api/shapes.ts";
import type { DemoPerson } from "./people.ts";

const person = (
  email: string,
  name: string,
  language: Language,
  more: { state: HolderState; shows: string; clientNumber?: string },
): DemoPerson => ({
  clientNumber: null,
  ...more,
  email: `${email}@portico.example`,
  name,
  language,
  role: "client",
  portfolio: "none",
});

export const peopleOnTheWay: readonly DemoPerson[] = [
  person("zofia", "Zofia Maj", "pl", { state: "preKYC", shows: "just registered, form never begun" }),
  person("kalina", "Калина Борисова", "bg", { state: "preKYC", shows: "an accountant, who reads what ivan shares" }),
  person("kalin", "Калин Стоянов", "bg", { state: "preKYC", shows: "form half filled in" }),
  person("joanna", "Joanna Adamczyk", "pl", { state: "preKYC", shows: "has begun a company; no form of their own" }),
  person("desislava", "Десислава Колева", "bg", { state: "pendingKYC", shows: "form with staff, partly accepted" }),
  person("marek", "Marek Wójcik", "pl", { state: "pendingKYC", shows: "form with staff, with an explanation" }),
  person("adam", "Adam Malinowski", "pl", { state: "pendingKYC", shows: "form with staff, and one of a company" }),
  person("pawel", "Paweł Sikora", "pl", { state: "returnedKYC", shows: "form returned with remarks at its fields" }),
  person("emil", "Емил Златев", "bg", {
    state: "postKYC",
    clientNumber: "P100011",
    shows: "approved; the form of a company was returned",
  }),
  person("nikolay", "Николай Христов", "bg", {
    state: "postKYC",
    clientNumber: "P100012",
    shows: "acts for two companies",
  }),
  person("radoslav", "Радослав Тодоров", "bg", {
    state: "pendingReKYC",
    clientNumber: "P100013",
    shows: "asked to renew the form: yearly review",
  }),
  person("magdalena", "Magdalena Kubiak", "pl", {
    state: "pendingReKYC",
    clientNumber: "P100014",
    shows: "renewed form with staff; once acted for a company",
  }),
  person("stefan", "Стефан Василев", "bg", { state: "rejected", shows: "rejected, and so is a company of theirs" }),
  person("ewa", "Ewa Pietrzak", "pl", {
    state: "disabled",
    clientNumber: "P100015",
    shows: "disabled: signing in is refused",
  }),
];
