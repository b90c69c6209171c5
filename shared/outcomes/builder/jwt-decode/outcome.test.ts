import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'

import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { jwtDecode } from './outcome.ts'

type Key = string | Record<string, unknown>

const run = (input: Record<string, unknown>) => jwtDecode.run(input, fakeContext())

const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

const unsigned = (header: unknown, payload: unknown) => `${encode(header)}.${encode(payload)}.`

/** A token signed with a secret (HS256) or a private key (by the algorithm given). */
function signed(payload: unknown, key: string | KeyObject, header: Record<string, unknown> = { alg: 'HS256' }): string {
  const input = `${encode(header)}.${encode(payload)}`
  if (typeof key === 'string') return `${input}.${createHmac('sha256', key).update(input).digest('base64url')}`
  const digest = header['alg'] === 'EdDSA' ? null : 'sha256'
  return `${input}.${sign(digest, Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}

const codes = (answer: unknown) => {
  // Safe: the outcome's own output schema was applied.
  const { warnings } = answer as { warnings: { code: string }[] }
  return warnings.map(({ code }) => code)
}

const refusal = (input: { token: string; key?: Key }) => {
  try {
    jwtDecode.check?.(input)
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  return null
}

/** RFC 7515, appendix A.1. */
const RFC_TOKEN =
  'eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const RFC_KEY = {
  kty: 'oct',
  k: 'AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow',
}
const STRONG = 'vG7q2mXw9Lr4Tb8Yk1Zs6Np3Hd5Jc0Fe'

describe('jwt-decode: decoding', () => {
  test('answers its own example', async () => {
    expect(await run(jwtDecode.example.input)).toEqual(jwtDecode.example.output)
  })

  test('an unsigned token is decoded, flagged and never trusted', async () => {
    const answer = await run({ token: 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.' })
    expect(answer).toMatchObject({ header: { alg: 'none' }, decoded_only: true, signature_present: false })
    expect(codes(answer)).toContain('alg_none')
  })

  test('takes "Bearer " away and tells the times', async () => {
    expect(await run({ token: 'Bearer eyJhbGciOiJub25lIn0.eyJleHAiOjF9.' })).toMatchObject({
      times: { expired: true, expires_at: '1970-01-01T00:00:01.000Z' },
    })
  })

  test('judges times at the given now: expired from exp on, not valid before nbf', async () => {
    const token = unsigned({ alg: 'none' }, { iat: 1000, nbf: 2000, exp: 3000 })
    const at = (seconds: number) => run({ token, now: new Date(seconds * 1000).toISOString() })
    expect(await at(1999)).toMatchObject({ times: { not_yet_valid: true, expired: false, lifetime_s: 2000 } })
    expect(await at(2999)).toMatchObject({ times: { not_yet_valid: false, expired: false, seconds_to_expiry: 1 } })
    expect(await at(3000)).toMatchObject({ times: { expired: true, seconds_to_expiry: 0 } })
  })

  test('explains registered claims and leaves the others alone', async () => {
    expect(await run({ token: unsigned({ alg: 'none' }, { iss: 'me', shoe_size: 43 }) })).toMatchObject({
      claims: [{ name: 'iss', value: 'me', meaning: expect.stringContaining('Issuer') }],
    })
  })

  test('a JWE shows its header only', async () => {
    const token = `${encode({ alg: 'RSA1_5', enc: 'A256GCM' })}.AAAA.AAAA.AAAA.AAAA`
    const answer = await run({ token, key: STRONG })
    expect(answer).toMatchObject({
      type: 'JWE',
      payload: null,
      verification: { performed: false, valid: null },
      decoded_only: true,
    })
    expect(codes(answer)).toContain('weak_encryption')
  })

  test.each([
    ['two parts', 'e30.e30'],
    ['four parts', 'e30.e30..'],
    ['padding', 'e30=.e30.'],
    ['the other base64 alphabet', `${encode({ alg: 'none' })}.+/+/.`],
    ['spare bits', 'e31.e30.'],
    ['an impossible length', 'e30.e30.A'],
    ['a header that is no JSON', `${encode('{')}.e30.`],
    ['a payload that is a list', `e30.${encode([1])}.`],
    [
      'a payload that is not UTF-8',
      `e30.${Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]).toString('base64url')}.`,
    ],
    ['a byte order mark', `e30.${encode('\ufeff{}')}.`],
    ['a bottomless payload', `e30.${encode(`{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`)}.`],
    ['nothing', ''],
  ])('refuses %s before any charge, without quoting it', (_name, token) => {
    const refused = refusal({ token })
    expect(refused?.code).toBe('validation_error')
    // Nine characters are in no message by chance; a shorter token is.
    expect(token.length > 8 && JSON.stringify(refused?.toWire()).includes(token.slice(0, 9))).toBe(false)
  })
})

describe('jwt-decode: verifying', () => {
  test('finds RFC 7515 A.1 valid with its key', async () => {
    expect(await run({ token: RFC_TOKEN, key: RFC_KEY })).toMatchObject({
      verification: { performed: true, valid: true, alg: 'HS256', reason: null },
      decoded_only: false,
      payload: { iss: 'joe', 'http://example.com/is_root': true },
    })
    expect(await run({ token: RFC_TOKEN, key: JSON.stringify(RFC_KEY) })).toMatchObject({
      verification: { valid: true },
    })
  })

  test('one changed claim makes the signature invalid', async () => {
    const [header, , signature] = RFC_TOKEN.split('.')
    expect(await run({ token: `${header}.${encode({ iss: 'eve' })}.${signature}`, key: RFC_KEY })).toMatchObject({
      verification: { performed: true, valid: false },
      decoded_only: true,
    })
  })

  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const ed = generateKeyPairSync('ed25519')

  test.each([
    ['RS256', rsa],
    ['ES256', ec],
    ['EdDSA', ed],
  ])('takes a %s key as PEM, as PEM on one line, as JWK and in a JWKS', async (alg, { publicKey, privateKey }) => {
    const token = signed({ sub: '1' }, privateKey, { alg, kid: 'k1' })
    const pem = publicKey.export({ format: 'pem', type: 'spki' }).toString()
    const jwk = publicKey.export({ format: 'jwk' })
    for (const key of [pem, pem.trim().replaceAll('\n', '\\n'), { ...jwk }]) {
      expect(await run({ token, key })).toMatchObject({ verification: { valid: true, kid_matched: null } })
    }
    const keys = [{ kty: 'oct', k: 'AAAA', kid: 'k1' }, { kty: 'new' }, { ...jwk, kid: 'k1', alg, use: 'sig' }]
    expect(await run({ token, key: { keys } })).toMatchObject({ verification: { valid: true, kid_matched: true } })
  })

  test('a set without the kid of the token checks nothing', async () => {
    const key = { keys: [{ ...ed.publicKey.export({ format: 'jwk' }), kid: 'other' }] }
    expect(await run({ token: signed({}, ed.privateKey, { alg: 'EdDSA', kid: 'k1' }), key })).toMatchObject({
      verification: { performed: false, valid: null, kid_matched: false, reason: expect.stringContaining('kid') },
    })
  })

  test('a public key never serves as an HMAC secret, and the forgery is named', async () => {
    const pem = rsa.publicKey.export({ format: 'pem', type: 'spki' }).toString()
    const answer = await run({ token: signed({ admin: true }, pem), key: pem })
    expect(answer).toMatchObject({
      verification: { performed: true, valid: false, reason: expect.stringContaining('RS256') },
    })
    expect(codes(answer)).toContain('alg_confusion')
    expect(JSON.stringify(answer)).toContain('the token is forged')
  })

  test('a secret never verifies a token that asks for a public key', async () => {
    expect(await run({ token: signed({}, rsa.privateKey, { alg: 'RS256' }), key: STRONG })).toMatchObject({
      verification: { performed: true, valid: false },
    })
  })

  test('alg none is not valid whatever the key', async () => {
    for (const alg of ['none', 'None', 'nOnE']) {
      const answer = await run({ token: unsigned({ alg }, {}), key: STRONG })
      expect(answer).toMatchObject({ verification: { valid: false }, decoded_only: true })
      expect(codes(answer)).toContain('alg_none')
    }
  })

  test('refuses an unknown critical extension', async () => {
    const token = signed({}, STRONG, { alg: 'HS256', crit: ['exp2'], exp2: 1 })
    expect(await run({ token, key: STRONG })).toMatchObject({
      verification: { valid: false, reason: expect.stringContaining('crit') },
    })
  })

  test('does not accept short RSA keys, and says so', async () => {
    const short = generateKeyPairSync('rsa', { modulusLength: 1024 })
    const token = signed({}, short.privateKey, { alg: 'RS256' })
    expect(await run({ token, key: { ...short.publicKey.export({ format: 'jwk' }) } })).toMatchObject({
      verification: { performed: false, valid: null, reason: expect.stringContaining('2048') },
    })
  })

  test('of a private key only the public half is used', async () => {
    const key = ec.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
    const answer = await run({ token: signed({}, ec.privateKey, { alg: 'ES256' }), key })
    expect(answer).toMatchObject({ verification: { valid: true } })
    expect(codes(answer)).toContain('private_key_given')
  })

  test.each<[string, Key]>([
    ['a broken PEM', '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----'],
    ['broken JSON', '{"kty":"oct"'],
    ['a JWK of no type', { k: 'AAAA' }],
    ['an empty secret JWK', { kty: 'oct', k: '' }],
    ['a JWK for encryption', { ...RFC_KEY, use: 'enc' }],
    ['a set without a usable key', { keys: [{ kty: 'new' }, 7] }],
    ['a set of a thousand', { keys: Array.from({ length: 1000 }, () => RFC_KEY) }],
    ['numbers beyond any real key', { kty: 'RSA', n: 'AAAA', e: 'B'.repeat(100_000) }],
    ['members that are no text', { kty: 'RSA', n: { toString: 1 }, e: 'AQAB' }],
    ['a point off the curve', { kty: 'EC', crv: 'P-256', x: 'AAAA', y: 'AAAA' }],
  ])('refuses %s as key before any charge, without quoting it', (_name, key) => {
    const refused = refusal({ token: RFC_TOKEN, key })
    expect(refused?.code).toBe('validation_error')
    expect(JSON.stringify(refused?.toWire())).not.toMatch(/AAAA|AyM1/)
  })

  test('never echoes token, signature or secret', async () => {
    const key = 'correct horse battery staple and more of it'
    const token = signed({ sub: '1', exp: 4e9 }, key)
    const text = JSON.stringify(await run({ token, key }))
    for (const part of [key, ...token.split('.')]) expect(text).not.toContain(part)
    expect(jwtDecode.secrets).toEqual(['token', 'key'])
  })
})

describe('jwt-decode: warnings', () => {
  const FINE = { exp: 1_795_180_000, iat: 1_795_175_000 }
  const of = async (header: Record<string, unknown>, payload: unknown, more = {}) =>
    codes(await run({ token: `${encode(header)}.${encode(payload)}.AAAA`, now: '2026-11-20T12:00:00Z', ...more }))

  test('a plain short-lived token has none', async () => {
    expect(await of({ alg: 'RS256', typ: 'JWT', kid: '2024-key_1' }, FINE)).toEqual([])
  })

  test.each<[string, Record<string, unknown>, unknown]>([
    ['missing_exp', {}, {}],
    ['long_lived', {}, { iat: 0, exp: 86_401 }],
    ['long_lived', {}, { exp: 1_900_000_000 }],
    ['invalid_time', {}, { exp: 1_795_190_000_000 }],
    ['invalid_time', {}, { ...FINE, nbf: '2026-01-01' }],
    ['issued_in_future', {}, { iat: 1_795_300_000, exp: 1_795_300_100 }],
    ['jku_or_x5u_header', { jku: 'https://attacker.example/keys' }, FINE],
    ['jku_or_x5u_header', { x5u: 'https://attacker.example/cert' }, FINE],
    ['embedded_key', { jwk: {} }, FINE],
    ['kid_injection', { kid: '../../dev/null' }, FINE],
    ['kid_injection', { kid: "x' UNION SELECT 'a" }, FINE],
    ['kid_injection', { kid: { $ne: 1 } }, FINE],
    ['sensitive_claim', {}, { ...FINE, user: { 'Credit-Card': '1' } }],
    ['sensitive_claim', {}, { ...FINE, note: '4111 1111 1111 1111' }],
    ['missing_alg', { alg: 7 }, FINE],
  ])('%s for %j %j', async (code, header, payload) => {
    expect(await of({ alg: 'RS256', ...header }, payload)).toContain(code)
  })

  test.each([{ kid: 'https://vault.example/keys/a/b1' }, { kid: 'did:key:z6Mk#z6Mk' }, { kid: '/+aB/cD9==' }])(
    '%j is no injection',
    async (header) => {
      expect(await of({ alg: 'RS256', ...header }, FINE)).toEqual([])
    },
  )

  test('an expected audience or issuer that is not met is told, one that is met is not', async () => {
    const payload = { ...FINE, aud: ['shop', 'api'], iss: 'https://id.example' }
    expect(await of({ alg: 'RS256' }, payload, { audience: 'api', issuer: 'https://id.example' })).toEqual([])
    expect(await of({ alg: 'RS256' }, payload, { audience: 'API', issuer: 'id.example' })).toEqual([
      'aud_mismatch',
      'iss_mismatch',
    ])
  })

  test('a stripped signature is told', async () => {
    expect(codes(await run({ token: unsigned({ alg: 'RS256' }, FINE) }))).toContain('missing_signature')
  })

  test('a secret that everybody knows is told with and without the key, a strong one is not', async () => {
    expect(codes(await run({ token: signed(FINE, 'secret') }))).toContain('weak_hmac_secret')
    expect(codes(await run({ token: signed(FINE, 'short but own'), key: 'short but own' }))).toContain(
      'weak_hmac_secret',
    )
    expect(codes(await run({ token: signed(FINE, STRONG), key: STRONG }))).not.toContain('weak_hmac_secret')
  })

  test('keys given twice are found, however they are spelled, and the last one counts', async () => {
    const token = `${encode('{"alg":"none"}')}.${encode('{"a":[{"b":1,"\\u0062":2}],"sub":"1","sub":"2"}')}.`
    const answer = await run({ token })
    expect(answer).toMatchObject({ payload: { sub: '2' } })
    expect(JSON.stringify(answer)).toContain('payload.a[0].b, payload.sub')
  })

  test('a claim __proto__ is flagged and changes nothing', async () => {
    expect(codes(await run({ token: `e30.${encode('{"__proto__":{"admin":true}}')}.` }))).toContain('prototype_key')
  })
})

test('jwt-decode: refuses or answers whatever the token is', async () => {
  const json = fc.oneof(
    fc.json({ maxDepth: 3 }),
    fc
      .record({
        alg: fc.oneof(fc.constantFrom('none', 'HS256', 'RS256', 'ES256'), fc.constant({ toString: 1 }), fc.anything()),
        kid: fc.anything(),
        exp: fc.double(),
        aud: fc.anything(),
      })
      .map((value) => JSON.stringify(value)),
    fc.string(),
  )
  const token = fc.oneof(
    fc.string(),
    fc.array(json, { minLength: 1, maxLength: 6 }).map((parts) => parts.map(encode).join('.')),
    fc.array(fc.base64String(), { maxLength: 6 }).map((parts) => parts.join('.')),
  )
  const key = fc.constantFrom<(Key | undefined)[]>(undefined, 'secret', RFC_KEY, { keys: [RFC_KEY] })
  await fc.assert(
    fc.asyncProperty(token, key, async (sent, given) => {
      const answer = await run({ token: sent, ...(given === undefined ? {} : { key: given }) }).catch(
        (error: unknown) => error,
      )
      expect(answer instanceof Refusal || typeof Object(answer).decoded_only === 'boolean', String(answer)).toBe(true)
    }),
  )
})

test('jwt-decode: refuses or takes whatever the key is', () => {
  const jwk = fc.record(
    {
      kty: fc.constantFrom('RSA', 'EC', 'OKP', 'oct', 'x'),
      k: fc.string(),
      n: fc.base64String(),
      e: fc.constantFrom('AQAB', 'AA', ''),
      crv: fc.constantFrom('P-256', 'Ed25519', 'x'),
      x: fc.base64String(),
      y: fc.base64String(),
      alg: fc.anything(),
    },
    { requiredKeys: [] },
  )
  const key = fc.oneof(
    fc.string({ minLength: 1 }),
    jwk,
    fc.record({ keys: fc.array(fc.oneof(jwk, fc.anything())) }),
    fc.base64String().map((body) => `-----BEGIN PUBLIC KEY-----\n${body}\n-----END PUBLIC KEY-----`),
  )
  fc.assert(
    fc.property(key, (given) =>
      [null, 'validation_error'].includes(refusal({ token: RFC_TOKEN, key: given })?.code ?? null),
    ),
  )
})
