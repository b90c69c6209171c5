import { createHash } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { getCompileCacheDir, registerHooks, stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Strips the types of modules that are loaded afterwards and keeps what is left in files, beside Node's compile cache and
 * under the hash of the source. Node does the same, but holds each text in memory until the process ends, 5 MB of an
 * ingress. Does nothing where Node has no compile cache.
 */
export function keepStrippedTypes(): void {
  const folder = getCompileCacheDir()
  if (folder === undefined) return
  registerHooks({
    load(url, context, next) {
      if (!url.startsWith('file:') || !url.endsWith('.ts')) return next(url, context)
      const source = strippedOf(readFileSync(fileURLToPath(url)), folder)
      return { format: 'module', source, shortCircuit: true }
    },
  })
}

function strippedOf(source: Buffer, folder: string): string {
  const path = join(folder, `${createHash('sha256').update(source).digest('base64url')}.stripped.js`)
  try {
    return readFileSync(path, 'utf8')
  } catch {
    const stripped = strip(source.toString())
    try {
      // Another process may read or write the same file now.
      writeFileSync(`${path}.${process.pid}`, stripped)
      renameSync(`${path}.${process.pid}`, path)
    } catch {
      // A folder that cannot be written costs time at the next start, as Node's cache does.
    }
    return stripped
  }
}

/** Node's own stripping of types, without its warning that this way to ask for it may change. */
function strip(source: string): string {
  const emitWarning: unknown = Reflect.get(process, 'emitWarning')
  process.emitWarning = () => {}
  try {
    return stripTypeScriptTypes(source)
  } finally {
    Reflect.set(process, 'emitWarning', emitWarning)
  }
}
