import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { z } from 'zod'

export type Account = { uid: number; gid: number }

/** Copies PostgreSQL's programs to where another account can read them, once per version. Returns the copy's path. */
export function copyPrograms(native: string, home: string): string {
  const manifest = readFileSync(join(dirname(native), 'package.json'), 'utf8')
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(manifest))
  const copy = join(home, `programs-${version}`)
  if (existsSync(copy)) return copy
  const draft = `${copy}.tmp`
  rmSync(draft, { recursive: true, force: true })
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
  // The files belong to root, so the account that runs them cannot change them.
  spawnSync('chmod', ['-R', 'a+rX,go-w', draft], { stdio: 'ignore' })
  renameSync(draft, copy)
  return copy
}
