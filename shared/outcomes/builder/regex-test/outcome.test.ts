import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { Refusal } from '#shared/errors.ts'

import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { regexTest } from './outcome.ts'

const run = (input: Record<string, unknown>) => regexTest.run(input, fakeContext())

describe('regex-test', () => {
  test('answers its own example', async () => {
    expect(await run(regexTest.example.input)).toEqual(regexTest.example.output)
  })

  test('lists matches with groups, null for a group that took no part', async () => {
    expect(await run({ pattern: 'a(b)?', text: 'ab a' })).toMatchObject({
      match_count: 2,
      matches: [{ groups: ['b'] }, { groups: [null] }],
    })
  })

  test('says where and why a pattern does not compile', async () => {
    expect(await run({ pattern: '(', text: 'x' })).toMatchObject({
      valid: false,
      error: { message: 'Unterminated group', position: 0 },
      matched: false,
    })
    expect(await run({ pattern: 'ab[c', text: 'x' })).toMatchObject({ error: { position: 2 } })
    expect(await run({ pattern: 'a**', text: 'x' })).toMatchObject({
      error: { message: 'Nothing to repeat', position: 2 },
    })
    expect(await run({ pattern: 'x\\p{Nope}', text: 'x' })).toMatchObject({
      error: { message: 'Invalid property name', position: 1 },
    })
  })

  test('points at the place in the pattern as sent, before the x flag and Python names were rewritten', async () => {
    expect(await run({ pattern: '  # note\n (?P<n>a) b**', text: 'x', flags: 'x' })).toMatchObject({
      error: { position: 21 },
    })
  })

  test('hints at what to send instead of inline flags', async () => {
    expect(await run({ pattern: '(?i)abc', text: 'ABC' })).toMatchObject({
      valid: false,
      error: { hint: expect.stringContaining('send flags "i"') },
    })
  })

  test('reads a verbose pattern: space and comments go, classes and escaped space stay', async () => {
    expect(await run({ pattern: 'A B # c', text: 'ab', flags: 'ix' })).toMatchObject({ matched: true })
    expect(await run({ pattern: 'a[ #]b\\ c\\#', text: 'a bc# a#b c#', flags: 'x' })).toMatchObject({
      matches: [{ match: 'a#b c#' }],
    })
    expect(await run({ pattern: '(a)(?:\\1 0)', text: 'aa0', flags: 'x' })).toMatchObject({ full_match: true })
  })

  test('finds the empty match at every place, the end too, and stops', async () => {
    expect(await run({ pattern: 'x*', text: 'aa' })).toMatchObject({
      match_count: 3,
      matches: [{ start: 0 }, { start: 1 }, { start: 2 }],
    })
    expect(await run({ pattern: 'a*', text: 'aa' })).toMatchObject({
      match_count: 2,
      matches: [
        { match: 'aa', start: 0 },
        { match: '', start: 2 },
      ],
    })
  })

  test.each(['(?:)', '(?=)'])('never stops between the halves of a surrogate pair with %s', async (pattern) => {
    expect(await run({ pattern, text: 'a😀b' })).toMatchObject({
      matches: [{ start: 0 }, { start: 1 }, { start: 3 }, { start: 4 }],
    })
  })

  test('counts offsets in UTF-16 units, lines and columns from one', async () => {
    expect(await run({ pattern: 'b', text: '😀b\r\nab\nb' })).toMatchObject({
      matches: [
        { start: 2, line: 1, column: 3 },
        { start: 6, line: 2, column: 2 },
        { start: 8, line: 3, column: 1 },
      ],
    })
  })

  test('takes Python group names and references', async () => {
    expect(await run({ pattern: '(?P<q>[\'"])(?P<in>.*?)(?P=q)', text: '"it\'s"' })).toMatchObject({
      engine: 'v8-isolated',
      matches: [{ named: { q: '"', in: "it's" } }],
    })
  })

  test('runs an exponential pattern in linear time on RE2 and calls the risk by its name', async () => {
    expect(await run({ pattern: '^(a+)+$', text: `${'a'.repeat(20_000)}b` })).toMatchObject({
      engine: 're2',
      timed_out: false,
      matched: false,
      redos: { risk: 'exponential', hotspot: [{ start: 2, end: 3 }], attack_string: expect.stringMatching(/^a{10,}/) },
    })
  })

  test('stops a look-around pattern that would run for years and still answers', async () => {
    expect(await run({ pattern: '(?=a)(a+)+$', text: `${'a'.repeat(60)}b` })).toMatchObject({
      valid: true,
      engine: 'v8-isolated',
      timed_out: true,
      redos: { risk: 'exponential' },
    })
  })

  test('a polynomial risk comes with an attack that fits a page', async () => {
    const answer = await run({ pattern: '\\s+$', text: 'x' })
    expect(answer).toMatchObject({ redos: { risk: 'polynomial', attack_pattern: expect.stringContaining('repeat(') } })
    expect(JSON.stringify(answer).length).toBeLessThan(6_000)
  })

  test.each([
    ['[\\w-.]+', 'a-b.c', 'a-b.c'],
    ['a\\-b{', 'xa-b{', 'a-b{'],
    ['\\cI\\x41\\u0042\\u{43}', '\tABC', '\tABC'],
    ['[^]+', 'a\nb', 'a\nb'],
    ['.+', 'a\u2028', 'a'],
    ['\\s', '\u00a0', '\u00a0'],
    ['\\p{Lu}+', 'éÉÄa', 'ÉÄ'],
    ['\\p{Script=Greek}', 'aβ', 'β'],
    ['a{1001}|b', 'b', 'b'],
    ['[\\d-x]+', '1-x', '1-x'],
  ])('reads %s as ECMAScript does', async (pattern, text, match) => {
    expect(await run({ pattern, text })).toMatchObject({ valid: true, matches: [{ match }] })
  })

  test('forgets the groups of earlier turns of a loop, as ECMAScript does', async () => {
    expect(await run({ pattern: '(?:(a)|(b))*', text: 'ab' })).toMatchObject({
      engine: 're2',
      matches: [{ groups: [null, 'b'] }, {}],
    })
    expect(await run({ pattern: '(x*)?y', text: 'y' })).toMatchObject({ matches: [{ groups: [null] }] })
  })

  test('notes where engines differ: a repeated group that may match nothing', async () => {
    expect(await run({ pattern: '(?:a??)+b', text: 'ab' })).toMatchObject({
      notes: [expect.stringContaining('match nothing')],
    })
    expect(await run({ pattern: '(?:a|b)+(c*)?', text: 'ab' })).toMatchObject({ notes: [] })
  })

  test('anchors lines at a carriage return too', async () => {
    expect(await run({ pattern: '^\\w+$', text: 'a\r\nbc', flags: 'm' })).toMatchObject({
      matches: [{ match: 'a' }, { match: 'bc', line: 2 }],
    })
  })

  test('ignores case as Unicode folds it', async () => {
    expect(await run({ pattern: 'Δ[^k]', text: 'δK δx', flags: 'i' })).toMatchObject({ matches: [{ match: 'δx' }] })
  })

  test('replaces all matches, beyond the listed ones too', async () => {
    expect(
      await run({ pattern: '(?<k>\\w)=(\\d)', text: 'a=1 b=2 c=3', replacement: '$2:$<k>$$[$&]', max_matches: 1 }),
    ).toMatchObject({
      replaced: '1:a$[a=1] 2:b$[b=2] 3:c$[c=3]',
      match_count: 1,
      truncated: true,
    })
  })

  test('leaves out a replaced text that would grow without bound', async () => {
    expect(await run({ pattern: '', text: '' }).catch(() => 'refused')).toBe('refused')
    expect(await run({ pattern: 'a', text: 'a'.repeat(5_000), replacement: "$`$'" })).toMatchObject({
      replaced: null,
      notes: [expect.stringContaining('was left out')],
    })
  })

  test('lists no more text than an answer can carry', async () => {
    const answer = await run({ pattern: `(?=${'('.repeat(5)}[^]*${')'.repeat(5)})`, text: 'a'.repeat(100_000) })
    expect(answer).toMatchObject({ truncated: true, match_count: 100 })
    expect(JSON.stringify(answer).length).toBeLessThan(1_500_000)
  })

  test.each(['ii', 'g', 'imsxi', 'I'])('refuses the flags %j', (flags) => {
    const parsed = regexTest.input.safeParse({ pattern: 'a', text: '', flags })
    expect(() => {
      if (!parsed.success) throw new Refusal('validation_error', 'schema')
      regexTest.check?.(parsed.data)
    }).toThrow(Refusal)
  })

  test('answers or calls invalid whatever the pattern and text are', { timeout: 60_000 }, async () => {
    const piece = fc.constantFrom(
      ...'()[]{}|*+?^$.\\-,:=!<>PkubBdwsxa01 #\n'.split(''),
      '(?',
      '(?:',
      '(?<n>',
      '\\u{',
      '\\p{L}',
      '😀',
      '\ud800',
    )
    const pattern = fc.array(piece, { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join(''))
    await fc.assert(
      fc.asyncProperty(
        pattern,
        fc.string({ maxLength: 12, unit: 'grapheme' }),
        fc.constantFrom('', 'i', 'x', 'ms'),
        async (source, text, flags) => {
          const answer = await run({ pattern: source, text, flags, replacement: '<$1>' })
          expect(answer).toMatchObject({ valid: expect.any(Boolean) })
        },
      ),
      { numRuns: 60 },
    )
  })
})
