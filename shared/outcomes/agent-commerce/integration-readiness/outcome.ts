import { z } from 'zod'

import { parseJson } from '#shared/lib/parse-json.ts'
import { documentedDefault, guardInput } from '#shared/engines/guard/guard-input.ts'
import { reason, verdictFields } from '#shared/engines/guard/verdict.ts'
import { invalidFields, Refusal } from '#shared/errors.ts'

import type { OutcomeContext } from '#shared/doors/context.ts'
import { defineOutcome } from '#shared/outcomes/define.ts'
import type { EgressAnswer } from '#shared/doors/egress.ts'
import { FetchedSource, fetchedSource } from '#shared/outcomes/lib/fetched-source.ts'

const decisions = ['ready', 'not_ready'] as const
const FETCH_MS = 4_000
const PLACES = {
  x402_json: '/.well-known/x402.json',
  openapi: '/openapi.json',
  llms_txt: '/llms.txt',
  mcp: '/.well-known/mcp.json',
  agent_card: '/.well-known/agent-card.json',
} as const
const NOWHERE = '/integration-readiness-asks-for-a-missing-path'

const found = z.object({ status: z.int().nullable(), bytes: z.int(), found: z.boolean() })

export const integrationReadiness = defineOutcome({
  slug: 'integration-readiness',
  title: 'Integration readiness',
  description:
    'Audits an API origin for agent payments: TLS, a payable 402 and its faults, input schema, OpenAPI, discovery ' +
    'documents, receipts, idempotency, CORS, stable payTo; or, for a buyer, what it says it can sign. Weighted score, ' +
    'blocking checks, and a fix for each.',
  cents: 2,
  get: { alias: '/api/x402/integrations/readiness' },
  settle: 'before',
  timeoutMs: 15_000,
  decisions,
  types: {
    takes: { base_url: 'url', sample_path: 'path', role: 'json' },
    gives: { verdict: 'decision', score: 'number' },
  },
  input: () =>
    guardInput({
      base_url: z.string().min(1).max(2_048).describe('origin, as https://api.example.com'),
      sample_path: z
        .string()
        .max(1_024)
        .regex(/^\/(?!\/)/, 'has to start with one /')
        .optional()
        .describe('a paid path; default first priced operation found'),
      role: documentedDefault(z.enum(['seller', 'buyer']), 'seller').describe(
        'buyer checks the caller’s own words instead',
      ),
      buyer: z
        .looseObject({
          networks: z.array(z.string().max(100)).max(50).optional(),
          schemes: z.array(z.string().max(100)).max(20).optional(),
          has_signer: z.boolean().optional(),
          max_usd: z.number().min(0).max(1_000_000_000).optional(),
        })
        .optional()
        .describe('{networks, schemes, has_signer, max_usd} for role buyer'),
    }),
  output: () =>
    z.object({
      source: FetchedSource.nullable().describe('null for a buyer: nothing is fetched'),
      as_of: z.string().nullable(),
      ...verdictFields,
      decision: z.enum(decisions),
      reasons: z.array(reason),
      checks: z.array(
        z.object({
          id: z.string(),
          weight: z.int(),
          status: z.enum(['pass', 'fail', 'warn', 'skipped']),
          detail: z.string(),
          fix: z.string().nullable(),
        }),
      ),
      verdict: z.enum(decisions),
      score: z.int().min(0).max(100),
      discovered: z.record(z.string(), found),
      paid_operations: z.int(),
      blocking: z.array(z.string()).describe('must-haves that fail'),
    }),
  example: {
    input: {
      base_url: 'https://m.example',
      role: 'buyer',
      buyer: { networks: ['eip155:8453'], schemes: ['exact'], has_signer: true, max_usd: 5 },
    },
    output: {
      source: null,
      as_of: null,
      decision: 'ready',
      reasons: [],
      checks: [
        { id: 'signer', weight: 40, status: 'pass', detail: 'it can sign', fix: null },
        { id: 'networks', weight: 25, status: 'pass', detail: 'eip155:8453', fix: null },
        { id: 'schemes', weight: 25, status: 'pass', detail: 'it signs exact', fix: null },
        { id: 'budget', weight: 10, status: 'pass', detail: 'up to $5', fix: null },
      ],
      risk_score: 0,
      next_action: 'Pay; start with one cheap call.',
      input_digest: 'fe5e30a2be59a914054b85b07e36c69f968ffcc751cd855b9efbb0a490a4c268',
      ruleset: 'integration-readiness/2026-11-20',
      verdict: 'ready',
      score: 100,
      discovered: {},
      paid_operations: 0,
      blocking: [],
    },
  },
  check({ base_url: baseUrl, role, buyer }) {
    if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol))
      throw invalidFields({ path: ['base_url'], msg: 'Value error, base_url is no http or https URL' })
    if (role === 'buyer' && buyer === undefined)
      throw invalidFields({ path: ['buyer'], type: 'missing', msg: 'Field required' })
  },
  async run(input, ctx) {
    if (input.role === 'buyer') {
      const { judgeBuyer } = await import('./judge-buyer.ts')
      const judged = judgeBuyer(input.buyer ?? {}, input)
      return { source: null, as_of: null, ...judged, discovered: {}, paid_operations: 0 }
    }
    const [{ judgeSeller }, { firstResource, paidOperations }] = await Promise.all([
      import('./judge-seller.ts'),
      import('./find-operations.ts'),
    ])
    const { origin } = new URL(input.base_url)
    const at = async (path: string) => viewed(await ask(ctx, origin + path, 'GET'))
    const [x402_json, openapi, llms_txt, mcp, agent_card] = await Promise.all([
      at(PLACES.x402_json),
      at(PLACES.openapi),
      at(PLACES.llms_txt),
      at(PLACES.mcp),
      at(PLACES.agent_card),
    ])
    const [operation] = paidOperations(parsed(openapi?.body)).filter(({ path }) => !path.includes('{'))
    const path = input.sample_path ?? operation?.path ?? firstResource(parsed(x402_json?.body), origin)
    const known =
      input.sample_path === undefined || operation?.path === input.sample_path ? operation?.method : undefined
    const [sample, missing] = await Promise.all([
      path === null ? null : probeTwice(ctx, origin + path, known),
      at(NOWHERE),
    ])
    const now = ctx.now()
    return {
      source: fetchedSource({ url: origin, fetchedAt: now }),
      as_of: now.toISOString(),
      ...judgeSeller({
        origin,
        documents: { x402_json, openapi, llms_txt, mcp, agent_card },
        sample,
        missing,
        input,
      }),
    }
  },
})

type Method = 'GET' | 'POST'

/** The unpaid call, and once more; by the other method first where one shows no 402. */
async function probeTwice(ctx: OutcomeContext, url: string, known: Method | undefined) {
  const methods: Method[] = known === undefined ? ['POST', 'GET'] : [known]
  const answers = await Promise.all(methods.map(async (method) => ({ method, first: await ask(ctx, url, method) })))
  const [chosen = { method: 'GET' as const, first: null }] = [
    ...answers.filter(({ first }) => first?.status === 402),
    ...answers,
  ]
  const second = chosen.first?.status === 402 ? await ask(ctx, url, chosen.method) : null
  return { url, method: chosen.method, first: viewed(chosen.first), second: viewed(second) }
}

/** An answer as it is; null when there is none. A URL that may not be asked ends the call. */
async function ask(ctx: OutcomeContext, url: string, method: Method): Promise<EgressAnswer | null> {
  try {
    return await ctx.egress.fetch(url, {
      method,
      accept: 'application/json, text/plain;q=0.5',
      ...(method === 'POST' ? { json: {} } : {}),
      maxRedirects: method === 'POST' ? 0 : 2,
      maxWireBytes: 4_000_000,
      overflow: 'truncate',
      timeoutMs: FETCH_MS,
      signal: ctx.signal,
    })
  } catch (error) {
    if (error instanceof Refusal && (error.code === 'upstream_unavailable' || error.code === 'unprocessable'))
      return null
    throw error
  }
}

const viewed = (answer: EgressAnswer | null) =>
  answer === null
    ? null
    : { status: answer.status, headers: answer.headers, body: answer.body, latencyMs: answer.timings.firstByte }

const parsed = (body: Buffer | undefined): unknown => parseJson(body?.toString('utf8') ?? '')
