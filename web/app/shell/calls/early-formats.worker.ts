/** Creates a format of each kind in the language that it is named after, and ends. */
const language = self.name;
new Intl.NumberFormat(language).format(1);
new Intl.DateTimeFormat(language, { timeZone: "UTC" }).format(0);
close();
