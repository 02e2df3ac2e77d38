/** Persons known from this form or an earlier one, offered for copying, so that nobody is typed twice. */
import { Menu } from "@mantine/core";
import { type Answers, type FormAnswers, isEmpty } from "@portico/api/forms/field.ts";
import { eachOnce, isSamePerson, listPersons, personName } from "@portico/api/forms/persons.ts";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useProfile } from "../../shell/session/session.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useText } from "../../ui/text.tsx";
import { useOpenForm } from "../form-context.ts";

interface KnownPersonsProps {
  /** Persons already entered here are not offered again. */
  used: readonly Answers[];
  /** Names of the answers that can be copied here. */
  names: ReadonlySet<string>;
  onTake: (answers: Record<string, unknown>, name: string) => void;
}

export function KnownPersons({ used, names, onTake }: KnownPersonsProps) {
  const t = useText();
  const api = useApi();
  const { id } = useProfile();
  const { type, given } = useOpenForm();
  const { data: elsewhere = [] } = useCall(api.forms.getPersons, { params: { id } });
  // Recent input on this page may not be on the server yet.
  const here = listPersons(type, given.form as FormAnswers).map((answers) => ({ from: t("forms.list.here"), answers }));
  const persons = eachOnce([...here, ...elsewhere]).filter(
    ({ answers }) => !used.some((one) => isSamePerson(one, answers)),
  );
  if (persons.length === 0) return null;
  return (
    <Menu>
      <Menu.Target>
        <Button size="sm" variant="default" leftSection={<Icon name="people" size={16} />}>
          {t("forms.list.known")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {persons.map(({ from, answers }, index) => (
          <Menu.Item
            // oxlint-disable-next-line react/no-array-index-key -- two persons of one name may be known from one place
            key={`${from} ${index}`}
            onClick={() =>
              onTake(
                Object.fromEntries(
                  Object.entries(answers).filter(([name, value]) => names.has(name) && !isEmpty(value)),
                ),
                personName(answers),
              )
            }
          >
            {personName(answers)} <small>{from}</small>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
