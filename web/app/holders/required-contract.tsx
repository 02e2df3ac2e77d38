/**
 * The contract that a form's approval requires, as its holder reads it. Its texts are loaded only where one is required:
 * the dashboard does not have them.
 */

import type { RequiredContract } from "@portico/api/forms/form-shapes.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { ReactNode } from "react";
import { useLoaded } from "../shell/calls/use-loaded.ts";
import { LocaleLink } from "../shell/navigation/locale-link.tsx";
import { Button } from "../ui/button.tsx";
import { ComingBar } from "../ui/skeletons.tsx";
import { MoreTexts, useLanguage, useText } from "../ui/text.tsx";
import { findTurn } from "./required-contract-turn.ts";

const texts = {
  bg: () => import("@portico/messages/generated/contracts.bg.ts"),
  en: () => import("@portico/messages/generated/contracts.en.ts"),
  pl: () => import("@portico/messages/generated/contracts.pl.ts"),
};

export function WithContractTexts({ children }: { children: ReactNode }) {
  const language = useLanguage();
  const { data } = useLoaded(`contracts.${language}`, texts[language]);
  return data ? <MoreTexts catalogue={data.catalogue}>{children}</MoreTexts> : <ComingBar width="16rem" />;
}

export function RequiredContractTitle({ required: { name } }: { required: RequiredContract }) {
  const t = useText();
  return t("contracts.required.title", { name: name[useLanguage()] });
}

interface RequiredContractTextProps {
  holder: Holder;
  required: RequiredContract;
  /** Staff view the holder: links would lead to what is theirs. */
  readOnly: boolean;
  className?: string | undefined;
}

export function RequiredContractText({ holder, required, readOnly, className }: RequiredContractTextProps) {
  const t = useText();
  const turn = findTurn(required);
  const id = turn === "firmSends" ? undefined : required.contract?.id;
  const to = `/contracts/${id}?company=${holder.holderType === "company" ? holder.holderId : 0}`;
  return (
    <>
      <p>
        {t(`contracts.required.${turn}`)}{" "}
        {id !== undefined && turn !== "youSign" && !readOnly && (
          <LocaleLink to={to}>{t("contracts.required.look")}</LocaleLink>
        )}
      </p>
      {turn === "youSign" && !readOnly && (
        <div>
          <Button component={LocaleLink} to={to} size="sm" className={className ?? ""}>
            {t("contracts.page.readAndSign")}
          </Button>
        </div>
      )}
    </>
  );
}
