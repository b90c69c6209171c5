import fc from 'fast-check'
import nacl from 'tweetnacl'
import { expect, test } from 'vitest'

import { type SignedStatement, statementText } from '#shared/lib/crypto/signed-statement.ts'

import { verifyStatement } from './verify-statement.ts'

const statement: SignedStatement = { profile: 'bind1', digest: 'ab'.repeat(32) }
const { publicKey, secretKey } = nacl.sign.keyPair.fromSeed(Buffer.alloc(32, 1))
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const signature = base64url(nacl.sign.detached(Buffer.from(statementText(statement)), secretKey))
const keyId = 'key-1'
const keys = [{ kid: keyId, x: base64url(publicKey) }]

test('a statement is valid by the key that signed it, named or not', () => {
  expect(verifyStatement(statement, { signature, keyId }, keys)).toBe(true)
  expect(verifyStatement(statement, { signature, keyId: null }, keys)).toBe(true)
})

test('a changed statement, or the same digest under another profile, is not valid', () => {
  const changed = { ...statement, digest: 'ac'.repeat(32) } as const
  const other: SignedStatement = { profile: 'manifest1', digest: statement.digest }
  expect(verifyStatement(changed, { signature, keyId }, keys)).toBe(false)
  expect(verifyStatement(other, { signature, keyId }, keys)).toBe(false)
})

test('a statement is not valid by another key of that name, and a key that nobody has tells nothing', () => {
  const stranger = { kid: keyId, x: base64url(Buffer.alloc(32, 7)) }
  expect(verifyStatement(statement, { signature, keyId }, [stranger])).toBe(false)
  expect(verifyStatement(statement, { signature, keyId: 'of-nobody' }, keys)).toBeNull()
  expect(verifyStatement(statement, { signature, keyId }, [])).toBeNull()
})

test('a key that is no key makes no statement valid and fails nothing', () => {
  expect(verifyStatement(statement, { signature, keyId: null }, [{ kid: 'a', x: '' }, ...keys])).toBe(true)
  expect(verifyStatement(statement, { signature, keyId: null }, [{ kid: 'a', x: '=' }])).toBe(false)
})

test('any text as a signature is judged and never valid', () => {
  const text = fc.oneof(fc.string(), fc.base64String(), fc.uint8Array({ minLength: 64, maxLength: 64 }).map(base64url))
  fc.assert(
    fc.property(text, (sent) => {
      expect(verifyStatement(statement, { signature: sent, keyId }, keys)).toBe(false)
    }),
  )
})
