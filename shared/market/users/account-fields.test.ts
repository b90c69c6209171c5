import fc from 'fast-check'
import nacl from 'tweetnacl'
import { describe, expect, test } from 'vitest'

import { toBase58 } from '#shared/lib/crypto/base58.ts'

import { DisplayName, Email, KnownPassword, NewPassword, plainText, SolanaWallet } from './account-fields.ts'
import { isSigned } from './prove-wallet.ts'

describe('a display name', () => {
  test.each([
    ['  Ann   Lee ', 'Ann Lee'],
    ['Ａｎｎ', 'Ann'],
    ['Анна', 'Анна'],
    ['山田 太郎', '山田 太郎'],
    ['Ann (Анна)', 'Ann (Анна)'],
    ['Zoe\u0308', 'Zoë'],
    ['R2-D2 🤖', 'R2-D2 🤖'],
    ['❤️ Ann 👩‍💻', '❤️ Ann 👩‍💻'],
    ['علی\u200Cرضا', 'علی\u200Cرضا'],
  ])('%j is kept as %j', (text, kept) => {
    expect(DisplayName.parse(text)).toBe(kept)
  })

  test.each([
    ['nothing but spaces', '   '],
    ['81 characters', 'a'.repeat(81)],
    ['a word of two alphabets', 'Раypal'],
    ['Greek among Latin', 'Gοogle'],
    ['a change of direction', 'ann\u202Egpj.exe'],
    ['a zero-width space', 'an\u200Bn'],
    ['a newline', 'ann\nadmin'],
    ['a tag character', 'ann\u{E0041}'],
    ['a private character', 'ann\uE000'],
  ])('with %s is refused', (_, text) => {
    expect(DisplayName.safeParse(text).success).toBe(false)
  })

  test('of any text is refused or stays as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const result = DisplayName.safeParse(text)
        expect(!result.success || DisplayName.parse(result.data) === result.data).toBe(true)
      }),
    )
  })
})

describe('other fields', () => {
  test('an e-mail is compared without case', () => {
    expect(Email.parse('  Ann.Lee@Mail.Example ')).toBe('ann.lee@mail.example')
    for (const text of [
      'ann',
      'ann@',
      '@x.example',
      'a b@x.example',
      `${'a'.repeat(250)}@x.example`,
      'ann@x.example\nBcc: all',
    ])
      expect(Email.safeParse(text).success, text).toBe(false)
  })

  test('a password is what was typed, however it was typed', () => {
    expect(NewPassword.parse('pa\u0308ssword')).toBe(KnownPassword.parse('pässword'))
    expect(NewPassword.parse('eight\u00A0or')).toBe('eight or')
    expect(NewPassword.parse(' Case Stays ')).toBe(' Case Stays ')
    for (const text of ['seven77', 'a'.repeat(129), 'tab\tinside'])
      expect(NewPassword.safeParse(text).success, text).toBe(false)
  })

  test('a text keeps its lines and nothing unseen', () => {
    expect(plainText(20).parse(' a\r\nb ')).toBe('a\nb')
    expect(plainText(20).safeParse('a\u202Eb').success).toBe(false)
    expect(plainText(3).safeParse('abcd').success).toBe(false)
  })

  test('a text that grows when it is composed is measured as it is kept', () => {
    expect('\u0958'.normalize('NFC')).toHaveLength(2)
    expect(plainText(20).safeParse('\u0958'.repeat(11)).success).toBe(false)
    expect(plainText(20).parse('\u0958'.repeat(10))).toHaveLength(20)
  })

  test('a wallet is 32 bytes of base58', () => {
    const wallet = toBase58(nacl.sign.keyPair().publicKey)
    expect(SolanaWallet.parse(` ${wallet} `)).toBe(wallet)
    for (const text of [
      '',
      '0'.repeat(44),
      '1'.repeat(32),
      `1${wallet}`,
      '0x000000000000000000000000000000000000dEaD',
      'A'.repeat(64),
    ])
      expect(SolanaWallet.safeParse(text).success, text).toBe(false)
  })
})

describe('a wallet’s signature', () => {
  const { publicKey, secretKey } = nacl.sign.keyPair()
  const wallet = toBase58(publicKey)
  const message = 'it is mine — 私の'
  const signature = nacl.sign.detached(Buffer.from(message), secretKey)

  test('counts as base58 and as base64', () => {
    expect(isSigned(message, wallet, toBase58(signature))).toBe(true)
    expect(isSigned(message, wallet, Buffer.from(signature).toString('base64'))).toBe(true)
  })

  test('counts for its message and its wallet alone', () => {
    expect(isSigned(`${message}.`, wallet, toBase58(signature))).toBe(false)
    expect(isSigned(message, toBase58(nacl.sign.keyPair().publicKey), toBase58(signature))).toBe(false)
  })

  test('that is none never counts and never throws', () => {
    fc.assert(fc.property(fc.string({ maxLength: 100 }), (text) => !isSigned(message, wallet, text)))
    expect(isSigned(message, 'no wallet', toBase58(signature))).toBe(false)
  })
})
