import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { findChromium, NoChromium } from './find-chromium.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'find-chromium-'))
  await writeFile(join(folder, 'chromium'), '#!/bin/sh\n', { mode: 0o755 })
  await writeFile(join(folder, 'data'), 'x')
  await chmod(join(folder, 'data'), 0o644)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the Chromium of an installation', () => {
  test('is the one CHROMIUM_PATH names, with the libraries it finds itself', async () => {
    const chromiumPath = join(folder, 'chromium')
    expect(await findChromium({ chromiumPath, folder, searchPath: '' })).toEqual({
      file: chromiumPath,
      libraries: null,
    })
  })

  test.each(['data', 'missing'])('is not looked for elsewhere when CHROMIUM_PATH names %s', async (name) => {
    const finding = findChromium({ chromiumPath: join(folder, name), folder, searchPath: folder })
    await expect(finding).rejects.toThrow(NoChromium)
  })

  test('is the one on PATH where none is bundled', async () => {
    const found = await findChromium({
      chromiumPath: undefined,
      folder,
      searchPath: `/nowhere:${folder}`,
      isBundled: false,
    })
    expect(found.file).toBe(join(folder, 'chromium'))
  })

  test('is none where none is bundled, on PATH or named, and the message says what to set', async () => {
    const finding = findChromium({ chromiumPath: undefined, folder, searchPath: '/nowhere', isBundled: false })
    await expect(finding).rejects.toThrow('set CHROMIUM_PATH')
  })
})
