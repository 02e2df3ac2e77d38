import { catalogue } from "@portico/messages/generated/help.pl.ts";
import { textsLayout } from "../layouts/texts-layout.tsx";

export default textsLayout(catalogue);
