import { access, constants, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { unpackChromium } from './unpack-chromium.ts'

test('two that unpack at the same time get the same program and leave no draft', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'unpack-chromium-'))
  try {
    const [one, two] = await Promise.all([unpackChromium(folder), unpackChromium(folder)])
    expect(one).toEqual(two)
    await access(one.file, constants.X_OK)
    expect(await readdir(one.libraries)).toContain('libnss3.so')
    expect(await readdir(folder)).toHaveLength(1)
    expect(await unpackChromium(folder)).toEqual(one)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
