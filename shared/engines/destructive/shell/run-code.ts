import type { Rule } from '../rule.ts'
import { execution } from '../rules/process.rules.ts'
import { addSegment, inside, reportOpaque } from '../scan.ts'
import type { Place } from '../scan.ts'
import { hasHole, hasHoleOf, readable, withoutHoles } from './hole.ts'
import type { Interpretation } from './interpreter.ts'
import type { Session } from './session.ts'

/**
 * Follows code that a command hands to an interpreter, or reports that it cannot be read. `sameShell` code (eval, trap)
 * sees the variables set so far.
 */
export function runCode(session: Session, text: string, language: string, place: Place, positional: readonly string[] = [], sameShell = false): void {
  const unreadable = opaqueRule(text)
  if (unreadable !== null) {
    const segment = addSegment(session.scan, [readable(text)], place)
    return reportOpaque(session.scan, unreadable, readable(text), segment)
  }
  if (text.trim() === '' || withoutHoles(text).trim() === '') return
  if (language === 'shell') return session.code(text, place, { positional, variables: sameShell ? session.variables : undefined })
  // PowerShell lines are commands as well; only the backslashes of its paths are no escapes.
  if (language === 'powershell') return session.code(text.replaceAll('\\', '/'), place, { positional })
  session.scan.doors.code(text, { ...place, language })
}

/** Why a text cannot be read; null when it can. A text with some known part is read, its unknown parts kept marked. */
function opaqueRule(text: string): Rule | null {
  if (!hasHole(text)) return null
  if (hasHoleOf(text, 'remote')) return execution.remote
  if (hasHoleOf(text, 'decoded')) return execution.decoded
  if (withoutHoles(text).trim() !== '') return null
  // A script of this machine, or what a known tool prints for the shell: nobody handed it in here.
  if (hasHoleOf(text, 'local') || hasHoleOf(text, 'shellenv')) return null
  return hasHoleOf(text, 'output') ? execution.decoded : execution.variable
}

/** Follows an interpreter: its code, the file it runs if the script wrote or fetched it, and its input. */
export function interpret(session: Session, told: Interpretation, place: Place, stdin: string | undefined): void {
  const deeper = inside(place, told.label)
  for (const text of told.code) runCode(session, text, told.language, deeper, told.positional)
  if (told.file !== undefined && !runFile(session, told.file, told.language, deeper) && told.arguments.length > 0) {
    // `php artisan migrate:fresh`, `bash deploy.sh teardown`: the script and its words are a command of their own.
    session.run([told.file, ...told.arguments].map((text) => ({ text, raw: text })), deeper, undefined)
  }
  if (told.readsStdin && stdin !== undefined) runCode(session, stdin, told.language, deeper, told.positional)
}

/** A file the script itself wrote or fetched is known; any other is a program of this machine. */
export function runFile(session: Session, path: string, language: string, place: Place): boolean {
  const known = session.files.get(path) ?? session.files.get(path.replace(/^\.\//, '')) ?? session.files.get(`./${path}`)
  if (known === undefined) {
    if (hasHoleOf(path, 'remote')) runCode(session, path, language, place)
    return false
  }
  runCode(session, known, language, place)
  return true
}
