import { z } from 'zod'

import { refuseUnlessWebUrl } from '#shared/lib/network/url-not-allowed.ts'

import { defineOutcome, exampleFrom } from '#shared/outcomes/define.ts'
import { FetchedSource, fetchedSource, headerDate, WebUrl } from '#shared/outcomes/lib/fetched-source.ts'
import example from './example.json' with { type: 'json' }

const TRACE_MS = 13_000

export const redirectResolve = defineOutcome({
  slug: 'redirect-resolve',
  title: 'Redirect resolver',
  description: 'Follows every hop of a link and says where it really ends and what looks suspicious on the way.',
  cents: 1,
  impulse: true,
  timeoutMs: 15_000,
  types: {
    takes: { url: 'url' },
    gives: { final_url: 'url', registrable_domains: 'domain[]' },
    also: { clean_url: 'url', 'hops.0.url': 'url' },
  },
  input: () =>
    z.object({
      url: WebUrl.describe('start URL'),
      max_hops: z.int().min(1).max(15).default(10).describe('hop limit'),
    }),
  output: () =>
    z.object({
      source: FetchedSource,
      as_of: z.string().nullable().describe('Date of the last answer, ISO 8601'),
      final_url: z.string().describe('where it ends; with error the URL that did not answer'),
      final_status: z.int().nullable().describe('status there; null when it did not answer'),
      hops: z
        .array(
          z.object({
            n: z.int(),
            url: z.string(),
            status: z.int(),
            type: z.enum(['http', 'meta_refresh', 'js_hint']).describe('js_hint is shown, never followed'),
            location: z.string().describe('where it points, absolute'),
            latency_ms: z.number(),
          }),
        )
        .describe('every redirect met'),
      hop_count: z.int().describe('redirects followed'),
      completed: z.boolean().describe('false when stopped by a loop, the limit, a block or an error'),
      stop_reason: z
        .enum(['final', 'loop', 'max_hops', 'blocked_target', 'error'])
        .describe('blocked_target: the next URL is not on a public address, or its name does not exist'),
      flags: z.array(
        z.object({
          code: z.enum([
            'https_downgrade',
            'cross_domain',
            'shortener',
            'punycode',
            'ip_literal',
            'tracking_params',
            'open_redirect_param',
          ]),
          hop: z.int().describe('1 is the URL asked for'),
          detail: z.string(),
        }),
      ),
      clean_url: z.string().describe('final_url without tracking parameters'),
      registrable_domains: z.array(z.string()).describe('in order, by the public suffix list'),
    }),
  example: exampleFrom(example),
  check: ({ url }) => refuseUnlessWebUrl(url),
  async run({ url, max_hops }, { egress, signal, now }) {
    const { traceRedirects } = await import('./trace-redirects.ts')
    const { linkFlags, registrableDomains } = await import('./link-flags.ts')
    const { cleanUrl } = await import('#shared/engines/redirects/clean-url.ts')
    const { hops, chain, followed, stopReason, last } = await traceRedirects(egress, url, {
      maxHops: max_hops,
      totalMs: TRACE_MS,
      signal,
    })
    const finalUrl = chain.at(-1) ?? url
    return {
      source: fetchedSource({ url: finalUrl, fetchedAt: last?.fetchedAt ?? now() }),
      as_of: last === null ? null : headerDate(last.headers, 'date'),
      final_url: finalUrl,
      final_status: last?.status ?? null,
      hops,
      hop_count: followed,
      completed: stopReason === 'final',
      stop_reason: stopReason,
      flags: linkFlags(chain),
      clean_url: cleanUrl(finalUrl),
      registrable_domains: registrableDomains(chain),
    }
  },
})
