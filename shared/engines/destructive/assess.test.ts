import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { inTurn } from '#test/support/in-turn.ts'

import { assessDestructive } from './assess.ts'
import { destructiveVerdict } from './destructive-verdict.ts'

const limit = 20_000
const filled = (piece: string) => piece.repeat(Math.floor(limit / piece.length))

/** Pieces that make parsers of this kind recurse, backtrack or unfold when repeated. */
const explosive = [
  '(',
  '$(',
  '`',
  '"$(',
  '${a:-',
  '$((',
  '[[ (',
  '<(',
  '{ ',
  'if ',
  'while ',
  'case x in ',
  'f() { ',
  'a() ',
  'a|',
  'a&&',
  'a;',
  '!',
  '<<E ',
  '<<<',
  '\\',
  '"',
  "'",
  "$'\\x",
  '{a,',
  '{a,b}',
  '{1..9}',
  '@(',
  '$a',
  '${a//b/c}',
  '*',
  '~',
  '#',
  '\n',
  'a\n',
  'x=$(x);',
  'rm ',
  'rm -rf $(',
  'rm -rf ${a:-',
  'sudo ',
  'env ',
  'env -S ',
  'xargs ',
  'find . -exec ',
  'bash -c "',
  'eval ',
  'echo a|',
  'echo a > f;',
  'ssh a ',
  'parallel a ::: ',
  'for i in a b c d e f g h; do ',
  'f(){ f|f& };',
  '(DELETE FROM a WHERE ',
  'DELETE FROM a WHERE (',
  '((1=1))',
  'UPDATE a SET b=1 WHERE 1=1 OR ',
  'WITH a AS (',
  '/*',
  '--',
  '$$',
  "'a',",
  '{"a":',
  '["a",',
  '{"command":"',
  'a.b().c(',
  'foo(',
  'foo.bar(',
  'delete all ',
  'please delete the ',
  'send 1 usdc ',
  'do not ',
  'GET /a',
  'DELETE /',
  'curl -X DELETE a ',
  '-abcdefghij ',
  '--a=',
  '\u200b',
  '\u{1F4A3}',
]

/** What may stand before a repeated piece. */
const BEFORE = ['', 'rm -rf ', 'SELECT ', 'bash -c "', '{"command":"']

describe('any text', () => {
  test('gets an answer of the declared form, twice the same', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (action) => {
        const verdict = assessDestructive({ action })
        expect(destructiveVerdict.parse(verdict)).toEqual(verdict)
        expect(assessDestructive({ action })).toEqual(verdict)
      }),
      { numRuns: 300 },
    )
  })

  test('made of commands, signs and quotes gets an answer too', () => {
    const pieces = fc.constantFrom(
      ...explosive,
      'rm',
      '-rf',
      '/',
      'git',
      'push',
      '-f',
      'DROP TABLE x',
      'DELETE',
      'FROM',
      'WHERE',
      ' ',
      ';',
      '|',
      '&&',
      ')',
      '}',
      '"',
      'EOF',
      '\n',
      '<<EOF',
      '>',
      '/etc/passwd',
      '-c',
      '--',
      '$1',
      '{}',
      ':',
      'sh',
      'python',
      'kubectl',
      'delete',
      'all',
      'the',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), fc.boolean(), (drawn, spaced) => {
        const verdict = assessDestructive({ action: drawn.join(spaced ? ' ' : ''), allowlist: drawn.slice(0, 3) })
        expect(destructiveVerdict.parse(verdict)).toEqual(verdict)
      }),
      { numRuns: 1_000 },
    )
  })

  test.each(explosive)('20,000 characters of %j are judged within the bounds', (piece) => {
    for (const before of inTurn(BEFORE, 5, explosive.indexOf(piece))) {
      const verdict = assessDestructive({
        action: (before + filled(piece)).slice(0, limit).toWellFormed(),
        tool_name: 'run',
        target: filled('x').slice(0, 2_000),
      })
      expect(verdict.parsed.segments.length).toBeLessThanOrEqual(200)
      expect(verdict.findings.length).toBeLessThanOrEqual(100)
      expect(JSON.stringify(verdict).length).toBeLessThan(300_000)
    }
  })

  test('cannot hide what is bad behind a flood of harmless or milder parts', () => {
    expect(assessDestructive({ action: `${'true;'.repeat(3_900)} rm -rf /` }).decision).toBe('block')
    expect(assessDestructive({ action: `${'rm a;'.repeat(3_900)} rm -rf /` }).findings[0]).toMatchObject({
      rule_id: 'fs.rm-root',
    })
  })

  test('that nests beyond what can be followed is blocked in production', () => {
    let action = 'rm -rf /srv/data'
    for (let depth = 0; depth < 15; depth += 1) action = `eval ${JSON.stringify(action)}`
    expect(assessDestructive({ action: action.slice(0, limit) }).decision).toBe('block')
    expect(assessDestructive({ action: `${'$('.repeat(2_000)}rm -rf /${')'.repeat(2_000)}` }).decision).toBe('block')
  })

  test('holds no NUL and no half character in its answer, whatever was sent', () => {
    const verdict = JSON.stringify(assessDestructive({ action: `rm -rf /srv/${'\u{1F4A3}'.repeat(200)}\0` }))
    expect(verdict).not.toContain(String.raw`\u0000`)
    expect(verdict.isWellFormed()).toBe(true)
  })
})
