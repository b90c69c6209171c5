import { z } from 'zod'

import { documentedDefault, guardInput } from '#shared/engines/guard/guard-input.ts'
import { verdictFields } from '#shared/engines/guard/verdict.ts'
import { Refusal } from '#shared/errors.ts'

import type { OutcomeContext } from '#shared/doors/context.ts'
import { defineOutcome, exampleFrom } from '../define.ts'
import type { EgressAnswer } from '#shared/doors/egress.ts'
import { FetchedSource, fetchedSource, WebUrl } from '../lib/fetched-source.ts'
import example from './stable-payto-check.example.json' with { type: 'json' }

/** Between probes, so that a cache or a rotation has the time to show itself. */
const PAUSE_MS = 400
const PROBE_MS = 2_000
const AGENTS = [undefined, 'Mozilla/5.0 (compatible; payment-client)'] as const

const address = z.string().min(1).max(200)

export const stablePaytoCheck = defineOutcome({
  slug: 'stable-payto-check',
  title: 'Stable payTo check',
  description:
    'Probes a paid URL several times, unpaid, and compares the receiving addresses with each other, with an expectation ' +
    'and with what this service saw of the origin before. A first observation claims nothing about time.',
  cents: 2,
  impulse: true,
  settle: 'before',
  timeoutMs: 15_000,
  decisions: ['allow', 'review', 'block'],
  types: { takes: { url: 'url', expected_payto: 'payto', samples: 'json' }, gives: { decision: 'decision' } },
  input: () =>
    guardInput({
      url: WebUrl.describe('endpoint'),
      expected_payto: z
        .union([address, z.array(address).min(1).max(20)])
        .optional()
        .describe('address(es) the caller expects'),
      samples: documentedDefault(z.int().min(1).max(5), 3).describe('probes, with and without cache, two user agents'),
      method: documentedDefault(z.enum(['auto', 'GET', 'POST']), 'auto').describe(
        'auto: GET, and POST where GET is not paid',
      ),
    }),
  output: () =>
    z.object({
      source: FetchedSource,
      as_of: z.string().nullable(),
      ...verdictFields,
      decision: z.enum(['allow', 'review', 'block']),
      payto_by_network: z.record(z.string(), z.object({ addresses: z.array(z.string()), stable: z.boolean() })),
      stable: z.boolean().describe('one address per network over all samples'),
      matches_expected: z.boolean().nullable().describe('null without expectation'),
      history: z.object({
        first_seen: z.string().nullable(),
        last_seen: z.string().nullable(),
        observations: z.int(),
        changes: z.array(z.object({ network: z.string(), from: z.string(), to: z.string(), at: z.string() })),
      }),
      onchain: z.null().describe('no chain is asked yet'),
      samples: z.array(
        z.object({
          n: z.int(),
          status: z.int().nullable(),
          payto: z.string().nullable().describe('of the first option'),
          amount: z.string().nullable().describe('of the first option, atomic'),
          latency_ms: z.number().nullable(),
        }),
      ),
    }),
  example: exampleFrom(example),
  async run(input, ctx) {
    const [{ judgePayto }, { readSample, textsOf }] = await Promise.all([
      import('#shared/engines/payto/judge-payto.ts'),
      import('#shared/engines/payto/read-sample.ts'),
    ])
    const probes = await probeAll(ctx, input.url, input.method ?? 'auto', input.samples ?? 3)
    const samples = probes.map((answer) => ({
      status: answer?.status ?? null,
      options: answer === null ? null : readSample(answer.status, answer.headers, answer.body),
    }))
    const [first] = probes
    if (first === undefined || first === null) throw new Error('the first probe answers or ends the call')
    const seen = samples.flatMap(({ options }) => options ?? [])
    const history = seen.length === 0 ? null : await ctx.store.payto.observe(new URL(first.url).origin, seen)
    const isRotating =
      new Set(seen.map(({ network, address: to }) => `${network} ${to}`)).size >
      new Set(seen.map(({ network }) => network)).size
    const declared = isRotating ? textsOf(await wellKnown(ctx, first.url)) : null
    const { verdict, stable, matches, networks } = judgePayto({
      input,
      samples,
      expected: [input.expected_payto ?? []].flat(),
      history,
      declared,
      nowMs: ctx.now().getTime(),
    })
    return {
      source: fetchedSource(first),
      as_of: first.fetchedAt.toISOString(),
      ...verdict,
      payto_by_network: Object.fromEntries(
        [...networks].map(([network, { addresses }]) => [network, { addresses, stable: addresses.length === 1 }]),
      ),
      stable,
      matches_expected: matches,
      history: {
        first_seen: history?.firstSeen ?? null,
        last_seen: history?.lastSeen ?? null,
        observations: history?.observations ?? 0,
        changes: history?.changes ?? [],
      },
      onchain: null,
      samples: samples.map(({ status, options }, index) => ({
        n: index + 1,
        status,
        payto: options?.[0]?.address ?? null,
        amount: options?.[0]?.amount ?? null,
        latency_ms: probes[index]?.timings.firstByte ?? null,
      })),
    }
  },
})

/** The probes in their order. The first one that fails ends the call; a later one is only missing. */
async function probeAll(ctx: OutcomeContext, url: string, wanted: 'auto' | 'GET' | 'POST', samples: number) {
  const fetchOnce = (method: 'GET' | 'POST', n: number): Promise<EgressAnswer> => {
    const agent = AGENTS[n % AGENTS.length]
    return ctx.egress.fetch(url, {
      method,
      accept: 'application/json',
      headers: {
        ...(n % 2 === 1 ? { 'cache-control': 'no-cache' } : {}),
        ...(agent === undefined ? {} : { 'user-agent': agent }),
      },
      maxWireBytes: 262_144,
      overflow: 'truncate',
      timeoutMs: PROBE_MS,
      signal: ctx.signal,
    })
  }
  let method: 'GET' | 'POST' = wanted === 'POST' ? 'POST' : 'GET'
  let first = await fetchOnce(method, 0)
  if (wanted === 'auto' && first.status !== 402) {
    const posted = await fetchOnce('POST', 0).catch(() => null)
    if (posted?.status === 402) [method, first] = ['POST', posted]
  }
  const probes: (EgressAnswer | null)[] = [first]
  for (let n = 1; n < samples; n += 1) {
    await new Promise((done) => setTimeout(done, PAUSE_MS))
    probes.push(
      await fetchOnce(method, n).catch((error: unknown) => {
        if (error instanceof Refusal) return null
        throw error
      }),
    )
  }
  return probes
}

/** What the origin declares; empty where it declares nothing. */
const wellKnown = (ctx: OutcomeContext, url: string): Promise<string> =>
  ctx.egress
    .fetch(new URL('/.well-known/x402.json', url).href, {
      maxWireBytes: 262_144,
      overflow: 'truncate',
      timeoutMs: PROBE_MS,
      signal: ctx.signal,
    })
    .then(
      ({ body }) => body.toString('utf8'),
      () => '',
    )
