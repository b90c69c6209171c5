import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { expect, test } from 'vitest'

import { pooledUrl, sessionStatements } from './pooled.ts'

test('the address of each kind of session differs in the name of the database alone', () => {
  const url = 'postgres://me:p%40ss@host:6432/farebox?sslmode=require'
  expect(pooledUrl(url, 'pg')).toBe(url)
  expect(pooledUrl(url, 'lists')).toBe('postgres://me:p%40ss@host:6432/farebox_lists?sslmode=require')
})

test('docs/operating.md has PgBouncer set its sessions as the pools need them', () => {
  const text = readFileSync(resolve(import.meta.dirname, '../../docs/operating.md'), 'utf8')
  for (const [name, kind] of [
    ['farebox', 'pg'],
    ['farebox_relaxed', 'relaxed'],
    ['farebox_lists', 'lists'],
  ] as const) {
    const [, query = ''] = new RegExp(`^${name} = .* connect_query='(.*)'$`, 'm').exec(text) ?? []
    expect(query.replaceAll("''", "'")).toBe(sessionStatements(kind))
  }
})
