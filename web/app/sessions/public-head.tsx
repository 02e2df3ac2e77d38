/** Title of a visitor's page, in the browser and on the page. */
import type { ReactNode } from "react";
import { PageTitle } from "../shell/layouts/page-title.tsx";
import styles from "./sessions.module.css";

interface PublicHeadProps {
  title: string;
  children?: ReactNode;
}

export function PublicHead({ title, children }: PublicHeadProps) {
  return (
    <div className={styles.head}>
      <PageTitle>{title}</PageTitle>
      <h1>{title}</h1>
      {children && <p>{children}</p>}
    </div>
  );
}
