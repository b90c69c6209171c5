import { accessSync, chmodSync, constants, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { StartFailure } from './start-failure.ts'

/** Ensures that a state folder exists, is private (mode 0700) and can be written. Throws file errors unchanged. */
export function ensurePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const { mode, uid } = statSync(path)
  if ((mode & 0o077) !== 0) closeToOthers(path, mode)
  const self = process.getuid?.()
  if (self !== undefined && uid !== self && self !== 0) {
    throw new StartFailure(
      `${path} belongs to user id ${uid}, and this is user id ${self}. Set DATA_DIR to a folder of this user.`,
    )
  }
  accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
}

// Only changes the mode of a state folder or an empty folder, so that a mistaken DATA_DIR=/tmp or home folder keeps its
// mode.
function closeToOthers(path: string, mode: number) {
  if (!existsSync(join(path, 'installation.json')) && readdirSync(path).length > 0) {
    const shown = (mode & 0o7777).toString(8)
    throw new StartFailure(
      `${path} holds other files and is open to other users (mode ${shown}). Set DATA_DIR to an empty folder.`,
    )
  }
  chmodSync(path, 0o700)
}
