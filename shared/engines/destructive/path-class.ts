import { hasHole, hasHoleOf, withoutHoles } from './shell/hole.ts'

/**
 * What losing a path would mean. `everything` is the current or parent directory or a bare `*`; `unset` a path that
 * becomes one of the dangerous ones when a variable is empty; `machine` one that belongs to the machine rather than to a
 * project; `unknown` one the text does not tell.
 */
export type PathClass =
  | 'root'
  | 'home'
  | 'everything'
  | 'system'
  | 'system-inside'
  | 'machine'
  | 'disk'
  | 'sink'
  | 'temp'
  | 'regenerable'
  | 'build'
  | 'dotfile'
  | 'credential'
  | 'unset'
  | 'unknown'
  | 'ordinary'

const systemTop =
  /^\/(?:bin|boot|dev|etc|home|lib|lib32|lib64|libx32|opt|proc|root|run|sbin|srv|sys|usr|var|mnt|media|Users|Library|System|Applications|Volumes|private)$/
const systemSecond =
  /^\/(?:usr\/(?:bin|sbin|lib|lib64|local|share|include|libexec)|var\/(?:lib|spool|db|run)|System\/Library|Library\/\w+|private\/(?:etc|var))$/
const systemInside =
  /^\/(?:etc|boot|bin|sbin|lib|lib32|lib64|proc|sys|dev|nix|System|private\/etc|usr\/(?:bin|sbin|lib|lib64|libexec|share|include)|var\/(?:lib|spool|db|run|mail|backups)|run)\/./
const temp = /^(?:\/private)?\/(?:tmp|var\/tmp|var\/folders|dev\/shm|run\/user\/\d+)\/./
/** Absolute, and not where people and build services keep their projects. */
const machine =
  /^\/(?!(?:home|Users|workspaces?|app|code|src|repos?|projects?|work|builds?|github|content|mnt|media|Volumes)\/)/
const sink =
  /^\/dev\/(?:null|zero|full|u?random|tty\w*|std(?:in|out|err)|fd\/\d+|pts\/\d+|tcp\/.*|udp\/.*|shm|log|console|ptmx|ptyp\w*)$/
const homeOf = /^(?:~[\w.-]*|\/root|\/home\/[^/]+|\/Users\/[^/]+)$/
const dotfile =
  /^(?:~[\w.-]*|\/root|\/home\/[^/]+|\/Users\/[^/]+)\/\.(?!cache(?:\/|$)|npm\/|cargo\/registry|gradle\/caches|m2\/repository)[^/]/
/** Keys and logins: kept out of repositories on purpose, so nothing brings one back. */
const credential =
  /(?:^|\/)(?:\.ssh|\.gnupg|\.aws|\.kube|\.docker|\.azure|\.config\/gcloud|\.password-store)\/[^/]|(?:^|\/)(?:\.env(?!\.(?:example|sample|template|dist)$)(?:\.[\w.-]+)?|\.netrc|\.pgpass|\.pypirc|\.git-credentials|\.vault-token|id_(?:rsa|dsa|ecdsa|ed25519)|[^/]+\.(?:pem|key|p12|pfx|jks|keystore|kdbx))$/
/** Files in key folders that are not keys. */
const filledAgain = /\/known_hosts(?:\.old)?$|\.pub$|\/cache(?:\/|$)/
/** Files that a compiler, interpreter or desktop makes again, by their names or a pattern for them. */
const madeFile =
  /(?:^|\/)(?:[^/]*\.(?:pyc|pyo|pyd|o|obj|class|tsbuildinfo|swp|swo|tmp|temp|gcda|gcno|profraw)|\.DS_Store|Thumbs\.db|\.eslintcache|\.coverage|\._\*)$/i
/** Directories that a build or package tool makes again; losing one costs time only. */
const regenerable =
  /(?:^|\/)(?:node_modules|__pycache__|\.pytest_cache|\.mypy_cache|\.ruff_cache|\.tox|\.nox|\.next|\.nuxt|\.turbo|\.parcel-cache|\.svelte-kit|\.angular|\.gradle|\.eggs|\.cache|\.nyc_output|htmlcov|\.dart_tool|DerivedData)$/

/** What a project's own build writes, as a relative path names it; the build makes it again. */
const build =
  /^(?:(?:packages|apps|libs|examples?|projects?|modules|services|src|test|tests|docs|website|site|client|server|web|frontend|backend|lib|public|static|\*{1,2}|[\w@-]{1,40})\/){0,3}(?:dist|build|out|output|coverage|lib|libs|es|esm|cjs|umd|mjs|amd|commonjs|module|modules|types|typings|typed|target|release|bin|compiled|generated|gen|\.?tmp|\.?temp|test-results|playwright-report|storybook-static|reports?|artifacts|_site|site|bundle|bundles|docs?|api-docs|typedoc|\.rollup\.cache|\.tsbuild|\.cache|\.vite|\.wireit|\.docusaurus|\.serverless|\.vercel\/output|\.output|lcov\.info|tsconfig(?:\.\w+)?\.tsbuildinfo|(?:dist|build|lib|out|es|cjs|esm|coverage)[-_.]\w{1,20}|\*\.(?:tgz|js|d\.ts|d\.ts\.map|js\.map|map|d\.mts|d\.cts|mjs|cjs|vsix|zip|\{[\w.,]{1,60}\}))(?:\/\*{1,2}(?:\/\*)?(?:\.[\w{},*.]{1,40})?)?$/

/** Anything in a directory that only a build writes, below a relative path, and what the compiler keeps between its runs. */
const inBuild =
  /^(?!\.\.\/)(?:[\w@.-]{1,40}\/){0,4}(?:dist|build|built|out|coverage|es(?:[5-9]|20\d\d|next)(?:-[a-z]{1,12})?|\{(?:dist|build|out|lib|coverage)\})(?:\/[\w@.*!(){},-]{1,60}){0,6}$|^(?!\.\.\/)(?:[\w@-][\w@.-]{0,40}\/){0,4}[\w.*-]{1,40}\.tsbuildinfo$/

const windowsRoot = /^[a-z]:[\\/]*\*?(?:\.\*)?$/i
const windowsSystem = /^[a-z]:[\\/]+(?:windows|users|program files(?: \(x86\))?|programdata)(?:[\\/]+[^\\/]*)?[\\/]*$/i
const windowsTemp = /^(?:%te?mp%|\$env:te?mp|[a-z]:[\\/]+(?:windows[\\/]+)?temp)[\\/]+./i
const windowsHome = /^(?:%userprofile%|\$env:userprofile|%homepath%)[\\/]*\*?$/i
const windowsDisk = /^\\\\[.?]\\(?:physicaldrive|[a-z]:)/i

/** Classifies a path, as far as it is known. `cwd` is the directory it is relative to, if known. */
export function pathClass(path: string, cwd = ''): PathClass {
  if (hasHole(path)) return withHole(path, cwd)
  if (/^[a-z]:|^[%$\\]/i.test(path)) return windowsClass(path)
  const trimmed = path.replace(/^file:\/\//, '')
  const full = /^[~/]/.test(trimmed) || cwd === '' ? trimmed : `${cwd}/${trimmed}`
  return posixClass(withoutDots(full))
}

/** Whether programs regenerate what is at a path, or what a pattern matches. */
export const isMade = (path: string): boolean => regenerable.test(path) || madeFile.test(path)

function withHole(path: string, cwd: string): PathClass {
  const last = path.slice(path.lastIndexOf('/') + 1)
  if (path.includes('/') && !hasHole(last) && isMade(last)) return 'regenerable'
  const rest = withoutHoles(path)
  if (rest === '') return hasHoleOf(path, 'unset') ? 'unset' : 'unknown'
  // `$UNSET/x` becomes `/x`, and `$UNSET*` becomes `*`.
  const emptied = pathClass(rest, cwd)
  if (emptied === 'temp') return 'temp'
  // An unknown name directly below the root belongs to the system.
  if ((emptied === 'root' || emptied === 'system') && hasHoleOf(path, 'output')) return 'system'
  const dangerous = emptied === 'root' || emptied === 'home' || emptied === 'everything' || emptied === 'system'
  return dangerous && hasHoleOf(path, 'unset') ? 'unset' : 'unknown'
}

function windowsClass(path: string): PathClass {
  if (windowsTemp.test(path)) return 'temp'
  if (windowsDisk.test(path)) return 'disk'
  if (windowsRoot.test(path) || /^%system(?:drive|root)%/i.test(path)) return 'root'
  if (windowsHome.test(path)) return 'home'
  return windowsSystem.test(path) ? 'system' : 'ordinary'
}

function posixClass(path: string): PathClass {
  if (path === '/') return 'root'
  if (/^(?:\.{1,2}|\*{1,2}|\.\*|\.\[!?.*\]\*|(?:\.\.\/)*\.\.)$/.test(path)) return 'everything'
  if (homeOf.test(path)) return 'home'
  // A pattern for whole top directories: /???, /b*.
  if (/^\/[^/]*[*?\]][^/]*$/.test(path)) return 'system'
  if (temp.test(path) || /^(?:\/private)?\/(?:var\/)?tmp$/.test(path)) return 'temp'
  if (sink.test(path)) return 'sink'
  if (systemTop.test(path) || systemSecond.test(path)) return 'system'
  if (path.startsWith('/dev/')) return 'disk'
  if (systemInside.test(path)) return 'system-inside'
  if (inBuild.test(path) && !dotfile.test(path)) return 'build'
  if (isMade(path)) return 'regenerable'
  if (credential.test(path) && !filledAgain.test(path)) return 'credential'
  if (dotfile.test(path) || /(?:^|\/)\.(?:git|env|ssh)(?:\/|$)/.test(path)) return 'dotfile'
  if (build.test(path)) return 'build'
  return machine.test(path) ? 'machine' : 'ordinary'
}

/** Resolves `.`, `..` and double slashes; a trailing `/`, `/*` or `/.*` means the directory itself. */
function withoutDots(path: string): string {
  const absolute = path.startsWith('/')
  const kept: string[] = []
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    const last = kept.at(-1)
    if (part !== '..') kept.push(part)
    else if (last !== undefined && last !== '..') kept.pop()
    else if (!absolute) kept.push('..')
  }
  while (kept.length > 1 && /^(?:\*{1,2}|\.\*|\*\.\*)$/.test(kept.at(-1) ?? '')) kept.pop()
  if (absolute && kept.length === 1 && /^(?:\*{1,2}|\.\*)$/.test(kept[0] ?? '')) kept.pop()
  if (absolute) return `/${kept.join('/')}`
  return kept.length === 0 ? '.' : kept.join('/')
}
