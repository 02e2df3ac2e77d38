-- Every version of the settings that forms name: the words that were declared, the bands that were chosen from. A setting of several
-- parts has versions of each. What was declared under a version must be readable as long as the declaration is kept.
create table setting_version (
  name text not null,
  -- Of the declarations, the declaration's name; empty where the setting is one whole.
  part text not null,
  version integer not null check (version > 0),
  data jsonb not null,
  saved_at timestamptz(3) not null default clock_timestamp(),
  saved_by bigint references app_user,
  primary key (name, part, version)
);
create index setting_version_saved_by on setting_version (saved_by) where saved_by is not null;
revoke update, delete, truncate on setting_version from portico_app;
revoke delete on setting_version from portico_retention;

-- As delivered. A box that was ticked before texts had versions was ticked under these.
insert into setting_version (name, part, version, data) values
  ('declarationTexts', 'terms', 1,
   '{"en": "I have read and accept the terms and conditions for investment services and the tariff of fees and commissions.", "bg": "Прочетох и приемам общите условия за инвестиционни услуги и тарифата за таксите и комисионите.", "pl": "Znam i akceptuję regulamin świadczenia usług inwestycyjnych oraz tabelę opłat i prowizji."}'),
  ('declarationTexts', 'privacy', 1,
   '{"en": "I have read how my personal data are processed, and that the law requires them to be kept for five years after the business relationship ends.", "bg": "Запознах се с начина, по който се обработват личните ми данни, и с това, че законът изисква да се съхраняват пет години след прекратяване на деловите взаимоотношения.", "pl": "Znam zasady przetwarzania moich danych osobowych i wiem, że prawo wymaga ich przechowywania przez pięć lat od zakończenia stosunków gospodarczych."}'),
  ('declarationTexts', 'truth', 1,
   '{"en": "My answers are true and complete. I will notify changes without delay. I know that a false declaration can be punished by law.", "bg": "Отговорите ми са верни и пълни. Ще съобщавам за промени незабавно. Известна ми е наказателната отговорност за деклариране на неверни данни.", "pl": "Moje odpowiedzi są prawdziwe i kompletne. Niezwłocznie zgłoszę zmiany. Znana jest mi odpowiedzialność karna za złożenie fałszywego oświadczenia."}'),
  ('declarationTexts', 'risk', 1,
   '{"en": "I understand that investments can lose value, and that past returns do not guarantee future ones.", "bg": "Разбирам, че стойността на инвестициите може да намалее и че доходността в минали периоди не гарантира бъдеща доходност.", "pl": "Rozumiem, że inwestycje mogą tracić na wartości, a wyniki z przeszłości nie gwarantują przyszłych wyników."}'),
  ('declarationTexts', 'electronicSignature', 1,
   '{"en": "I agree that signing in this portal with a one-time code has the force of a handwritten signature in dealings with the investment firm.", "bg": "Съгласявам се подписването в този портал с еднократен код да има силата на саморъчен подпис в отношенията с инвестиционния посредник.", "pl": "Wyrażam zgodę na to, aby podpis złożony w tym portalu kodem jednorazowym był w stosunkach z firmą inwestycyjną równoważny podpisowi własnoręcznemu."}'),
  ('declarationTexts', 'marketing', 1,
   '{"en": "The investment firm may send me news and offers. I can withdraw this consent at any time.", "bg": "Инвестиционният посредник може да ми изпраща новини и предложения. Мога да оттегля съгласието си по всяко време.", "pl": "Firma inwestycyjna może przesyłać mi informacje i oferty. Zgodę mogę cofnąć w każdej chwili."}'),
  ('declarationTexts', 'taxCertification', 1,
   '{"en": "I certify that the countries and numbers above are correct and complete, and I will notify any change within 30 days.", "bg": "Потвърждавам, че посочените държави и номера са верни и пълни, и се задължавам да съобщя за всяка промяна в срок до 30 дни.", "pl": "Oświadczam, że podane kraje i numery są prawidłowe i kompletne, i zobowiązuję się zgłosić każdą zmianę w ciągu 30 dni."}'),
  ('declarationTexts', 'authorityConfirmed', 1,
   '{"en": "I confirm that this person is entitled to act for the company as stated.", "bg": "Потвърждавам, че това лице има право да действа от името на дружеството, както е посочено.", "pl": "Potwierdzam, że ta osoba jest uprawniona do działania w imieniu firmy w podany sposób."}'),
  ('amountBands', '', 1,
   '{"limits": {"amountBand": [10000, 50000, 100000, 250000, 1000000], "incomeBand": [10000, 25000, 50000, 100000, 250000], "wealthBand": [10000, 50000, 250000, 1000000], "businessBand": [100000, 500000, 2000000, 10000000], "tradeVolume": [10000, 50000, 250000]}, "fundsProofFrom": 100000, "wealthSourceFrom": 1000000}');
