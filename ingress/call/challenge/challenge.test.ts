import { isDeepStrictEqual } from 'node:util'

import { describe, expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'
import { type CatalogEntry, catalog } from '#shared/catalog/catalog.ts'

import { discoveryDeps } from '#test/support/fakes/discovery-site.ts'
import { type Challenge, challengeOf, newToken } from './challenge.ts'
import { offerOf } from './offer.ts'

const { config } = discoveryDeps()
const json = (text: string) => JSON.parse(text) as Record<string, unknown>
const headerOf = (reply: { headers?: Record<string, string> }) => reply.headers?.['PAYMENT-REQUIRED'] ?? ''
const decodedHeader = (reply: { headers?: Record<string, string> }) =>
  json(Buffer.from(headerOf(reply), 'base64').toString('utf8'))
const paid = [...catalog.values()].filter(({ outcome }) => outcome.cents > 0)
const refusal = new Refusal('insufficient_balance', 'This key has no cents left — ünder no circumstances.')

test('the 402 says of what no key and no pass pays that x402 alone does', () => {
  const offer = { path: '/x', title: 'X', description: 'X.', cents: 50, impulse: false, alternatives: [] }
  const texts = [false, true].map((isSale) => String(challengeOf(config, { ...offer, isSale })('req_1').body))
  expect(texts.map((text) => text.includes('or send a prepaid key'))).toEqual([true, false])
  expect(texts.map((text) => text.includes('by x402 alone'))).toEqual([false, true])
})

/** The outcomes whose 402s are not as they should be, with what is wrong. */
const offenders = (problemsOf: (challenge: Challenge, entry: CatalogEntry) => Record<string, boolean>) =>
  paid.flatMap((entry) =>
    Object.entries(problemsOf(challengeOf(config, offerOf(entry), newToken), entry)).flatMap(([what, isWrong]) =>
      isWrong ? [`${entry.outcome.slug}: ${what}`] : [],
    ),
  )

describe('the 402 of every outcome', () => {
  test('has the same object in header and body, at most 8,000 bytes, and a new token each time', () => {
    const wrong = offenders((challenge) => {
      const replies = [undefined, undefined, refusal].map((refused) => challenge('req_1', refused))
      const tokens = replies.map((reply) => String(Object(decodedHeader(reply)['extensions']).farebox?.info.token))
      return {
        'its header is no base64': replies.some((reply) => !/^[A-Za-z0-9+/]+={0,2}$/.test(headerOf(reply))),
        'its header is too long': replies.some((reply) => headerOf(reply).length > 8_000),
        'its body is not the object in its header': replies.some((reply) => {
          const body = json(String(reply.body))
          const required = { ...decodedHeader(reply), request_id: 'req_1', x402Version: 2, ok: false }
          return Object.entries(required).some(([name, value]) => !isDeepStrictEqual(body[name], value))
        }),
        'its token is not of 24 characters': tokens.some((token) => !/^[\w-]{24}$/.test(token)),
        'its token is one of before': new Set(tokens).size !== 3,
      }
    })
    expect(wrong).toEqual([])
  })

  test('leaves 100 bytes for the token', () => {
    const wrong = offenders((challenge, entry) => {
      const bare = challengeOf(config, offerOf(entry))
      const length = headerOf(bare('req_1')).length
      return {
        'it is too long without its token': length > 7_900,
        'its token takes more than 100 bytes': headerOf(challenge('req_1')).length - length > 100,
        'its header changes with the request': headerOf(bare('req_1')) !== headerOf(bare('req_2')),
      }
    })
    expect(wrong).toEqual([])
  })

  test('is written in v1 for who asks for it', () => {
    const bodies = paid.flatMap((entry) =>
      [undefined, refusal].map((refused) => ({
        slug: entry.outcome.slug,
        body: json(String(challengeOf(config, offerOf(entry), newToken)('req_1', refused, 1).body)),
        error: refused?.message ?? 'X-PAYMENT header is required',
        accept: {
          scheme: 'exact',
          network: expect.stringMatching(/^(?:base|solana)$/),
          maxAmountRequired: String(entry.outcome.cents * 10_000),
          resource: expect.stringMatching(/^https:/),
          mimeType: 'application/json',
        },
      })),
    )
    expect(bodies.map(({ body }) => body)).toMatchObject(
      bodies.map(({ error, accept }) => ({ x402Version: 1, error, request_id: 'req_1', accepts: [accept, accept] })),
    )
    const networks = bodies.map(({ body }) => Object(body['accepts']).map((one: { network: string }) => one.network))
    expect(new Set(networks.map((two) => two.toSorted().join()))).toEqual(new Set(['base,solana']))
    expect(bodies.filter(({ body }) => 'extensions' in body).map(({ slug }) => slug)).toEqual([])
  })
})
