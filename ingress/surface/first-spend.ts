import { z } from 'zod'

import { Refusal } from '#shared/errors.ts'
import { ipBlock } from '#shared/lib/ip-block.ts'

import type { IngressDeps } from '../deps.ts'

const SLUG = 'json-repair'
const INPUT = { text: `{name: 'Ada', langs: ["sql", "js",], active: True` }
const WAIT_S = 10

/** The first call of a trial key: its answer, or why there is none (then nothing was charged). */
export const FirstSpend = z.union([
  z.object({
    ok: z.literal(true),
    resource: z.string(),
    charge_cents: z.int(),
    input: z.record(z.string(), z.unknown()),
    result: z.unknown(),
    call_id: z.string(),
  }),
  z.object({
    ok: z.literal(false),
    resource: z.string(),
    charge_cents: z.literal(0),
    code: z.string(),
    error: z.string(),
    status_url: z.string().optional().describe('the call still runs; read it here with the key'),
  }),
])
export type FirstSpend = z.output<typeof FirstSpend>

const Answer = z.object({
  ok: z.boolean(),
  result: z.unknown(),
  charge: z.object({ cents: z.int() }).optional(),
  call_id: z.string().optional(),
  code: z.string().optional(),
  error: z.string().optional(),
  status_url: z.string().optional(),
})

/** Runs one impulse call on a new key through the paid call itself. Never throws: the key is granted whatever happens here. */
export async function firstSpend(
  { paidCall, log }: Pick<IngressDeps, 'paidCall' | 'log'>,
  key: string,
  from: { ip: string; requestId: string },
): Promise<FirstSpend> {
  const resource = `/api/v1/outcomes/${SLUG}`
  const headers: Record<string, string> = { 'x-service-key': key, prefer: `wait=${WAIT_S}` }
  const body = Buffer.from(JSON.stringify(INPUT))
  try {
    const reply = await paidCall({
      slug: SLUG,
      header: (name) => headers[name],
      bodyBytes: body.length,
      readBody: () => Promise.resolve(body),
      ip: ipBlock(from.ip),
      requestId: from.requestId,
      onLeave: () => {},
    })
    const answer = Answer.parse(typeof reply.body === 'string' ? JSON.parse(reply.body) : reply.body)
    if (answer.ok && answer.status_url === undefined) {
      return {
        ok: true,
        resource,
        charge_cents: answer.charge?.cents ?? 0,
        input: INPUT,
        result: answer.result,
        call_id: answer.call_id ?? '',
      }
    }
    if (answer.ok) {
      const error = `This call was still running after ${WAIT_S} s.`
      return { ok: false, resource, charge_cents: 0, code: 'still_running', error, status_url: answer.status_url ?? '' }
    }
    return {
      ok: false,
      resource,
      charge_cents: 0,
      code: answer.code ?? 'internal',
      error: answer.error ?? 'This call failed.',
    }
  } catch (error) {
    if (error instanceof Refusal)
      return { ok: false, resource, charge_cents: 0, code: error.code, error: error.message }
    log.error({ err: error, requestId: from.requestId }, 'the first spend of a trial failed')
    return {
      ok: false,
      resource,
      charge_cents: 0,
      code: 'internal',
      error: 'Something failed on our side; nothing was charged.',
    }
  }
}
