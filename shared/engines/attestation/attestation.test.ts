import { generateKeyPairSync, sign } from 'node:crypto'

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { preAuthEncoding } from '#shared/lib/crypto/dsse.ts'

import { judgeAttestation } from '#shared/outcomes/supply-chain/attest-verify/judge-attestation.ts'
import { contentDigestOf, counterSignature, PAYLOAD_TYPE, payloadOf, statementOf, subjectOf } from './statement.ts'
import { readEnvelope, readPublicKey, isSignedBy } from './verify-envelope.ts'

const HELLO = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'
const claim = { agent_id: 'a1', subject: 'hello', claim: 'reviewed', visibility: 'public' as const }
const made = {
  baseUrl: 'https://farebox.example',
  issuedAt: '2026-11-20T12:00:00.000Z',
  nonce: 'n',
  issuer: { credential: 'trial', owner_tag: 'abcdef' },
}
const payload = payloadOf(statementOf(claim, made))
const seal = (key: Parameters<typeof sign>[2], hash: string | null = null, type = PAYLOAD_TYPE, text = payload) => ({
  payloadType: type,
  payload: Buffer.from(text).toString('base64'),
  signatures: [{ keyid: 'k', sig: sign(hash, preAuthEncoding(type, Buffer.from(text)), key).toString('base64') }],
})
const { publicKey, privateKey } = generateKeyPairSync('ed25519')

test('the encoding that is signed is the one DSSE publishes', () => {
  expect(preAuthEncoding('http://example.com/HelloWorld', Buffer.from('hello world')).toString()).toBe(
    'DSSEv1 29 http://example.com/HelloWorld 11 hello world',
  )
})

describe('a statement', () => {
  test('names its subject by digest: a text, a JSON value, or what was named', () => {
    expect(subjectOf('hello')).toEqual({ name: 'text', digest: { sha256: HELLO } })
    expect(subjectOf({ b: 2, a: 1 })).toEqual({
      name: 'json',
      digest: { sha256: '43258cff783fe7036d8a43033f830adfc60ec037382473548ac742b888292777' },
    })
    expect(subjectOf({ name: 'image', digest: { sha256: HELLO.toUpperCase() } })).toEqual({
      name: 'image',
      digest: { sha256: HELLO },
    })
  })

  test('is the same by content whenever and for whomever it is made', () => {
    expect(contentDigestOf({ ...claim, predicate: { a: 1, b: 2 } })).toBe(
      contentDigestOf({ ...claim, predicate: { b: 2, a: 1 } }),
    )
    expect(contentDigestOf({ ...claim, rating: 5 })).not.toBe(contentDigestOf(claim))
    expect(statementOf(claim, made)).toMatchObject({
      predicateType: 'https://farebox.example/attest/v1/reviewed',
      predicate: { issuer: { is_trial: true } },
    })
  })

  test('carries the agent’s own signature where it holds', () => {
    const public_key = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('hex')
    const signature = sign(null, Buffer.from(`attest-v1\na1\nreviewed\n${HELLO}`), privateKey).toString('base64')
    expect(counterSignature({ ...claim, predicate: { agent_signature: { public_key, signature } } })).toBe(signature)
    expect(
      counterSignature({ ...claim, claim: 'other', predicate: { agent_signature: { public_key, signature } } }),
    ).toBe(null)
    expect(counterSignature({ ...claim, predicate: { agent_signature: 'x' } })).toBe(null)
  })
})

describe('an envelope', () => {
  const judge = (
    envelope: unknown,
    keys = [publicKey],
    input: Parameters<typeof judgeAttestation>[0]['input'] = {},
  ) => {
    const read = readEnvelope(envelope)
    if (read === null) return null
    return judgeAttestation({
      input,
      envelope: read,
      signed: isSignedBy(read, keys),
      ownService: false,
      own: null,
      nowMs: Date.parse('2026-11-21'),
    })
  }

  test('is valid with the key it was signed with, of any kind, given in any form', () => {
    const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
    for (const [pair, hash] of [
      [{ publicKey, privateKey }, null],
      [ec, 'sha256'],
      [rsa, 'sha256'],
    ] as const) {
      const pem = pair.publicKey.export({ type: 'spki', format: 'pem' })
      for (const given of [pem, pair.publicKey.export({ format: 'jwk' })]) {
        const key = readPublicKey(given)
        expect(key).not.toBe(null)
        expect(judge(seal(pair.privateKey, hash), key === null ? [] : [key])).toMatchObject({
          valid: true,
          verdict: { decision: 'allow' },
        })
      }
    }
  })

  test('of another key, another type or another text is not', () => {
    expect(judge(seal(generateKeyPairSync('ed25519').privateKey))).toMatchObject({
      valid: false,
      verdict: { decision: 'block' },
    })
    expect(judge({ ...seal(privateKey), payloadType: 'text/plain' })).toMatchObject({ valid: false })
    expect(judge(seal(privateKey, null, 'text/plain'))).toMatchObject({
      valid: false,
      verdict: { reasons: [{ code: 'unknown_payload' }] },
    })
    expect(
      judge({ ...seal(privateKey), payload: Buffer.from(payload.replace('a1', 'a2')).toString('base64') }),
    ).toMatchObject({ valid: false })
  })

  test('without a key is never valid', () => {
    expect(judge(seal(privateKey), [])).toMatchObject({
      valid: false,
      verdict: { decision: 'review', reasons: [{ code: 'unverifiable' }] },
    })
  })

  test('is held against subject and expectations', () => {
    expect(
      judge(seal(privateKey), [publicKey], { subject: 'hello', expected: { agent_id: 'a1', claim: 'reviewed' } }),
    ).toMatchObject({ valid: true, match: true })
    expect(judge(seal(privateKey), [publicKey], { subject: 'other' })).toMatchObject({ valid: false, match: false })
    expect(judge(seal(privateKey), [publicKey], { expected: { about_agent: 'x' } })).toMatchObject({ valid: false })
  })

  test('and a key are read or refused, whatever they are', () => {
    const base = seal(privateKey)
    const broken = fc
      .constantFrom(...Object.keys(base))
      .chain((name) => fc.jsonValue().map((value) => ({ ...base, [name]: value })))
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), broken), (value) => {
        const answer = judge(value)
        expect(answer === null || typeof answer.valid === 'boolean').toBe(true)
        const key = readPublicKey(value)
        expect(key === null || key.type === 'public').toBe(true)
      }),
    )
    const statements = fc.record({
      _type: fc.constant('https://in-toto.io/Statement/v1'),
      subject: fc.array(fc.jsonValue()),
      predicate: fc.dictionary(fc.string(), fc.jsonValue()),
    })
    fc.assert(
      fc.property(statements, (statement) => {
        expect(
          judge(seal(privateKey, null, PAYLOAD_TYPE, JSON.stringify(statement)), [publicKey], { subject: 'x' }),
        ).toMatchObject({ match: false })
      }),
      { numRuns: 50 },
    )
  })
})
