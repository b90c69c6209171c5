import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { removeLeftProfiles } from './remove-left-profiles.ts'

test('only profiles of workers that are gone are removed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'profiles-'))
  const { pid: gone } = spawnSync('true')
  const kept = [`farebox-chromium-${process.pid}-abc`, 'farebox-chromium-1-abc', 'something-else']
  try {
    for (const name of [...kept, `farebox-chromium-${gone}-abc`]) await mkdir(join(folder, name))
    await removeLeftProfiles(folder)
    expect((await readdir(folder)).toSorted()).toEqual(kept.toSorted())
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
