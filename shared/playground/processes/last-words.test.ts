import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { lastPostgresComplaint, lastWords } from './last-words.ts'

let log: string
beforeEach(() => {
  log = join(mkdtempSync(join(tmpdir(), 'farebox-log-')), 'x.log')
})
afterEach(() => rmSync(join(log, '..'), { recursive: true }))

const written = (text: string) => {
  writeFileSync(log, text)
  return log
}

test('the last line of a log that says something is found', () => {
  expect(lastWords(written('one\ntwo  and\ta half \n\n'), 0)).toBe('two and a half')
  expect(lastWords(written(''), 0)).toBe('')
})

test('the last words leave out what an earlier run wrote', () => {
  expect(lastWords(written('old\n'), 4)).toBe('')
  expect(lastWords(written('old\nnew\n'), 4)).toBe('new')
})

test('a log line in JSON is reduced to what it says', () => {
  expect(lastWords(written('{"level":50,"msg":"cannot start","err":{"message":"no database"}}\n'), 0)).toBe(
    'cannot start: no database',
  )
  expect(lastWords(written('{"level":30,"msg":"closed"}\n'), 0)).toBe('closed')
  expect(lastWords(written('{"level":30}\n'), 0)).toBe('{"level":30}')
})

test('of an uncaught error the error is told, not what Node writes below it', () => {
  const text = `file:///x/main.ts:3
import { gone } from './gone.ts'
         ^
SyntaxError: The requested module './gone.ts' has no export 'gone'
    at ModuleJob.run (node:internal/modules/esm/module_job:561:25)

Node.js v24.21.0
`
  expect(lastWords(written(text), 0)).toBe("SyntaxError: The requested module './gone.ts' has no export 'gone'")
})

test('a complaint of PostgreSQL is told with its detail', () => {
  const text = `2026-01-01 UTC [7] LOG:  starting
2026-01-01 UTC [7] FATAL:  database files are incompatible with server
2026-01-01 UTC [7] DETAIL:  The data directory was initialized by version 17.
2026-01-01 UTC [7] LOG:  database system is shut down
`
  expect(lastPostgresComplaint(written(text), 0)).toBe(
    'database files are incompatible with server: The data directory was initialized by version 17.',
  )
  expect(lastPostgresComplaint(written('initdb: error: could not look up user\n'), 0)).toBe('could not look up user')
})

test('the last words of any log are one line', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(50), (text, from) => {
      expect(lastWords(written(text), from)).not.toMatch(/[\n\r]/)
      expect(lastPostgresComplaint(log, from)).not.toMatch(/[\n\r]/)
    }),
  )
})
