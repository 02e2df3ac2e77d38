/** Strength of a password, 0 to 4. Loaded when a password is first typed; the server checks against leaked ones itself. */
import { ZxcvbnFactory } from "@zxcvbn-ts/core";

/** Common passwords of the three languages; a short list, because the server has the long one. */
const common =
  "password passw0rd qwerty qwertyuiop asdfgh asdfghjkl zxcvbn zxcvbnm letmein welcome admin administrator login master hello freedom whatever trustno1 iloveyou princess sunshine monkey dragon shadow football baseball superman batman michael jennifer jordan hunter secret access flower summer winter spring autumn love money computer internet samsung google facebook parola parolata bulgaria balgaria sofia plovdiv varna levski cska botev obicham mnogo lubov slunce ivan georgi dimitar maria haslo polska polska1 warszawa krakow gdansk legia lech kochanie kochamcie misiek mateusz marcin michal zaq12wsx qazwsx bartek kasia agnieszka monika natalia парола паролата обичам обичамте любов слънце щастие българия софия пловдив варна левски цска ботев иван георги димитър мария петър стефан петров петрова иванова георгиев тайна вход банка клиент пари свобода пролет лято есен зима абвгдежз явертъ яверт уеишщ йцукен йцукенгшщзхъ пароль привет hasło miłość słońce słoneczko łukasz michał małgorzata żaneta kraków gdańsk łódź portico portfolio investment invest bank banka client klient klienta".split(
    " ",
  );

const checker = new ZxcvbnFactory({ dictionary: { common } });

/** `own` are the person's own words: name, e-mail. */
export const measureStrength = (password: string, own: string[]): 0 | 1 | 2 | 3 | 4 =>
  checker.check(
    password,
    own.flatMap((word) => word.toLowerCase().split(/[^\p{L}\p{M}\d]+/u)).filter((word) => word.length > 2),
  ).score;
