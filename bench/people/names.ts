/** Names of the generated people: some common, some rare. */
export const givenNames = (
  "Ivan Georgi Dimitar Maria Elena Petar Nikolay Anna Stefan Hristo Katarzyna Piotr Jan Agnieszka Tomasz Anna-Maria Desislava " +
  "Krzysztof Magdalena Todor Vasil Radka Kalina Boris Yana Plamen Rositsa Kiril Zofia Marek Ewa Pawel Joanna Michal Barbara " +
  "Adam Teodora Viktor Simona Lyubomir Galina Stanislaw Wanda Oliver Emma Lucas Sophie Henri Clara"
).split(" ");
export const stems = (
  "Ivan Georgi Dimitr Petr Nikol Stoyan Hrist Todor Vasil Angel Kolar Iliev Marin Radul Zlat Krast Boyadzhi Drag Momchil Rang " +
  "Kowal Nowak Wisni Zielin Kamin Lewand Wojci Szym Dabr Kozl Jank Mazur Krawcz Piotr Grab Pawl Mich Adamcz Dud Wieczor " +
  "Velin Yord Kostad Tsvet Malin Gospod Penk Shop Tash Ugrin Chakar Dobr Evst Filip Gench Halach Karast Lazar Mil Nayd"
).split(" ");
export const suffixes = "ov ev in ski ska ewicz czyk iak owski ova eva kov chev nev lev sev tov dzhiev anov elov".split(
  " ",
);
export const domains =
  "gmail.example abv.example mail.example wp.example onet.example outlook.example yahoo.example firm.example proton.example".split(
    " ",
  );
export const companyNameParts =
  "Vitosha Balkan Danube Baltic Vistula Rila Pirin Orion Meridian Solar Delta Atlas Nordic Amber Cobalt Harbour Lumen Quarry".split(
    " ",
  );
export const companyKinds = "Consult Engineering Trade Logistics Capital Foods Energy Software Estates Pharma".split(
  " ",
);
export const companyForms = ["OOD", "EOOD", "AD", "Sp. z o.o.", "S.A."];
