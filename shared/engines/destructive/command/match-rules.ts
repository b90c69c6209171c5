import type { CommandRule } from '../rule.ts'
import { hasAnyOf } from './arguments.ts'
import type { Arguments } from './arguments.ts'

/** The part of a rule that selects command lines. */
export type Pattern = Pick<CommandRule, 'run' | 'flags' | 'unless' | 'arg' | 'value'>

type Candidate<Row> = { row: Row; words: readonly (ReadonlySet<string> | null)[]; flags: readonly string[] }

/** Makes a function that finds the rows of a table that apply to a command line, in table order. */
export function matcher<Row extends Pattern>(rows: readonly Row[]): (args: Arguments) => Row[] {
  const byCommand = new Map<string, Candidate<Row>[]>()
  for (const row of rows) {
    for (const [command, candidate] of candidatesOf(row)) {
      byCommand.set(command, [...(byCommand.get(command) ?? []), candidate])
    }
  }
  return (args) =>
    (byCommand.get(args.command) ?? []).filter((candidate) => applies(candidate, args)).map(({ row }) => row)
}

function candidatesOf<Row extends Pattern>(row: Row): [string, Candidate<Row>][] {
  const runs = typeof row.run === 'string' ? [row.run] : row.run
  return runs.flatMap((run) => {
    const [commands = '', ...rest] = run.split(' ')
    const words = rest.map((word) => (word === '*' ? null : new Set(word.split('|'))))
    const candidate = { row, words, flags: row.flags?.split(' ') ?? [] }
    return commands.split('|').map((command): [string, Candidate<Row>] => [command, candidate])
  })
}

function applies({ row, words, flags }: Candidate<Pattern>, args: Arguments): boolean {
  const from = startOf(words, args)
  if (from < 0 || !flags.every((wanted) => hasAnyOf(args, wanted))) return false
  if (row.unless !== undefined && hasAnyOf(args, row.unless)) return false
  const { arg, value } = row
  if (value !== undefined && ![...args.options.values()].some((one) => value.test(one))) return false
  return arg === undefined || args.words.slice(from + words.length).some((word) => arg.test(word))
}

/** Index of the rule's words among those of the command: an unknown option before them may have taken a word. */
function startOf(words: Candidate<Pattern>['words'], args: Arguments): number {
  for (let from = 0; from <= Math.min(args.leading, 4); from += 1) {
    if (words.every((wanted, at) => fits(wanted, args.words[from + at]))) return from
  }
  return -1
}

const fits = (wanted: ReadonlySet<string> | null, word: string | undefined) =>
  word !== undefined && (wanted === null || wanted.has(word.toLowerCase()))
