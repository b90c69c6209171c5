import { describe, expect, test } from 'vitest'

import { findSecrets } from './find-secrets.ts'

const told = (text: string) => findSecrets(text).filter(({ confidence }) => confidence !== 'low')

describe('names and types of a program are no secrets', () => {
  test.each([
    'secret: Envelope<TPayload>;',
    'password: Promise<Buffer>,',
    'private base64Reader;',
    'private utf8Validator: Reader;',
    'let apiKey: Sha512Digest;',
    'token: Map<string, Token<T1>>;',
    'private oauth2Client = make()',
    'credentials: Array<Ipv6Credential>;',
    'private k8sNamespaces: string[];',
    'inputTokens: AsyncIterable<number>) => void',
    'authToken: Uint8Array;',
    'private x509Store: Store[];',
  ])('%s', (text) => {
    expect(told(text)).toEqual([])
  })

  test.each([
    'token: "Qw8Zr51LkPv02XyT"',
    'api_key = m4Xr72LnQw09ZyTs',
    "const password = 'gr33nHouse!'",
    'secret=7fH2kQ9zLmX4vB1n',
    'AUTH_TOKEN=Zk81mPq02RtYx7Lw',
  ])('but %s is', (text) => {
    expect(told(text)).not.toEqual([])
  })
})
