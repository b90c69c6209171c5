import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'

/** Writes a file of this user's own (mode 0600) whole or not at all, also when the machine stops in between. */
export function replaceFile(path: string, text: string): void {
  const draft = `${path}.${randomBytes(6).toString('hex')}.tmp`
  try {
    const file = openSync(draft, 'wx', 0o600)
    try {
      writeSync(file, text)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}
