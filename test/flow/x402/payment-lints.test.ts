import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { sha256Hex } from '#shared/lib/crypto/digest.ts'
import { agentCommercePack } from '#shared/outcomes/agent-commerce/pack.ts'
import { baseAccept } from '#test/support/fakes/payment-documents.ts'

import { OUTCOMES } from '#test/catalog/document.ts'
import { openStatefulWorld, type StatefulWorld } from '#test/support/world/stateful.ts'

let world: StatefulWorld
let ann: Awaited<ReturnType<StatefulWorld['payer']>>
beforeAll(async () => {
  world = await openStatefulWorld()
  ann = await world.payer(500)
})
afterAll(() => world.close())

const pure = agentCommercePack.outcomes.filter(({ slug, cents }) => cents > 0 && OUTCOMES[slug]?.worldly !== true)

describe('through a paid call', () => {
  test.each(pure.map((outcome) => [outcome.slug, outcome] as const))(
    '%s answers its example',
    async (slug, outcome) => {
      expect(await ann.ok(slug, outcome.example.input)).toEqual(outcome.example.output)
    },
  )

  test('endpoint-match finds what is sold, with addresses that can be called', async () => {
    const { best } = await ann.ok('endpoint-match', { need: 'lint a payment required document' })
    expect(best).toMatchObject({ slug: 'payment-required-lint', price_cents: 2 })
    const { status } = await world.request('POST', new URL(String(Object(best).url)).pathname, { body: {} })
    expect(status).toBe(402)
  })

  test('what is refused costs nothing', async () => {
    for (const [slug, body] of [
      ['payment-required-lint', {}],
      ['payment-required-header-budget', { body: {}, soft_limit: 10, hard_limit: 5 }],
      ['payment-response-bind', { mode: 'bind' }],
      ['readback-receipt', { intended: { a: 1 } }],
      ['constraint-receipt-verify', { receipt: {}, constraints: [{ field: 'a', op: 'approx' }] }],
      ['audit-field-matrix', { receipt: 'not json' }],
      ['preflight-cost-estimate', { planned_calls: [] }],
    ] as const)
      expect(await ann.no(slug, body)).toMatchObject({ status: 422 })
  })
})

describe('what the settlement process signs', () => {
  const digest = sha256Hex('x')
  const payment = { x402Version: 2, accepted: baseAccept(), payload: { signature: '0x' } }
  const bind = { mode: 'bind', payment, request_digest: digest, response_digest: digest }

  test('is a receipt that keeps its constraints, until somebody changes it', async () => {
    const { receipt } = await ann.ok('readback-receipt', { intended: 1, observed: 1, agent_id: 'a|b', action: '50%' })
    const constraints = { agent_id: 'a|b', allowed_actions: ['50%'] }
    expect(await ann.ok('constraint-receipt-verify', { receipt, constraints })).toMatchObject({
      decision: 'allow',
      satisfied: true,
      signature: { valid: true, signer: 'ours' },
    })
    const edited = { ...Object(receipt), verified: false }
    expect(await ann.ok('constraint-receipt-verify', { receipt: edited, constraints })).toMatchObject({
      decision: 'block',
      signature: { valid: false },
    })
    expect(await ann.ok('audit-field-matrix', { receipt })).toMatchObject({ integrity: { signature_valid: true } })
  })

  test('is a binding that verifies, with the key that is published', async () => {
    const bound = await ann.ok('payment-response-bind', bind)
    expect(await ann.ok('payment-response-bind', { mode: 'verify', receipt: bound, payment })).toMatchObject({
      valid: true,
    })
    const other = { ...bound, binding: { ...Object(bound['binding']), amount: '1' } }
    expect(await ann.ok('payment-response-bind', { mode: 'verify', receipt: other })).toMatchObject({
      decision: 'no-go',
      complete: false,
    })
  })

  test('is refused and not charged when that process is away', async () => {
    await world.stopSigning()
    expect(await ann.no('readback-receipt', { intended: 1, observed: 1 })).toMatchObject({ code: 'unavailable' })
    expect(await ann.no('payment-response-bind', bind)).toMatchObject({ code: 'unavailable' })
    expect(await ann.ok('payment-response-bind', { payment })).toMatchObject({ mode: 'lint' })
  })
})
