import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { writeFontsConf } from './write-fonts-conf.ts'

test('the font settings name folders that hold fonts, in the packages and nowhere else', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fonts & <conf>-'))
  try {
    const path = await writeFontsConf(folder)
    const text = await readFile(path, 'utf8')
    const folders = Array.from(text.matchAll(/<dir>(.*?)<\/dir>/g), ([, name = '']) => name)
    expect(folders.length).toBeGreaterThan(15)
    for (const name of folders) {
      expect(name).toContain('node_modules')
      expect(existsSync(name), name).toBe(true)
      expect(
        readdirSync(name).some((file) => file.endsWith('.ttf')),
        name,
      ).toBe(true)
    }
    expect(text).toContain('fonts &amp; &lt;conf>'.replace('>', '&gt;'))
    await writeFontsConf(folder)
    expect(await readdir(folder)).toEqual(['fonts.conf'])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
