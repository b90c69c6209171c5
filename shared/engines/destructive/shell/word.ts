import type {
  DoubleQuotedChild,
  ParameterCaseOperation,
  ParameterExpansionPart,
  ParameterSliceOperation,
  ParsedScript,
  Word,
  WordPart,
} from 'unbash'

import { expandBraces } from './brace.ts'
import { hasHole, hole } from './hole.ts'

/** One word of a command after expansion: its value as far as known, and how it was written. */
export type Arg = { text: string; raw: string }

/** The context of a word: what it may refer to. */
export type Surroundings = {
  variable: (name: string) => string
  isSet: (name: string) => boolean
  /** Separators at which unquoted values are split (IFS). */
  separators: RegExp
  output: (script: ParsedScript) => string
  /** A path under which the output of a process substitution can be read. */
  file: (script: ParsedScript) => string
}

/** Marks where an unquoted expansion would be split into words. */
export const gap = '\ue00f'
const mostWords = 64

/** The words one written word becomes: braces, known variables and known command output expanded, then split. */
export function expandWord(word: Word, around: Surroundings): Arg[] {
  const parts = word.parts
  if (parts === undefined || parts.length === 0) return [{ text: word.value, raw: word.text }]
  let texts = ['']
  for (const part of parts) {
    const choices = choicesOf(part, around)
    texts = texts.flatMap((text) => choices.map((choice) => text + choice)).slice(0, mostWords)
  }
  return texts
    .flatMap((text) => (text.includes(gap) ? text.split(gap).filter((piece) => piece !== '') : [text]))
    .slice(0, mostWords)
    .map((text) => ({ text, raw: word.text }))
}

/** The value of a word where the shell neither splits nor globs: an assignment, a here-string. */
export const valueOf = (word: Word, around: Surroundings): string =>
  word.parts === undefined || word.parts.length === 0 ? word.value : joinParts(word.parts, around).replaceAll(gap, ' ')

/** Parts next to each other, as in a here-document. */
export const joinParts = (parts: readonly WordPart[], around: Surroundings): string =>
  parts.map((part) => choicesOf(part, around)[0] ?? '').join('')

function choicesOf(part: WordPart, around: Surroundings): string[] {
  if (part.type === 'BraceExpansion') return expandBraces(part.text)
  if (part.type === 'DoubleQuoted' || part.type === 'LocaleString') {
    return [part.parts.map((child) => quoted(child, around)).join('')]
  }
  if (part.type === 'SimpleExpansion' || part.type === 'ParameterExpansion' || part.type === 'CommandExpansion') {
    return [quoted(part, around).replace(around.separators, gap)]
  }
  if (part.type === 'ArithmeticExpansion') return ['0']
  if (part.type === 'ProcessSubstitution')
    return [part.script === undefined ? hole('output') : around.file(part.script)]
  if (part.type === 'ExtendedGlob') return [part.text]
  return [part.value]
}

function quoted(part: DoubleQuotedChild, around: Surroundings): string {
  if (part.type === 'Literal') return part.value
  if (part.type === 'SimpleExpansion') return around.variable(part.text.slice(1))
  if (part.type === 'ParameterExpansion') return parameter(part, around)
  if (part.type === 'ArithmeticExpansion') return '0'
  return part.script === undefined ? hole('output') : around.output(part.script)
}

/** `${x:0:1}` of a known value with plain numbers; what `~` or `.` stands for begins with a slash. */
function sliced(value: string, { offset, length }: ParameterSliceOperation, around: Surroundings): string {
  const from = Number(valueOf(offset, around).trim())
  const count = length === undefined ? Infinity : Number(valueOf(length, around).trim())
  if (hasHole(value) || !Number.isInteger(from) || Number.isNaN(count)) return hasHole(value) ? value : hole('set')
  if (/^[~.]$/.test(value)) return from === 0 && count === 1 ? '/' : hole('unset')
  const start = from < 0 ? Math.max(0, value.length + from) : from
  return value.slice(start, count < 0 ? value.length + count : start + count)
}

function recased(value: string, operator: ParameterCaseOperation['operator']): string {
  const change = (text: string) => (operator.startsWith('^') ? text.toUpperCase() : text.toLowerCase())
  return operator.length === 2 ? change(value) : change(value.slice(0, 1)) + value.slice(1)
}

function parameter(part: ParameterExpansionPart, around: Surroundings): string {
  const { parameter: name, operation, prefix } = part
  if (prefix === '#') return '0'
  // All elements of an array are words of their own, quoted or not.
  if (prefix === undefined && /^[@*]$/.test(part.index?.value ?? '')) return around.variable(`${name}[@]`)
  if (prefix === '!' || part.index !== undefined) return hole('set')
  const value = around.variable(name)
  if (operation === undefined) return value
  if (operation.type === 'Slice') return sliced(value, operation, around)
  if (operation.type === 'CaseModification' && !hasHole(value)) return recased(value, operation.operator)
  // Cutting off a part of `~` or `.` may leave nothing.
  if (operation.type !== 'Default') return hasHole(value) ? value : hole(/^[~.]$/.test(value) ? 'unset' : 'set')
  const operand = valueOf(operation.operand, around)
  switch (operation.operator) {
    case '-':
    case ':-':
    case '=':
    case ':=':
      return around.isSet(name) ? value : operand
    case '?':
    case ':?':
      // The shell stops when the variable is empty, so an empty path cannot come out of it.
      return around.isSet(name) ? value : hole('set')
    default:
      return operand
  }
}
