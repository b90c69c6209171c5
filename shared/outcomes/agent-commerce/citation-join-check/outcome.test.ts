import { describe, expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'
import { digestOf, sha256Hex } from '#shared/lib/crypto/digest.ts'
import { receiptVectors } from '#test/support/files/receipt-vectors.ts'

import { citationJoinCheck } from './outcome.ts'
import { signingContext } from '#test/support/fakes/payment-documents.ts'

const run = (input: unknown) => citationJoinCheck.run(input, signingContext())
const HELLO = sha256Hex('hello')

describe('citation-join-check', () => {
  test('joins a receipt and what it hashed', async () => {
    expect(await run({ receipt: { payload_digest: HELLO }, preimage: 'hello' })).toMatchObject({
      decision: 'allow',
      joined: true,
      joins: [{ join: 'receipt-preimage', status: 'match', method: 'raw' }],
      digest: { algorithm: 'sha256', expected: HELLO, computed: { raw: HELLO } },
      broken_at: null,
    })
    expect(await run({ receipt: { payload_digest: '00' }, preimage: 'hello' })).toMatchObject({
      decision: 'block',
      joined: false,
      broken_at: 'receipt-preimage',
    })
  })

  test('says of two of the three only what was tested', async () => {
    expect(await run({ receipt: { payload_digest: HELLO }, preimage: 'hello' })).toMatchObject({
      next_action:
        'Receipt and content belong together; of the decision nothing is known: send it to have it joined too.',
    })
    expect(await run({ receipt: { decision_ref: 'd-1' }, decision_ref: 'd-1' })).toMatchObject({
      next_action: expect.stringContaining('of the content nothing is known'),
    })
    expect(
      await run({ receipt: { decision_ref: 'd-1', payload_digest: HELLO }, decision_ref: 'd-1', preimage: 'hello' }),
    ).toMatchObject({ next_action: expect.stringContaining('receipt, decision and content belong together') })
  })

  test.each([
    [HELLO.toUpperCase(), 'hello', 'raw', 'allow'],
    [`sha256:${HELLO}`, 'hello', 'raw', 'allow'],
    [HELLO, 'hello\n', 'trimmed_newline', 'review'],
    [digestOf({ b: 1, a: 2 }), { a: 2, b: 1 }, 'jcs', 'allow'],
    [digestOf({ b: 1, a: 2 }), '{ "b": 1, "a": 2 }', 'jcs', 'review'],
  ])('%s of %j is a match by %s', async (payload_digest, preimage, method, decision) => {
    expect(await run({ receipt: { payload_digest }, preimage })).toMatchObject({
      joins: [{ status: 'match', method }],
      decision,
    })
  })

  test('joins a receipt and the decision it cites, by any of its ids', async () => {
    expect(await run({ receipt: { decision_ref: 'd-1' }, decision_ref: 'd-2' })).toMatchObject({
      decision: 'block',
      joins: [{ join: 'receipt-decision', status: 'mismatch', left: 'd-1', right: 'd-2' }],
    })
    const decision = { id: 'd-1', decision: 'allow' }
    const joined = { decision: 'allow', joined: true }
    expect(await run({ receipt: { decision_ref: 'd-1' }, decision_ref: 'd-1' })).toMatchObject(joined)
    expect(await run({ receipt: { decision_ref: 'd-1' }, decision_ref: decision })).toMatchObject(joined)
    expect(await run({ receipt: { decision_ref: digestOf(decision) }, decision_ref: decision })).toMatchObject(joined)
    expect(await run({ receipt: { decision_ref: 'x' }, decision_ref: { input_digest: 'x' } })).toMatchObject(joined)
  })

  test('joins all three, and names the first that breaks', async () => {
    const receipt = { decision_ref: 'd-1', payload_digest: HELLO }
    const decision_ref = { id: 'd-1', payload_digest: HELLO }
    expect(await run({ receipt, decision_ref, preimage: 'hello' })).toMatchObject({
      joined: true,
      joins: [{ status: 'match' }, { status: 'match' }, { join: 'decision-preimage', status: 'match' }],
    })
    expect(
      await run({ receipt, decision_ref: { ...decision_ref, payload_digest: '00' }, preimage: 'hello' }),
    ).toMatchObject({
      joined: false,
      broken_at: 'decision-preimage',
    })
  })

  test('does not call joined what could not be tested', async () => {
    expect(await run({ receipt: { a: 1 }, preimage: 'hello' })).toMatchObject({
      joined: false,
      decision: 'review',
      joins: [{ status: 'untestable' }],
    })
  })

  test('checks the signature of a receipt of ours', async () => {
    const { receipt } = receiptVectors
    expect(await run({ receipt, preimage: 'hello' })).toMatchObject({
      decision: 'allow',
      joined: true,
      signature: { checked: true, valid: true },
    })
    expect(await run({ receipt: { ...receipt, action: 'x' }, preimage: 'hello' })).toMatchObject({
      decision: 'block',
      signature: { valid: false },
    })
  })

  test('needs two of the three, before any charge', () => {
    const check = (input: Record<string, unknown>) => () => citationJoinCheck.check?.(input)
    expect(check({})).toThrow(Refusal)
    expect(check({ preimage: 'x' })).toThrow(Refusal)
    expect(check({ preimage: 'x', receipt: {} })).not.toThrow()
  })
})
