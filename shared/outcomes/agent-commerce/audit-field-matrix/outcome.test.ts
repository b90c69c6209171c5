import { describe, expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'
import { sha256Hex } from '#shared/lib/crypto/digest.ts'
import { receiptVectors } from '#test/support/files/receipt-vectors.ts'

import { auditFieldMatrix } from './outcome.ts'
import { PAYEE, signingContext, SOLANA, USDC_BASE } from '#test/support/fakes/payment-documents.ts'

type Answer = {
  decision: string
  findings: { code: string; severity: string; path: string }[]
  matrix: {
    question: string
    answered: string
    fields: { name: string; path: string | null; status: string; value_redacted: string | null }[]
  }[]
  profiles: { profile: string; missing: string[]; sufficient: boolean }[]
}
// Safe: the declared output.
const run = async (receipt: unknown, more: Record<string, unknown> = {}) =>
  (await auditFieldMatrix.run({ receipt, ...more }, signingContext())) as Answer
const errorsOf = ({ findings }: Answer) =>
  findings.filter(({ severity }) => severity === 'error').map(({ code }) => code)
const answered = ({ matrix }: Answer) => Object.fromEntries(matrix.map((row) => [row.question, row.answered]))

const settled = {
  success: true,
  transaction: `0x${'1'.repeat(64)}`,
  network: 'eip155:8453',
  payer: '0x857b06519E91e3A54538791bDbb0E22373e36b66',
  payTo: PAYEE,
  amount: '20000',
  asset: USDC_BASE,
  issued_at: '2026-11-20T11:00:00Z',
  resource: 'https://api.example.com/search',
}

describe('audit-field-matrix', () => {
  test('an empty receipt answers nothing', async () => {
    const answer = await run({})
    expect(new Set(Object.values(answered(answer)))).toEqual(new Set(['no']))
    expect(answer).toMatchObject({ decision: 'no-go', score: 0, detected_profile: 'generic' })
  })

  test('a malformed member answers nothing', async () => {
    const answer = await run({ amount: 'abc' })
    expect(answer.findings).toContainEqual(expect.objectContaining({ code: 'AF_MALFORMED', path: '/amount' }))
    expect(answered(answer)).toMatchObject({ how_much: 'no' })
  })

  test('says what a settlement suffices for', async () => {
    const answer = await run(settled)
    expect(answered(answer)).toMatchObject({
      who: 'yes',
      what: 'yes',
      when: 'yes',
      how_much: 'yes',
      to_whom: 'yes',
      where_settled: 'yes',
      integrity: 'no',
    })
    expect(answer).toMatchObject({ detected_profile: 'x402-settlement-v2', x402_version: 2 })
    expect(answer.profiles).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ profile: 'accounting', sufficient: true, missing: [] }),
        expect.objectContaining({
          profile: 'dispute',
          sufficient: false,
          missing: ['request_digest', 'response_digest', 'signature'],
        }),
      ]),
    )
    expect(errorsOf(await run(settled, { profile: 'accounting' }))).toEqual([])
    expect(errorsOf(await run(settled, { profile: 'dispute' }))).toEqual(['AF_PROFILE_INSUFFICIENT'])
    expect(await run({ ...settled, network: 'base' })).toMatchObject({ detected_profile: 'x402-settlement-v1' })
  })

  test('finds members under their usual names, also inside', async () => {
    const answer = await run({
      data: { txHash: settled.transaction, chain: 'base' },
      meta: { 'Paid-By': settled.payer },
    })
    const rows = answer.matrix.flatMap(({ fields }) => fields)
    expect(rows).toContainEqual(
      expect.objectContaining({ name: 'transaction', path: '/data/txHash', status: 'present' }),
    )
    expect(rows).toContainEqual(expect.objectContaining({ name: 'payer', path: '/meta/Paid-By', status: 'present' }))
  })

  test.each([
    ['AF_TWO_VALUES', { ...settled, detail: { amount: '30000' } }],
    ['AF_FUTURE', { ...settled, issued_at: '2027-01-01T00:00:00Z' }],
    ['AF_FAMILY', { ...settled, network: SOLANA }],
    ['AF_MALFORMED', { ...settled, network: 'somewhere' }],
  ])('%s is an error', async (code, receipt) => {
    expect(errorsOf(await run(receipt, { profile: 'accounting' }))).toContain(code)
  })

  test('verifies what it can, and says whether anybody can', async () => {
    expect(await run(receiptVectors.receipt)).toMatchObject({
      detected_profile: 'action-receipt-v1-rt',
      integrity: { digest_present: true, signature_present: true, signature_valid: true, offline_verifiable: true },
    })
    expect(errorsOf(await run({ ...receiptVectors.receipt, action: 'x' }))).toContain('AF_SIGNATURE_INVALID')
  })

  test('shows no signature and no token', async () => {
    const secret = sha256Hex('secret')
    const answer = await run({ ...settled, signature: secret, clearance_token: secret })
    expect(JSON.stringify(answer.matrix)).not.toContain(secret.slice(8))
  })

  test('refuses text that is no receipt', async () => {
    await expect(run('not json')).rejects.toThrow(Refusal)
  })
})
