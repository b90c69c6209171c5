import { commandName } from '../command/arguments.ts'
import { optionValues } from '../command/option-values.ts'

type Embedded = { code: string; label: string; language: string }

/** Code that editors, filters and other programs run from their own little languages. */
export function embeddedCode(words: readonly string[]): Embedded[] {
  const name = commandName(words[0] ?? '')
  switch (name) {
    case 'awk':
    case 'gawk':
    case 'mawk':
    case 'nawk':
      return words
        .slice(1)
        .filter((word) => /\bsystem\s{0,5}\(|\|\s{0,5}(?:"|getline)|"\s{0,5}\|/.test(word))
        .flatMap((word) => [{ code: word, label: name, language: 'awk' }, ...pipesOf(word, name)])
    case 'sed':
    case 'gsed':
      return words.slice(1).flatMap((word) => sedCommands(word))
    case 'vim':
    case 'vi':
    case 'nvim':
    case 'ex':
    case 'emacs':
      return optionValues(words, '-c|--cmd|--eval')
        .concat(words.filter((word) => word.startsWith('+')))
        .flatMap((word) => bangs(word, name))
    case 'git':
      return [...optionValues(words, '-c'), ...(words.includes('config') ? [words.slice(-2).join('=')] : [])].flatMap(
        (word) => gitSetting(word),
      )
    case 'tar':
    case 'bsdtar':
      return words.flatMap((word) =>
        word.startsWith('--checkpoint-action=exec=')
          ? [{ code: word.slice(25), label: 'tar --checkpoint-action', language: 'shell' }]
          : [],
      )
    case 'rsync':
      return optionValues(words, '-e|--rsh')
        .filter((code) => !/^ssh\b/.test(code))
        .map((code) => ({ code, label: 'rsync -e', language: 'shell' }))
    case 'ssh':
      return words
        .flatMap((word) => /^-?o?ProxyCommand=(.+)$/i.exec(word)?.[1] ?? [])
        .map((code) => ({ code, label: 'ProxyCommand', language: 'shell' }))
    default:
      return []
  }
}

/** `print x | "cmd"` and `"cmd" | getline`. */
const pipesOf = (program: string, label: string): Embedded[] =>
  [...program.matchAll(/\|\s{0,5}"((?:[^"\\]|\\.){1,500})"|"((?:[^"\\]|\\.){1,500})"\s{0,5}\|/g)].map((match) => ({
    code: match[1] ?? match[2] ?? '',
    label,
    language: 'shell',
  }))

/** GNU sed's `e` command and the `e` flag of `s`. */
function sedCommands(word: string): Embedded[] {
  const command = /^(?:\d+|\$|\/[^/]*\/)?e\s+(.{1,2000})$/.exec(word)?.[1]
  return command === undefined ? [] : [{ code: command, label: 'sed e', language: 'shell' }]
}

/** `:!cmd` of vi, `(shell-command "cmd")` of emacs. */
function bangs(word: string, label: string): Embedded[] {
  const code =
    /^\+?:?(?:silent\s+)?!\s*(.{1,2000})$/.exec(word)?.[1] ??
    /\(shell-command\s+"((?:[^"\\]|\\.){1,2000})"/.exec(word)?.[1]
  return code === undefined ? [] : [{ code, label, language: 'shell' }]
}

/** `git -c alias.x='!cmd'` and settings whose value git runs. */
function gitSetting(word: string): Embedded[] {
  const value =
    /^(?:alias\.[^=]+=!|core\.(?:sshcommand|editor|pager|fsmonitor)=|credential\.helper=!|diff\.external=)(.{1,2000})$/i.exec(
      word,
    )?.[1]
  return value === undefined ? [] : [{ code: value, label: 'git -c', language: 'shell' }]
}
