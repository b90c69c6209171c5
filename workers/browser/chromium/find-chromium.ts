import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'

import { hasBundledChromium, unpackChromium } from './unpack-chromium.ts'

/** An executable Chromium. */
export type Chromium = {
  file: string
  /** Folder with shared libraries that the system may lack; null if it needs none. */
  libraries: string | null
}

/** No Chromium was found. The message is for the operator. */
export class NoChromium extends Error {
  override readonly name = 'NoChromium'
}

/**
 * Finds Chromium: CHROMIUM_PATH if set, else the bundled one (unpacked into `folder` on first use), else `chromium` on
 * PATH. Throws NoChromium.
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
