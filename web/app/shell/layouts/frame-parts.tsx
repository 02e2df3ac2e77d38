/** What domains add to one place of the frame (page-declaration.ts). */
import type { ComponentType } from "react";

export const FrameParts = ({ parts }: { parts: readonly ComponentType[] }) =>
  parts.map((Part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
    <Part key={place} />
  ));
