import { popularPythonPackages } from '#shared/engines/skill/rules/packages.rules.ts'

import { type Ecosystem, normalName } from '../manifests/package-entry.ts'

/** Names this far down the list of downloads are worth imitating. */
const WORTH = 5_000
/** Shorter names have too many neighbours of their own. */
const SHORTEST = 5

/** `near` holds the names worth imitating by what is left of them without one letter, the most used first. */
type Names = { known: ReadonlySet<string>; near: ReadonlyMap<string, readonly string[]> }
let npmNames: Promise<Names> | undefined
let pypiNames: Names | undefined

const namesOf = (known: readonly string[], worth: readonly string[]): Names => {
  const near = new Map<string, string[]>()
  for (const name of worth) {
    if (name.length < SHORTEST || name.startsWith('@')) continue
    for (const key of withOneLess(name)) {
      const same = near.get(key)
      if (same === undefined) near.set(key, [name])
      else same.push(name)
    }
  }
  return { known: new Set(known), near }
}
const loadNpm = async (): Promise<Names> => {
  const { npmHighImpact, npmTopDownloads } = await import('npm-high-impact')
  return namesOf(npmHighImpact, npmTopDownloads.slice(0, WORTH))
}

/** The much used package whose name is one letter (or two swapped) away; null for names of their own. */
export async function typosquatOf(ecosystem: Ecosystem, name: string): Promise<string | null> {
  if (ecosystem !== 'npm' && ecosystem !== 'PyPI') return null
  const { known, near } =
    ecosystem === 'npm'
      ? await (npmNames ??= loadNpm())
      : (pypiNames ??= namesOf(popularPythonPackages, popularPythonPackages))
  const plain = normalName(ecosystem, name)
  if (plain.length < SHORTEST || plain.length > 100 || plain.startsWith('@') || known.has(plain)) return null
  return (
    withOneLess(plain)
      .flatMap((key) => near.get(key) ?? [])
      .find((other) => isOneOff(plain, other)) ?? null
  )
}

/** The name, and what is left of it without one of its letters. Names one step apart have one of these in common. */
const withOneLess = (name: string): string[] => [
  ...new Set([name, ...Array.from(name, (_, at) => name.slice(0, at) + name.slice(at + 1))]),
]

/** One letter more, less, other, or two swapped. */
function isOneOff(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1 || one === other) return false
  let at = 0
  while (at < Math.min(one.length, other.length) && one[at] === other[at]) at += 1
  if (one.length !== other.length)
    return one.length > other.length ? one.slice(at + 1) === other.slice(at) : one.slice(at) === other.slice(at + 1)
  return (
    one.slice(at + 1) === other.slice(at + 1) ||
    (one[at] === other[at + 1] && one[at + 1] === other[at] && one.slice(at + 2) === other.slice(at + 2))
  )
}
