import { pathClass } from '../path-class.ts'
import { gradeOf, worse } from '../rule.ts'
import type { Level, Rule } from '../rule.ts'
import { removal } from '../rules/filesystem.rules.ts'
import { report } from '../scan.ts'
import { hasHoleOf } from '../shell/hole.ts'
import type { Leaf } from './leaf.ts'

const elsewhere =
  /^(?:\w*ssh|ssh|mosh|pdsh|clush|ansible|salt|kubectl|oc|docker|podman|gcloud|aws|az|fly|heroku|vagrant|pct|lxc)\b/

const sourceFile =
  /^(?!\.\.\/|\/)[\w@./-]{0,120}[\w-]\.(?:[cm]?[jt]sx?|d\.[cm]?ts|[jt]s\.map|css|scss|html?|json|lock|ya?ml|toml|md|py|rb|go|rs|java|php|lua|wasm)$/

type Manner = { recursive: boolean; force: boolean }

/** Judges the removal of paths, worst one first. */
export function removePaths(leaf: Leaf, paths: readonly string[], manner: Manner): void {
  let worst: { rule: Rule; level: Level } | undefined
  for (const path of paths) {
    const rule = ruleFor(path, manner, leaf)
    const level = gradeOf(rule).severity
    if (worst === undefined || (worse(worst.level, level) === level && level !== worst.level)) worst = { rule, level }
  }
  if (worst !== undefined) report(leaf.scan, worst.rule, leaf.segment, leaf.text)
}

function ruleFor(path: string, { recursive, force }: Manner, { cwd, place }: Leaf): Rule {
  const kind = pathClass(path, cwd)
  if (kind === 'temp') return removal.temp
  // On another machine it is not the project's own.
  if (kind === 'build' && !place.via.some((wrapper) => elsewhere.test(wrapper))) return removal.build
  // A name that ends like a source file is one file, whatever the option says.
  if (!recursive || (kind === 'ordinary' && sourceFile.test(path))) return singleRule(path, kind)
  switch (kind) {
    case 'root':
      return removal.root
    case 'home':
      return removal.home
    case 'everything':
      return removal.everything
    case 'system':
    case 'system-inside':
    case 'disk':
    case 'sink':
      return removal.system
    case 'unset':
      return removal.unset
    case 'regenerable':
      return removal.regenerable
    case 'machine':
    case 'dotfile':
    case 'credential':
    case 'unknown':
    case 'build':
    case 'ordinary':
      return force ? removal.tree : removal.recursive
  }
}

function singleRule(path: string, kind: ReturnType<typeof pathClass>): Rule {
  if (kind === 'system-inside' || kind === 'disk') return removal.systemFile
  if (kind === 'credential') return removal.credential
  if (kind === 'dotfile') return removal.config
  if (kind === 'machine') return removal.machineFile
  if (kind === 'everything' || kind === 'home' || kind === 'root' || kind === 'system') return removal.allFiles
  const isListed = hasHoleOf(path, 'output') || hasHoleOf(path, 'local')
  if (isListed && kind !== 'regenerable') return removal.listed
  return isListed || /[*?]|\[[^\]]+\]/.test(path) ? removal.many : removal.file
}
