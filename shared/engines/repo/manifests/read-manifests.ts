import { z } from 'zod'

import type { Ecosystem, Manifest, WantedPackage } from './package-entry.ts'

const MOST_WANTED = 1_000
const names = z.record(z.string(), z.unknown()).catch({})
const PackageJson = z.object({
  name: z.string().nullish().catch(null),
  license: z.unknown().optional(),
  scripts: names,
  dependencies: names,
  devDependencies: names,
  optionalDependencies: names,
})

/** Reads package.json. Throws for anything but a JSON object. */
export function readPackageJson(path: string, text: string): Manifest {
  const json = PackageJson.parse(JSON.parse(text))
  const wanted = (list: Record<string, unknown>, dev: boolean): WantedPackage[] =>
    Object.entries(list).flatMap(([name, range]) =>
      typeof range === 'string' ? [{ ecosystem: 'npm', name, range, dev, path }] : [],
    )
  const { license } = json
  const typed = typeof license === 'object' && license !== null && 'type' in license ? license.type : license
  return {
    path,
    ecosystem: 'npm',
    name: json.name ?? null,
    license: typeof typed === 'string' ? typed : null,
    wanted: [
      ...wanted(json.dependencies, false),
      ...wanted(json.optionalDependencies, false),
      ...wanted(json.devDependencies, true),
    ].slice(0, MOST_WANTED),
    scripts: Object.fromEntries(
      Object.entries(json.scripts).flatMap(([name, script]) => (typeof script === 'string' ? [[name, script]] : [])),
    ),
  }
}

/** The lines of one TOML table, up to the next. */
const tableOf = (text: string, name: string) => {
  const lines = text.split('\n')
  const start = lines.findIndex((line) => line.trim() === `[${name}]`)
  if (start === -1) return []
  const end = lines.findIndex((line, place) => place > start && /^\s*\[/.test(line))
  return lines.slice(start + 1, end === -1 ? undefined : end)
}

const field = (lines: readonly string[], name: string) => {
  const pattern = new RegExp(`^\\s{0,8}${name}\\s{0,4}=\\s{0,4}["']([^"'\\n]{1,200})["']`)
  return lines.map((line) => pattern.exec(line)?.[1]).find((value) => value !== undefined) ?? null
}

/** `name = "range"` and `name = { version = "range" }` of a table. */
function keysOf(lines: readonly string[], ecosystem: Ecosystem, path: string, dev: boolean): WantedPackage[] {
  return lines.flatMap((line) => {
    const [, name, plain, inner] =
      /^\s{0,8}"?([\w.-]{1,200})"?\s{0,4}=\s{0,4}(?:"([^"\n]{0,200})"|(\{[^}\n]{0,400}))/.exec(line) ?? []
    if (name === undefined || name === 'python') return []
    const range = plain ?? /version\s{0,4}=\s{0,4}"([^"\n]{0,200})"/.exec(inner ?? '')?.[1] ?? '*'
    return [{ ecosystem, name, range, dev, path }]
  })
}

/** Cargo.toml, as far as its usual form goes. */
export function readCargoToml(path: string, text: string): Manifest {
  const own = tableOf(text, 'package')
  return {
    path,
    ecosystem: 'crates.io',
    name: field(own, 'name'),
    license: field(own, 'license'),
    wanted: [
      ...keysOf(tableOf(text, 'dependencies'), 'crates.io', path, false),
      ...keysOf(tableOf(text, 'build-dependencies'), 'crates.io', path, false),
      ...keysOf(tableOf(text, 'dev-dependencies'), 'crates.io', path, true),
    ].slice(0, MOST_WANTED),
    scripts: {},
  }
}

/** pyproject.toml: `[project]` (PEP 621) and Poetry's tables. */
export function readPyproject(path: string, text: string): Manifest {
  const project = tableOf(text, 'project')
  const poetry = tableOf(text, 'tool.poetry')
  const from = project.findIndex((line) => /^\s*dependencies\s*=\s*\[/.test(line))
  const after = from === -1 ? [] : project.slice(from)
  const until = after.findIndex((line) =>
    /\]\s*(?:#.*)?$/.test(line.replaceAll(/\[[\w, -]{1,200}\](?=[^\n]*["'])/g, '')),
  )
  const listed = after.slice(0, until === -1 ? after.length : until + 1).join('\n')
  return {
    path,
    ecosystem: 'PyPI',
    name: field(project, 'name') ?? field(poetry, 'name'),
    license: field(project, 'license') ?? field(poetry, 'license') ?? licenceTable(project),
    wanted: [
      ...[...listed.matchAll(/["']([A-Za-z0-9][\w.-]{0,100})(?:\[[^\]"']{0,100}\])?\s{0,4}([^"'\n]{0,200})["']/g)].map(
        ([, name = '', range = '']): WantedPackage => ({
          ecosystem: 'PyPI',
          name,
          range: range.trim(),
          dev: false,
          path,
        }),
      ),
      ...keysOf(tableOf(text, 'tool.poetry.dependencies'), 'PyPI', path, false),
      ...keysOf(tableOf(text, 'tool.poetry.group.dev.dependencies'), 'PyPI', path, true),
    ].slice(0, MOST_WANTED),
    scripts: {},
  }
}

const licenceTable = (lines: readonly string[]) =>
  lines.map((line) => /^\s*license\s*=\s*\{\s*text\s*=\s*"([^"\n]{1,200})"/.exec(line)?.[1]).find(Boolean) ?? null

/** Reads requirements.txt as a manifest: pinned or not, it lists what the project requires. */
export function readRequirementsAsWanted(path: string, text: string): Manifest {
  const wanted = text
    .split('\n')
    .slice(0, MOST_WANTED)
    .flatMap((line): WantedPackage[] => {
      const [, name, range = ''] =
        /^\s{0,20}([A-Za-z0-9][\w.-]{0,100})(?:\[[^\]\n]{0,100}\])?\s{0,4}([^;#\n]{0,200})/.exec(line) ?? []
      return name === undefined
        ? []
        : [{ ecosystem: 'PyPI', name, range: range.trim(), dev: /dev|test/i.test(path), path }]
    })
  return { path, ecosystem: 'PyPI', name: null, license: null, wanted, scripts: {} }
}

/** go.mod: requirements without `// indirect`. */
export function readGoMod(path: string, text: string): Manifest {
  const wanted = text
    .split('\n')
    .slice(0, MOST_WANTED * 2)
    .flatMap((line): WantedPackage[] => {
      const [, name, range] =
        /^\s{0,8}(?:require\s{1,4})?([\w.-]{1,100}\.[\w.-]{1,100}\/\S{1,300})\s+v(\S{1,100})(?!.*\/\/ indirect)/.exec(
          line,
        ) ?? []
      return name === undefined || range === undefined ? [] : [{ ecosystem: 'Go', name, range, dev: false, path }]
    })
  const [, name = null] = /^module\s+(\S{1,300})/m.exec(text) ?? []
  return { path, ecosystem: 'Go', name, license: null, wanted: wanted.slice(0, MOST_WANTED), scripts: {} }
}
