import { catalogue } from "@portico/messages/generated/verification.en.ts";
import { textsLayout } from "../layouts/texts-layout.tsx";

export default textsLayout(catalogue);
