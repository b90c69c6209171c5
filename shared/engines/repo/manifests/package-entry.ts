/** Registries as OSV names them. */
export const ecosystems = ['npm', 'PyPI', 'crates.io', 'Go'] as const
export type Ecosystem = (typeof ecosystems)[number]

/** One version that a lock file names. */
export type LockedPackage = {
  ecosystem: Ecosystem
  name: string
  version: string
  /** Only for building and testing; null where the file does not say. */
  dev: boolean | null
  /** The lock file. */
  path: string
  /** As the lock file has it. */
  license: string | null
  /** Whether it runs a script when it is installed, according to the lock file. */
  installs: boolean
}

/** A locked package of which nothing but its version is known. */
export const lockedPackage = (ecosystem: Ecosystem, path: string, name: string, version: string): LockedPackage => ({
  ecosystem,
  name,
  version,
  dev: null,
  path,
  license: null,
  installs: false,
})

/** A direct dependency in a manifest. */
export type WantedPackage = { ecosystem: Ecosystem; name: string; range: string; dev: boolean; path: string }

/** A manifest's facts about its package. */
export type Manifest = {
  path: string
  ecosystem: Ecosystem
  name: string | null
  license: string | null
  wanted: readonly WantedPackage[]
  /** Scripts by name, as package.json has them. */
  scripts: Readonly<Record<string, string>>
}

const TYPES: Readonly<Record<Ecosystem, string>> = { npm: 'npm', PyPI: 'pypi', 'crates.io': 'cargo', Go: 'golang' }

/** The package URL (purl) of a version. */
export function purlOf({ ecosystem, name, version }: Pick<LockedPackage, 'ecosystem' | 'name' | 'version'>): string {
  const path = name.split('/').map(encodeURIComponent).join('/')
  return `pkg:${TYPES[ecosystem]}/${path}@${encodeURIComponent(version)}`
}

/** Names as their registry compares them: PyPI knows no capitals and no difference between `-`, `_` and `.` (PEP 503). */
export const normalName = (ecosystem: Ecosystem, name: string): string =>
  ecosystem === 'PyPI' ? name.toLowerCase().replaceAll(/[-_.]+/g, '-') : name

/** Maximum number of packages read from lock files; the rest of longer files is ignored. */
export const MOST_PACKAGES = 5_000
