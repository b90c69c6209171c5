import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The home folder that holds this run's copy of the project, installed. */
    checkoutHome: string
  }
}

const ROOT = resolve(import.meta.dirname, '../..')
const NOT_COPIED = new Set(['.git', '.farebox', 'node_modules', 'coverage', '.env'])

let home = ''

/** One copy for all files of a run, which have it one after another: its packages are a hundred thousand files. */
export function setup({ provide }: TestProject): void {
  home = mkdtempSync(join(tmpdir(), 'farebox-start-'))
  const folder = join(home, 'farebox')
  mkdirSync(folder)
  for (const name of readdirSync(ROOT).filter((entry) => !NOT_COPIED.has(entry))) {
    cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  }
  const modules = [join(ROOT, 'node_modules'), join(folder, 'node_modules')]
  // Linked files cost nothing, but need the same disk and files that this user owns.
  if (spawnSync('cp', ['-al', ...modules], { stdio: 'ignore' }).status !== 0) {
    rmSync(join(folder, 'node_modules'), { recursive: true, force: true })
    execFileSync('cp', ['-a', ...modules])
  }
  provide('checkoutHome', home)
}

export function teardown(): void {
  rmSync(home, { recursive: true, force: true })
}
