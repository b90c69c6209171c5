import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'farebox-test-'))
  vi.stubEnv('TMPDIR', folder)
  vi.resetModules()
})
afterEach(() => {
  vi.unstubAllEnvs()
  // What was loaded here remembers this folder, and the next file of this process would get it.
  vi.resetModules()
  rmSync(folder, { recursive: true, force: true })
})

test('vin-decode: two that unpack at once get the same file, in a folder of their own user alone, and leave no draft', async () => {
  const { unpackVpic } = await import('./unpack-vpic.ts')
  const [one, other] = await Promise.all([unpackVpic(), unpackVpic()])
  expect(one).toBe(other)
  expect(statSync(dirname(one)).mode & 0o777).toBe(0o700)
  expect(readdirSync(dirname(one))).toEqual(['vpic-2.0.1.sqlite'])

  const { decodeHere } = await import('./decode-here.ts')
  const decoded = await decodeHere('1HGCM82633A004352', [2003], () => Promise.reject(new Error('it is unpacked')))
  expect(decoded).toMatchObject({
    version: '2.0.1',
    vehicle: { model: 'Accord' },
    dataOf: expect.stringMatching(/^2026-/),
  })
})

test('vin-decode: a folder that others can write to is left alone', async () => {
  const open = join(folder, `farebox-data-${process.getuid?.() ?? 'user'}`)
  mkdirSync(open)
  chmodSync(open, 0o777)
  const { vpicPath } = await import('./unpack-vpic.ts')
  expect(dirname(vpicPath('2.0.1'))).not.toBe(open)
  expect(readdirSync(open)).toEqual([])
})

test('vin-decode: without room there is no data, and no fault', async () => {
  const { decodeHere } = await import('./decode-here.ts')
  const full = () => Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))
  expect(await decodeHere('1HGCM82633A004352', [2003], full)).toBeNull()
})
