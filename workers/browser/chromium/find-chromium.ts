import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'

import { hasBundledChromium, unpackChromium } from './unpack-chromium.ts'

/** A Chromium that can be started. */
export type Chromium = {
  file: string
  /** Folder of shared libraries it needs and the system may lack; null when it finds its own. */
  libraries: string | null
}

/** There is none. The message is for the operator. */
export class NoChromium extends Error {
  override readonly name = 'NoChromium'
}

/**
 * The Chromium of this installation: CHROMIUM_PATH when set, else the one that came with the packages (unpacked into
 * `folder` the first time), else `chromium` on PATH. Throws NoChromium.
 */
export async function findChromium(given: {
  chromiumPath: string | undefined
  folder: string
  searchPath: string
  isBundled?: boolean
}): Promise<Chromium> {
  const { chromiumPath, folder, searchPath, isBundled = hasBundledChromium() } = given
  if (chromiumPath !== undefined) {
    if (await isProgram(chromiumPath)) return { file: chromiumPath, libraries: null }
    throw new NoChromium(`CHROMIUM_PATH names no program that this user may run: ${chromiumPath}`)
  }
  if (isBundled) return unpackChromium(folder)
  for (const place of searchPath.split(delimiter).filter((part) => part !== '')) {
    const file = join(place, 'chromium')
    if (await isProgram(file)) return { file, libraries: null }
  }
  throw new NoChromium(
    `No Chromium is bundled for ${process.platform} ${process.arch} and none is on PATH; set CHROMIUM_PATH.`,
  )
}

const isProgram = (file: string) =>
  access(file, constants.X_OK).then(
    () => true,
    () => false,
  )
