import type { Rule } from '../rule.ts'
import { execution } from '../rules/process.rules.ts'
import { addSegment, inside, reportOpaque } from '../scan.ts'
import type { Place } from '../scan.ts'
import { hasHole, hasHoleOf, readable, withoutHoles } from './hole.ts'
import type { Interpretation } from './interpreter.ts'
import type { Session } from './session.ts'

/** Code for an interpreter. Code of the `sameShell` (eval, trap) sees the variables set so far. */
type Code = { text: string; place: Place; language?: string; positional?: readonly string[]; sameShell?: boolean }

/** Follows code that a command hands to an interpreter (a shell unless said), or reports that it cannot be read. */
export function runCode(session: Session, code: Code): void {
  const { text, place, language = 'shell', positional = [] } = code
  const unreadable = opaqueRule(text)
  if (unreadable !== null) {
    const segment = addSegment(session.scan, [readable(text)], place)
    return reportOpaque(session.scan, unreadable, readable(text), segment)
  }
  if (withoutHoles(text).trim() === '') return
  const variables = code.sameShell === true ? session.variables : undefined
  if (language === 'shell') return session.code(text, place, { positional, variables })
  // PowerShell lines are treated as commands too; only the backslashes of its paths are not escapes.
  if (language === 'powershell') return session.code(text.replaceAll('\\', '/'), place, { positional })
  // `python -c "rm -rf x"`: a command line in the wrong place, meant to be run.
  if (/^\s{0,20}(?:sudo\s+)?[a-z][\w.-]{0,30}\s+-{1,2}[a-z]/i.test(text)) session.code(text, place, {})
  session.scan.doors.code(text, { ...place, language })
}

/** Why a text cannot be read; null when it can. A text with some known part is read, its unknown parts kept marked. */
function opaqueRule(text: string): Rule | null {
  if (!hasHole(text)) return null
  if (hasHoleOf(text, 'remote')) return execution.remote
  if (hasHoleOf(text, 'decoded')) return execution.decoded
  if (withoutHoles(text).trim() !== '') return null
  // A local script, or the output of a known tool for the shell: neither comes from the caller.
  if (hasHoleOf(text, 'local') || hasHoleOf(text, 'shellenv')) return null
  return hasHoleOf(text, 'output') ? execution.decoded : execution.variable
}

/** Follows an interpreter: its code, the file it runs if the script wrote or fetched it, and its input. */
export function interpret(session: Session, told: Interpretation, place: Place, stdin: string | undefined): void {
  const { language, positional } = told
  const deeper = inside(place, told.label)
  for (const text of told.code) runCode(session, { text, language, place: deeper, positional })
  if (told.file !== undefined && !runFile(session, told.file, deeper, language) && told.arguments.length > 0) {
    // `php artisan migrate:fresh`, `bash deploy.sh teardown`: the script and its words are a command of their own.
    const words = [told.file, ...told.arguments]
    session.run(
      words.map((text) => ({ text, raw: text })),
      deeper,
      undefined,
    )
  }
  if (told.readsStdin && stdin !== undefined) runCode(session, { text: stdin, language, place: deeper, positional })
}

/** A file the script itself wrote or fetched is known; any other is a program of this machine. */
export function runFile(session: Session, path: string, place: Place, language = 'shell'): boolean {
  const names = [path, path.replace(/^\.\//, ''), `./${path}`]
  const known = names.map((name) => session.files.get(name)).find((text) => text !== undefined)
  const text = known ?? (hasHoleOf(path, 'remote') ? path : undefined)
  if (text === undefined) return false
  runCode(session, { text, language, place })
  return true
}
