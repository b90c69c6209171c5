import { describe, expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'

import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { hashText } from './hash-text.ts'

const run = (input: unknown) => hashText.run(input, fakeContext())

describe('hash-text', () => {
  test('hashes the empty text', async () => {
    expect(await run({ text: '' })).toMatchObject({
      hex: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      byte_length: 0,
    })
  })

  test('gives the published md5, sha1 and sha512 vectors of "abc" and calls md5 and sha1 weak', async () => {
    expect(await run({ text: 'abc', algorithm: 'md5' })).toMatchObject({
      hex: '900150983cd24fb0d6963f7d28e17f72',
      secure: false,
    })
    expect(await run({ text: 'abc', algorithm: 'sha1' })).toMatchObject({
      hex: 'a9993e364706816aba3e25717850c26c9cd0d89d',
      secure: false,
    })
    expect(await run({ text: 'abc', algorithm: 'sha512' })).toMatchObject({ secure: true, advice: null })
  })

  test('computes RFC 4231 test case 2 as an HMAC and never echoes the key', async () => {
    const answer = await run({ text: 'what do ya want for nothing?', hmac_key: 'Jefe' })
    expect(answer).toMatchObject({
      hex: '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
      hmac: true,
    })
    expect(JSON.stringify(answer)).not.toContain('Jefe')
  })

  test('hashes the bytes that hex and base64 stand for', async () => {
    const expected = { hex: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824', byte_length: 5 }
    expect(await run({ text: '68656c6c6f', encoding: 'hex' })).toMatchObject(expected)
    expect(await run({ text: 'aGVsbG8=', encoding: 'base64' })).toMatchObject(expected)
  })

  test.each([
    ['abc', 'hex'],
    ['zz', 'hex'],
    ['aGVsbG8', 'base64'],
    ['aGVs bG8=', 'base64'],
    ['aGVsbG9=', 'base64'],
  ])('refuses %j as %s before any charge', (text, encoding) => {
    expect(() => hashText.check?.({ text, encoding })).toThrow(Refusal)
  })

  test('says when the text is not NFC and hashes it as sent', async () => {
    expect(await run({ text: 'e\u0301' })).toMatchObject({ byte_length: 3, notes: [expect.stringContaining('NFC')] })
  })
})
