import { z } from 'zod'

import { lintDecisions, lintFields } from '#shared/engines/lint/lint-verdict.ts'
import { refuseDeep } from '#shared/engines/lint/refuse-deep.ts'
import { refuseUnlessWebUrl } from '#shared/lib/network/url-not-allowed.ts'

import { defineOutcome, exampleFrom } from '../define.ts'
import { FetchedSource, fetchedSource, WebUrl } from '../lib/fetched-source.ts'
import example from './merchant-smoke.example.json' with { type: 'json' }

const text = z.string().nullable()
const found = z.enum(['found', 'missing', 'invalid'])

export const merchantSmoke = defineOutcome({
  slug: 'merchant-smoke',
  title: 'Merchant smoke test',
  description:
    'One unpaid probe of an x402 endpoint: alive, priced, without faults in its 402, with a certificate that verifies, ' +
    'findable by directories and fast enough. That it does not answer is a verdict too. Remembers where it asks to be paid.',
  cents: 2,
  impulse: true,
  inGuards: true,
  settle: 'before',
  timeoutMs: 20_000,
  decisions: lintDecisions,
  types: { takes: { url: 'url' }, gives: { decision: 'decision', price: 'json' }, also: { 'price.usd': 'usdc' } },
  input: () =>
    z.object({
      url: WebUrl.describe('endpoint'),
      method: z.enum(['auto', 'GET', 'POST']).default('auto').describe('GET first, POST where GET is not paid for'),
      body: z.looseObject({}).optional().describe('JSON body for POST'),
    }),
  output: () =>
    z.object({
      source: FetchedSource,
      as_of: text,
      ...lintFields,
      reachable: z.boolean().describe('any HTTP answer'),
      status: z.int().nullable(),
      paywalled: z.boolean().describe('a 402 with an x402 document that can be read'),
      free_answer: z.boolean().describe('2xx without payment'),
      latency_ms: z.int().describe('time to the first byte'),
      price: z
        .object({ usd: z.string(), atomic: text, asset: text, network: text })
        .nullable()
        .describe('cheapest way to pay in a dollar token'),
      options: z.int().describe('ways to pay'),
      tls: z.object({ valid: z.boolean(), days_left: z.int().nullable() }).nullable(),
      discovery: z.object({ well_known_x402: found, openapi: found, bazaar_extension: found }),
      cors: z.boolean().describe('PAYMENT-REQUIRED exposed to browsers'),
      checks: z.array(
        z.object({ id: z.string(), status: z.enum(['pass', 'warn', 'fail', 'skipped']), detail: z.string() }),
      ),
    }),
  example: exampleFrom(example),
  check({ url, body }) {
    refuseUnlessWebUrl(url)
    refuseDeep('body', body)
  },
  async run({ url, method, body }, ctx) {
    const [{ probeMerchant }, { findDocument }, { smokeTest }] = await Promise.all([
      import('#shared/engines/merchant/merchant-probe.ts'),
      import('#shared/engines/merchant/find-documents.ts'),
      import('#shared/engines/merchant/smoke-test.ts'),
    ])
    // Vetted before anything else, so that a URL that may not be asked costs nothing and asks nothing.
    const { origin } = new URL(await ctx.egress.vet(url, ctx.signal))
    const [probe, wellKnown, openapi] = await Promise.all([
      probeMerchant(ctx, { url, method, body, inspect: true }),
      findDocument(ctx, origin, '/.well-known/x402.json'),
      findDocument(ctx, origin, '/openapi.json'),
    ])
    const discovery = { well_known_x402: wellKnown.found, openapi: openapi.found }
    const { seen, ...smoked } = smokeTest({ probe, discovery, url, nowMs: ctx.now().getTime() })
    if (seen.length > 0) await ctx.store.payto.observe(origin, seen)
    const fetchedAt = probe === null ? ctx.now() : new Date(probe.fetchedAt)
    return {
      source: fetchedSource({ url: probe?.url ?? url, fetchedAt }),
      as_of: probe?.fetchedAt ?? null,
      ...smoked,
    }
  },
})
