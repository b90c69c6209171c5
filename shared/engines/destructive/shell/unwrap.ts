import { commandName } from '../command/arguments.ts'
import { optionValues } from '../command/option-values.ts'
import type { Arg } from './word.ts'
import { wrappers } from './wrappers.rules.ts'
import type { Wrapper } from './wrappers.rules.ts'

/** The command or shell code that a wrapper runs. */
export type Wrapped = { label: string; argv: Arg[]; code: string[] }

type Known = Wrapper & { subs: readonly ReadonlySet<string>[]; valued: ReadonlySet<string> }

const byName = new Map<string, Known[]>()
for (const wrapper of wrappers) {
  const subs = (wrapper.sub ?? '')
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => new Set(word.split('|')))
  const known = { ...wrapper, subs, valued: new Set((wrapper.values ?? '').split(' ')) }
  for (const name of wrapper.name.split('|')) byName.set(name, [...(byName.get(name) ?? []), known])
}

/** Takes one wrapper off a command line; null when it is none, or runs nothing. */
export function unwrap(argv: readonly Arg[]): Wrapped | null {
  const name = commandName(argv[0]?.text ?? '')
  // `command -v rm` asks where a program is.
  if (name === 'command' && /^-[pvV]*[vV]/.test(argv[1]?.text ?? '') && argv.length < 4) return null
  for (const wrapper of byName.get(name) ?? []) {
    const from = afterSubcommand(wrapper, argv)
    if (from < 0) continue
    const label = [
      name,
      ...argv
        .slice(1, from)
        .map(({ text }) => text)
        .filter((text) => wrapper.subs.some((sub) => sub.has(text))),
    ].join(' ')
    const code = codeOf(
      wrapper,
      argv.map(({ text }) => text),
    )
    if (code.length > 0) return { label, argv: [], code }
    const rest = wrapper.rest === undefined ? [] : commandAfter(wrapper, argv, from)
    if (rest.length === 0) continue
    if (wrapper.rest === 'code') return { label, argv: asWritten(rest), code: [rest.map(({ text }) => text).join(' ')] }
    return { label, argv: rest, code: [] }
  }
  return null
}

function codeOf({ codeIn, toEnd }: Wrapper, words: readonly string[]): string[] {
  if (codeIn === undefined) return []
  if (toEnd !== true) return optionValues(words, codeIn).map(actionOf)
  const at = words.findIndex((word) => codeIn.split('|').includes(word))
  return at < 0 || at === words.length - 1 ? [] : [words.slice(at + 1).join(' ')]
}

/**
 * Joining loses the quotes of `ssh host bash -c 'a b'`: strictly another command than was meant, so both are judged.
 */
export const asWritten = (words: readonly Arg[]): Arg[] =>
  words.length > 1 && words.some(({ text }) => /\s/.test(text)) ? [...words] : []

/** tar's `--checkpoint-action=exec=CODE` and ssm's `commands=CODE` name the kind of code first. */
const actionOf = (value: string) => value.replace(/^(?:exec=|commands?=)/, '')

/** Index after the subcommand words, with options anywhere between them; -1 when they are missing. */
function afterSubcommand({ subs, valued }: Known, argv: readonly Arg[]): number {
  let at = 1
  for (const sub of subs) {
    while (at < argv.length && (argv[at]?.text ?? '').startsWith('-'))
      at += takesValue(argv[at]?.text ?? '', valued) ? 2 : 1
    if (!sub.has(argv[at]?.text.toLowerCase() ?? '')) return -1
    at += 1
  }
  return at
}

/** The command's words: past options with their values, assignments and operands, or past `--`. */
function commandAfter({ valued, operands = 0, assigns, dashes }: Known, argv: readonly Arg[], from: number): Arg[] {
  const separator = argv.findIndex(({ text }, at) => at >= from && text === '--')
  if (dashes === true) return separator < 0 ? [] : argv.slice(separator + 1)
  let at = from
  let left = operands
  while (at < argv.length) {
    const { text } = argv[at] ?? { text: '' }
    if (text === '--') {
      at += 1
      // Operands may follow the mark (`docker exec -- box cmd`) or precede it (`kubectl exec pod -- cmd`).
      if (at - 1 > from && left < operands) return argv.slice(at)
      continue
    }
    if (/^-./.test(text) || text === '-') at += takesValue(text, valued) ? 2 : 1
    else if (assigns === true && /^[A-Za-z_]\w*\+?=/.test(text)) at += 1
    else if (left > 0) {
      left -= 1
      at += 1
    } else return argv.slice(at)
  }
  return []
}

/** Whether an option takes the next word: `-u`, or a cluster that ends in it (`-Eu`). */
function takesValue(option: string, valued: ReadonlySet<string>): boolean {
  if (valued.has(option)) return true
  if (!/^-[A-Za-z]{2,}$/.test(option)) return false
  const letters = option.slice(1).split('')
  const first = letters.findIndex((letter) => valued.has(`-${letter}`))
  return first === letters.length - 1 && first >= 0
}
