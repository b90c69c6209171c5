import { generateKeyPairSync, sign } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'
import { sha256Hex } from '#shared/lib/crypto/digest.ts'
import { receiptVectors, testSigner } from '#test/support/files/receipt-vectors.ts'

import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { constraintReceiptVerify } from './outcome.ts'
import { paymentResponseBind } from '../payment-response-bind/outcome.ts'
import { readbackReceipt } from '../readback-receipt/outcome.ts'
import { PAYEE, signingContext, testSigning, USDC_BASE } from '#test/support/fakes/payment-documents.ts'

const own = receiptVectors.receipt
const keys = [testSigner.key]
const ctx = fakeContext({ signing: { ...testSigning, keys: () => Promise.resolve(keys) } })
const run = (receipt: unknown, constraints: unknown, more: Record<string, unknown> = {}) =>
  constraintReceiptVerify.run({ receipt, constraints, ...more }, ctx)
const isDeploy = [{ field: 'action', op: 'eq', value: own['action'] }]

describe('constraint-receipt-verify: a receipt of ours', () => {
  test('that is genuine and keeps its constraints is allowed', async () => {
    expect(await run(own, isDeploy)).toMatchObject({
      decision: 'allow',
      satisfied: true,
      signature: { present: true, checked: true, valid: true, signer: 'ours', reason: null },
      results: [{ field: 'action', actual: own['action'], status: 'satisfied' }],
    })
    expect(await run(JSON.stringify(own), { allowed_actions: [own['action'], 'x'] })).toMatchObject({ satisfied: true })
  })

  test('that was edited is blocked', async () => {
    expect(await run({ ...own, action: 'destroy' }, [{ field: 'action', op: 'eq', value: 'destroy' }])).toMatchObject({
      decision: 'block',
      satisfied: false,
      signature: { valid: false },
      results: [{ status: 'unverifiable' }],
    })
  })

  test('that breaks a constraint is blocked', async () => {
    expect(await run(own, [{ field: 'action', op: 'in', value: ['x'] }])).toMatchObject({
      decision: 'block',
      satisfied: false,
      violations: 1,
      reasons: [expect.objectContaining({ code: 'constraint_violated' })],
    })
  })

  test('proves nothing by members its signature does not cover', async () => {
    const padded = { ...own, amount_usd: '1.00' }
    expect(await run(padded, { max_amount_cents: 500 })).toMatchObject({
      decision: 'review',
      unverifiable: 1,
      results: [{ status: 'unverifiable' }],
    })
    expect(await run(padded, { max_amount_cents: 500, fail_closed: true })).toMatchObject({ decision: 'block' })
  })

  test.each([[[]], [{}]])('without a constraint (%j) satisfies none', async (none) => {
    expect(await run(own, none)).toMatchObject({
      decision: 'review',
      satisfied: false,
      signature: { valid: true },
      reasons: [expect.objectContaining({ code: 'no_constraints' })],
    })
  })

  test('joins its payload by digest', async () => {
    expect(own['payload_digest']).toBe(sha256Hex('hello'))
    expect(await run(own, isDeploy, { payload: 'hello' })).toMatchObject({ digest_match: true, decision: 'allow' })
    expect(await run(own, isDeploy, { payload: 'hello ' })).toMatchObject({ digest_match: false, decision: 'block' })
  })

  test('of another key is not ours', async () => {
    const { publicKey } = generateKeyPairSync('ed25519')
    const { x = '' } = publicKey.export({ format: 'jwk' })
    expect(await run(own, isDeploy, { public_key: x })).toMatchObject({
      decision: 'block',
      signature: { valid: false },
    })
    expect(await run(own, isDeploy, { public_key: testSigner.key.x })).toMatchObject({
      satisfied: true,
      signature: { signer: 'given' },
    })
  })
})

test('constraint-receipt-verify: readbacks and bindings of ours are receipts too', async () => {
  type Signed = { receipt: Record<string, unknown> }
  // Safe: the declared output.
  const { receipt } = (await readbackReceipt.run(
    { intended: 1, observed: 1, agent_id: 'a' },
    signingContext(),
  )) as Signed
  expect(await run(receipt, { agent_id: 'a', not_after: '2026-11-20T12:00:00Z' })).toMatchObject({ satisfied: true })
  expect(await run({ ...receipt, verified: false }, { agent_id: 'a' })).toMatchObject({ decision: 'block' })
  const digest = sha256Hex('x')
  const payment = {
    x402Version: 2,
    accepted: { network: 'eip155:8453', amount: '20000', asset: USDC_BASE, payTo: PAYEE },
  }
  const binding = await paymentResponseBind.run(
    { mode: 'bind', payment, request_digest: digest, response_digest: digest },
    signingContext(),
  )
  expect(await run(binding, { allowed_payees: [PAYEE.toLowerCase()], network: 'base' })).toMatchObject({
    satisfied: true,
  })
})

describe('constraint-receipt-verify: receipts of others', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const jwk = publicKey.export({ format: 'jwk' })
  const jws = (payload: Record<string, unknown>, kid = 'k1') => {
    const text = [{ alg: 'EdDSA', kid }, payload]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
    return `${text}.${sign(null, Buffer.from(text), privateKey).toString('base64url')}`
  }
  const paid = {
    action: 'pay',
    network: 'eip155:8453',
    asset: USDC_BASE,
    amount: '50000',
    payTo: PAYEE,
    issuedAt: 1_795_000_000,
  }

  test('are judged by the key that was sent', async () => {
    const input = { max_amount_cents: 5, allowed_payees: [PAYEE.toLowerCase()], network: 'base' }
    expect(await run(jws(paid), input, { public_key: jwk })).toMatchObject({
      decision: 'allow',
      satisfied: true,
      signature: { signer: 'given' },
    })
    expect(await run(jws(paid), { max_amount_cents: 4 }, { public_key: jwk })).toMatchObject({ decision: 'block' })
  })

  test('that only carry their key prove nothing: anybody can sign that way', async () => {
    const kid = `did:jwk:${Buffer.from(JSON.stringify(jwk)).toString('base64url')}`
    expect(await run(jws(paid, kid), { network: 'base' })).toMatchObject({
      decision: 'review',
      satisfied: false,
      signature: { valid: true, signer: 'carried' },
      reasons: [expect.objectContaining({ code: 'signer_unknown' })],
    })
  })

  test('without a signature are for review', async () => {
    expect(await run({ amount_cents: 5 }, { max_amount_cents: 10 })).toMatchObject({
      decision: 'review',
      results: [{ field: 'amount_cents', actual: 5, status: 'unverifiable' }],
      signature: { present: false },
    })
  })

  test.each([
    [{ field: 'amount', op: 'lte', value: '50000' }, 'satisfied'],
    [{ field: 'amount', op: 'lt', value: 50_000 }, 'violated'],
    [{ field: 'amount', op: 'gte', value: '9' }, 'satisfied'],
    [{ field: 'amount', op: 'gt', value: '49999.999999999999999999' }, 'satisfied'],
    [{ field: 'network', op: 'eq', value: 'base' }, 'satisfied'],
    [{ field: 'network', op: 'ne', value: 'base' }, 'violated'],
    [{ field: 'payTo', op: 'eq', value: PAYEE.toUpperCase().replace('0X', '0x') }, 'satisfied'],
    [{ field: 'action', op: 'not_in', value: ['pay'] }, 'violated'],
    [{ field: 'action', op: 'matches', value: '^p.y$' }, 'satisfied'],
    [{ field: 'action', op: 'matches', value: '^a' }, 'violated'],
    [{ field: 'amount_cents', op: 'eq', value: 5 }, 'satisfied'],
    [{ field: 'nothing', op: 'exists', value: false }, 'satisfied'],
    [{ field: 'nothing', op: 'exists' }, 'violated'],
    [{ field: 'nothing', op: 'eq', value: 1 }, 'unverifiable'],
    [{ field: 'time', op: 'after', value: '2026-11-18T00:00:00Z' }, 'satisfied'],
    [{ field: 'time', op: 'before', value: 1_700_000_000 }, 'violated'],
    [{ field: 'issuedAt', op: 'within_s', value: 10 }, 'violated'],
    [{ field: '/action', op: 'eq', value: 'pay' }, 'satisfied'],
  ])('%j is %s', async (constraint, status) => {
    const more = { public_key: jwk, now: '2026-11-20T12:00:00Z' }
    expect(await run(jws(paid), [constraint], more)).toMatchObject({ results: [{ status }] })
  })

  test('a pattern that explodes elsewhere ends here', async () => {
    const constraint = { field: 'note', op: 'matches', value: '^(a+)+$' }
    const before = performance.now()
    await run(jws({ note: `${'a'.repeat(5_000)}!` }), [constraint], { public_key: jwk })
    expect(performance.now() - before).toBeLessThan(20_000)
  })
})

test('constraint-receipt-verify: refuses constraints that are none, before any charge', () => {
  const check = (constraints: unknown) => () => constraintReceiptVerify.check?.({ receipt: {}, constraints })
  expect(check([{ field: 'a', op: 'approx', value: 1 }])).toThrow(Refusal)
  expect(check([{ op: 'eq', value: 1 }])).toThrow(Refusal)
  expect(check([{ field: 'a', op: 'in', value: 1 }])).toThrow(Refusal)
  expect(check([{ field: 'a', op: 'before', value: 'soon' }])).toThrow(Refusal)
  expect(check({ max_price: 1 })).toThrow(Refusal)
  expect(check({ toString: 1 })).toThrow(Refusal)
  expect(check([{ field: 'a', op: 'eq', value: null }])).not.toThrow()
})
