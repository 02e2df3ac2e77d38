/**
 * Given names with the short forms by which people are called and sign, and their forms in the other languages of the firm's clients:
 * Bulgarian, Polish, Russian with Ukrainian, and English. Words as `screenedWords` writes them; a form of several names stands in the
 * line of each. Written for this from usual knowledge of the languages; rare forms are left out. docs/decisions/0400-comparing-names.md
 */
const forms = `
aleksandar aleksandr aleksander alexander oleksandr aleks alex sasho sasha sashko sandr olek olko
aleksandra alexandra oleksandra sasha ola olka
aleksei alexei aleksey alexey oleksiy alyosha lyosha
anastasiya anastasia anastazja nastya asya nastka
anna anya ania anka ani
andrzej andrzey jedrzej jedrek
anton antoni anthony tony tosho antek
bartlomiej bartosz bartek
barbara basia baska
boris borya bobi
vasil vasiliy vasily vasko vasya
vladimir volodymyr vlado vova volodya
valentin valyo valya
wladyslaw wladek
galina galya
georgi georgiy georgy gosho zhoro
dimitar dimitr dmitriy dmitry dmitri dmytro mitko mitya dima
ekaterina katerina kateryna katarzyna katherine catherine katya kasia kaska kate kathy
elena olena lena
elzbieta elizabeth ela elka liz beth
emil emo
evgeni evgeniy evgeny yevgeny yevhen zhenya zheka
ivan vanyo vanya ivo ivancho
ivaylo ivo
jan janek jasiek
jakub jacob kuba jake
jerzy jurek
jozef joseph joe jozek
joanna joasia aska
krzysztof krzysiek krzys
konstantin kosta kostya kotse
lyubomir lyubo
ludmila lyudmila lyuda lusi
lukasz lukas
malgorzata margaret gosia maggie
maria mariya mary masha marysia mimi
mihail mikhail mykhaylo michael michal misho misha mike
nikolay nikolai nikola mykola kolyo kolya nicholas nick
nadezhda nadya nadia
natalia nataliya natasha natalka
olga olya olka
pavel pavlo pawel paul pasha pavka
petar petr petro piotr peter pesho petya piotrek pete
plamen plamcho
radoslav radoslaw radek rado
rosen rosko
sergey sergei serhiy seryozha
svetlana svitlana sveta
stanislav stanislaw stanko slavi stas staszek stach
stefan stefcho
stoyan stoyko
tatyana tatiana tetyana tanya
tadeusz tadek
todor tosho teodor fyodor theodore fedya ted
tomasz thomas tomek tom
tsvetan tseko tsetso
hristo christo itso
wojciech wojtek
yordan dancho yordancho
yuriy yury yurii yura
zbigniew zbyszek
william bill billy will
robert bob bobby rob
richard dick rick
james jim jimmy
john jack johnny
edward ed eddie ted
ronald ron
charles charlie chuck
daniel dan danny
david dave davy
christopher chris
matthew matt mateusz
gregory grigoriy grigory grzegorz greg grisha grzesiek
agnieszka aga
magdalena magda
dorota dorotka
henryk henry heniek hank
ryszard rysiek
slawomir slawek
`;

const groups = new Map<string, number[]>();
for (const [group, line] of forms.trim().split("\n").entries())
  for (const word of line.split(" ")) groups.set(word, [...(groups.get(word) ?? []), group]);

const none: readonly number[] = [];
/** The names that the word is or stands for, by number. */
export const shortGroupsOf = (word: string): readonly number[] => groups.get(word) ?? none;
