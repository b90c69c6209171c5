import { commandName } from '../command/arguments.ts'
import { optionValues } from '../command/option-values.ts'

/** The code that an interpreter runs: from its command line, a file, or its standard input. */
export type Interpretation = {
  label: string
  language: string
  code: string[]
  file: string | undefined
  readsStdin: boolean
  positional: string[]
  arguments: string[]
}

const shells = new Set('sh bash zsh dash ksh ash mksh rbash fish csh tcsh yash oksh pdksh posh hush'.split(' '))

/** Languages by the program that runs them, and the options whose value is code. */
const languages: Record<string, readonly [string, string]> = {
  python: ['python', '-c'],
  pypy: ['python', '-c'],
  ipython: ['python', '-c'],
  node: ['node', '-e|--eval|-p|--print|-pe'],
  nodejs: ['node', '-e|--eval|-p|--print|-pe'],
  bun: ['node', '-e|--eval|-p'],
  tsx: ['node', '-e|--eval|-p'],
  'ts-node': ['node', '-e|--eval|-p'],
  perl: ['perl', '-e|-E'],
  ruby: ['ruby', '-e'],
  jruby: ['ruby', '-e'],
  php: ['php', '-r|-B|-R|-E|--run'],
  lua: ['lua', '-e'],
  luajit: ['lua', '-e'],
  rscript: ['other', '-e'],
  julia: ['other', '-e|-E|--eval'],
  osascript: ['other', '-e'],
  groovy: ['other', '-e'],
  scala: ['other', '-e'],
  elixir: ['other', '-e|--eval'],
  clojure: ['other', '-e|--eval'],
  guile: ['other', '-c'],
  tclsh: ['other', '-c'],
  expect: ['other', '-c'],
  pwsh: ['powershell', '-c|-Command|-command'],
  powershell: ['powershell', '-c|-Command|-command|/c'],
  mongo: ['node', '--eval|-eval'],
  mongosh: ['node', '--eval|-eval'],
}

/** Commands of frameworks that take a line of code. */
const runners: readonly (readonly [RegExp, string, string])[] = [
  [/^(?:bin\/)?rails (?:runner|r)$/, 'ruby', ''],
  [/^gitlab-rails runner$/, 'ruby', ''],
  [/^(?:manage\.py|django-admin) shell(?:_plus)?$/, 'python', '-c|--command'],
  [/^artisan tinker$/, 'php', '--execute'],
  [/^flask shell$/, 'python', '-c'],
  [/^deno eval$/, 'node', ''],
  [/^wp eval$/, 'php', ''],
  [/^drush (?:eval|ev|php:eval)$/, 'php', ''],
]

/** Reads the command line of an interpreter; null for any other program. */
export function interpretation(argv: readonly string[]): Interpretation | null {
  const name = commandName(argv[0] ?? '')
  if (shells.has(name)) return shellLine(argv, name)
  const runner = runners.find(([pattern]) => pattern.test(`${name} ${argv[1] ?? ''}`))
  if (runner !== undefined) {
    const [, language, options] = runner
    const code =
      options === ''
        ? argv
            .slice(2)
            .filter((word) => !word.startsWith('-'))
            .slice(0, 1)
        : optionValues(argv, options)
    return {
      label: `${name} ${argv[1] ?? ''}`,
      language,
      code,
      file: undefined,
      readsStdin: false,
      positional: [],
      arguments: [],
    }
  }
  return Object.hasOwn(languages, name) ? languageLine(argv, name) : null
}

/** Paths of the standard input. */
const input = /^\/(?:dev\/(?:stdin|fd\/0)|proc\/self\/fd\/0)$/

/** `bash -lc CODE`, `bash FILE`, `bash -s ARG`, `bash`. */
function shellLine(argv: readonly string[], name: string): Interpretation {
  let at = 1
  let readsCode = false
  let readsStdin = false
  for (; at < argv.length; at += 1) {
    const word = argv[at] ?? ''
    if (word === '--' || word === '-') {
      at += 1
      break
    }
    if (!/^[-+]./.test(word)) break
    if (/^-[a-zA-Z]*c[a-zA-Z]*$/.test(word) || word === '--command') readsCode = true
    if (/^-[a-zA-Z]*s[a-zA-Z]*$/.test(word) && !readsCode) readsStdin = true
    if (/^[-+][a-zA-Z]*[oO]$|^--(?:rcfile|init-file)$/.test(word)) at += 1
  }
  const operand = input.test(argv[at] ?? '') ? undefined : argv[at]
  const common = {
    label: readsCode ? `${name} -c` : name,
    language: 'shell',
    positional: argv.slice(readsCode ? at + 1 : at),
    arguments: argv.slice(at + 1),
  }
  if (readsCode) return { ...common, code: operand === undefined ? [] : [operand], file: undefined, readsStdin: false }
  return {
    ...common,
    code: [],
    file: readsStdin ? undefined : operand,
    readsStdin: readsStdin || operand === undefined,
  }
}

function languageLine(argv: readonly string[], name: string): Interpretation {
  const [language, options] = languages[name] ?? ['other', '-e']
  const code = optionValues(argv, options)
  const encoded =
    language === 'powershell' ? optionValues(argv, '-EncodedCommand|-encodedcommand|-enc|-ec|-e').map(utf16) : []
  const isPerlLoop = (language === 'perl' || language === 'ruby') && code.length === 0
  const clustered = isPerlLoop
    ? argv.slice(1).flatMap((word, at) => (/^-[a-zA-Z0-9.]*[eE]$/.test(word) ? [argv[at + 2] ?? ''] : []))
    : []
  const operand = argv.slice(1).find((word) => !word.startsWith('-') || word === '-')
  const all = [...code, ...encoded, ...clustered]
  const isShellClient = name === 'mongo' || name === 'mongosh'
  const readsStdin =
    all.length === 0 &&
    !argv.includes('-m') &&
    (operand === undefined || operand === '-' || input.test(operand) || isShellClient)
  return {
    label: all.length > 0 ? `${name} ${options.split('|')[0] ?? ''}` : name,
    language,
    code: all,
    file: all.length > 0 || readsStdin || isShellClient ? undefined : operand,
    readsStdin,
    positional: [],
    arguments: operand === undefined ? [] : argv.slice(argv.indexOf(operand) + 1),
  }
}

const utf16 = (text: string) =>
  /^[A-Za-z0-9+/=]{4,}$/.test(text) ? Buffer.from(text, 'base64').toString('utf16le').replaceAll('\0', '') : ''
