/** What search engines and shared links learn of a public page. */
import { defaultLanguage, type Language, languages } from "@portico/messages/catalogue.ts";
import type { MetaDescriptor } from "react-router";
import { logoAddress, type RootData } from "../layouts/brand.ts";
import { inLanguage } from "../navigation/locale-link.tsx";

interface PublicPage {
  root: Pick<RootData, "brand" | "origin">;
  language: Language;
  /** Without its language: `/learn-more/fees`. */
  path: string;
  title: string;
  description: string;
  /** SHA-256 of the picture for shared links. */
  picture: string | null;
  /** ISO 8601; null if the page says nothing that is published by itself. */
  publishedAt: string | null;
  /** The pages above this one, from the first, with their paths. */
  above?: readonly { title: string; path: string }[];
  /** Questions with their answers as plain text, if the page shows exactly these. */
  questions?: readonly { question: string; answer: string }[];
}

const locales = { bg: "bg_BG", en: "en_GB", pl: "pl_PL" } as const satisfies Record<Language, string>;

/** Structured data (schema.org) of the page, its place and the firm. */
function structuredData({ root: { brand, origin }, language, path, ...page }: PublicPage): object {
  const address = (at: string) => origin + inLanguage(language, at);
  const firm = { "@id": `${origin}/#firm` };
  const trail = [...(page.above ?? []), { title: page.title, path }];
  return {
    "@context": "https://schema.org",
    "@graph": [
      {
        "@type": "Organization",
        ...firm,
        name: brand.name,
        url: origin,
        email: brand.supportEmail,
        ...(brand.logo && { logo: origin + logoAddress(brand.logo) }),
      },
      {
        "@type": "WebPage",
        "@id": address(path),
        url: address(path),
        name: page.title,
        description: page.description,
        inLanguage: language,
        ...(page.publishedAt !== null && { datePublished: page.publishedAt }),
        publisher: firm,
        breadcrumb: { "@id": `${address(path)}#trail` },
      },
      {
        "@type": "BreadcrumbList",
        "@id": `${address(path)}#trail`,
        itemListElement: trail.map((one, place) => ({
          "@type": "ListItem",
          position: place + 1,
          name: one.title,
          item: address(one.path),
        })),
      },
      ...(page.questions?.length
        ? [
            {
              "@type": "FAQPage",
              "@id": `${address(path)}#questions`,
              mainEntity: page.questions.map(({ question, answer }) => ({
                "@type": "Question",
                name: question,
                acceptedAnswer: { "@type": "Answer", text: answer },
              })),
            },
          ]
        : []),
    ],
  };
}

/** The `meta` of a public page: title, description, canonical address, languages, shared links, structured data. */
export function searchEngines(page: PublicPage): MetaDescriptor[] {
  const { root, language, path, title, description, picture } = page;
  const address = (of: Language) => root.origin + inLanguage(of, path);
  const link = (rel: string, more: Record<string, string>): MetaDescriptor => ({ tagName: "link", rel, ...more });
  const property = (name: string, content: string): MetaDescriptor => ({ property: `og:${name}`, content });
  return [
    { title: `${title} · ${root.brand.name}` },
    { name: "description", content: description },
    link("canonical", { href: address(language) }),
    ...languages.map((each) => link("alternate", { hrefLang: each, href: address(each) })),
    link("alternate", { hrefLang: "x-default", href: address(defaultLanguage) }),
    property("type", "website"),
    property("site_name", root.brand.name),
    property("title", title),
    property("description", description),
    property("url", address(language)),
    property("locale", locales[language]),
    ...languages.filter((each) => each !== language).map((each) => property("locale:alternate", locales[each])),
    ...(picture
      ? [
          property("image", `${root.origin}/api/content/picture/${picture}`),
          property("image:type", "image/png"),
          property("image:width", "1200"),
          property("image:height", "630"),
          property("image:alt", `${title}. ${root.brand.name}`),
        ]
      : []),
    { name: "twitter:card", content: picture ? "summary_large_image" : "summary" },
    // In the browser nothing reads it, and the page's policy creates no script from text.
    ...(import.meta.env.SSR ? [{ "script:ld+json": structuredData(page) } as MetaDescriptor] : []),
  ];
}
