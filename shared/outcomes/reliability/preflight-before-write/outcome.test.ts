import { describe, expect, test } from 'vitest'

import type { FieldError } from '#shared/errors.ts'
import { Refusal } from '#shared/errors.ts'
import { digestOf } from '#shared/lib/crypto/digest.ts'

import type { ReceiptRequest } from '#shared/doors/context.ts'
import type { ReceiptsDoor } from '#shared/doors/spending.ts'
import { closedStore } from '#shared/doors/store.ts'
import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { preflightBeforeWrite } from './outcome.ts'

const run = (input: unknown) => preflightBeforeWrite.run(input, fakeContext())
const digest = 'a'.repeat(64)
const update = {
  action: 'UPDATE t SET a=1 WHERE id=1',
  idempotency_key: '123e4567-e89b-42d3-a456-426614174000',
  key_storage: 'database',
  environment: 'dev',
  current_state: { version: 1 },
  expected_version: 1,
}

/** The places that `check` finds wrong, as FastAPI names them. */
function refusedPlaces(input: Record<string, unknown>): FieldError['loc'][] {
  try {
    preflightBeforeWrite.check?.(input)
    return []
  } catch (error) {
    if (error instanceof Refusal && Array.isArray(error.detail.detail)) return error.detail.detail.map(({ loc }) => loc)
    throw error
  }
}

describe('preflight-before-write', () => {
  test('answers its example as declared', async () => {
    expect(await run(preflightBeforeWrite.example.input)).toEqual(preflightBeforeWrite.example.output)
  })

  test('lets a guarded update go', async () => {
    expect(await run(update)).toMatchObject({
      decision: 'go',
      verdict: 'go',
      receipt: null,
      saved_cents: 5,
      input_digest: digestOf(update),
      decision_id: expect.stringMatching(/^dec_[0-9a-f]{24}$/),
    })
  })

  test('does not let a payment go without a key', async () => {
    expect(await run({ action: 'pay invoice', side_effect: 'financial' })).toMatchObject({
      decision: 'no-go',
      verdict: 'no-go',
      blocking_guard: 'idempotency',
      reasons: expect.arrayContaining([expect.objectContaining({ code: 'missing_key', guard: 'idempotency' })]),
      guards: { agent_state: { status: 'skipped', why: 'current_state was not given' } },
    })
  })

  test('does not let a destructive command go, however sound the rest', async () => {
    expect(await run({ ...update, action: 'rm -rf /' })).toMatchObject({
      decision: 'no-go',
      blocking_guard: 'destructive',
    })
  })

  test.each([
    [update, 'go'],
    [{ ...update, expected_version: 2 }, 'no-go'],
  ])('mints a receipt over every decision', async (input, decision) => {
    const asked: ReceiptRequest[] = []
    const mintReceipt = (request: ReceiptRequest) =>
      Promise.resolve({ profile: 'action-receipt-v1-rt', at: asked.push(request) })
    const receipts: ReceiptsDoor = {
      ownNonce: 'n-own',
      find: () => Promise.resolve(null),
      keep: ({ digest, receipt }) => Promise.resolve({ digest, receipt }),
    }
    const store = { ...closedStore('only receipts are kept'), receipts }
    const body = {
      ...input,
      mint_receipt: true,
      agent_id: 'agent-7',
      payload_digest: digest,
      nonce: 'nonce-0001',
      quote: '25',
    }
    const answer = Object(await preflightBeforeWrite.run(body, fakeContext({ mintReceipt, store })))
    expect(answer).toMatchObject({ decision, receipt: { profile: 'action-receipt-v1-rt' } })
    expect(asked).toEqual([
      {
        agent_id: 'agent-7',
        action: `preflight:${decision}`,
        payload_digest: digest,
        nonce: 'nonce-0001',
        quote: '25',
        decision_ref: answer.decision_id,
      },
    ])
  })

  test('refuses to mint without an agent and a digest, before any charge', () => {
    expect(refusedPlaces({ action: 'x', mint_receipt: true })).toEqual([
      ['body', 'agent_id'],
      ['body', 'payload_digest'],
    ])
    expect(
      refusedPlaces({ action: 'x', mint_receipt: true, agent_id: 'a|b', payload_digest: digest, nonce: 'short' }),
    ).toEqual([
      ['body', 'agent_id'],
      ['body', 'nonce'],
    ])
    expect(refusedPlaces({ action: 'x', mint_receipt: true, agent_id: 'a', payload_digest: digest })).toEqual([])
    expect(refusedPlaces({ action: 'x' })).toEqual([])
  })

  test('refuses a plan that cannot be read, before any charge', () => {
    expect(refusedPlaces({ action: 'x', required_state: { a: { $near: 1 } } })).toEqual([
      ['body', 'required_state', 'a', '$near'],
    ])
  })

  test('settles before it runs, since it may mint', () => {
    expect(preflightBeforeWrite).toMatchObject({ cents: 25, settle: 'before' })
  })

  test.each([
    { side_effect: 'weird' },
    { payload_digest: 'abc' },
    { environment: 'prod' },
    { now: 'later' },
    { action: '' },
  ])('refuses %j', (input) => {
    expect(preflightBeforeWrite.input.safeParse({ action: 'x', ...input }).success).toBe(false)
  })
})
