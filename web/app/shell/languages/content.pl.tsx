import { catalogue } from "@portico/messages/generated/content.pl.ts";
import { textsLayout } from "../texts-layout.tsx";

export default textsLayout(catalogue);
