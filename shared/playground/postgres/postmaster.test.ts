import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { endPostmaster, readPidFile } from './postmaster.ts'

let data: string
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'farebox-postmaster-'))
})
afterEach(() => rmSync(data, { recursive: true }))

const pidFile = () => join(data, 'postmaster.pid')
const content = (pid: number | string, status = 'ready   ') =>
  `${pid}\n${data}\n1760000000\n5432\n\n127.0.0.1\n  1 2\n${status}\n`

test('the pid file tells the pid and the state', () => {
  expect(readPidFile(data)).toBeUndefined()
  writeFileSync(pidFile(), content(42, 'stopping'))
  expect(readPidFile(data)).toEqual({ pid: 42, status: 'stopping' })
})

test('the pid file of a dead server goes', async () => {
  writeFileSync(pidFile(), content(2 ** 22 - 1))
  await endPostmaster(data)
  expect(existsSync(pidFile())).toBe(false)
})

test('a later process with the pid of the dead server is left alone', async () => {
  // This process: were it signalled, there would be no test result.
  writeFileSync(pidFile(), content(process.pid))
  await endPostmaster(data)
  expect(existsSync(pidFile())).toBe(false)
})

test('a pid file of garbage goes', async () => {
  writeFileSync(pidFile(), 'garbage')
  await endPostmaster(data)
  expect(existsSync(pidFile())).toBe(false)
})
