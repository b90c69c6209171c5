import type { LockedPackage, Manifest } from './package-entry.ts'
import { readCargoToml, readGoMod, readPackageJson, readPyproject, readRequirementsAsWanted } from './read-manifests.ts'
import { readNpmLock, readPnpmLock, readYarnLock } from './read-npm-locks.ts'
import { readGoSum, readPipfileLock, readRequirements, readTomlLock } from './read-other-locks.ts'

type LockReader = (path: string, text: string) => LockedPackage[]
type ManifestReader = (path: string, text: string) => Manifest

/** Lock files by name: exact versions. */
const LOCKS: Readonly<Record<string, LockReader>> = {
  'package-lock.json': readNpmLock,
  'npm-shrinkwrap.json': readNpmLock,
  'pnpm-lock.yaml': readPnpmLock,
  'yarn.lock': readYarnLock,
  'cargo.lock': (path, text) => readTomlLock('crates.io', path, text),
  'poetry.lock': (path, text) => readTomlLock('PyPI', path, text),
  'uv.lock': (path, text) => readTomlLock('PyPI', path, text),
  'pipfile.lock': readPipfileLock,
  'go.sum': readGoSum,
}
/** Readers of manifests, by file name. */
const MANIFESTS: Readonly<Record<string, ManifestReader>> = {
  'package.json': readPackageJson,
  'cargo.toml': readCargoToml,
  'pyproject.toml': readPyproject,
  'go.mod': readGoMod,
}
const REQUIREMENTS = /^requirements[\w.-]*\.txt$/i

const baseName = (path: string) => (path.split('/').at(-1) ?? '').toLowerCase()

export const isLockFile = (path: string): boolean => baseName(path) in LOCKS
export const isDependencyFile = (path: string): boolean =>
  isLockFile(path) || baseName(path) in MANIFESTS || REQUIREMENTS.test(baseName(path))

export type DependencyFile = { manifest: Manifest | null; locked: readonly LockedPackage[]; problem: string | null }

/** Reads a manifest or lock file by its name. Never throws: a file that cannot be read says so. */
export function readDependencyFile(path: string, text: string): DependencyFile {
  const name = baseName(path)
  try {
    if (REQUIREMENTS.test(name))
      return { manifest: readRequirementsAsWanted(path, text), locked: readRequirements(path, text), problem: null }
    const manifest = MANIFESTS[name]?.(path, text) ?? null
    return { manifest, locked: LOCKS[name]?.(path, text) ?? [], problem: null }
  } catch {
    return { manifest: null, locked: [], problem: `${path} could not be read` }
  }
}
