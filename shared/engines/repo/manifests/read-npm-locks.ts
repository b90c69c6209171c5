import { z } from 'zod'

import { type LockedPackage, lockedPackage, MOST_PACKAGES } from './package-entry.ts'

const Entry = z.object({
  version: z.string().optional(),
  name: z.string().optional(),
  dev: z.boolean().optional(),
  link: z.boolean().optional(),
  license: z.unknown().optional(),
  hasInstallScript: z.boolean().optional(),
  dependencies: z.unknown().optional(),
})
const Lock = z.object({
  packages: z.record(z.string(), z.unknown()).optional(),
  dependencies: z.record(z.string(), z.unknown()).optional(),
})

const npm = (path: string, name: string, version: string, more: Partial<LockedPackage> = {}): LockedPackage => ({
  ...lockedPackage('npm', path, name, version),
  ...more,
})

/** Reads package-lock.json and npm-shrinkwrap.json of versions 1 to 3. Throws for invalid JSON. */
export function readNpmLock(path: string, text: string): LockedPackage[] {
  const lock = Lock.parse(JSON.parse(text))
  const found: LockedPackage[] = []
  for (const [place, value] of Object.entries(lock.packages ?? {}).slice(0, MOST_PACKAGES * 2)) {
    const entry = Entry.safeParse(value).data
    const name = entry?.name ?? place.split('node_modules/').at(-1) ?? ''
    if (place === '' || !place.includes('node_modules/') || entry?.version === undefined || entry.link === true)
      continue
    found.push(
      npm(path, name, entry.version, {
        dev: entry.dev ?? false,
        license: typeof entry.license === 'string' ? entry.license : null,
        installs: entry.hasInstallScript ?? false,
      }),
    )
  }
  if (lock.packages === undefined) nested(path, lock.dependencies ?? {}, found, 0)
  return found.slice(0, MOST_PACKAGES)
}

/** Version 1 nests what cannot be shared. */
function nested(path: string, dependencies: Record<string, unknown>, found: LockedPackage[], depth: number): void {
  if (depth > 20) return
  for (const [name, value] of Object.entries(dependencies)) {
    if (found.length >= MOST_PACKAGES) return
    const entry = Entry.safeParse(value).data
    if (entry?.version === undefined) continue
    if (/^\d/.test(entry.version)) found.push(npm(path, name, entry.version, { dev: entry.dev ?? false }))
    const inner = z.record(z.string(), z.unknown()).safeParse(entry.dependencies)
    if (inner.success) nested(path, inner.data, found, depth + 1)
  }
}

/** pnpm-lock.yaml: the keys of its `packages`, in the ways versions 5 to 9 write them. */
export function readPnpmLock(path: string, text: string): LockedPackage[] {
  const found: LockedPackage[] = []
  let inPackages = false
  for (const line of text.split('\n')) {
    if (/^\S/.test(line)) inPackages = line.startsWith('packages:')
    if (!inPackages || found.length >= MOST_PACKAGES) continue
    const key =
      /^ {2}['"]?\/?((?:@[^/\s'"]{1,100}\/)?[^@/\s'"(]{1,200})[@/](\d[^\s'"(_:]{0,100})[^\s]{0,800}:\s*$/.exec(line)
    if (key !== null) found.push(npm(path, key[1] ?? '', key[2] ?? ''))
    const last = found.at(-1)
    if (last !== undefined && /^ {4}dev: (true|false)\s*$/.test(line)) last.dev = line.includes('true')
    if (last !== undefined && /^ {4}requiresBuild: true\s*$/.test(line)) last.installs = true
  }
  return found
}

/** yarn.lock of Yarn 1 and of Berry. */
export function readYarnLock(path: string, text: string): LockedPackage[] {
  const found: LockedPackage[] = []
  let name: string | null = null
  for (const line of text.split('\n')) {
    if (found.length >= MOST_PACKAGES) break
    if (/^\S/.test(line)) {
      const [, key = null] = /^"?((?:@[^@/\s"]{1,100}\/)?[^@/\s",:]{1,200})@(?!workspace:|link:|file:)/.exec(line) ?? []
      name = line.startsWith('#') ? null : key
      continue
    }
    const [, version] = /^ {2}version:? "?(\d[^"\s]{0,100})"?\s*$/.exec(line) ?? []
    if (name === null || version === undefined) continue
    found.push(npm(path, name, version))
    name = null
  }
  return found
}
