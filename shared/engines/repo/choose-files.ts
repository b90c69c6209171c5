import type { TreeFile } from './hosts/repo-host.ts'
import { isSample } from './indicators/indicator.ts'
import { BINARY } from './indicators/indicator.rules.ts'
import { isDependencyFile, isLockFile } from './manifests/read-dependency-file.ts'

const MOST_SCANNED = 200
const MOST_SCAN_BYTES = 262_144
const MOST_LOCK_BYTES = 4_000_000
const MOST_DEPENDENCY_FILES = 24

const NO_TEXT =
  /\.(?:png|jpe?g|gif|webp|avif|svg|ico|bmp|pdf|zip|gz|tgz|bz2|xz|7z|woff2?|ttf|otf|eot|mp[34]|mov|wav|ogg|lock|snap|map|min\.js|min\.css|csv|tsv|parquet|sqlite|db|wasm|po|mo)$/i
const VENDORED = /(?:^|\/)(?:node_modules|vendor|third_party|dist|build|out|target|\.git)\//i
export const WORKFLOW = /^\.github\/workflows\/[^/]+\.ya?ml$/i

/** The places where harm is done or shown first; everything else by its name. */
const INTEREST: readonly { pattern: RegExp; weight: number }[] = [
  {
    pattern:
      /(?:^|\/)(?:setup\.py|build\.rs|binding\.gyp|Makefile|Dockerfile|install\.(?:sh|ps1|js)|\.npmrc|\.env[\w.]*|\.cursorrules)$/i,
    weight: 9,
  },
  { pattern: /(?:^|\/)(?:pre|post)?install[\w.-]*\.(?:[cm]?js|sh|py|ps1)$/i, weight: 9 },
  { pattern: /(?:^|\/)(?:readme|agents|claude|skill|security|license|copying)[\w.-]*$/i, weight: 8 },
  { pattern: /(?:^|\/)(?:index|main|__init__|cli|server|app)\.\w{1,4}$/i, weight: 6 },
  { pattern: /^(?:scripts?|bin|tools?|hack|\.github)\//i, weight: 5 },
  { pattern: /\.(?:[cm]?[jt]sx?|py|sh|bash|ps1|rb|php|pl|go|rs)$/i, weight: 3 },
  { pattern: /\.(?:ya?ml|toml|json|ini|cfg|conf|env|properties)$/i, weight: 2 },
]

export type ChosenFiles = {
  /** Manifests and lock files, the outermost first. */
  dependency: string[]
  workflows: string[]
  /** Texts that are looked through, most telling first. */
  scanned: string[]
  /** Texts past the limit. */
  left: number
}

/** Chooses the files of a tree to read. The order depends only on the tree. */
export function chooseFiles(files: readonly TreeFile[]): ChosenFiles {
  const depth = (path: string) => path.split('/').length
  const outermost = (a: TreeFile, b: TreeFile) => depth(a.path) - depth(b.path) || (a.path < b.path ? -1 : 1)
  const dependency = files
    .filter(
      ({ path, size }) =>
        isDependencyFile(path) && !VENDORED.test(path) && !isSample(path) && (size ?? 0) <= MOST_LOCK_BYTES,
    )
    .toSorted(outermost)
    .slice(0, MOST_DEPENDENCY_FILES)
    .map(({ path }) => path)
  const workflows = files
    .filter(({ path }) => WORKFLOW.test(path))
    .toSorted(outermost)
    .slice(0, 20)
  const taken = new Set([...dependency, ...workflows.map(({ path }) => path)])
  const texts = files
    .filter(
      ({ path, size }) =>
        !taken.has(path) &&
        !NO_TEXT.test(path) &&
        !BINARY.test(path) &&
        !isLockFile(path) &&
        (size ?? 0) <= MOST_SCAN_BYTES,
    )
    .map((file) => ({ ...file, weight: weightOf(file.path) }))
    .toSorted((a, b) => b.weight - a.weight || outermost(a, b))
  const scanned = texts.slice(0, MOST_SCANNED - workflows.length).map(({ path }) => path)
  return { dependency, workflows: workflows.map(({ path }) => path), scanned, left: texts.length - scanned.length }
}

function weightOf(path: string): number {
  const weight = INTEREST.find(({ pattern }) => pattern.test(path))?.weight ?? 1
  return weight - (VENDORED.test(path) ? 3 : 0) - (isSample(path) ? 2 : 0)
}
