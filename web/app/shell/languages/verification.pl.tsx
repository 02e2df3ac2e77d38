import { catalogue } from "@portico/messages/generated/verification.pl.ts";
import { textsLayout } from "../texts-layout.tsx";

export default textsLayout(catalogue);
