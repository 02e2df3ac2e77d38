/** The firm's logo, or if there is none the portico: a pediment on four columns. */
import { logoAddress, useBrand } from "./brand.ts";
import styles from "./wordmark.module.css";

/** The drawn mark only; decorative, the name is next to it or in a label. */
export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg className={styles.mark} width={size} height={size} viewBox="0 0 28 28" aria-hidden="true" focusable="false">
      <path d="M14 4.2 25.2 10.4H2.8Z" fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinejoin="round" />
      <path d="M6.4 13.4v7.4M11.5 13.4v7.4M16.5 13.4v7.4M21.6 13.4v7.4" stroke="currentColor" strokeWidth="2" />
      <path d="M3 23.6h22" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
    </svg>
  );
}

/** The firm's mark for small places with the name in a label: its logo scaled down, otherwise the drawn mark. */
export function Sign({ size = 28 }: { size?: number }) {
  const { logo } = useBrand();
  return logo ? <img className={styles.sign} src={logoAddress(logo)} alt="" height={size} /> : <Mark size={size} />;
}

/** Mark and name. */
export function Wordmark() {
  const { name, logo } = useBrand();
  if (logo) return <img className={styles.logo} src={logoAddress(logo)} alt={name} height={32} />;
  return (
    <span className={styles.wordmark}>
      <Mark />
      <span className={styles.name}>{name}</span>
    </span>
  );
}
