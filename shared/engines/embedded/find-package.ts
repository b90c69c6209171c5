import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** An installed package, with its folder and version. */
export type DataPackage = { name: string; folder: string; version: string }

const { resolve } = createRequire(import.meta.url)
const known = new Map<string, DataPackage | null>()

/** A package that may be missing, because it is optional. Looked up once in the life of the process; null: it is not there. */
export function findPackage(name: string): DataPackage | null {
  const found = known.get(name)
  if (found !== undefined) return found
  const fresh = look(name)
  known.set(name, fresh)
  return fresh
}

// Not by resolving `name/package.json`: a package may export nothing but its code.
function look(name: string): DataPackage | null {
  for (const base of resolve.paths(name) ?? []) {
    const folder = join(base, name)
    const version = versionIn(folder)
    if (version !== null) return { name, folder, version }
  }
  return null
}

function versionIn(folder: string): string | null {
  try {
    const { version } = Object(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
    return typeof version === 'string' ? version : null
  } catch {
    return null
  }
}
