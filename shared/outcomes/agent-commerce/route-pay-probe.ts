import { z } from 'zod'

import { lintDecisions, lintFields } from '#shared/engines/lint/lint-verdict.ts'
import { refuseDeep } from '#shared/engines/lint/refuse-deep.ts'
import { invalidFields, Refusal } from '#shared/errors.ts'
import { boundedRecord } from '#shared/lib/bounded-record.ts'

import type { OutcomeContext } from '#shared/doors/context.ts'
import { defineOutcome, exampleFrom } from '../define.ts'
import type { EgressAnswer } from '#shared/doors/egress.ts'
import { FetchedSource, fetchedSource, WebUrl } from '../lib/fetched-source.ts'
import example from './route-pay-probe.example.json' with { type: 'json' }

const PROBE_MS = 5_000
const CREDENTIALS =
  /^(?:authorization|proxy-authorization|cookie|payment-signature|x-payment|x-api-key|x-service-key|x-day-pass)$/i
const METHODS = ['GET', 'POST'] as const
type Method = (typeof METHODS)[number]
const object = z.looseObject({})

export const routePayProbe = defineOutcome({
  slug: 'route-pay-probe',
  title: 'Route pay probe',
  description:
    'Asks one HTTP route unpaid and says what it takes to pay it: which accepts entry, what to sign, in which header, ' +
    'for how long, and every fault of its 402. Only GET and POST are sent: what changes things is not tried on strangers.',
  cents: 2,
  get: { alias: '/api/x402/routes/probe' },
  settle: 'before',
  timeoutMs: 15_000,
  decisions: lintDecisions,
  types: {
    takes: { url: 'url', method: 'json' },
    gives: { decision: 'decision', recipe: 'json' },
    also: { 'recipe.request.url': 'url' },
  },
  input: () =>
    z.object({
      url: WebUrl.describe('route to probe'),
      method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).default('GET').describe('GET and POST are sent'),
      body: object.optional().describe('JSON body'),
      headers: boundedRecord(z.string().max(100), z.string().max(2_000), 100)
        .optional()
        .describe('extra request headers (authorization and cookies are refused)'),
      wallet_networks: z.array(z.string().max(100)).max(20).optional().describe('what the caller can pay on'),
    }),
  output: () =>
    z.object({
      source: FetchedSource,
      as_of: z.string().nullable(),
      ...lintFields,
      state: z.enum([
        'payable',
        'free',
        'auth_required',
        'not_found',
        'method_not_allowed',
        'invalid_request_before_payment',
        'broken_402',
        'unreachable',
      ]),
      status: z.int().nullable(),
      recipe: z
        .object({
          accepts: object.describe('the entry to pay, as given'),
          amount: object.nullable(),
          request: z.object({ method: z.string(), url: z.string(), body: z.unknown() }).describe('what to repeat'),
          header: z.enum(['PAYMENT-SIGNATURE', 'X-PAYMENT']),
          sign: object.nullable().describe('what to sign'),
          expires_s: z.number().nullable(),
        })
        .nullable(),
      allow: z.array(z.string()).describe('Allow header of a 405'),
      input_schema: object.nullable().describe('of the bazaar extension, or of outputSchema'),
      latency_ms: z.int(),
    }),
  example: exampleFrom(example),
  check({ method, headers, body }) {
    refuseDeep('body', body)
    if (!METHODS.some((known) => known === method))
      throw invalidFields({ path: ['method'], msg: 'Value error, only GET and POST are sent to a route unpaid' })
    const secret = Object.keys(headers ?? {}).find((name) => CREDENTIALS.test(name.trim()))
    if (secret !== undefined)
      throw invalidFields({
        path: ['headers', secret],
        type: 'credentials_refused',
        msg: 'Value error, credentials are never sent on; a route shows its 402 without them',
      })
  },
  async run({ url, method: wanted, body, headers, wallet_networks: walletNetworks }, ctx) {
    const { methodsOf, probeRoute } = await import('#shared/engines/x402/probe-route.ts')
    const first: Method = wanted === 'POST' ? 'POST' : 'GET'
    const request = { body, headers }
    let method = first
    let answer = await ask(ctx, url, method, request)
    const other = METHODS.find((known) => known !== first && methodsOf(answer).includes(known))
    if (answer?.status === 405 && other !== undefined) {
      method = other
      answer = await ask(ctx, url, method, request)
    }
    const probed = probeRoute({
      url: answer?.url ?? url,
      method,
      body: method === 'POST' ? (body ?? {}) : undefined,
      answer,
      refusedMethod: method === first ? null : first,
      walletNetworks,
    })
    return {
      source: fetchedSource(answer ?? { url, fetchedAt: ctx.now() }),
      as_of: answer?.fetchedAt.toISOString() ?? null,
      ...probed,
      status: answer?.status ?? null,
      latency_ms: Math.round(answer?.timings.firstByte ?? 0),
    }
  },
})

type Request = { body: Record<string, unknown> | undefined; headers: Record<string, string> | undefined }

/** The route's answer, as it is: a redirect is told, not followed. Null when there is none. */
async function ask(ctx: OutcomeContext, url: string, method: Method, request: Request): Promise<EgressAnswer | null> {
  try {
    return await ctx.egress.fetch(url, {
      method,
      accept: 'application/json',
      ...(request.headers === undefined ? {} : { headers: request.headers }),
      ...(method === 'POST' ? { json: request.body ?? {} } : {}),
      maxRedirects: 0,
      maxWireBytes: 262_144,
      overflow: 'truncate',
      timeoutMs: PROBE_MS,
      signal: ctx.signal,
    })
  } catch (error) {
    // That a route does not answer is what was asked; that it may not be asked is not.
    if (error instanceof Refusal && error.code === 'upstream_unavailable') return null
    throw error
  }
}
