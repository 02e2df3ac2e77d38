/** What the page offers beside a remark that is typed: ready texts, which are another domain's. */
import { createContext, type ReactNode, useContext } from "react";

export interface TypedRemark {
  /** The name of the field, or of the step; undefined of a reason for the whole form. */
  field: string | undefined;
  text: string;
  onInsert: (text: string) => void;
}

const RemarkToolsContext = createContext<(remark: TypedRemark) => ReactNode>(() => null);
export const RemarkToolsProvider = RemarkToolsContext.Provider;
export const useRemarkTools = () => useContext(RemarkToolsContext);

/** The field's name in the path of a remark: what it is called in every entry of a list. */
export const fieldOfPath = (path: string): string => path.split(".").at(-1) ?? path;

/** Inserted at the end of what is typed. */
export const appended = (text: string, inserted: string): string =>
  text.trim() === "" ? inserted : `${text.trimEnd()}\n${inserted}`;
