import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { lockFolder } from './folder-lock.ts'
import { identityOf } from './processes/process-identity.ts'
import { StartFailure } from './start-failure.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'farebox-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const lock = () => join(folder, 'lock')

test('a folder is locked once, and free again after the release', () => {
  const release = lockFolder(folder)
  expect(() => lockFolder(folder)).toThrow(StartFailure)
  release()
  expect(readdirSync(folder)).toEqual([])
  lockFolder(folder)()
})

test('a lock of a process that is gone is taken over', () => {
  writeFileSync(lock(), JSON.stringify({ pid: 2 ** 22 - 1, startedAt: 'long ago' }))
  lockFolder(folder)
  expect(JSON.parse(readFileSync(lock(), 'utf8'))).toEqual(identityOf(process.pid))
  expect(readdirSync(folder)).toEqual(['lock'])
})

test('a lock whose pid belongs to a later process is taken over', () => {
  writeFileSync(lock(), JSON.stringify({ pid: process.ppid, startedAt: 'long ago' }))
  lockFolder(folder)
  expect(JSON.parse(readFileSync(lock(), 'utf8'))).toEqual(identityOf(process.pid))
})

test('a lock of a folder that cannot be read is taken over', () => {
  writeFileSync(lock(), '{"pid":')
  lockFolder(folder)
  expect(JSON.parse(readFileSync(lock(), 'utf8'))).toEqual(identityOf(process.pid))
})
