import { catalogue } from "@portico/messages/generated/notifications.bg.ts";
import { textsLayout } from "../layouts/texts-layout.tsx";

export default textsLayout(catalogue);
