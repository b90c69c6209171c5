import type { CommandNode, ParsedScript, PipelineNode, Statement } from 'unbash'

import { commandName } from '../command/arguments.ts'
import { affords, inside } from '../scan.ts'
import type { Place } from '../scan.ts'
import { hasHole, hasHoleOf, hole } from './hole.ts'
import { surroundings } from './session.ts'
import type { Session } from './session.ts'
import { textTools } from './text-tools.ts'
import { expandWord, joinParts, valueOf } from './word.ts'

/**
 * The output of a script, as far as its text determines it: echo and the like are computed, the rest is a marked
 * unknown.
 */
export function outputOfScript(session: Session, script: ParsedScript, place: Place): string {
  if (!affords(session.scan, place)) return hole('output')
  return script.commands.map((statement) => outputOfStatement(session, statement, inside(place))).join('\n')
}

const outputOfStatement = (session: Session, { command }: Statement, place: Place): string =>
  command.type === 'AndOr'
    ? command.commands.map((one) => outputOfNode(session, one, place, undefined)).join('\n')
    : outputOfNode(session, command, place, undefined)

/** The output of a command in a pipeline that reads `stdin`. */
export function outputOfNode(session: Session, node: PipelineNode, place: Place, stdin: string | undefined): string {
  switch (node.type) {
    case 'Pipeline': {
      let text = stdin
      for (const command of node.commands) text = outputOfNode(session, command, place, text)
      return text ?? ''
    }
    case 'Command':
      return outputOfCommand(session, node, place, stdin)
    case 'Subshell':
    case 'BraceGroup':
      return node.body.commands.map((statement) => outputOfStatement(session, statement, place)).join('\n')
    case 'Redirected':
      return outputOfNode(session, node.command, place, stdinOf(session, node.redirects, place) ?? stdin)
    default:
      return hole('output')
  }
}

function outputOfCommand(
  session: Session,
  node: Extract<CommandNode, { type: 'Command' }>,
  place: Place,
  piped: string | undefined,
): string {
  const around = surroundings(session, place)
  const words = [...(node.name === undefined ? [] : [node.name]), ...node.suffix.filter((part) => part.type === 'Word')]
  const argv = words.flatMap((word) => expandWord(word, around)).map(({ text }) => text)
  const stdin = stdinOf(session, node.redirects, place) ?? piped
  return outputOf(session, argv, stdin)
}

/** The output of a command given by its words. */
export function outputOf(session: Session, argv: readonly string[], stdin: string | undefined): string {
  const name = commandName(argv[0] ?? '')
  if (name === '') return stdin ?? ''
  if (/^(?:sudo|command|env|time|nohup|doas|busybox|builtin)$/.test(name))
    return outputOf(session, argv.slice(1), stdin)
  if (Object.hasOwn(textTools, name)) return textTools[name]?.({ argv, stdin, files: session.files }) ?? hole('output')
  return stdin !== undefined && hasHoleOf(stdin, 'remote') ? hole('remote') : hole('output')
}

/** The standard input from redirections: a here-document, a here-string or a file that the script wrote. */
export function stdinOf(
  session: Session,
  redirects: readonly Redirections[number][],
  place: Place,
): string | undefined {
  const around = surroundings(session, place)
  let text: string | undefined
  for (const redirect of redirects) {
    if (redirect.type === 'HereDoc') {
      const { parts } = redirect.body
      text = parts === undefined || redirect.delimiter?.quoted === true ? redirect.body.text : joinParts(parts, around)
    } else if (redirect.target === undefined) continue
    else if (redirect.type === 'HereString') text = valueOf(redirect.target, around)
    else if (redirect.operator === '<') {
      const path = valueOf(redirect.target, around)
      text = session.files.get(path) ?? (hasHole(path) ? path : path === '/dev/null' ? '' : hole('local'))
    }
  }
  return text
}

type Redirections = Extract<CommandNode, { type: 'Command' }>['redirects']
