import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { attempt } from '#test/support/attempt.ts'

import { loadInstallation, saveInstallation } from './installation.ts'
import { StartFailure } from './start-failure.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'farebox-installation-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const path = () => join(folder, 'installation.json')

test('what the first start makes up is kept, for this user only', () => {
  const first = loadInstallation(folder)
  expect(statSync(path()).mode & 0o777).toBe(0o600)
  expect(loadInstallation(folder)).toEqual(first)
})

test('two installations share nothing', () => {
  const first = Object.values(loadInstallation(folder))
  rmSync(path())
  expect(Object.values(loadInstallation(folder)).filter((value) => first.includes(value))).toEqual([])
})

test('a field that an earlier version did not have is filled in and the others stay', () => {
  const { admin_token: missing, ...rest } = loadInstallation(folder)
  writeFileSync(path(), JSON.stringify(rest))
  const filled = loadInstallation(folder)
  expect(filled).toMatchObject(rest)
  expect(filled.admin_token).not.toBe(missing)
  expect(loadInstallation(folder)).toEqual(filled)
})

test('the port of PostgreSQL is remembered', () => {
  saveInstallation(folder, { ...loadInstallation(folder), postgres_port: 5_433 })
  expect(loadInstallation(folder).postgres_port).toBe(5_433)
})

test('a database without the file that holds its password is refused', () => {
  mkdirSync(join(folder, 'postgres'))
  expect(() => loadInstallation(folder)).toThrow(/has a database but no installation\.json/)
})

test('whatever stands in installation.json, it is read or refused in one line', () => {
  const content = fc.oneof(fc.string(), fc.json(), fc.constant('{"server_secret":"short"}'), fc.constant('[]'))
  fc.assert(
    fc.property(content, (text) => {
      writeFileSync(path(), text)
      const loaded = attempt(() => loadInstallation(folder))
      const isRight = !(loaded instanceof Error) || (loaded instanceof StartFailure && !loaded.message.includes('\n'))
      expect(isRight).toBe(true)
    }),
  )
})
