import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, lchownSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import type { Account } from './account.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const NOT_COPIED = new Set(['.git', '.farebox', 'node_modules', 'coverage', '.env'])

/** A copy of the project in a home folder that only this account can enter (0700), installed. */
export function makeCheckout({ uid, gid }: Account): { folder: string; home: string; remove: () => void } {
  const home = mkdtempSync(join(tmpdir(), 'farebox-start-'))
  const folder = join(home, 'farebox')
  mkdirSync(folder)
  for (const name of readdirSync(ROOT).filter((entry) => !NOT_COPIED.has(entry))) {
    cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  }
  if (uid !== undefined && gid !== undefined) giveTo(home, uid, gid)
  chmodSync(home, 0o700)
  const modules = [join(ROOT, 'node_modules'), join(folder, 'node_modules')]
  // Linked files cost nothing, but need the same disk and files that this user owns.
  if (spawnSync('cp', ['-al', ...modules], { stdio: 'ignore' }).status !== 0) {
    rmSync(join(folder, 'node_modules'), { recursive: true, force: true })
    execFileSync('cp', ['-a', ...modules])
  }
  return { folder, home, remove: () => rmSync(home, { recursive: true, force: true }) }
}

function giveTo(path: string, uid: number, gid: number) {
  chownSync(path, uid, gid)
  for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
    lchownSync(join(entry.parentPath, entry.name), uid, gid)
  }
}
