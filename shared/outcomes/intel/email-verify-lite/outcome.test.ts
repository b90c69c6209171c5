import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { parseAddress } from './parse-address.ts'
import { type DnsSaid, fakeDns } from '#test/support/fakes/fake-dns.ts'

import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { emailVerifyLite } from './outcome.ts'

async function run(email: string, zone: Record<string, DnsSaid> = {}) {
  const dns = fakeDns(zone)
  // Safe: the outcome's own schema made it.
  const answer = (await emailVerifyLite.run({ email }, fakeContext({ dns }))) as Record<string, unknown>
  return { ...answer, asked: dns.asked }
}
const GMAIL: Record<string, DnsSaid> = { 'gmail.com MX': [{ value: 'gmail-smtp-in.l.google.com', priority: 5 }] }
const codes = (answer: Record<string, unknown>) => (answer['reasons'] as { code: string }[]).map(({ code }) => code)

describe('email-verify-lite: the examples of the catalog', () => {
  test('a slip of the finger is suggested', async () => {
    const answer = await run('a@gmial.com', { 'gmial.com A': ['192.0.2.1'] })
    expect(answer).toMatchObject({ did_you_mean: 'a@gmail.com', verdict: 'risky', decision: 'review' })
  })

  test('a null MX takes no mail', async () => {
    expect(await run('info@example.com', { 'example.com MX': [{ value: '.', priority: 0 }] })).toMatchObject({
      accepts_mail: false,
      domain_exists: true,
      mx: [],
      role_account: true,
      verdict: 'undeliverable',
      decision: 'block',
    })
  })

  test('a provider’s own rules make the canonical address', async () => {
    expect(await run('A.B+x@gmail.com', GMAIL)).toMatchObject({
      email: 'A.B+x@gmail.com',
      canonical: 'ab@gmail.com',
      subaddress: 'x',
      provider: 'google',
      free_mail: true,
      verdict: 'deliverable_likely',
      decision: 'allow',
      mailbox_checked: false,
      source: { name: 'cloudflare' },
    })
  })

  test('no address is a result too, and nobody is asked', async () => {
    const answer = await run('x')
    expect(answer).toMatchObject({
      valid_syntax: false,
      verdict: 'undeliverable',
      decision: 'block',
      domain_exists: null,
      source: { name: 'embedded lists', url: null, cached: false },
      as_of: null,
    })
    expect(answer.asked).toEqual([])
  })
})

describe('email-verify-lite: the domain', () => {
  test('with MX accepts mail, hosts by priority', async () => {
    const mx = [
      { value: 'b.test', priority: 20 },
      { value: 'a.test', priority: 10 },
    ]
    expect(await run('jo@e.test', { 'e.test MX': mx })).toMatchObject({
      mx: ['a.test', 'b.test'],
      accepts_mail: true,
      verdict: 'deliverable_likely',
    })
  })

  test('with an address and no MX is risky', async () => {
    const answer = await run('jo@e.test', { 'e.test AAAA': ['2001:db8::1'] })
    expect(answer).toMatchObject({ accepts_mail: true, verdict: 'risky' })
    expect(codes(answer)).toEqual(['no_mx'])
  })

  test('with neither, or that does not exist, is undeliverable', async () => {
    expect(await run('jo@e.test')).toMatchObject({ domain_exists: true, accepts_mail: false, verdict: 'undeliverable' })
    const gone = {
      'e.test MX': { rcode: 'NXDOMAIN' },
      'e.test A': { rcode: 'NXDOMAIN' },
      'e.test AAAA': { rcode: 'NXDOMAIN' },
    }
    expect(await run('jo@e.test', gone)).toMatchObject({ domain_exists: false, accepts_mail: false, decision: 'block' })
  })

  test('that DNS says nothing of is unknown, and that is an answer', async () => {
    const down = { 'e.test MX': 'timeout', 'e.test A': 'timeout', 'e.test AAAA': 'timeout' } as const
    expect(await run('jo@e.test', down)).toMatchObject({
      domain_exists: null,
      accepts_mail: null,
      verdict: 'unknown',
      decision: 'review',
    })
    expect(await run('jo@e.test', { 'e.test MX': 'timeout', 'e.test A': ['192.0.2.1'] })).toMatchObject({
      accepts_mail: null,
      verdict: 'unknown',
    })
    expect(await run('jo@e.test', { 'e.test MX': { rcode: 'SERVFAIL' } })).toMatchObject({ verdict: 'unknown' })
  })

  test.each(['jo@localhost', 'jo@mail.internal', 'jo@printer.local'])('of %s is asked of nobody', async (email) => {
    const answer = await run(email)
    expect([answer.asked, codes(answer)]).toEqual([[], ['not_a_public_domain']])
  })

  test('is written in A-labels', async () => {
    expect(await run('jo@MÜNCHEN.de', { 'xn--mnchen-3ya.de MX': ['mx.test'] })).toMatchObject({
      email: 'jo@xn--mnchen-3ya.de',
    })
  })
})

describe('email-verify-lite: lists', () => {
  test('know throw-away mail, also under a domain of theirs', async () => {
    for (const domain of ['mailinator.com', 'sub.mailinator.com']) {
      const answer = await run(`jo@${domain}`, { [`${domain} MX`]: ['mx.test'] })
      expect(answer).toMatchObject({ disposable: true, free_mail: false, verdict: 'risky', decision: 'review' })
    }
  })

  test('know free mail, and no throw-away among it', async () => {
    expect(await run('jo@gmx.de', { 'gmx.de MX': ['mx00.emig.gmx.net'] })).toMatchObject({
      free_mail: true,
      disposable: false,
      provider: 'gmx',
    })
    expect(await run('jo@company.example', { 'company.example MX': ['mx.test'] })).toMatchObject({ free_mail: false })
  })

  test.each([
    ['info@e.test', true],
    ['No-Reply@e.test', true],
    ['support+de@e.test', true],
    ['informed@e.test', false],
    ['jo.sales@e.test', false],
  ])('say of %s whether it is an office: %s', async (email, role) => {
    expect(await run(email, { 'e.test MX': ['mx.test'] })).toMatchObject({ role_account: role })
  })

  test('suggest nothing for a domain that takes mail, nor for one far from all', async () => {
    expect(await run('jo@gmai.com', { 'gmai.com MX': ['mx.test'] })).toMatchObject({ did_you_mean: null })
    expect(await run('jo@example.com')).toMatchObject({ did_you_mean: null })
    expect(await run('jo@hotmial.com')).toMatchObject({ did_you_mean: 'jo@hotmail.com' })
  })
})

describe('email-verify-lite: canonical addresses', () => {
  test.each([
    ['J.O+a@googlemail.com', 'jo@gmail.com'],
    ['Jo+a@outlook.com', 'jo@outlook.com'],
    ['Jo.X@outlook.com', 'jo.x@outlook.com'],
    ['jo-list@yahoo.com', 'jo@yahoo.com'],
    ['j.o-x_y@pm.me', 'joxy@proton.me'],
    ['Jo+a@e.test', 'jo+a@e.test'],
    ['"Jo X"@gmail.com', '"Jo X"@gmail.com'],
    ['...@gmail.com', '...@gmail.com'],
  ])('%s is %s', async (email, canonical) => {
    expect(await run(email)).toMatchObject({ canonical })
  })
})

describe('email-verify-lite: syntax', () => {
  test.each([
    'a@b.co',
    "o'hara@e.test",
    '!#$%&*+/=?^_`{|}~-@e.test',
    '"a b"@e.test',
    String.raw`"a\"b"@e.test`,
    'user@[192.0.2.1]',
    'user@[IPv6:2001:db8::1]',
    'jørgen@e.test',
    `${'a'.repeat(64)}@e.test`,
  ])('%s is an address', (email) => expect(parseAddress(email).problem).toBeNull())

  test.each([
    '@e.test',
    'a@',
    '.a@e.test',
    'a.@e.test',
    'a..b@e.test',
    'a b@e.test',
    'a@b@e.test',
    'a@e..test',
    'a@-e.test',
    'a@1.2.3.4',
    'a@[999.1.1.1]',
    '"a@e.test',
    'a"b@e.test',
    'a@e.test.',
    'Jo <jo@e.test>',
    'a\u0000@e.test',
    `${'a'.repeat(65)}@e.test`,
    `a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(20)}`,
  ])('%j is none', (email) => expect(parseAddress(email).problem).not.toBeNull())

  test('any text is an address or none, without a crash', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1, maxLength: 100 }), async (text) => {
        const answer = await run(text)
        expect(['allow', 'review', 'block']).toContain(answer['decision' as keyof typeof answer])
        await run(`${text.slice(0, 30)}@e.test`)
      }),
      { numRuns: 60 },
    )
  })
})
