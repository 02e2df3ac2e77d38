/**
 * What the document of a client's page shows before the browser knows who reads it: the heading and the places of the page's
 * parts. It is the same for everyone, whatever the address asks for behind the path. A page without one shows a skeleton.
 */
import { type ComponentType, createContext, type ReactNode, useContext } from "react";
import { useMatches } from "react-router";

const ReaderAwaited = createContext(false);

/** Around the routes of pages while the reader is not known. */
export const WhileReaderAwaited = ({ children }: { children: ReactNode }) => (
  <ReaderAwaited value={true}>{children}</ReaderAwaited>
);

/** The default export of a page whose handle has `isFramed`. */
export function withFrame(Page: ComponentType, Frame: ComponentType): ComponentType {
  return function FramedPage() {
    return useContext(ReaderAwaited) ? <Frame /> : <Page />;
  };
}

/** Whether the open page has a frame. */
export const useIsFramed = (): boolean =>
  useMatches().some(({ handle }) => typeof handle === "object" && handle !== null && "isFramed" in handle);
