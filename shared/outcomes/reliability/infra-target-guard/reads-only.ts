import { levels } from '#shared/engines/destructive/rule.ts'
import type { Scan } from '#shared/engines/destructive/scan.ts'
import { baseName } from './flag-targets.ts'
import { readingCommands, readingVerbs } from './target.rules.ts'

/** Whether every command of an action only reads. What cannot be read as a command is taken for a write. */
export function readsOnly({ segments, findings, opaque }: Scan, text: string): boolean {
  if (segments.length === 0 || opaque.length > 0) return false
  if (findings.some(({ severity }) => levels.indexOf(severity) > levels.indexOf('low'))) return false
  if (/(?<![<>&\d])>{1,2}(?!&|\s*\/dev\/null)/.test(text)) return false
  return segments.every(({ argv }) => {
    const command = baseName(argv[0]).toLowerCase()
    const verbs = readingVerbs[command]
    const words = argv.slice(1).filter((word) => !word.startsWith('-'))
    if (Object.hasOwn(readingVerbs, command) && verbs !== undefined)
      return words.slice(0, 6).some((word) => verbs.test(word))
    // What these send or run is a segment of its own.
    if (sending.has(command)) return segments.some(({ via }) => via.includes(command))
    return readingCommands.has(command)
  })
}

const sending = new Set(['curl', 'wget', 'psql', 'mysql', 'ssh', 'sudo', 'bash', 'sh'])
