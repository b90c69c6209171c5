import { RIVAL_HOST, SAMPLE_HOST } from '#shared/lib/network/sample-site.ts'

import type { SiteAnswer } from './site-answer.ts'

const at = (path: string, host = SAMPLE_HOST) => `http://${host}${path}`

const NAV =
  '<nav><a href="/about">About us</a> <a href="/team">Team</a> <a href="/pricing">Pricing</a> <a href="/careers">Careers</a> <a href="/contact">Contact</a></nav>'

const page = (title: string, description: string, main: string, head = ''): SiteAnswer => ({
  body:
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
    `<title>${title}</title><meta name="description" content="${description}">${head}</head>` +
    `<body><header>${NAV}</header><main>${main}</main><footer>© 2026 Sample Forge Ltd</footer></body></html>`,
})

const jsonLd = (value: Record<string, unknown>) =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...value })}</script>`

/** The pages of the company that does not exist: Sample Forge, who make steel widgets. */
export const companyPages: Readonly<Record<string, SiteAnswer>> = {
  '/': page(
    'Sample Forge | Steel widgets',
    'Sample Forge makes steel widgets for bridges.',
    '<h1>Steel widgets that last a lifetime</h1><p>Sample Forge makes steel widgets for bridges and cranes. This site is part of the playground and describes a company that does not exist.</p><h2>Built for engineers</h2><p>Trusted by 40 customers in 3 countries.</p><a href="/pricing">See the prices</a>',
    jsonLd({
      '@type': 'Organization',
      name: 'Sample Forge',
      legalName: 'Sample Forge Ltd',
      url: at('/'),
      foundingDate: '1999-04-01',
      numberOfEmployees: { '@type': 'QuantitativeValue', value: 14 },
      address: { '@type': 'PostalAddress', addressLocality: 'Berlin', addressCountry: 'DE' },
    }),
  ),
  '/about': page(
    'About Sample Forge',
    'Who Sample Forge are.',
    '<h1>About us</h1><p>Sample Forge was founded in 1999 and is headquartered in Berlin. We are a team of 14 people.</p>',
  ),
  '/team': page(
    'Team | Sample Forge',
    'Who works at Sample Forge.',
    '<h1>Team</h1><div class="card"><h3>Ada Lovelace</h3><p>CTO</p></div><div class="card"><h3>Grace Hopper</h3><p>Founder and CEO</p></div>',
  ),
  '/pricing': page(
    'Pricing | Sample Forge',
    'What steel widgets cost.',
    '<h1>Pricing</h1><div class="plan"><h3>Starter</h3><p>$29/mo</p><ul><li>10 widgets</li></ul></div><div class="plan"><h3>Pro</h3><p>$99/mo</p><ul><li>100 widgets</li></ul></div>',
  ),
  '/careers': page(
    'Careers | Sample Forge',
    'Open positions at Sample Forge.',
    '<h1>Open positions</h1><h2>Welding engineer</h2><p>Berlin, full time.</p>',
    jsonLd({
      '@type': 'JobPosting',
      title: 'Welding engineer',
      datePosted: '2026-11-01',
      employmentType: 'FULL_TIME',
      hiringOrganization: { '@type': 'Organization', name: 'Sample Forge' },
      jobLocation: {
        '@type': 'Place',
        address: { '@type': 'PostalAddress', addressLocality: 'Berlin', addressCountry: 'DE' },
      },
      url: at('/careers'),
    }),
  ),
  '/contact': page(
    'Contact | Sample Forge',
    'How to reach Sample Forge.',
    `<h1>Contact</h1><p><a href="mailto:info@${SAMPLE_HOST}">info@${SAMPLE_HOST}</a></p>`,
  ),
  '/short': { status: 302, headers: { location: at('/') } },
  '/data.json': { type: 'application/json', body: '{"widgets":[{"id":1,"name":"Bolt","cents":120}]}' },
  '/robots.txt': { type: 'text/plain', body: `User-agent: *\nAllow: /\nSitemap: ${at('/sitemap.xml')}\n` },
  '/sitemap.xml': {
    type: 'application/xml',
    body: `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${['/', '/about', '/pricing'].map((path) => `<url><loc>${at(path)}</loc></url>`).join('')}</urlset>`,
  },
}

/** The pages of the company they compete with. */
export const rivalPages: Readonly<Record<string, SiteAnswer>> = {
  '/': page(
    'Rival Widgets',
    'Rival Widgets sells brass widgets.',
    '<h1>Brass widgets for everybody</h1><p>Rival Widgets sells brass widgets to engineers.</p>',
    jsonLd({ '@type': 'Organization', name: 'Rival Widgets', url: at('/', RIVAL_HOST) }),
  ),
  '/pricing': page(
    'Pricing | Rival Widgets',
    'What brass widgets cost.',
    '<h1>Pricing</h1><div class="plan"><h3>Basic</h3><p>$19/mo</p></div>',
  ),
}
