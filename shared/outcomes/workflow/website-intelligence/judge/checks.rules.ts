export type Severity = 'critical' | 'high' | 'medium' | 'low' | 'info'
export type ScoredArea = 'security' | 'seo' | 'performance' | 'ai_readiness' | 'content' | 'domain'

export type Check = {
  area: ScoredArea
  severity: Severity
  /**
   * Taken off the area's 100. What is found page by page takes off its share of the pages read. Header points are those
   * of the http-headers outcome, so that both grade alike.
   */
  points: number
  /** 0 to 1: how sure a look from outside can be. */
  confidence: number
  title: string
  fix: string
}

const checkOf =
  (area: ScoredArea, usual: number) =>
  (severity: Severity, points: number, title: string, fix: string, confidence = usual): Check => ({
    area,
    severity,
    points,
    confidence,
    title,
    fix,
  })
const security = checkOf('security', 1)
const seo = checkOf('seo', 1)
const performance = checkOf('performance', 0.9)
const ai = checkOf('ai_readiness', 1)
const content = checkOf('content', 0.8)
const domain = checkOf('domain', 1)

/** The published point table: every check there is, what it costs, and what to do about it. */
export const CHECKS = {
  no_https: security(
    'critical',
    20,
    'The site is served without encryption',
    'Get a certificate (ACME gives free ones), serve everything over https and redirect http to it with 301 or 308.',
  ),
  no_https_redirect: security(
    'high',
    10,
    'The plain http address does not send visitors to https',
    'Answer every http request with 301 or 308 to the same URL on https.',
  ),
  https_downgrade: security(
    'high',
    10,
    'A redirect leads from https back to http',
    'Make every redirect on the way end at, and pass through, https only.',
  ),
  tls_untrusted: security(
    'critical',
    40,
    'The certificate is not for this name or cannot be trusted',
    'Install a certificate from a public authority that names this host, with its intermediate certificates.',
  ),
  tls_expired: security('critical', 40, 'The certificate has expired', 'Renew the certificate and automate renewal.'),
  tls_expires_soon: security(
    'medium',
    5,
    'The certificate expires within two weeks',
    'Renew the certificate now and automate renewal.',
  ),
  tls_old: security('high', 20, 'The server speaks an outdated TLS version', 'Offer TLS 1.2 and 1.3 only.'),
  hsts_missing: security(
    'medium',
    20,
    'Strict-Transport-Security (HSTS) is missing',
    'Send "Strict-Transport-Security: max-age=31536000; includeSubDomains" on every https answer.',
  ),
  hsts_short: security(
    'low',
    5,
    'Strict-Transport-Security lasts less than half a year',
    'Raise max-age to 31536000 (a year).',
  ),
  csp_missing: security(
    'medium',
    25,
    'There is no Content-Security-Policy',
    `Begin with "Content-Security-Policy: default-src 'self'; object-src 'none'; base-uri 'self'" in report-only mode, then enforce it.`,
  ),
  csp_unsafe: security(
    'medium',
    20,
    'The Content-Security-Policy lets injected scripts run',
    `Remove 'unsafe-inline' and 'unsafe-eval' from script-src; use nonces or hashes instead.`,
  ),
  clickjacking: security(
    'medium',
    20,
    'Other sites may show this one in a frame',
    `Send "Content-Security-Policy: frame-ancestors 'self'" (and X-Frame-Options: SAMEORIGIN for old browsers).`,
  ),
  nosniff_missing: security(
    'low',
    5,
    'X-Content-Type-Options is missing',
    'Send "X-Content-Type-Options: nosniff" on every answer.',
  ),
  referrer_policy_missing: security(
    'info',
    0,
    'There is no Referrer-Policy',
    'Send "Referrer-Policy: strict-origin-when-cross-origin".',
  ),
  permissions_policy_missing: security(
    'info',
    0,
    'There is no Permissions-Policy',
    'Send "Permissions-Policy: camera=(), microphone=(), geolocation=()" and open only what the site uses.',
  ),
  cookie_insecure: security(
    'high',
    20,
    'Cookies travel without the Secure attribute',
    'Set Secure on every cookie of an https site.',
  ),
  cookie_readable: security(
    'medium',
    5,
    'A session cookie can be read by scripts',
    'Set HttpOnly on cookies that carry a session or a login.',
    0.7,
  ),
  cookie_same_site: security(
    'low',
    3,
    'A session cookie has no SameSite attribute',
    'Set SameSite=Lax (or Strict) on cookies that carry a session or a login.',
    0.7,
  ),
  mixed_active: security(
    'high',
    15,
    'Encrypted pages load scripts, styles or frames without encryption',
    'Load them over https; browsers block them as they are.',
  ),
  mixed_passive: security('low', 5, 'Encrypted pages load images or media without encryption', 'Load them over https.'),
  insecure_form: security('high', 15, 'A form is sent without encryption', 'Give the form an https action.'),
  password_over_http: security(
    'critical',
    30,
    'A page without encryption asks for a password',
    'Serve the page and its form over https only.',
  ),
  sri_missing: security(
    'low',
    5,
    'Scripts or styles of other sites are loaded unchecked',
    'Add integrity and crossorigin attributes, or serve the files from your own site.',
    0.8,
  ),
  version_disclosed: security(
    'low',
    2,
    'The server says which software version it runs',
    'Turn off version numbers in Server and X-Powered-By.',
  ),
  security_txt_missing: security(
    'info',
    0,
    'There is no security.txt',
    'Publish /.well-known/security.txt (RFC 9116) with Contact and Expires.',
  ),
  security_txt_faulty: security(
    'low',
    2,
    'security.txt does not do what RFC 9116 asks',
    'Name a Contact as a URI and an Expires date less than a year ahead, and renew it.',
  ),
  private_paths_named: security(
    'info',
    0,
    'robots.txt names paths that look private',
    'Protect those paths with a login; robots.txt keeps nobody out and shows where to look.',
    0.6,
  ),

  start_page_error: seo(
    'critical',
    40,
    'The start page answers with an error',
    'Make the page answer with 200. If it opens in a browser, the server turns automatic readers away.',
  ),
  noindex: seo(
    'high',
    30,
    'Pages ask search engines not to list them',
    'Remove noindex from robots meta elements and X-Robots-Tag where the page should be found.',
  ),
  robots_closed: seo(
    'high',
    30,
    'robots.txt keeps every search engine out',
    'Remove "Disallow: /" from the group of User-agent: *.',
  ),
  robots_failing: seo(
    'high',
    20,
    'robots.txt fails, so search engines stay away',
    'Answer /robots.txt with 200 and its rules, or with 404 when there are none.',
    0.9,
  ),
  robots_missing: seo('info', 1, 'There is no robots.txt', 'Publish /robots.txt that names your sitemap.'),
  sitemap_missing: seo('low', 6, 'There is no sitemap', 'Publish /sitemap.xml and name it in robots.txt.'),
  sitemap_unreadable: seo(
    'medium',
    8,
    'The sitemap cannot be read',
    'Publish a urlset or sitemapindex of the sitemaps.org protocol.',
  ),
  sitemap_unannounced: seo(
    'info',
    1,
    'robots.txt does not name the sitemap',
    'Add a line "Sitemap: https://…/sitemap.xml" to robots.txt.',
  ),
  sitemap_foreign: seo(
    'low',
    2,
    'The sitemap lists pages of other sites',
    'List only URLs of this host in its sitemap.',
    0.8,
  ),
  sitemap_stale: seo(
    'medium',
    6,
    'The sitemap lists pages that fail or have moved',
    'List only URLs that answer with 200.',
  ),
  broken_page: seo('medium', 10, 'Links lead to pages that fail', 'Mend or remove the links, or restore the pages.'),
  redirecting_link: seo('info', 1, 'Links lead to pages that have moved', 'Link to where the page is now.'),
  title_missing: seo('high', 15, 'Pages have no title', 'Give every page one <title> that says what it is about.'),
  title_long: seo(
    'low',
    2,
    'Titles are longer than search results show',
    'Keep titles under about 65 characters.',
    0.7,
  ),
  title_short: seo(
    'low',
    2,
    'Titles are too short to say anything',
    'Say what the page is about in 15 to 65 characters.',
    0.7,
  ),
  title_duplicate: seo('medium', 6, 'Several pages have the same title', 'Give every page a title of its own.'),
  description_missing: seo(
    'medium',
    8,
    'Pages have no meta description',
    'Describe every page in one or two sentences of 50 to 160 characters.',
  ),
  description_long: seo(
    'low',
    1,
    'Meta descriptions are longer than search results show',
    'Keep descriptions under about 160 characters.',
    0.7,
  ),
  description_duplicate: seo(
    'low',
    3,
    'Several pages have the same meta description',
    'Describe every page in its own words.',
  ),
  h1_missing: seo('low', 5, 'Pages have no main heading', 'Give every page one <h1>.'),
  h1_several: seo('info', 1, 'Pages have several main headings', 'Keep one <h1> a page and use <h2> below it.', 0.6),
  canonical_missing: seo(
    'low',
    3,
    'Pages do not name their canonical URL',
    'Add <link rel="canonical"> with the absolute URL.',
  ),
  canonical_elsewhere: seo(
    'medium',
    8,
    'Pages name another site or an unencrypted URL as canonical',
    'Let the canonical URL be the page itself, on https and on this host.',
    0.8,
  ),
  lang_missing: seo('low', 4, 'Pages do not say their language', 'Set the lang attribute on <html>.'),
  hreflang_faulty: seo(
    'low',
    3,
    'Language alternatives are not valid',
    'Use ISO 639-1 languages with optional ISO 3166-1 regions (or x-default) in hreflang.',
  ),
  viewport_missing: seo(
    'medium',
    8,
    'Pages are not made for small screens',
    'Add <meta name="viewport" content="width=device-width, initial-scale=1">.',
    0.9,
  ),
  alt_missing: seo(
    'low',
    6,
    'Images have no alternative text',
    'Describe each image in alt; leave alt empty for decoration.',
  ),
  open_graph_missing: seo(
    'low',
    2,
    'Pages have no preview for shared links',
    'Add og:title, og:description and og:image.',
  ),
  structured_data_missing: seo(
    'low',
    4,
    'There is no structured data',
    'Describe the organisation and its pages with schema.org JSON-LD.',
  ),
  structured_data_faulty: seo(
    'medium',
    5,
    'Structured data cannot be read',
    'Make every application/ld+json script valid JSON.',
  ),

  first_byte_slow: performance(
    'medium',
    15,
    'The first byte takes more than 800 ms',
    'Cache pages at the edge or in the server, and look at what the server waits for.',
    0.6,
  ),
  first_byte_very_slow: performance(
    'high',
    30,
    'The first byte takes more than 1,800 ms',
    'Cache pages at the edge or in the server, and look at what the server waits for.',
    0.7,
  ),
  compression_missing: performance('medium', 20, 'Pages are sent uncompressed', 'Turn on br or gzip for text.', 1),
  http_old: performance('low', 10, 'The server speaks HTTP/1.1 only', 'Turn on HTTP/2 or HTTP/3.', 0.8),
  html_large: performance(
    'medium',
    10,
    'The start page is over 500 KB of HTML',
    'Move inline data, styles and images into files, and send less markup.',
    1,
  ),
  requests_many: performance(
    'medium',
    10,
    'The start page asks for more than 80 files',
    'Bundle files and load what is below the fold later.',
  ),
  scripts_blocking: performance(
    'low',
    8,
    'Scripts hold up the first paint',
    'Add defer or async to scripts in the head.',
  ),
  hosts_many: performance(
    'low',
    6,
    'The start page loads from more than ten other hosts',
    'Remove what is not needed and serve the rest from your own host.',
  ),
  images_eager: performance(
    'low',
    4,
    'Many images are loaded at once',
    'Add loading="lazy" to images below the fold.',
    0.7,
  ),
  images_without_size: performance(
    'low',
    4,
    'Images without width and height make the page jump',
    'Set width and height on every image.',
    0.6,
  ),
  caching_undeclared: performance(
    'low',
    5,
    'The start page says nothing about caching',
    'Send Cache-Control, and an ETag or Last-Modified.',
  ),
  redirects_many: performance(
    'low',
    8,
    'Visitors are redirected more than once',
    'Redirect straight to the final URL.',
    1,
  ),

  needs_javascript: ai(
    'high',
    30,
    'The content only exists after scripts have run',
    'Render the main content on the server; most agents and crawlers run no scripts.',
    0.8,
  ),
  ai_agents_blocked: ai(
    'medium',
    20,
    'robots.txt keeps out agents that answer questions or fetch pages for people',
    'Allow the search and user agents you want to be found by; training crawlers can stay blocked.',
  ),
  training_blocked: ai(
    'info',
    0,
    'robots.txt keeps crawlers out that gather for models',
    'Nothing to do if that is intended.',
  ),
  llms_txt_missing: ai(
    'low',
    10,
    'There is no llms.txt',
    'Publish /llms.txt: a title, a summary and links to the pages agents should read.',
  ),
  llms_txt_faulty: ai(
    'low',
    5,
    'llms.txt is not in its format',
    'Begin with "# Title" and list links as "- [name](url): note" (llmstxt.org).',
  ),
  machine_data_missing: ai(
    'low',
    15,
    'Nothing on the site is described for machines',
    'Describe the organisation, products or articles with schema.org JSON-LD.',
  ),
  agent_interface_missing: ai(
    'info',
    10,
    'There is no interface for agents',
    'Publish an OpenAPI document at /openapi.json, an MCP server, or paid endpoints (x402), if there is something to call.',
    0.7,
  ),
  structure_missing: ai(
    'low',
    10,
    'Pages do not mark their main content',
    'Put the content into <main> under headings, apart from navigation.',
    0.8,
  ),
  hidden_instructions: ai(
    'high',
    25,
    'The start page carries text that gives orders to agents',
    'Find out who put it there and remove it; agents may refuse the site.',
    0.7,
  ),

  contact_missing: content(
    'low',
    20,
    'No way to get in touch was found',
    'Link a contact page, an e-mail address or a form from every page.',
    0.7,
  ),
  privacy_missing: content('low', 15, 'No privacy policy was found', 'Link the privacy policy from every page.', 0.7),
  text_thin: content(
    'medium',
    20,
    'Pages hold little text',
    'Say more on pages of fewer than 100 words, or merge them.',
    0.7,
  ),
  about_missing: content(
    'info',
    10,
    'No page about who runs the site was found',
    'Add a page about the people or company behind it.',
    0.6,
  ),

  domain_expires_soon: domain(
    'high',
    30,
    'The domain registration ends within 30 days',
    'Renew the domain and turn on automatic renewal.',
  ),
  spf_missing: domain(
    'medium',
    20,
    'The domain does not say who may send its mail (SPF)',
    'Publish a TXT record such as "v=spf1 include:… -all".',
  ),
  dmarc_missing: domain(
    'medium',
    20,
    'The domain does not say what to do with forged mail (DMARC)',
    'Publish a TXT record at _dmarc: "v=DMARC1; p=quarantine; rua=mailto:…".',
  ),
} as const satisfies Record<string, Check>

export type CheckCode = keyof typeof CHECKS
