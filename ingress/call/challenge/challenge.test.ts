import { describe, expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'
import { catalog } from '#shared/catalog/catalog.ts'

import { discoveryDeps } from '#test/support/fakes/discovery-site.ts'
import { challengeOf, newToken } from './challenge.ts'
import { offerOf } from './offer.ts'

const { config } = discoveryDeps()
const json = (text: string) => JSON.parse(text) as Record<string, unknown>
const headerOf = (reply: { headers?: Record<string, string> }) => reply.headers?.['PAYMENT-REQUIRED'] ?? ''
const paid = [...catalog.values()]
  .filter(({ outcome }) => outcome.cents > 0)
  .map((entry) => ({ slug: entry.outcome.slug, entry }))

test('says of what no key and no pass pays that x402 alone does', () => {
  const offer = { path: '/x', title: 'X', description: 'X.', cents: 50, impulse: false, alternatives: [] }
  const texts = [false, true].map((isSale) => String(challengeOf(config, { ...offer, isSale })('req_1').body))
  expect(texts.map((text) => text.includes('or send a prepaid key'))).toEqual([true, false])
  expect(texts.map((text) => text.includes('by x402 alone'))).toEqual([false, true])
})

describe.each(paid)('the 402 of $slug', ({ entry }) => {
  const challenge = challengeOf(config, offerOf(entry), newToken)
  const refusal = new Refusal('insufficient_balance', 'This key has no cents left — ünder no circumstances.')

  test('has the same object in header and body, at most 8,000 bytes, and a new token each time', () => {
    const tokens = new Set<unknown>()
    for (const refused of [undefined, undefined, refusal]) {
      const reply = challenge('req_1', refused)
      const header = headerOf(reply)
      expect(header).toMatch(/^[A-Za-z0-9+/]+={0,2}$/)
      expect(header.length).toBeLessThanOrEqual(8_000)
      const required = json(Buffer.from(header, 'base64').toString('utf8'))
      const body = json(String(reply.body))
      expect(body).toMatchObject(required)
      expect(body).toMatchObject({ request_id: 'req_1', x402Version: 2, ok: false })
      const { extensions } = required as { extensions: { farebox: { info: { token: string } } } }
      expect(extensions.farebox.info.token).toMatch(/^[\w-]{24}$/)
      tokens.add(extensions.farebox.info.token)
    }
    expect(tokens.size).toBe(3)
  })

  test('leaves 100 bytes for the token', () => {
    const [bare, tokened] = [challengeOf(config, offerOf(entry))('req_1'), challenge('req_1')]
    expect(headerOf(bare).length).toBeLessThanOrEqual(7_900)
    expect(headerOf(tokened).length - headerOf(bare).length).toBeLessThanOrEqual(100)
    expect(headerOf(bare)).toBe(headerOf(challengeOf(config, offerOf(entry))('req_2')))
  })

  test('is written in v1 for who asks for it', () => {
    for (const refused of [undefined, refusal]) {
      const body = json(String(challenge('req_1', refused, 1).body))
      expect(body).toMatchObject({
        x402Version: 1,
        error: refused?.message ?? 'X-PAYMENT header is required',
        request_id: 'req_1',
        accepts: [{ scheme: 'exact' }, { scheme: 'exact' }],
      })
      const accepts = body['accepts'] as {
        network: string
        maxAmountRequired: string
        resource: string
        mimeType: string
      }[]
      expect(accepts.map(({ network }) => network).toSorted()).toEqual(['base', 'solana'])
      expect(accepts[0]).toMatchObject({
        maxAmountRequired: String(entry.outcome.cents * 10_000),
        resource: expect.stringMatching(/^https:/),
        mimeType: 'application/json',
      })
      expect(body).not.toHaveProperty('extensions')
    }
  })
})
