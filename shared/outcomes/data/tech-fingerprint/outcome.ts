import { z } from 'zod'

import { refuseUnlessWebUrl } from '#shared/lib/network/url-not-allowed.ts'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import { FetchedSource, fetchedSource, WebUrl } from '#shared/outcomes/lib/fetched-source.ts'
import example from './example.json' with { type: 'json' }

/** Own rules over the page, its own scripts, robots.txt, its certificate and DNS; no script is ever run. */
export const techFingerprint = defineOutcome({
  slug: 'tech-fingerprint',
  title: 'Technology fingerprint',
  description:
    'Detects the technologies of a site from headers, HTML, scripts, cookies, DNS and TLS, with the evidence.',
  cents: 5,
  impulse: true,
  timeoutMs: 15_000,
  types: { takes: { url: 'url' }, gives: { technologies: 'json' }, also: { url: 'url' } },
  input: () =>
    z.object({
      url: WebUrl.describe('site URL'),
      include_dns: z.boolean().default(true).describe('also use MX, NS, TXT'),
    }),
  output: () =>
    z.object({
      source: FetchedSource,
      as_of: z.string().nullable().describe('when the page was fetched, ISO 8601'),
      url: z.string().describe('final URL'),
      status: z.int().describe('HTTP status; an error page shows technologies too'),
      technologies: z.array(
        z.object({
          name: z.string(),
          categories: z.array(z.string()),
          version: z.string().nullable(),
          confidence: z.int().describe('0 to 100; signs add up'),
          evidence: z.array(
            z.object({
              kind: z.enum(['header', 'html', 'script', 'cookie', 'meta', 'dns', 'url', 'code', 'robots', 'tls']),
              pattern: z.string(),
              match: z.string(),
            }),
          ),
          implied_by: z.string().nullable().describe('what it follows from, where it shows no sign of its own'),
        }),
      ),
      by_category: z.record(z.string(), z.array(z.string())),
      hosting: z.object({
        provider: z.string().nullable(),
        cdn: z.string().nullable(),
        server: z.string().nullable(),
      }),
      count: z.int(),
      ruleset: z.string().describe('fingerprint set, version and number of technologies it knows'),
      notes: z.array(z.string()),
    }),
  example: exampleFrom(example),
  check: ({ url }) => refuseUnlessWebUrl(url),
  async run({ url, include_dns: includeDns }, { egress, dns, compute, signal }) {
    const { collectSigns } = await import('./collect-signs.ts')
    const { page, signs, notes } = await collectSigns(url, includeDns, { egress, dns, compute, signal })
    return {
      source: fetchedSource(page),
      as_of: page.fetchedAt.toISOString(),
      url: page.url,
      status: page.status,
      ...(await compute('fingerprint', signs, { signal })),
      notes,
    }
  },
})
