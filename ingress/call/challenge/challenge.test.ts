import { isDeepStrictEqual } from 'node:util'

import { describe, expect, test } from 'vitest'

import { BASE, SOLANA } from '#shared/chains/networks.ts'
import { Refusal } from '#shared/errors.ts'
import { type CatalogEntry, catalog } from '#shared/catalog/catalog.ts'

import { discoveryDeps } from '#test/support/fakes/discovery-site.ts'
import { type Challenge, challengeOf, newToken } from './challenge.ts'
import { BLOCK_BYTES } from './payment-required-header.ts'
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
  test('has a short form of its body in the header, with the same offers, and a new token each time', () => {
    const wrong = offenders((challenge) => {
      const replies = [undefined, undefined, refusal].map((refused) => challenge('req_1', refused))
      const tokens = replies.map((reply) => String(Object(decodedHeader(reply)['extensions']).farebox?.info.token))
      return {
        'its header is no base64': replies.some((reply) => !/^[A-Za-z0-9+/]+={0,2}$/.test(headerOf(reply))),
        'its header is too long': replies.some((reply) => headerOf(reply).length > BLOCK_BYTES.paymentRequired - 20),
        'its header says something else than its body': replies.some((reply) => {
          const body = json(String(reply.body))
          const { extensions, ...required } = decodedHeader(reply)
          return (
            Object.entries(required).some(([name, value]) => !isDeepStrictEqual(body[name], value)) ||
            Object.keys(Object(extensions)).join() !== Object.keys(Object(body['extensions'])).join()
          )
        }),
        'its body is another than a 402': replies.some(
          ({ body }) =>
            !isDeepStrictEqual({ ...json(String(body)), request_id: 'req_1', ok: false }, json(String(body))),
        ),
        'its token is not of 24 characters': tokens.some((token) => !/^[\w-]{24}$/.test(token)),
        'its token is one of before': new Set(tokens).size !== 3,
      }
    })
    expect(wrong).toEqual([])
  })

  test('spends 100 bytes on the token', () => {
    const wrong = offenders((challenge, entry) => {
      const bare = challengeOf(config, offerOf(entry))
      const length = headerOf(bare('req_1')).length
      return {
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

describe('the 402 where payments are off', () => {
  const { SETTLEMENT_URL: _, FACILITATOR_URL: __, ...rest } = config
  const entry = catalog.get('hash-text')
  const bodyFor = (settings: typeof config) =>
    json(String(challengeOf(settings, offerOf(entry ?? fail()))('req_1').body))

  test('offers nothing to sign, says why, and names the trial alone', () => {
    expect(bodyFor({ ...rest, SETTLEMENT_URL: undefined, FACILITATOR_URL: undefined })).toMatchObject({
      accepts: [],
      detail: expect.stringContaining('neither SETTLEMENT_URL nor FACILITATOR_URL is set'),
      warnings: [expect.stringContaining('takes no x402 payments')],
      alternatives: [{ kind: 'trial' }],
    })
    const unpaidNowhere = { ...config, BASE_PAY_TO: undefined, SOLANA_FEE_PAYER: undefined }
    expect(bodyFor(unpaidNowhere)).toMatchObject({ accepts: [], warnings: [expect.stringContaining('BASE_PAY_TO')] })
  })

  test('offers the other network where one has no account', () => {
    expect(bodyFor({ ...config, BASE_PAY_TO: undefined })).toMatchObject({ accepts: [{ network: SOLANA }] })
    expect(bodyFor({ ...config, SOLANA_PAY_TO: undefined })).toMatchObject({ accepts: [{ network: BASE }] })
    expect(bodyFor(config)).not.toHaveProperty('warnings')
  })
})

const fail = (): never => {
  throw new Error('nothing is sold')
}
