import { z } from 'zod'

import { callRequest, runCall } from '../../surface/run-call.ts'
import { paymentHeaders } from '../payment-meta.ts'
import { defineTool } from '../tool.ts'

/** Calls an outcome: the paid call of HTTP, with the same checks, limits and price. */
export const callOutcome = defineTool({
  name: 'call_outcome',
  title: 'Call an outcome',
  description:
    'Runs an outcome and returns its result. Costs its price: from your service key, or by x402 in _meta. A failure costs nothing. Unpaid, it answers what to sign.',
  input: z.object({
    slug: z.string().max(200),
    input: z.record(z.string(), z.unknown()).describe('as describe_outcome says'),
    max_cents: z.int().min(0).max(1_000_000).optional().describe('refuse a dearer call'),
    wait_s: z.int().min(0).max(55).optional().describe('then a call_id for get_call'),
    idempotency_key: z.string().min(1).max(255).optional().describe('a repeat is not charged again'),
  }),
  output: {
    ok: { type: 'boolean' },
    result: {},
    charge: { type: 'object' },
    call_id: { type: 'string' },
    call_token: { type: 'string' },
    status: { type: 'string', description: 'running: read it with get_call' },
    error: { type: 'string' },
    code: { type: 'string' },
    accepts: { type: 'array', items: { type: 'object' } },
  },
  isReadOnly: false,
  limit: 'own',
  run: ({ slug, input, max_cents, wait_s, idempotency_key }, { deps, ctx, meta }) =>
    runCall(
      deps,
      ctx,
      callRequest(ctx, slug, deps.config.TRUST_PROXY_HOPS, {
        body: Buffer.from(JSON.stringify(input)),
        headers: {
          ...paymentHeaders(meta),
          ...(max_cents === undefined ? {} : { 'x-max-cents': String(max_cents) }),
          ...(wait_s === undefined ? {} : { prefer: `wait=${wait_s}` }),
          ...(idempotency_key === undefined ? {} : { 'idempotency-key': idempotency_key }),
        },
      }),
    ),
})
