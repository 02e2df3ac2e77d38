/**
 * A made-up list of sixty people and three hundred names to look for in it: two hundred that are somebody of the list, written as
 * forms and documents write them, and a hundred that are somebody else. Nobody of them exists.
 */

export interface Listed {
  id: string;
  names: string[];
  births: string[];
  countries: string[];
}
export interface Looked {
  name: string;
  births: string[];
  countries: string[];
  /** Whom of the list it is; null for somebody else. */
  is: string | null;
  kind: string;
}

/** Given name, family name, both in the person's script, a middle name in it, birth date, country. */
const people = `
Vasil|Drenkov|Васил|Дренков|Стоянов|1961-03-14|bg
Radostina|Kalchishka|Радостина|Калчишка|Петрова|1974-11-02|bg
Yuliyan|Shterbanov|Юлиян|Щербанов|Христов|1958-07-29|bg
Tsvetan|Zhivarski|Цветан|Живарски|Ангелов|1949-01-08|bg
Hristina|Mutafchieva|Христина|Мутафчиева|Димитрова|1983-05-21|bg
Ognyan|Hadzhivelev|Огнян|Хаджвелев|Иванов|1967-09-17|bg
Boyko|Karatsanov|Бойко|Карацанов|Методиев|1970-12-30|bg
Desislav|Chuchuganov|Десислав|Чучуганов|Борисов|1988-02-12|bg
Zlatka|Pehlivanska|Златка|Пехливанска|Тодорова|1955-06-06|bg
Krum|Yazadzhiev|Крум|Язаджиев|Асенов|1963-10-25|bg
Arkadiy|Velikhrushchev|Аркадий|Великрущев|Семёнович|1952-04-19|ru
Evgeniya|Podzhukova|Евгения|Поджукова|Львовна|1979-08-03|ru
Aleksandr|Tsvetoshchekov|Александр|Цветощеков|Юрьевич|1966-01-27|ru
Fyodor|Kharlampovich|Фёдор|Харлампович|Ильич|1944-12-11|ru
Ksenia|Yaroslavtseva|Ксения|Ярославцева|Игоревна|1990-03-08|ru
Mikhail|Zhuravinsky|Михаил|Журавинский|Олегович|1971-05-15|ru
Lyubov|Chernoshtanova|Любовь|Черноштанова|Павловна|1960-09-09|ru
Grigory|Ekimshin|Григорий|Екимшин|Романович|1957-02-23|ru
Yegor|Shchukarev|Егор|Щукарев|Андреевич|1984-07-04|ru
Timofey|Mezhebovsky|Тимофей|Межебовский|Карлович|1969-11-18|ru
Oleksiy|Hrabovenko|Олексій|Грабовенко|Тарасович|1973-04-02|ua
Yevhen|Kotsiubchuk|Євген|Коцюбчук|Іванович|1981-10-13|ua
Svitlana|Zhyvotenko|Світлана|Животенко|Петрівна|1965-06-28|ua
Andriy|Shelepchenko|Андрій|Шелепченко|Юрійович|1976-01-19|ua
Stavros|Kalogeridis|Σταύρος|Καλογερίδης|Νικολάου|1959-08-22|gr
Eleni|Papachristodoulou|Ελένη|Παπαχριστοδούλου|Γεωργίου|1972-03-30|gr
Theodoros|Xanthakis|Θεόδωρος|Ξανθάκης|Ιωάννη|1951-12-05|gr
Panagiotis|Vamvakaris|Παναγιώτης|Βαμβακάρης|Δημητρίου|1968-07-11|gr
Athina|Charalampidou|Αθηνά|Χαραλαμπίδου|Σταύρου|1985-02-26|gr
Evangelos|Psarromatis|Ευάγγελος|Ψαρρομμάτης|Κωνσταντίνου|1962-10-01|gr
Kyriaki|Mpoumpouli|Κυριακή|Μπουμπούλη|Πέτρου|1978-05-09|gr
Dionysios|Thalassinos|Διονύσιος|Θαλασσινός|Ανδρέα|1947-09-14|gr
Grzegorz|Chrzanowiecki|Grzegorz|Chrzanowiecki|Stanisław|1964-02-17|pl
Małgorzata|Szczepaniakowa|Małgorzata|Szczepaniakowa|Anna|1977-06-23|pl
Zbigniew|Wróblewiczki|Zbigniew|Wróblewiczki|Jan|1953-11-30|pl
Bożena|Krzyżopolska|Bożena|Krzyżopolska|Maria|1982-04-07|pl
Łukasz|Dąbrowiniak|Łukasz|Dąbrowiniak|Piotr|1989-08-16|pl
Wojciech|Niedźwiedzinski|Wojciech|Niedźwiedzinski|Adam|1956-01-03|pl
Jürgen|Großmüllner|Jürgen|Großmüllner|Karl|1950-05-27|de
Hannelore|Weißenbüchl|Hannelore|Weißenbüchl|Ilse|1969-12-20|de
Søren|Bjerregaardsen|Søren|Bjerregaardsen|Emil|1975-03-12|dk
François|Delacourvette|François|Delacourvette|Yves|1943-07-19|fr
Esperanza|Villanuezca|Esperanza|Villanuezca|Lucía|1987-10-29|es
Giovanni|Santacolombo|Giovanni|Santacolombo|Luca|1961-09-02|it
Abdulrahman|Qasimzaki|Abdul Rahman|Qasimzaki|Yusuf|1966-06-14|iq
Muhammad|Haddadpuri|Mohammed|Haddadpuri|Reza|1959-04-25|ir
Faisal|Barakzadeh|Faisal|Barakzadeh|Omid|1980-02-08|af
Nurlan|Ospanbekov|Нурлан|Оспанбеков|Ерланович|1963-08-31|kz
Gulnara|Tashmatova|Гульнара|Ташматова|Акмаловна|1986-01-22|uz
Levan|Kvirikadze|Леван|Квирикадзе|Гочевич|1954-10-10|ge
Milorad|Stojiljkovski|Милорад|Стојиљковски|Драган|1970-07-07|rs
Zorica|Petrushevska|Зорица|Петрушевска|Иван|1979-11-26|mk
Kenneth|Whitlocksby|Kenneth|Whitlocksby|James|1948-03-05|gb
Philippa|Mackintyne|Philippa|Mackintyne|Rose|1984-12-15|gb
Mehmet|Yıldızoğan|Mehmet|Yıldızoğan|Ali|1967-02-28|tr
Ferenc|Szabolcsvari|Ferenc|Szabolcsvari|Béla|1955-05-31|hu
Ionuț|Dumitrașcovici|Ionuț|Dumitrașcovici|Vlad|1973-09-23|ro
Tomasz|Przybyszewczyk|Tomasz|Przybyszewczyk|Marek|1991-06-18|pl
Valentin|Gospodarski|Валентин|Господарски|Руменов|1945-04-11|bg
Nadezhda|Trifonichina|Надежда|Трифоничина|Василева|1992-08-27|bg
`
  .trim()
  .split("\n")
  .map((line, at) => {
    const [given = "", family = "", nativeGiven = "", nativeFamily = "", middle = "", birth = "", country = ""] =
      line.split("|");
    return { id: `MADE-${at + 1}`, given, family, nativeGiven, nativeFamily, middle, birth, country };
  });
type Person = (typeof people)[number];

/** Every third entry is in the person's own script alone, every third in Latin letters alone, and the others in both. */
export const madeUpList: Listed[] = people.map(
  ({ id, given, family, nativeGiven, nativeFamily, birth, country }, at) => ({
    id,
    names: [
      ...(at % 3 === 1 ? [] : [`${given} ${family}`]),
      ...(at % 3 === 0 ? [] : [`${nativeFamily} ${nativeGiven}`]),
    ],
    // Some have a year alone, some nothing.
    births: at % 5 === 4 ? [] : [at % 5 === 3 ? birth.slice(0, 4) : birth],
    countries: at % 4 === 3 ? [] : [country],
  }),
);

/** Two neighbouring letters in the middle swapped. */
const swapped = (text: string): string => {
  const at = Math.floor(text.length / 2);
  return text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2);
};
const without = (text: string): string => {
  const at = Math.floor(text.length / 2) + 1;
  return text.slice(0, at) + text.slice(at + 1);
};

const writings: Record<string, (one: Person) => string> = {
  latin: ({ given, family }) => `${given} ${family}`,
  own: ({ nativeGiven, nativeFamily }) => `${nativeGiven} ${nativeFamily}`,
  turned: ({ given, family }) => `${family.toUpperCase()}, ${given}`,
  middle: ({ nativeGiven, nativeFamily, middle }) => `${nativeGiven} ${middle} ${nativeFamily}`,
  initial: ({ given, family }) => `${given.charAt(0)}. ${family}`,
  swap: ({ given, family }) => `${given} ${swapped(family)}`,
  missing: ({ given, family }) => `${without(given)} ${family}`,
  marks: ({ given, family }) => `${given} ${family}`.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ł", "l"),
};
const kinds = Object.keys(writings);

const own = (one: Person, at: number): Looked[] =>
  // Three writings of each, and a fourth of the first twenty.
  [0, 3, 6, 5].slice(0, at < 20 ? 4 : 3).map((step) => {
    const kind = kinds[(at + step) % kinds.length] ?? "latin";
    return {
      kind,
      name: writings[kind]?.(one) ?? "",
      births: (at + step) % 4 === 2 ? [] : [one.birth],
      countries: (at + step) % 3 === 1 ? [] : [one.country],
      is: one.id,
    };
  });

const place = (at: number): Person => people[at % people.length] as Person;
const other = (at: number): Looked[] => {
  const [one, next, further] = [place(at), place(at + 23), place(at + 41)];
  const rest = { countries: [next.country], is: null };
  if (at < 40) return [{ ...rest, kind: "otherGiven", name: `${next.given} ${one.family}`, births: [further.birth] }];
  if (at < 80)
    return [{ ...rest, kind: "otherFamily", name: `${one.nativeGiven} ${next.nativeFamily}`, births: [one.birth] }];
  // The same name, born in another year, in another country.
  return [{ ...rest, kind: "namesake", name: `${one.given} ${one.family}`, births: [further.birth] }];
};

/** Three hundred names: two hundred of the list, a hundred of others, the last twenty of them namesakes. */
export const lookedFor: readonly Looked[] = [
  ...people.flatMap(own),
  ...Array.from({ length: 100 }, (_, at) => other(at)).flat(),
];
