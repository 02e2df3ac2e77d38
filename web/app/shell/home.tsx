/** The root of a language: the guard redirects to the dashboard or to the sign-in. */
export default function Home() {
  return null;
}
