import { type Ecosystem, type LockedPackage, lockedPackage, MOST_PACKAGES } from './package-entry.ts'

/** Cargo.lock, poetry.lock, uv.lock: TOML tables `[[package]]`. Packages without a source are the repository's own. */
export function readTomlLock(ecosystem: Ecosystem, path: string, text: string): LockedPackage[] {
  const found: LockedPackage[] = []
  for (const table of text.split(/^\[\[package\]\]\s*$/m).slice(1, MOST_PACKAGES + 1)) {
    const field = (name: string) => new RegExp(`^${name}\\s{0,4}=\\s{0,4}"([^"\\n]{1,200})"`, 'm').exec(table)?.[1]
    const name = field('name')
    const version = field('version')
    const isOwn =
      (ecosystem === 'crates.io' && !/^source\s{0,4}=/m.test(table)) ||
      /^source\s{0,4}=\s{0,4}\{\s{0,4}(?:virtual|editable|directory)/m.test(table)
    if (name !== undefined && version !== undefined && !isOwn) found.push(lockedPackage(ecosystem, path, name, version))
  }
  return found
}

/** Reads Pipfile.lock. Throws for invalid JSON. */
export function readPipfileLock(path: string, text: string): LockedPackage[] {
  // Safe: only objects are looked into.
  const lock = JSON.parse(text) as Record<string, unknown> | null
  return ['default', 'develop'].flatMap((section) => {
    const entries: unknown = lock?.[section]
    if (typeof entries !== 'object' || entries === null) return []
    return Object.entries(entries)
      .slice(0, MOST_PACKAGES)
      .flatMap(([name, entry]: [string, unknown]) => {
        const version = typeof entry === 'object' && entry !== null && 'version' in entry ? entry.version : null
        if (typeof version !== 'string' || !version.startsWith('==')) return []
        return [{ ...lockedPackage('PyPI', path, name, version.slice(2)), dev: section === 'develop' }]
      })
  })
}

/** requirements.txt: only what is pinned by `==` names a version. */
export function readRequirements(path: string, text: string): LockedPackage[] {
  return text
    .split('\n')
    .slice(0, MOST_PACKAGES)
    .flatMap((line) => {
      const [, name, version] =
        /^\s{0,20}([A-Za-z0-9][\w.-]{0,100})\s{0,4}(?:\[[^\]\n]{0,100}\])?\s{0,4}==\s{0,4}([\w.!+-]{1,60})(?:\s|;|#|\\|$)/.exec(
          line,
        ) ?? []
      return name === undefined || version === undefined ? [] : [lockedPackage('PyPI', path, name, version)]
    })
}

/** Reads go.sum: every module whose content was used, without those of which only the go.mod was. */
export function readGoSum(path: string, text: string): LockedPackage[] {
  const found = new Map<string, LockedPackage>()
  for (const line of text.split('\n')) {
    if (found.size >= MOST_PACKAGES) break
    const [, name, version] = /^(\S{1,300}) v(\S{1,100}?) h1:/.exec(line) ?? []
    if (name !== undefined && version !== undefined && !version.endsWith('/go.mod'))
      found.set(`${name}@${version}`, lockedPackage('Go', path, name, version))
  }
  return [...found.values()]
}
