import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

export const ROOT = resolve(import.meta.dirname, '../..')

/** Every TypeScript file of the product and its tests, by path from the root. */
export function sourceFiles(folders: readonly string[] = ['ingress', 'workers', 'shared', 'test']): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
      .map((entry) => relative(ROOT, join(entry.parentPath, entry.name))),
  )
}

export const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** What a file imports, static and dynamic: `#area/...` and relative paths resolved from the root, packages by name. */
export function importsOf(path: string, text: string = read(path)): { target: string; dynamic: boolean }[] {
  const found = [
    ...text.matchAll(
      /(?:^|\n)\s*(?:import|export)\b[^'"\n]*(?:\{[^}]*\})?[^'"\n]*from\s*['"]([^'"]+)['"]|(?:^|\n)\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g,
    ),
  ]
  return found.map(([, from, bare, dynamic]) => ({
    target: resolved(path, from ?? bare ?? dynamic ?? ''),
    dynamic: dynamic !== undefined,
  }))
}

function resolved(from: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1)
  if (specifier.startsWith('.')) return relative(ROOT, resolve(ROOT, from, '..', specifier))
  return specifier
}
