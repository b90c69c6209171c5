import type { ParsedScript } from 'unbash'

import type { Place, Scan } from '../scan.ts'
import { hasHole, hole } from './hole.ts'
import { gap } from './word.ts'
import type { Arg, Surroundings } from './word.ts'

/** Arguments and variables that a shell starts with. */
export type Given = { positional?: readonly string[]; variables?: ReadonlyMap<string, string> | undefined }

/** State of one run of a shell script, which is read from top to bottom. */
export type Session = {
  scan: Scan
  variables: Map<string, string>
  /** Content of files the script wrote, as far as known; a download is `hole('remote')`. */
  files: Map<string, string>
  /** Functions it defined: whether they run their arguments (`run() { "$@"; }`), and a way to walk one with given words. */
  functions: Map<string, { runsArguments: boolean; call: (words: readonly string[], place: Place) => void }>
  /** Functions being walked with the words of a call; one is not entered again inside itself. */
  calling: Set<string>
  aliases: Map<string, string>
  /** The directory commands run in, when the script says so; else ''. */
  cwd: string
  /** After `set -e` a failed `cd` ends the script. */
  stopsOnError: boolean
  /** Standard input of a compound command, for the commands in it. */
  input: string | undefined
  /** Inside a function or script the positional parameters are the caller's. */
  inFunction: number
  loops: number
  positional: readonly string[]
  walk: (script: ParsedScript, place: Place) => void
  run: (argv: readonly Arg[], place: Place, stdin: string | undefined) => void
  code: (text: string, place: Place, given: Given) => void
  output: (script: ParsedScript, place: Place) => string
}

/** Variables every shell has, and customary names of programs, with what they usually hold. */
const usual = new Map<string, string>([
  ['HOME', '~'],
  ['PWD', '.'],
  ['TMPDIR', '/tmp'],
  ['TMP', '/tmp'],
  ['TEMP', '/tmp'],
  ['RUNNER_TEMP', '/tmp/runner'],
  ['USER', 'me'],
  ['LOGNAME', 'me'],
  ['IFS', ' '],
  ['SHELL', 'sh'],
  ['BASH', 'bash'],
  ['EDITOR', 'vi'],
  ['VISUAL', 'vi'],
  ['PAGER', 'less'],
  ['BROWSER', 'open'],
  ['PYTHON', 'python'],
  ['PYTHON3', 'python'],
  ['PIP', 'pip'],
  ['NODE', 'node'],
  ['MAKE', 'make'],
  ['CC', 'cc'],
  ['CXX', 'c++'],
  ['SUDO', 'sudo'],
  ['KUBECTL', 'kubectl'],
  ['DOCKER', 'docker'],
  // What npm, pnpm and yarn set for the scripts of a package.
  ['npm_execpath', 'npm'],
  ['npm_node_execpath', 'node'],
  ['INIT_CWD', '.'],
])

const numeric = /^(?:[?#!$-]|RANDOM|SECONDS|LINENO|EPOCHSECONDS|UID|EUID|PPID|BASHPID|SHLVL|OPTIND|COLUMNS|LINES)$/

/** Variables that a login, a build service or a package manager always sets, to what the text does not tell. */
const surelySet =
  /^(?:HOSTNAME|HOST|OLDPWD|PATH|LANG|TERM|0|_|BASH_SOURCE|GITHUB_\w+|RUNNER_\w+|CI_PROJECT_DIR|XDG_\w+|VIRTUAL_ENV|CONDA_PREFIX|GOPATH|GOROOT|JAVA_HOME|ANDROID_HOME|NVM_DIR|CARGO_HOME)$/

/** The context in which words of this session are expanded. */
export function surroundings(session: Session, place: Place): Surroundings {
  return {
    variable: (name) => lookUp(session, name),
    separators: separatorsOf(session.variables.get('IFS')),
    isSet: (name) => session.variables.has(name) || usual.has(name),
    output: (script) => session.output(script, place),
    file: (script) => {
      const path = `/dev/fd/${session.files.size + 60}`
      session.files.set(path, session.output(script, place))
      return path
    },
  }
}

function separatorsOf(ifs: string | undefined): RegExp {
  if (ifs === undefined || ifs === '' || hasHole(ifs)) return /\s+/g
  return new RegExp(`[${ifs.replace(/[\\\]^-]/g, '\\$&')}]+`, 'g')
}

function lookUp(session: Session, name: string): string {
  const known = session.variables.get(name)
  if (known !== undefined) return known
  if (/^(?:[1-9]\d*|[@*])$/.test(name)) return positional(session, name)
  if (name.endsWith('[@]')) return hole('set')
  if (numeric.test(name)) return '0'
  return usual.get(name) ?? hole(surelySet.test(name) ? 'set' : 'unset')
}

function positional({ positional: given, inFunction }: Session, name: string): string {
  if (inFunction > 0 || given.length === 0) return hole('set')
  // Each argument is a separate word, even in quotes.
  if (name === '@') return given.slice(1).join(gap)
  if (name === '*') return given.slice(1).join(' ')
  return given[Number(name)] ?? hole('set')
}
