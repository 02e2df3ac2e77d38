/** The KYC form of the person, or of the company in the address. */

import type { Answer } from "@portico/api/endpoint.ts";
import { ApiError } from "@portico/api/errors.ts";
import type { Form } from "@portico/api/forms/drafts.ts";
import type { forms } from "@portico/api/forms/endpoints.ts";
import type { RequiredContract } from "@portico/api/forms/form-shapes.ts";
import type { FormType } from "@portico/api/forms/forms.ts";
import type { HolderState } from "@portico/api/holder-states.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { errorText, useApi } from "../shell/calls/api.tsx";
import { useCall } from "../shell/calls/use-call.ts";
import { useChange } from "../shell/calls/use-change.ts";
import { versionIn } from "../shell/form-path.ts";
import { PageTitle } from "../shell/layouts/page-title.tsx";
import { LocaleLink } from "../shell/navigation/locale-link.tsx";
import { holderKey, useActiveHolder, useCompanies } from "../shell/session/active-holder.ts";
import { useProfile } from "../shell/session/session.ts";
import { Button } from "../ui/button.tsx";
import { PageHead } from "../ui/section.tsx";
import { Empty, LoadFailed, Loading } from "../ui/states.tsx";
import { useText } from "../ui/text.tsx";
import { EarlierVersion, EarlierVersions } from "./answers/earlier-versions.tsx";
import { SentForm } from "./answers/sent-form.tsx";
import { FormEditor } from "./form-editor.tsx";

export default function FormPage() {
  const t = useText();
  const [params] = useSearchParams();
  const { id } = useProfile();
  const { readOnly, holder: seen } = useActiveHolder();
  const company = Number(params.get("company"));
  const version = versionIn(params);
  const own: Holder = company > 0 ? { holderType: "company", holderId: company } : { holderType: "user", holderId: id };
  const holder = readOnly ? seen : own;
  const type: FormType = holder.holderType === "company" ? "companyKYC" : "KYC";
  const name = useCompanies().find((one) => one.id === company)?.name;
  return (
    <>
      <PageTitle>{t(`forms.page.${type}`)}</PageTitle>
      <PageHead title={t(`forms.page.${type}`)}>{type === "companyKYC" ? name : undefined}</PageHead>
      {version === null ? (
        <OpenedForm key={holderKey(holder)} holder={holder} type={type} readOnly={readOnly} />
      ) : (
        <EarlierVersion key={`${holderKey(holder)} ${version}`} holder={holder} type={type} version={version} />
      )}
    </>
  );
}

interface KnownForm {
  data: Answer<(typeof forms)["getStanding"]> | undefined;
  error: Error | null;
  isFetching: boolean;
  refetch: () => void;
}

/** The form on the server. `mayBegin`: creates a draft if none is open and one is allowed; there is no data until then. */
function useForm(holder: Holder, type: FormType, mayBegin: boolean): KnownForm {
  const api = useApi();
  const params = { ...holder, type };
  const { data, error, isFetching, refetch } = useCall(
    api.forms.getStanding,
    { params },
    {
      variant: "open",
      // The page that edits the draft handles events of saved drafts (use-form-draft.ts).
      ignores: "form:changed",
      // The page's own input is newer; only events from elsewhere cause a refetch.
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    },
  );
  const { mutate: begin, ...beginning } = useChange((api) => api.forms.create({ params, body: { formData: {} } }), {
    onSuccess: () => refetch(),
  });
  const isMissing = mayBegin && data !== undefined && !data.form?.draft && data.can.fill;
  useEffect(() => {
    if (isMissing) begin();
  }, [isMissing, begin]);
  return {
    data: isMissing ? undefined : data,
    error: (isMissing ? beginning.error : null) ?? error,
    isFetching: isFetching || beginning.isPending,
    refetch: () => (isMissing ? begin() : void refetch()),
  };
}

function OpenedForm({ holder, type, readOnly }: { holder: Holder; type: FormType; readOnly: boolean }) {
  const t = useText();
  const { data, error, isFetching, refetch } = useForm(holder, type, !readOnly);
  // Deleted meanwhile, or never this account's: retrying would not help.
  if (!data && error instanceof ApiError && error.code === "notFound")
    return (
      <Empty
        icon="document"
        title={t("forms.sent.missing")}
        action={
          <Button size="sm" variant="default" component={LocaleLink} to="/dashboard">
            {t("forms.sent.home")}
          </Button>
        }
      >
        {t("forms.sent.missingExplain")}
      </Empty>
    );
  if (!data)
    return error ? (
      <LoadFailed retry={() => refetch()} retrying={isFetching}>
        {errorText(t, error)}
      </LoadFailed>
    ) : (
      <Loading />
    );
  const { form, state, contract, can } = data;
  return (
    <>
      <Opened
        holder={holder}
        type={type}
        state={state}
        form={form}
        contract={contract}
        readOnly={readOnly}
        canRenew={can.renew}
        again={() => refetch()}
      />
      {form && <EarlierVersions holder={holder} type={type} before={form.draft ? form.revision + 1 : form.revision} />}
    </>
  );
}

interface OpenedProps {
  holder: Holder;
  type: FormType;
  state: HolderState;
  form: Form | null;
  contract: RequiredContract | null;
  readOnly: boolean;
  canRenew: boolean;
  again: () => void;
}

function Opened({ holder, type, state, form, contract, readOnly, canRenew, again }: OpenedProps) {
  const [isJustSent, setJustSent] = useState(false);
  if (form?.draft && !readOnly)
    return (
      <FormEditor
        key={form.draft.based_on}
        holder={holder}
        type={type}
        form={form}
        state={state}
        onSent={() => {
          setJustSent(true);
          again();
        }}
        again={again}
      />
    );
  return (
    <SentForm
      holder={holder}
      type={type}
      state={state}
      form={form}
      contract={contract}
      canRenew={canRenew}
      readOnly={readOnly}
      isJustSent={isJustSent}
    />
  );
}
