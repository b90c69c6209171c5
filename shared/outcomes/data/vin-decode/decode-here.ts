import { existsSync } from 'node:fs'

import { Refusal } from '#shared/errors.ts'

import { findPackage } from '#shared/engines/embedded/find-package.ts'
import { dataDay, type Decoded, decodeVehicle } from './decode-vehicle.ts'
import { VPIC_PACKAGE, vpicPath } from './unpack-vpic.ts'

let unpacking: Promise<string | null> | undefined

/**
 * Decodes with the embedded data. `unpack` is asked to unpack it where nobody has yet; calls that come meanwhile wait
 * with the first. Null: the package is not installed, or there is no room to unpack it.
 */
export async function decodeHere(
  vin: string,
  years: readonly number[],
  unpack: () => Promise<string>,
): Promise<(Decoded & { version: string; dataOf: string }) | null> {
  const found = findPackage(VPIC_PACKAGE)
  if (found === null) return null
  unpacking ??= pathOf(found.version, unpack)
  const path = await unpacking
  if (path === null) {
    // Another call may find room.
    unpacking = undefined
    return null
  }
  return { ...decodeVehicle(path, vin, years), version: found.version, dataOf: dataDay(path) }
}

/** A disk that is full or read-only takes the data away, not the outcome. */
async function pathOf(version: string, unpack: () => Promise<string>): Promise<string | null> {
  try {
    const known = vpicPath(version)
    return existsSync(known) ? known : await unpack()
  } catch (error) {
    const { code, name } = Object(error)
    const isDisk = typeof code === 'string' && /^E[A-Z]+$/.test(code)
    if (isDisk || error instanceof Refusal || name === 'AbortError') return null
    throw error
  }
}
