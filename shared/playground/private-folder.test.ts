import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { ensurePrivateFolder } from './private-folder.ts'

let folder: string
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'farebox-private-')), 'deep/state')
})
afterEach(() => rmSync(join(folder, '../..'), { recursive: true }))

const mode = () => statSync(folder).mode & 0o777

test('a folder that is missing is made for this user only', () => {
  ensurePrivateFolder(folder)
  expect(mode()).toBe(0o700)
})

test('an empty folder that is open to others is closed to them', () => {
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
  ensurePrivateFolder(folder)
  expect(mode()).toBe(0o700)
})

test('a folder of other things keeps its mode and is refused', () => {
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
  writeFileSync(join(folder, 'thesis.txt'), '')
  expect(() => ensurePrivateFolder(folder)).toThrow(/holds other files/)
  expect(mode()).toBe(0o755)
})
