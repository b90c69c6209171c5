/**
 * A pattern in RE2's syntax, without regard to case. Its first group, where it has one, is the version. `@50` at its end is
 * what it proves in percent; 100 unless said.
 */
export type Pattern = string
type Patterns = Pattern | readonly Pattern[]

/** Signs of a technology. */
export type Technology = {
  name: string
  categories: readonly Category[]
  /** Response headers of the page, lower-case names; `''` is the header alone. */
  headers?: Readonly<Record<string, Patterns>>
  /** Names of cookies that the page sets. */
  cookies?: Patterns
  /** Contents of meta elements, by name or property. */
  meta?: Readonly<Record<string, Patterns>>
  /** URLs of scripts, styles and frames of the page. */
  script?: Patterns
  /** Code of inline scripts and of the page's own script files. */
  code?: Patterns
  /** The markup. */
  html?: Patterns
  /** The page's own URL. */
  url?: Patterns
  /** robots.txt. */
  robots?: Patterns
  /** Records of the domain. */
  dns?: Readonly<Partial<Record<'MX' | 'NS' | 'TXT', Patterns>>>
  /** Issuer of the certificate. */
  tls?: Patterns
  /** Technologies that it requires. */
  implies?: readonly string[]
  /** Technologies that it excludes. */
  excludes?: readonly string[]
}

export const CATEGORIES = [
  'advertising',
  'analytics',
  'a/b-testing',
  'authentication',
  'blog',
  'bot-protection',
  'build-tool',
  'cache',
  'cdn',
  'certificate-authority',
  'chat',
  'cms',
  'commerce',
  'consent',
  'css-framework',
  'crm',
  'customer-data',
  'database',
  'dns',
  'docs',
  'email',
  'error-tracking',
  'fonts',
  'forms',
  'framework',
  'frontend-framework',
  'hosting',
  'icons',
  'js-library',
  'language',
  'load-balancer',
  'mail',
  'maps',
  'marketing',
  'media',
  'operating-system',
  'payment',
  'personalisation',
  'push',
  'reviews',
  'search',
  'security',
  'seo',
  'server',
  'site-builder',
  'site-generator',
  'static-hosting',
  'support',
  'tag-manager',
  'verification',
  'wiki',
] as const
export type Category = (typeof CATEGORIES)[number]
