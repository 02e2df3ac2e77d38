/** For administrators of an empty portal: looking at it with demo data, or that these are loaded. */
import { useText } from "../../ui/text.tsx";
import { useApi } from "../calls/api.tsx";
import { useCall } from "../calls/use-call.ts";
import { LocaleLink } from "../navigation/locale-link.tsx";

export function DemoOffer() {
  const t = useText();
  const { data } = useCall(useApi().demoPortal.get);
  if (!data || (!data.current && data.obstacles.length > 0)) return null;
  return <LocaleLink to="/admin/set-up#demo">{t(data.current ? "admin.demo.isOn" : "admin.demo.offer")}</LocaleLink>;
}
