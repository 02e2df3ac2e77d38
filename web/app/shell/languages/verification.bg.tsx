import { catalogue } from "@portico/messages/generated/verification.bg.ts";
import { textsLayout } from "../texts-layout.tsx";

export default textsLayout(catalogue);
