import { encodePaymentRequiredHeader } from '@x402/core/http'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'

import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { paymentRequiredHeaderBudget } from './outcome.ts'
import { base64, goodDocument } from '#test/support/fakes/payment-documents.ts'

const run = (input: unknown) => paymentRequiredHeaderBudget.run(input, fakeContext())

test('payment-required-header-budget: counts what the line takes on the wire', async () => {
  expect(await run({ body: { a: 'x'.repeat(6_144) } })).toMatchObject({
    json_bytes: 6_152,
    header_value_bytes: 8_204,
    header_line_bytes: 8_224,
    headroom: { soft: -32, hard: 8_160 },
    decision: 'review',
  })
  expect(await run({ body: { a: 'x'.repeat(12_288) } })).toMatchObject({ decision: 'no-go' })
  expect(await run({ body: goodDocument() })).toMatchObject({ decision: 'go', valid: true, x402_version: 2 })
})

test('payment-required-header-budget: points at the trims only where there are some', async () => {
  const over = (description: string) =>
    run({ body: { resource: { url: 'https://a.test', description } }, soft_limit: 50, hard_limit: 60 })
  expect(await over('d'.repeat(400))).toMatchObject({
    trims: [{ path: '/resource/description' }],
    findings: [{ code: 'HB_OVER_HARD', fix: 'Apply trims from the top until it fits.' }],
  })
  expect(await over('short')).toMatchObject({
    trims: [],
    findings: [{ code: 'HB_OVER_HARD', fix: expect.stringContaining('what contributors lists') }],
  })
})

test('payment-required-header-budget: is the size the SDK makes the header', async () => {
  // Safe: a good document is what the SDK encodes.
  const document = goodDocument({ error: 'Überweisung 💸 nötig' }) as unknown as Parameters<
    typeof encodePaymentRequiredHeader
  >[0]
  expect(await run({ body: document })).toMatchObject({
    header_value_bytes: encodePaymentRequiredHeader(document).length,
  })
})

test('payment-required-header-budget: takes JSON and header values, and tells what white space costs', async () => {
  const text = JSON.stringify(goodDocument(), null, 2)
  const bare = JSON.stringify(goodDocument()).length
  expect(await run({ body: text })).toMatchObject({
    json_bytes: bare,
    sent_bytes: text.length,
    trims: expect.arrayContaining([
      { path: '', saves_bytes: expect.any(Number), how: 'Serialize without white space.' },
    ]),
  })
  expect(await run({ body: base64(goodDocument()) })).toMatchObject({ json_bytes: bare, sent_bytes: null })
  await expect(run({ body: 'no json' })).rejects.toThrow(Refusal)
})

test('payment-required-header-budget: refuses limits that cannot both be, before any charge', () => {
  const check = (input: Record<string, unknown>) => () =>
    paymentRequiredHeaderBudget.check?.(paymentRequiredHeaderBudget.input.parse({ body: {}, ...input }))
  expect(check({ soft_limit: 10, hard_limit: 5 })).toThrow(Refusal)
  expect(check({ hard_limit: 8_191 })).toThrow(Refusal)
  expect(check({ soft_limit: 10, hard_limit: 10 })).not.toThrow()
})

test('payment-required-header-budget: names what is large, and how to make it smaller', async () => {
  const schema = {
    type: 'object',
    title: 'A title',
    properties: { q: { type: 'string', description: 'x'.repeat(900) } },
  }
  const body = goodDocument({
    resource: { url: 'https://a.test/r', description: 'x'.repeat(300) },
    extensions: { bazaar: { info: {}, schema }, other: { info: {}, schema } },
  })
  expect(await run({ body, soft_limit: 1_000 })).toMatchObject({
    decision: 'review',
    contributors: expect.arrayContaining([expect.objectContaining({ path: '/extensions' })]),
    trims: expect.arrayContaining([
      expect.objectContaining({ path: '/extensions/other/schema', how: 'Drop the repeated schema.' }),
      expect.objectContaining({ path: '/resource/description', saves_bytes: 188 }),
    ]),
    platforms: expect.arrayContaining([expect.objectContaining({ fits: true })]),
  })
})

// Validation drops a member of this name, as it does everywhere.
const ownKey = fc.string().filter((key) => key !== '__proto__')

test('payment-required-header-budget: the line is always name, colon, blank, base64 and CRLF', async () => {
  await fc.assert(
    fc.asyncProperty(fc.dictionary(ownKey, fc.jsonValue({ maxDepth: 3 })), async (body) => {
      expect(await run({ body })).toMatchObject({
        header_line_bytes: `PAYMENT-REQUIRED: ${base64(body)}\r\n`.length,
      })
    }),
    { numRuns: 100 },
  )
})
