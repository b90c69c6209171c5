import { sha256Hex } from '#shared/lib/crypto/digest.ts'

const digits = '0123456789'
const small = 'abcdefghijklmnopqrstuvwxyz'
const letters = small + small.toUpperCase()

/** The letters that the value of a slot is made of. */
const alphabets: Readonly<Record<string, string>> = {
  dec: digits,
  hex: `${digits}abcdef`,
  HEX: `${digits}ABCDEF`,
  lower: small + digits,
  upper: `${small.toUpperCase()}234567`,
  letters,
  alnum: letters + digits,
  b64: `${letters}${digits}+/`,
  url: `${letters}${digits}-_`,
  b58: '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz',
  bech: 'qpzry9x8gf2tvdw0s3jn54khce6mua7l',
}

const base64Url = (text: string) => Buffer.from(text).toString('base64url')

/**
 * Puts a value in place of each slot of a text: `{hex:40}` so many random letters of an alphabet, `{uuid}`, `{basic}`,
 * `{jwt:NAME}` a token with this subject, `{enc:TEXT}` the text in base64. The same text gives the same values.
 */
export function expandSlots(text: string): string {
  let count = 0
  const random = (kind: string, length: number) => {
    const alphabet = alphabets[kind] ?? ''
    let made = ''
    for (let at = 0; at < length; at += 1) {
      const digest = sha256Hex(Buffer.from(`${text}#${(count += 1)}`))
      made += alphabet[Number.parseInt(digest.slice(0, 8), 16) % alphabet.length] ?? ''
    }
    return made
  }
  const uuid = () =>
    [random('hex', 8), random('hex', 4), `4${random('hex', 3)}`, `a${random('hex', 3)}`, random('hex', 12)].join('-')
  return text
    .replace(/\{(dec|hex|HEX|lower|upper|letters|alnum|b64|url|b58|bech):(\d{1,3})\}/g, (_, kind: string, length) =>
      random(kind, Number(length)),
    )
    .replaceAll('{uuid}', uuid)
    .replaceAll('{basic}', () => Buffer.from(`deploy:${random('alnum', 16)}`).toString('base64'))
    .replace(/\{jwt:([a-z_]{2,16})\}/g, (_, name: string) =>
      [
        base64Url('{"alg":"HS256","typ":"JWT"}'),
        base64Url(`{"sub":"${name}","role":"${name}","iat":1767225600,"exp":2082758400}`),
        random('url', 43),
      ].join('.'),
    )
    .replace(/\{enc:([^{}]+)\}/g, (_, inner: string) => Buffer.from(inner).toString('base64'))
}
