import fc from 'fast-check'
import { expect, test } from 'vitest'

import { CREDENTIAL_TYPES, type CredentialType, credentialMint } from './credentials.ts'
import { newCredentialId } from './credential-id.ts'

const mint = credentialMint('s'.repeat(32), 'test')
// Safe: the table's keys are the types.
const types = Object.keys(CREDENTIAL_TYPES) as CredentialType[]
const ID = 'AbCdEf012345'

test.each(types)('a credential of type %s is issued the same each time, and read with its type and id', (type) => {
  const credential = mint.issue(type, ID)
  expect(credential).toBe(mint.issue(type, ID))
  expect(mint.parse(credential)).toMatchObject({ type, id: ID })
})

test('credentials of other types, ids, secrets and environments are all different', () => {
  const others = [
    ...types.map((type) => mint.issue(type, ID)),
    ...Array.from({ length: 100 }, () => mint.issue('sk', newCredentialId())),
    credentialMint('t'.repeat(32), 'test').issue('sk', ID),
    credentialMint('s'.repeat(32), 'live').issue('sk', ID),
  ]
  expect(new Set(others.map((one) => one.slice(24))).size).toBe(others.length)
  expect(new Set(others.map((one) => mint.fingerprint(one).toString('hex'))).size).toBe(others.length)
})

test('a credential of the other environment is not read', () => {
  expect(mint.parse(credentialMint('s'.repeat(32), 'live').issue('sk', ID))).toBeNull()
})

test('a credential with any one character changed is not read', () => {
  const credential = mint.issue('sk', ID)
  const changed = fc.tuple(fc.nat(credential.length - 1), fc.constantFrom(...'abcXYZ019_ '))
  fc.assert(
    fc.property(changed, ([at, char]) => {
      const sent = credential.slice(0, at) + char + credential.slice(at + 1)
      expect(sent === credential || mint.parse(sent) === null).toBe(true)
    }),
    { numRuns: 500 },
  )
})

test('any text is a credential or null', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^fb_test_sk_[0-9A-Za-z]{50}$/))
  fc.assert(
    fc.property(text, (sent) => {
      const parsed = mint.parse(sent)
      expect(parsed === null || sent.includes(parsed.id)).toBe(true)
    }),
  )
})

test('the token of a call is of that call alone, and of this server', () => {
  const tokens = ['a', 'b'].flatMap((call) => [
    mint.callToken(call),
    credentialMint('t'.repeat(32), 'test').callToken(call),
  ])
  expect(new Set(tokens).size).toBe(4)
})
