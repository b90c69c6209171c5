import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'farebox-stripped-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Starts a process that loads `module.ts`, with a compile cache or without. Returns what it prints, and how many texts are kept. */
function start(source: string, cache: string | null = folder) {
  writeFileSync(join(folder, 'module.ts'), source)
  const program = `
    import { keepStrippedTypes } from '#shared/process/keep-stripped-types.ts'
    keepStrippedTypes()
    const { answer } = await import(${JSON.stringify(join(folder, 'module.ts'))})
    const stripsAnew = process.moduleLoadList.some((name) => name.includes('amaro'))
    process.stdout.write(JSON.stringify({ answer, stripsAnew }))`
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: ROOT,
    env: cache === null ? {} : { NODE_COMPILE_CACHE: cache },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const kept = readdirSync(folder, { recursive: true }).filter((name) => String(name).endsWith('.stripped.js'))
  return { printed, kept: kept.length }
}
const printed = (answer: number, stripsAnew: boolean) => JSON.stringify({ answer, stripsAnew })

test('a second start takes the stripped text from its file', () => {
  const source = 'export const answer: number = 1'
  expect(start(source)).toEqual({ printed: printed(1, true), kept: 1 })
  expect(start(source)).toEqual({ printed: printed(1, false), kept: 1 })
})

test('a source that was changed is stripped anew', () => {
  start('export const answer: number = 1')
  expect(start('export const answer: number = 2')).toEqual({ printed: printed(2, true), kept: 2 })
})

test('without a compile cache Node strips, and nothing is kept', () => {
  expect(start('export const answer: number = 1', null)).toEqual({ printed: printed(1, true), kept: 0 })
})
