import { describe, expect, test } from 'vitest'

import { findSecrets } from './find-secrets.ts'

const rulesIn = (text: string) => findSecrets(text).map(({ rule_id }) => rule_id)

describe('what ordinary text has behind the name of a secret is no secret', () => {
  test.each([
    ['an index', 'credential: TSignerMetas[4];'],
    ['a path of names', 'export import TokenParams = BillingNamespace3.TokenCreateParams;'],
    ['a type of a standard', 'oauth2Authorization: BearerRfc6750Authorization;'],
    ['a member', '  private parseWebp2Header;'],
    ['a label of a tuple', 'feeToken: [feeToken: bigint]'],
    ['a parameter that ends a list', 'function seed(user: string, passphrase: string): Uint8Array'],
    ['a generic that ends a list', 'verify(hash: Fn, secret: TRet<Uint32Array>): boolean'],
    ['a cast', "let passwd = (plainText || '').trim()"],
    ['a selector', "getAdminToken: '0x5c19a95c',"],
    ['a path of derivation', "derive(key: \"m/44'/60'/0'/0/7\")"],
    ['a verb', 'Always pass `handler` to it.'],
    ['a verb, in other quotes', "It must pass 'quickly' through."],
    ['a sentence in Chinese', '"password": "请填写您账户所用的那一串字符"'],
    ['a sentence in Japanese', '"password": "ログインするための文字を入れてください"'],
    ['a link', 'See [Set Token Lifetimes](#set-token-lifetimes-2) first.'],
    ['emphasis', 'By then every token is **revoked**.'],
    ['a badge', 'https://img.test/badge/license-Mit_3.1-blue.svg?style=plain'],
    ['a filtered property', 'app.secret=@app.secret.value@'],
    ['an expression language', "mail.password=#{env['MAIL_PW']}"],
    ['the name of a secret', '"arn:aws:secretsmanager:us-east-2:000011112222:secret:stage/queue-Zx81Kq"'],
    ['a pattern of a key', 'session_key = f"s:{tenant_id}:{user_id}"'],
    ['a constant', 'AUTH_KEY = CLIENT_AUTH_HEADER_V2'],
    ['an address without a password', 'token_store: "rediss://cache.internal:6380/3"'],
    ['a key of a log', 'correlation_key=7d1f3b9c5e2a4860b7c9d1e3f5a70818'],
    ['a variable', 'mariadb -uapp -p"$APP_PW" shop'],
    ['a token without a signature', 'eyJhbGciOiJFUzI1NiJ9.eyJyb2xlIjoiZ3Vlc3QifQ.your-signature'],
    ['words of a token', 'curl -d key=ghp_TokenFakeBodyForTheDocs1234567890abcd'],
    ['the record of a service', 'mongodb document 65f1c0ffee12ab34cd56ef78'],
    ['a model', "type: 'stripe_terminal_reader_m311'"],
    ['a name of a runner', 'glrt-runner-for-the-nightly-build'],
  ])('%s: %s', (_, text) => {
    expect(rulesIn(text)).toEqual([])
  })
})

describe('what resembles ordinary text is still found', () => {
  test.each([
    ['a password in Cyrillic with digits', '"password": "Снегопад2041!"'],
    ['a password in brackets', 'password=[Vb72Kq!91z'],
    ['a password after a verb as a name', 'pass: "gr4niteBay!"'],
    ['a key in hex with a prefix', 'api_key: "0x9f3c5a7be1d2486f9f3c5a7be1d24860b1"'],
    ['a random value with humps', 'SECRET=aB3xKd92LmQz7RtY'],
    ['a random value of letters', 'client_secret: qXvTzKpLmWcRjHsNbGdFyUaE'],
    ['a runner token', 'glrt-t1_x7Kq92LmZr48vBnTyW3c'],
    ['a bot token', ['xoxb', '481516234201', '815162342019', 'Kq92LmZr48vBnTyW3cXa61Pd'].join('-')],
    ['a project key', 'sk-proj-Kq92LmZr48vBnTyW3cXa61PdKq02_LmZr48vBnTyW3cXa61Pe'],
    ['a signed token', 'eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoiYWRtaW4ifQ.k3Jd92LmZr48vBnTyW3cXa61PdKq02LmZr48vBnTyW3'],
    ['a password on a command line', 'mysql -uroot -p"s7rongBox!" shop'],
    ['a password of lower case in an address', 'postgres://app:orchard@db.internal/shop'],
  ])('%s: %s', (_, text) => {
    expect(rulesIn(text)).not.toEqual([])
  })
})
