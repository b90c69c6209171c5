import { z } from 'zod'
import type { ZodOpenApiOperationObject } from 'zod-openapi'

import { usdcString } from '#shared/lib/micro-usdc.ts'
import type { CatalogEntry } from '#shared/catalog/catalog.ts'
import { describeSample } from '#shared/catalog/sample-site-samples.ts'

import { RUN_SLUG } from '#shared/catalog/run-outcome.ts'

import { exampleAnswer } from '#ingress/call/challenge/example-answer.ts'
import { CALL_HEADERS, CALL_PARAMETERS, type DocumentedStatus, responseRef } from './components.ts'
import { answerOf } from './outcome-answer.ts'
import { DryRunAnswer } from './dry-run-answer.ts'
import { fixedPrice } from './payment-info.ts'

/** Statuses of an outcome call besides 200. A free call has no 402. */
const STATUSES: readonly DocumentedStatus[] = [
  202, 400, 402, 403, 404, 408, 409, 410, 413, 415, 422, 429, 431, 500, 502, 503, 504, 507,
]

/**
 * Operation of one outcome, with a sample answer if `hasAnswerExample`. Every outcome has its own literal path, so that indexers list each as a resource.
 */
export function outcomeOperation(entry: CatalogEntry, hasAnswerExample: boolean): ZodOpenApiOperationObject {
  const { outcome, pack, priceMicroUsdc } = entry
  const isFree = outcome.cents === 0
  const statuses = isFree ? STATUSES.filter((status) => status !== 402) : STATUSES
  return {
    operationId: `call_${outcome.slug.replaceAll(/[-/]/g, '_')}`,
    summary: `${outcome.title} (${isFree ? 'free' : `$${usdcString(priceMicroUsdc)}`})`,
    description: outcome.description,
    tags: [pack.name],
    // No authentication required: an unpaid call answers 402, and the credentials are documented as parameters.
    security: [],
    ...(isFree ? {} : { 'x-payment-info': fixedPrice(priceMicroUsdc) }),
    parameters: CALL_PARAMETERS,
    requestBody: {
      // An absent body counts as {}, which some outcomes accept.
      required: !outcome.input.safeParse({}).success,
      content: {
        'application/json': {
          schema: outcome.input,
          examples: { sample: { summary: describeSample(entry), value: outcome.example.input } },
        },
      },
    },
    responses: {
      200: {
        description: outcome.title,
        headers: CALL_HEADERS,
        content: {
          'application/json': {
            schema: outcome.slug === RUN_SLUG ? z.union([answerOf(outcome), DryRunAnswer]) : answerOf(outcome),
            ...(hasAnswerExample
              ? { examples: { sample: { summary: 'Its answer', value: wholeExample(entry) } } }
              : {}),
          },
          ...(outcome.file === null ? {} : FILES),
        },
      },
      ...Object.fromEntries(statuses.map((status) => [String(status), responseRef(status)])),
    },
  }
}

/** The file itself, for callers who ask for it by Accept. */
const FILES = Object.fromEntries(
  ['image/*', 'audio/*'].map((type) => [type, { schema: { type: 'string' as const, format: 'binary' } }]),
)

/** Operation of a slug that nothing is sold under: literal paths go before templates, so it is what is left. */
export const unknownOperation = (what: 'outcome' | 'bundle'): ZodOpenApiOperationObject => ({
  operationId: `call_unknown_${what}`,
  summary: `Any other slug: 404 with the nearest ${what}`,
  tags: [UNKNOWN_TAG],
  security: [],
  requestParams: { path: z.object({ [what === 'outcome' ? 'slug' : what]: z.string() }) },
  responses: Object.fromEntries(UNKNOWN_STATUSES.map((status) => [String(status), responseRef(status)])),
})

/** What an unknown slug is answered with. */
const UNKNOWN_STATUSES: readonly DocumentedStatus[] = [400, 404, 408, 422, 431, 500, 503]
const UNKNOWN_TAG = 'Discovery'

const wholeExample = (entry: CatalogEntry) => ({
  ...(entry.outcome.isFlat ? Object(entry.outcome.example.output) : {}),
  ...exampleAnswer(entry),
  ...(entry.outcome.file === null ? {} : { file: EXAMPLE_LINK }),
  charge: {
    cents: entry.outcome.cents,
    paid_with: entry.outcome.cents === 0 ? 'free' : 'prepaid_key',
    balance_cents: entry.outcome.cents === 0 ? null : 499,
    state: 'captured',
  },
  call_id: 'call_019a9b7f3c5e7d2f8a41b6c0d9e8f712',
  call_token: 'ct_b0pS5xq9Yt2LQk7mVw3eRz8uJ1hNcA4d',
  request_id: 'req_5f2b8c1d9e3a7f604b1c8d2e',
})

const EXAMPLE_LINK = {
  url: 'https://farebox.example/api/v1/calls/call_019a9b7f3c5e7d2f8a41b6c0d9e8f712/file?expires=1795262400&signature=x',
  expires_at: '2026-11-21T12:00:00.000Z',
}
