import type { Command, PipelineNode } from 'unbash'
import { print } from 'unbash/printer'

import { fitsParts } from '#shared/lib/fits-parts.ts'
import { dialectOf } from './dialect.ts'
import { normalizeAction } from './normalize.ts'
import { parseShell } from './shell/parse-shell.ts'
import { statementsOf, tokensOf } from './sql/tokens.ts'

/** Commands that change nothing and may stand next to a permitted one. */
const harmless = /^(?:echo|printf|true|:|ls|pwd|date|sleep|test|\[|whoami|id|uname)$/

/**
 * The entry that permits the whole action, undefined when none does. An entry without `*` permits the action it equals
 * after normalisation. In one with `*`, a star stands for part of one word and a last lone star for all words that are
 * left; it never stands for a second command, a substitution or a `..`.
 */
export function findPermission(allowlist: readonly string[], action: string): string | undefined {
  if (allowlist.length === 0) return undefined
  try {
    return entryFor(allowlist, normalizeAction(action))
  } catch (error) {
    // Nested beyond the parser's stack; such an action is permitted by nothing.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function entryFor(allowlist: readonly string[], wanted: string): string | undefined {
  const form = canonical(wanted)
  const single = dialectOf(wanted) === 'shell' ? wordsOf(wanted) : []
  const exact = allowlist.find((entry) => canonical(entry) === form || equalWords(wordsOf(entry), single))
  if (exact !== undefined) return exact
  const globs = allowlist.filter((entry) => entry.includes('*') && entry.length <= 2_000)
  if (globs.length === 0) return undefined
  if (dialectOf(wanted) !== 'shell')
    return globs.find((entry) => matchesText(canonical(entry).replace(/ ?\* ?/g, '*'), form))
  const commands = commandsOf(wanted)
  if (commands === null) return undefined
  let used: string | undefined
  for (const words of commands) {
    const entry =
      globs.find((glob) => matchesWords(wordsOf(glob), words)) ??
      allowlist.find((one) => equalWords(wordsOf(one), words))
    if (entry === undefined && !(harmless.test(words[0] ?? '') && !words.some((word) => /[$`<>(]/.test(word))))
      return undefined
    used ??= entry
  }
  return used
}

/** One form for all ways to write the same action. */
function canonical(text: string): string {
  const plain = normalizeAction(text).trim()
  const dialect = dialectOf(plain)
  if (dialect === 'sql') {
    return statementsOf(tokensOf(plain))
      .map((statement) =>
        statement.map(({ kind, upper, text: own }) => (kind === 'text' ? `'${own}'` : upper)).join(' '),
      )
      .join('; ')
  }
  if (dialect !== 'shell') return plain.replace(/\s+/g, ' ')
  const script = parseShell(plain)
  return script === null || script.errors !== undefined ? plain.replace(/\s+/g, ' ') : print(script).trim()
}

function wordsOf(entry: string): readonly string[] {
  const commands = commandsOf(normalizeAction(entry))
  return commands?.length === 1 ? (commands[0] ?? []) : []
}

/** The simple commands of an action by their words; null when it is anything but a row of them. */
function commandsOf(text: string): string[][] | null {
  const script = parseShell(text)
  if (script === null || script.errors !== undefined || script.commands.length > 200) return null
  const commands: string[][] = []
  const add = (node: PipelineNode): boolean => {
    if (node.type === 'Pipeline') return node.commands.every(add)
    if (node.type !== 'Command') return false
    const words = commandWords(node)
    if (words === null) return false
    commands.push(words)
    return true
  }
  const simple = script.commands.every(({ command }) =>
    command.type === 'AndOr' ? command.commands.every(add) : add(command),
  )
  return simple ? commands : null
}

function commandWords(node: Command): string[] | null {
  const words: string[] = []
  for (const part of [...node.prefix, ...(node.name === undefined ? [] : [node.name]), ...node.suffix]) {
    if (part.type === 'HereDoc') return null
    if (part.type === 'Word') words.push(hasExpansion(part.text) ? part.text : part.value)
    else if (part.type === 'Assignment') words.push(part.text)
    else words.push(part.operator, part.target?.text ?? '')
  }
  return words
}

const hasExpansion = (text: string) => /[$`]|[<>]\(/.test(text) && !/^'[^']*'$/.test(text)

const equalWords = (a: readonly string[], b: readonly string[]) =>
  a.length > 0 && a.length === b.length && a.every((word, at) => word === b[at])

function matchesWords(pattern: readonly string[], words: readonly string[]): boolean {
  if (pattern.length === 0) return false
  const open = pattern.at(-1) === '*'
  const fixed = open ? pattern.slice(0, -1) : pattern
  if (open ? words.length < fixed.length : words.length !== fixed.length) return false
  if (!fixed.every((word, at) => matchesWord(word, words[at] ?? ''))) return false
  return words.slice(fixed.length).every(isPlain)
}

const isPlain = (word: string) => !/[$`\n]|[<>]\(|^[<>&|]/.test(word)

function matchesWord(pattern: string, word: string): boolean {
  if (pattern === word) return true
  if (!pattern.includes('*') || !isPlain(word) || /(?:^|\/)\.\.(?:\/|$)/.test(word)) return false
  return fitsParts(pattern.split('*'), word)
}

/** Signs with which a shell would begin another command are never part of a star. */
const matchesText = (pattern: string, text: string) =>
  !/[;\n`]|\$\(|\s[&|<>]/.test(text) && fitsParts(pattern.split('*'), text)
