import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { z } from 'zod'

import { ensurePrivateFolder } from '#shared/playground/private-folder.ts'

const STATE = resolve(import.meta.dirname, '../../.farebox')
const FOLDER = join(STATE, 'test/results')

const FileResult = z.object({
  /** The path from the root of the project. */
  file: z.string(),
  project: z.string(),
  /** Why the file failed, in the words of its first failed test; null when it did not. */
  failure: z.string().nullable(),
  /** How long it took with its hooks, in milliseconds. */
  ms: z.number(),
  tests: z.array(z.object({ title: z.string(), state: z.enum(['passed', 'failed', 'skipped', 'pending']) })),
})
/** What the last run of one test file came to. */
export type FileResult = z.output<typeof FileResult>

/** Forgets the results of earlier runs. */
export function clearResults(): void {
  rmSync(FOLDER, { recursive: true, force: true })
}

/** Keeps the result of one file. It replaces what an earlier run of the file came to. */
export function keepResult(result: FileResult): void {
  ensurePrivateFolder(STATE)
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(join(FOLDER, `${result.file.replaceAll('/', '.')}.json`), JSON.stringify(result))
}

/** The results of every file that ran since the results were cleared. */
export function readResults(): FileResult[] {
  return readdirSync(FOLDER).map((name) => FileResult.parse(JSON.parse(readFileSync(join(FOLDER, name), 'utf8'))))
}
