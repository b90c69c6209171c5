import { affords, reportOpaque, tooComplex } from '../scan.ts'
import type { Place, Scan } from '../scan.ts'
import { outputOfScript } from './output.ts'
import { parseShell } from './parse-shell.ts'
import { runCommand } from './run-command.ts'
import type { Given, Session } from './session.ts'
import { walkScript } from './walk.ts'

const mostPieces = 40

/** Judges a piece of shell: every command that it runs, however it is wrapped, quoted or put together. */
export function assessShell(scan: Scan, text: string, place: Place, given: Given = {}): void {
  // Parsing costs by length; nested code is parsed once for each level.
  if (!affords(scan, place, 1 + text.length / 40)) return
  const session = newSession(scan, given)
  for (const piece of pieces(text)) {
    if (piece === null) return reportOpaque(scan, tooComplex, 'nesting', scan.segments.length - 1)
    walkScript(session, piece, place)
  }
}

/** Judges a command whose words are known. */
export function assessArgv(scan: Scan, words: readonly string[], place: Place): void {
  runCommand(
    newSession(scan, {}),
    words.map((text) => ({ text, raw: text })),
    place,
    undefined,
  )
}

function newSession(scan: Scan, { positional = [], variables }: Given): Session {
  const session: Session = {
    scan,
    variables: new Map(variables),
    files: new Map(),
    functions: new Map(),
    calling: new Set(),
    aliases: new Map(),
    cwd: '',
    stopsOnError: false,
    input: undefined,
    inFunction: 0,
    loops: 0,
    positional,
    walk: (script, place) => walkScript(session, script, place),
    run: (argv, place, stdin) => runCommand(session, argv, place, stdin),
    code: (text, place, start) => assessShell(scan, text, place, start),
    output: (script, place) => outputOfScript(session, script, place),
  }
  return session
}

/**
 * Yields the scripts in a text. Where the parser stops at a misplaced token (a leading `&&`, a stray bracket), the rest
 * is parsed separately, so that a syntax error hides nothing.
 */
function* pieces(text: string) {
  let rest = text
  for (let count = 0; count < mostPieces && rest.trim() !== ''; count += 1) {
    rest = rest.replace(/^(?:\s|&&|\|\||\|&|[|&;)}])+/, '')
    const script = parseShell(rest)
    yield script
    if (script === null) return
    const error = script.errors?.[0]
    const end = script.commands.at(-1)?.end ?? 0
    if (error === undefined || end >= rest.length) return
    rest = rest.slice(Math.max(end, Math.min(error.pos + 1, rest.length), 1))
  }
}
