import { commandName } from '../command/arguments.ts'
import { endsCommand, findsOnlyMade, namesOf, startingPoints } from '../command/find.ts'
import { hole } from './hole.ts'
import { parseShell } from './parse-shell.ts'
import type { Arg } from './word.ts'
import { asWritten } from './unwrap.ts'
import type { Wrapped } from './unwrap.ts'

const most = 8

/** Takes off the wrappers that make several commands, or make them from what they read: xargs, parallel, find, env -S. */
export function unfold(argv: readonly Arg[], stdin: string | undefined): Wrapped[] | null {
  switch (commandName(argv[0]?.text ?? '')) {
    case 'xargs':
    case 'gxargs':
      return [fromXargs(argv, stdin)]
    case 'parallel':
    case 'rush':
      return fromParallel(argv)
    case 'find':
    case 'gfind':
      return fromFind(argv)
    case 'fd':
    case 'fdfind':
      return fromFd(argv)
    case 'env':
      return fromSplitString(argv)
    default:
      return null
  }
}

const plain = (text: string): Arg => ({ text, raw: text })

function fromXargs(argv: readonly Arg[], stdin: string | undefined): Wrapped {
  let token: string | undefined
  let fromFile = false
  let at = 1
  for (; at < argv.length; at += 1) {
    const option = argv[at]?.text ?? ''
    if (option === '--') {
      at += 1
      break
    }
    if (!option.startsWith('-')) break
    const replace = /^(?:-I(.+)|--replace(?:=(.*))?|-i(.*))$/.exec(option)
    if (replace !== null) token = (replace[1] ?? replace[2] ?? replace[3]) || '{}'
    if (option === '-I') token = argv[at + 1]?.text ?? '{}'
    fromFile ||= /^(?:-a.*|--arg-file.*)$/.test(option)
    if (
      /^(?:-[InPLsdaEeS]|-0?[nPLI]|--(?:max-args|max-procs|max-lines|max-chars|delimiter|arg-file|eof|process-slot-var))$/.test(
        option,
      )
    )
      at += 1
  }
  const command = argv.slice(at)
  const known =
    stdin !== undefined && !fromFile
      ? stdin
          .split(/[\s\0]+/)
          .filter((word) => word !== '')
          .slice(0, most)
      : []
  const inputs = known.length > 0 ? known : [hole('output')]
  if (token === undefined) return { label: 'xargs', argv: [...command, ...inputs.map(plain)], code: [] }
  const mark = token
  // Without the mark nothing would be put in; what was meant is the words at the end.
  if (!command.some(({ text }) => text.includes(mark)))
    return { label: 'xargs', argv: [...command, ...inputs.map(plain)], code: [] }
  return {
    label: 'xargs',
    argv: command.map(({ text, raw }) => ({ text: text.replaceAll(mark, () => inputs[0] ?? ''), raw })),
    code: [],
  }
}

/** Placeholders of parallel: `{}`, `{.}`, `{1}`. */
const place = /\{[./#%\d]*\}/g

function fromParallel(argv: readonly Arg[]): Wrapped[] {
  let at = 1
  while (at < argv.length && argv[at]?.text.startsWith('-') === true) {
    at +=
      /^(?:-[jnNSaCId]|--(?:jobs|max-args|sshlogin|arg-file|colsep|delay|timeout|retries|joblog|results|tmpdir|wd|workdir))$/.test(
        argv[at]?.text ?? '',
      )
        ? 2
        : 1
  }
  // With --dry-run, parallel only prints the commands.
  if (argv.slice(1, at).some(({ text }) => /^--dry-?run$/.test(text))) return []
  const rest = argv.slice(at)
  const words = rest.map(({ text }) => text)
  const mark = words.findIndex((word) => /^:::?:?\+?$/.test(word))
  const template = mark < 0 ? rest : rest.slice(0, mark)
  const line = template.map(({ text }) => text).join(' ')
  const given =
    mark < 0 || words[mark] === '::::'
      ? []
      : words
          .slice(mark + 1)
          .filter((word) => !word.startsWith(':::'))
          .slice(0, most)
  const inputs = given.length > 0 ? given : [hole('output')]
  const code = inputs.map((input) => {
    if (line === '') return input
    return /\{[./#%\d]*\}/.test(line) ? line.replaceAll(place, () => input) : `${line} ${input}`
  })
  const fill = ({ text, raw }: Arg) => ({ text: text.replaceAll(place, () => inputs[0] ?? ''), raw })
  return [{ label: 'parallel', argv: asWritten(template.map(fill)), code }]
}

function fromFind(argv: readonly Arg[]): Wrapped[] {
  const words = argv.map(({ text }) => text)
  const start = startingPoints(words)[0] ?? '.'
  const [name] = findsOnlyMade(words) ? namesOf(words) : []
  const found = `${start.endsWith('/') ? start : `${start}/`}${hole('output')}${name === undefined ? '' : `/${name}`}`
  const commands: Wrapped[] = []
  for (let at = 1; at < words.length && commands.length < most; at += 1) {
    if (!/^-(?:exec|execdir|ok|okdir)$/.test(words[at] ?? '')) continue
    const from = at + 1
    while (at < words.length && !endsCommand(words, at)) at += 1
    const command = argv.slice(from, at).map(({ text, raw }) => ({ text: text.replaceAll('{}', () => found), raw }))
    if (command.length > 0) commands.push({ label: 'find -exec', argv: command, code: [] })
  }
  return commands
}

function fromFd(argv: readonly Arg[]): Wrapped[] {
  const at = argv.findIndex(({ text }) => /^(?:-x|-X|--exec|--exec-batch)$/.test(text))
  if (at < 0) return []
  const command = argv
    .slice(at + 1)
    .map(({ text, raw }) => ({ text: text.replace(/\{[./]*\}/g, `./${hole('output')}`), raw }))
  const given = command.some(({ text }) => text.includes(hole('output')))
  return [{ label: 'fd -x', argv: given ? command : [...command, plain(`./${hole('output')}`)], code: [] }]
}

/** `env -S 'cmd args'` splits a text into words. */
function fromSplitString(argv: readonly Arg[]): Wrapped[] | null {
  const at = argv.findIndex(({ text }) => /^(?:-[a-z0]*S|--split-string)/.test(text))
  const isOther = ({ text }: Arg, index: number) =>
    !text.startsWith('-') && !text.includes('=') && !/^-[uC]$/.test(argv[index]?.text ?? '')
  if (at < 0 || argv.slice(1, at).some(isOther)) return null
  const { text = '' } = argv[at] ?? {}
  const attached = text.replace(/^(?:-[a-z0]*S|--split-string)=?/, '')
  const value = attached === '' ? (argv[at + 1]?.text ?? '') : attached
  const [statement] = parseShell(`x ${value.slice(0, 5_000)}`)?.commands ?? []
  const command = statement?.command
  const words =
    command?.type === 'Command'
      ? command.suffix.flatMap((word) =>
          word.type === 'Word' ? [plain(word.value)] : word.type === 'Assignment' ? [plain(word.text)] : [],
        )
      : []
  const rest = argv.slice(at + (attached === '' ? 2 : 1))
  return [{ label: 'env -S', argv: [plain('env'), ...words, ...rest], code: [] }]
}
