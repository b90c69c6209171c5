import { z } from 'zod'

import { Refusal } from '#shared/errors.ts'
import { ipBlock } from '#shared/lib/network/ip-block.ts'

import type { IngressDeps } from '../deps.ts'

const SLUG = 'json-repair'
const INPUT = { text: `{name: 'Ada', langs: ["sql", "js",], active: True` }
const WAIT_S = 10

/**
 * Result of the first call of a trial key: the answer, where to read it while it runs, or why it failed (uncharged).
 */
export const FirstSpend = z.union([
  z.object({
    ok: z.literal(true),
    state: z.literal('pending').describe('the call still runs; its price is held'),
    resource: z.string(),
    charge_cents: z.literal(0),
    held_cents: z.int(),
    input: z.record(z.string(), z.unknown()),
    call_id: z.string(),
    location: z.string().describe('GET it with the key in X-Service-Key or call_token in X-Call-Token'),
    call_token: z.string().nullable().describe('null in a replay'),
  }),
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
  }),
])
export type FirstSpend = z.output<typeof FirstSpend>

/** Answers of the paid call: running (202), done, failed. */
const Answer = z.union([
  z.object({
    ok: z.literal(true),
    status_url: z.string(),
    charge: z.object({ cents: z.int() }),
    call_id: z.string(),
    call_token: z.string(),
  }),
  z.object({
    ok: z.literal(true),
    result: z.unknown(),
    charge: z.object({ cents: z.int() }),
    call_id: z.string(),
  }),
  z.object({ ok: z.literal(false), code: z.string(), error: z.string() }),
])

/** Makes one call with a new key through the paid call. Never throws: the key is granted whatever happens here. */
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
    if (!answer.ok) return { ok: false, resource, charge_cents: 0, code: answer.code, error: answer.error }
    const { call_id, charge } = answer
    if ('status_url' in answer) {
      const { status_url: location, call_token } = answer
      const held = { charge_cents: 0, held_cents: charge.cents } as const
      return { ok: true, state: 'pending', resource, ...held, input: INPUT, call_id, location, call_token }
    }
    return { ok: true, resource, charge_cents: charge.cents, input: INPUT, result: answer.result, call_id }
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
