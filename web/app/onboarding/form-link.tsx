/** The link to the person's own form: to fill it in while open, to read it once submitted. */
import { formPath } from "../shell/form-path.ts";
import { LocaleLink } from "../shell/navigation/locale-link.tsx";
import { useProfile } from "../shell/session/session.ts";
import { useText } from "../ui/text.tsx";
import { useFormStatus } from "./use-form-status.ts";

export function FormLink({ className }: { className: string | undefined }) {
  const t = useText();
  const { id } = useProfile();
  const holder = { holderType: "user" as const, holderId: id };
  const { form, canFill } = useFormStatus(holder);
  if (form === undefined) return null;
  const isSubmitted = form !== null && form.draft === null;
  if (!isSubmitted && !canFill) return null;
  return (
    <LocaleLink to={formPath(holder)} className={className ?? ""}>
      {t(isSubmitted ? "onboarding.tracker.review.look" : "onboarding.alert.beginAction")}
    </LocaleLink>
  );
}
