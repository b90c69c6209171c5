import { z } from 'zod'

import example from './example.json' with { type: 'json' }
import { SiteReport } from './site-report.ts'
import { refuseUnlessWebUrl } from '#shared/lib/network/url-not-allowed.ts'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'

/** A workflow over other outcomes and the site's own public files; passive, and partial results are a success. */
export const websiteIntelligence = defineOutcome({
  slug: 'website-intelligence',
  title: 'Website intelligence',
  description:
    'Full technical and business profile of a website: stack, security, SEO, performance hints, ownership, content, ' +
    'screenshot. Scores by a published point table, findings with evidence and fix, most pressing first. Passive: ' +
    'public pages and well-known files only, within robots.txt.',
  cents: 49,
  featured: 12,
  pool: 'router-workflow',
  timeoutMs: 45_000,
  types: {
    takes: { url: 'url', max_pages: 'page-count' },
    gives: { site: 'json', technologies: 'json' },
    also: { 'site.final_url': 'url', 'site.ip': 'ip', 'site.title': 'title' },
  },
  input: () =>
    z.object({
      url: z.string().min(1).max(2_048).describe('the site, or one of its pages, with http:// or https://'),
      screenshot: z.boolean().default(true).describe('include a screenshot'),
      max_pages: z.int().min(1).max(20).default(8).describe('pages read, the one of the URL included'),
    }),
  output: SiteReport,
  example: exampleFrom(example),
  check: ({ url }) => refuseUnlessWebUrl(url),
  async run({ url, screenshot, max_pages: maxPages }, ctx) {
    const [{ collectSite }, { judgeSite }, { refuseUnlessEnough }] = await Promise.all([
      import('./collect/collect-site.ts'),
      import('./judge/judge-site.ts'),
      import('./judge/refuse-unless-enough.ts'),
    ])
    const facts = await collectSite({ url, screenshot, maxPages }, ctx)
    refuseUnlessEnough(facts)
    return judgeSite(facts)
  },
})
