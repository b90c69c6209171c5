import { pathClass } from './path-class.ts'
import type { Rule } from './rule.ts'
import { removal } from './rules/filesystem.rules.ts'
import { report, type Scan, type Segment } from './scan.ts'

const lightened = new Set<Rule>([removal.tree, removal.recursive, removal.many])

/** Programs that write their whole output from sources; copying back by hand is not among them. */
const builders =
  /^(?:babel|tsc|esbuild|rollup|webpack|parcel|vite|swc|tsup|ncc|napi|browserify|terser|uglifyjs|sass|postcss|tailwindcss|tailwind|cpx2?|copyfiles|cpy|typedoc|jsdoc|api-extractor|graphql-codegen|protoc|buf|openapi-generator|prisma|peggy|pegjs|nearleyc|antlr4)$/

/** Commands after which a relative path is in another directory. */
const moving = /^(?:cd|chdir|pushd|popd|set-location|sl)$/i

/** Programs that only pass their words on to one of the above. */
const runners = new Set(['npx', 'pnpm', 'yarn', 'bunx', 'exec', 'dlx', 'run', 'cross-env'])

/**
 * Lightens the removal of relative paths that a later command of the same action writes anew: what a build makes from its
 * sources. Every path of the command must be made again. What an installation downloads again stays for a review.
 */
export function withoutRemade(scan: Scan): void {
  for (const { rule, segment, matched } of scan.findings) {
    const removing = scan.segments[segment]
    if (!lightened.has(rule) || removing === undefined || removing.via.length > 0) continue
    // Elsewhere, the same words name other things.
    if (scan.segments.some(({ argv: [program = ''] }) => moving.test(program))) continue
    const later = scan.segments.slice(segment + 1).filter(({ via }) => via.every((name) => runners.has(name)))
    const paths = removing.argv.slice(1).filter((word) => !word.startsWith('-'))
    if (paths.length === 0 || !paths.every((path) => isMadeAgain(path, later))) continue
    scan.findings = scan.findings.filter((one) => one.rule !== rule || one.segment !== segment)
    report(scan, removal.remade, segment, matched)
  }
}

function isMadeAgain(path: string, later: readonly Segment[]): boolean {
  const kind = pathClass(path)
  if (kind === 'build' || kind === 'temp') return true
  if (kind !== 'ordinary') return false
  if (path.startsWith('/') || path.startsWith('~') || path.includes('..')) return false
  const wanted = directoryOf(path)
  return wanted !== '' && later.some(({ argv }) => isBuilder(argv) && outputsOf(argv).some((one) => names(one, wanted)))
}

/** Options whose value is where the output goes. */
const toOutput = /^(?:-[doD]|--?(?:[a-z-]{0,12}(?:out|dest|target)[\w-]{0,16}|[a-z]{1,12}-dir))$/i
/** Programs whose last word is where the output goes. */
const lastIsOutput = /^(?:cpx2?|copyfiles|cpy)$/

/** The words of a command that say where it writes. */
function outputsOf(argv: readonly string[]): string[] {
  return argv.flatMap((word, at) => {
    const [option = '', value] = word.split('=', 2)
    if (value !== undefined) return toOutput.test(option) ? [value] : []
    const isLast = at === argv.length - 1 && argv.some((one) => lastIsOutput.test(one))
    return isLast || toOutput.test(argv[at - 1] ?? '') ? [word] : []
  })
}

function isBuilder(argv: readonly string[]): boolean {
  const program = argv.find((word) => !runners.has(word) && !/^\w+=/.test(word)) ?? ''
  return builders.test(program)
}

/** The directory of a pattern, or the path itself; without the dot before it. */
const directoryOf = (path: string) =>
  path
    .replace(/\/[^/]*[*?[{][^/]*(?:\/.*)?$/, '')
    .replace(/^\.\//, '')
    .replace(/\/$/, '')

const names = (word: string, path: string) => directoryOf(word) === path
