import { toolOptions } from './tool-options.rules.ts'

/** A command line as rules read it. Words keep their case; `command` is lower case and without its path. */
export type Arguments = {
  command: string
  /** Words that are neither options nor values of known options, in order. */
  words: string[]
  /** Options with their last value, '' without one. Letters of a cluster are there one by one, too. */
  options: Map<string, string>
  /** The word after an option, which may be its value. */
  following: Map<string, string>
  /** Number of options before the first word; each may have taken a word as its value. */
  leading: number
  argv: readonly string[]
}

/** The name a rule knows a command by: no path, no version or Windows extension, lower case. */
export function commandName(word: string): string {
  const base = word.slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1).toLowerCase()
  const name = base.replace(/\.(?:exe|cmd|bat|com|jar)$|(?<=^(?:kafka|zookeeper)-.*)\.sh$/, '')
  return /^(?:python|pip|node|ruby|perl|php|lua|kubectl|psql|gcc|clang|java)[\d.]+$/.test(name)
    ? name.replace(/[\d.]+$/, '')
    : name
}

/** Sorts the words of a command line into options and words, by what is known of the tool. */
export function argumentsOf(argv: readonly string[]): Arguments {
  const command = commandName(argv[0] ?? '')
  const known = toolOptions.get(command)
  const words: string[] = []
  const options = new Map<string, string>()
  const following = new Map<string, string>()
  let leading = 0
  let ended = false
  for (let at = 1; at < argv.length; at += 1) {
    const token = argv[at] ?? ''
    if (!ended && token === '--') {
      // Before the subcommand it ends nothing.
      ended = at > 1 || command !== 'git'
      continue
    }
    const isOption = !ended && /^-[^\s]/.test(token)
    if (!isOption) {
      words.push(token)
      continue
    }
    const name = addOption(options, token, known)
    following.set(name, argv[at + 1] ?? '')
    if (words.length === 0 && known === undefined && !token.includes('=')) leading += 1
    const next = argv[at + 1] ?? ''
    // A token that looks like an option counts as one, whatever precedes it: a value must not hide `--volumes`.
    if (known?.has(name) === true && !token.includes('=') && !/^--?[A-Za-z]/.test(next)) {
      options.set(name, next)
      at += 1
    }
  }
  return { command, words, options, following, leading, argv }
}

function addOption(options: Map<string, string>, token: string, known: ReadonlySet<string> | undefined): string {
  const equals = token.indexOf('=')
  const written = equals < 0 ? token : token.slice(0, equals)
  const name = written.startsWith('--') ? written.toLowerCase() : written
  options.set(name, equals < 0 ? '' : token.slice(equals + 1))
  if (!/^-[A-Za-z0-9]{2,12}$/.test(written)) return name
  for (const letter of written.slice(1)) {
    if (!options.has(`-${letter}`)) options.set(`-${letter}`, '')
    // The rest is the value (`-Cfixup`), not more letters.
    if (known?.has(`-${letter}`) === true) break
  }
  return name
}

const off = new Set(['false', 'no', '0', 'none', 'never', 'off'])

/**
 * Whether an option is there and not switched off. `--x=y` asks for that value, `--x*` for a beginning; a GNU
 * abbreviation of a long option counts.
 */
export function hasOption({ options, following }: Arguments, wanted: string): boolean {
  if (wanted.endsWith('*')) {
    const beginning = wanted.slice(0, -1)
    return [...options].some(([name, value]) => name.startsWith(beginning) && !off.has(value.toLowerCase()))
  }
  const [name = '', value] = wanted.split('=')
  const given = options.get(name)
  if (given !== undefined)
    return value === undefined
      ? !off.has(given.toLowerCase())
      : given === value || (value !== '' && following.get(name) === value)
  // Of options with several words the shorter one is often another option (--force, --force-with-lease).
  if (value !== undefined || name.length < 6 || name.includes('-', 2)) return false
  return [...options.keys()].some((option) => option.length >= 5 && option.startsWith('--') && name.startsWith(option))
}

/** Whether one of the options (alternatives by `|`) is there. */
export const hasAnyOf = (args: Arguments, wanted: string): boolean =>
  wanted.split('|').some((one) => hasOption(args, one))
