import { createECDH, generateKeyPairSync, type KeyObject } from 'node:crypto'

import { bech32 } from '@scure/base'
import { describe, expect, test } from 'vitest'

import { numbers } from '#test/support/numbers.ts'

import { findSecrets } from './find-secrets.ts'
import { maskSecrets } from './mask-secrets.ts'

const random = numbers(20_271)
const bytesOf = (length: number) => Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)))
const field = (value: Buffer | string) => {
  const bytes = Buffer.from(value)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}
const folded = (bytes: Buffer, width = 70) => bytes.toString('base64').replace(new RegExp(`(.{${width}})`, 'g'), '$1\n')

/** An unencrypted key file as ssh-keygen writes it (PROTOCOL.key), of key material given. */
function opensshKey(publicPart: Buffer, privatePart: readonly Buffer[], comment: string): string {
  const check = bytesOf(4)
  const inner = Buffer.concat([check, check, ...privatePart, field(comment)])
  const padding = Buffer.from(Array.from({ length: (8 - (inner.length % 8)) % 8 }, (_, at) => at + 1))
  const file = Buffer.concat([
    Buffer.from('openssh-key-v1\0'),
    field('none'),
    field('none'),
    field(''),
    Buffer.from([0, 0, 0, 1]),
    field(publicPart),
    field(Buffer.concat([inner, padding])),
  ])
  return `-----BEGIN OPENSSH PRIVATE KEY-----\n${folded(file).trimEnd()}\n-----END OPENSSH PRIVATE KEY-----`
}

function ed25519(comment = 'build@runner'): string {
  const publicKey = bytesOf(32)
  const publicPart = Buffer.concat([field('ssh-ed25519'), field(publicKey)])
  return opensshKey(publicPart, [publicPart, field(Buffer.concat([bytesOf(32), publicKey]))], comment)
}
function ecdsa(comment = 'deploy'): string {
  const ecdh = createECDH('prime256v1')
  const publicPart = Buffer.concat([field('ecdsa-sha2-nistp256'), field('nistp256'), field(ecdh.generateKeys())])
  return opensshKey(publicPart, [publicPart, field(ecdh.getPrivateKey())], comment)
}
function rsa(comment = ''): string {
  const [n, e] = [bytesOf(257), Buffer.from([1, 0, 1])]
  const name = field('ssh-rsa')
  return opensshKey(
    Buffer.concat([name, field(e), field(n)]),
    [name, field(n), field(e), field(bytesOf(256)), field(bytesOf(128)), field(bytesOf(129)), field(bytesOf(129))],
    comment,
  )
}
const pem = (key: KeyObject, type: 'pkcs1' | 'pkcs8' | 'sec1') => key.export({ type, format: 'pem' }).toString().trim()
const curve = () => generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey

const isTold = (text: string) =>
  findSecrets(text).some(({ confidence, severity }) => confidence === 'high' && severity === 'critical')

describe('a private key is told whatever words or runs are in it', () => {
  test.each([
    ['ed25519 of OpenSSH', ed25519()],
    ['RSA of OpenSSH', rsa()],
    ['ECDSA of OpenSSH', ecdsa()],
    ['a comment that says example', ed25519('someone@example.com your_key_here')],
    ['Windows line ends', rsa('me').replaceAll('\n', '\r\n')],
    ['a member of JSON', JSON.stringify({ id_ed25519: ed25519() })],
    ['a member of JSON in a JSON text', JSON.stringify(JSON.stringify({ key: ecdsa() }))],
    ['a YAML block', `ssh:\n  key: |\n${ed25519().replace(/^/gm, '    ')}\n  port: 22`],
    ['one line of an environment file', `DEPLOY_KEY="${ed25519().replaceAll('\n', ' ')}"`],
    ['a quoted mail', rsa().replace(/^/gm, '> ')],
    ['cut off before its end', ecdsa().split('\n').slice(0, -2).join('\n')],
    ['base64 of the whole file', `key: ${Buffer.from(ed25519()).toString('base64')}`],
    ['PKCS #8 between words of a manual', `for example:\n${pem(curve(), 'pkcs8')}\nyour_key_here`],
    ['SEC 1', pem(curve(), 'sec1')],
    ['a comment header', pem(curve(), 'sec1').replace('KEY-----\n', 'KEY-----\nComment: sample for demo ....\n\n')],
    [
      'PuTTY with a comment that says example',
      `PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nComment: me@example.com\nPublic-Lines: 2\n${folded(Buffer.concat([field('ssh-ed25519'), field(bytesOf(32))]), 64)}\nPrivate-Lines: 1\n${field(bytesOf(32)).toString('base64')}\nPrivate-MAC: ${bytesOf(32).toString('hex')}`,
    ],
    [
      'age with a run of one letter',
      bech32
        .encode('age-secret-key-', bech32.toWords(Buffer.concat([Buffer.alloc(12), bytesOf(20)])), 120)
        .toUpperCase(),
    ],
  ])('%s', (_, text) => {
    expect(isTold(text)).toBe(true)
    expect(maskSecrets(text)).toContain('[REDACTED:')
  })
})

describe('no private key is', () => {
  test.each([
    [
      'a body of one letter',
      `-----BEGIN OPENSSH PRIVATE KEY-----\n${'A'.repeat(140)}\n-----END OPENSSH PRIVATE KEY-----`,
    ],
    [
      'a header of the format and zeros',
      `-----BEGIN OPENSSH PRIVATE KEY-----\n${Buffer.concat([Buffer.from('openssh-key-v1\0'), Buffer.alloc(120)]).toString('base64')}\n-----END OPENSSH PRIVATE KEY-----`,
    ],
    [
      'words in place of the body',
      '-----BEGIN PRIVATE KEY-----\nyour_private_key_goes_here_please\n-----END PRIVATE KEY-----',
    ],
    [
      'a body that is left out',
      '-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA0123...\n-----END RSA PRIVATE KEY-----',
    ],
    [
      'code that looks for the markers',
      "if (text.includes('-----BEGIN PRIVATE KEY-----')) return text.split('-----END PRIVATE KEY-----')[0]",
    ],
    [
      'a public key',
      generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    ],
  ])('%s', (_, text) => {
    expect(isTold(text)).toBe(false)
  })
})
