import { addSegment, inside } from '../scan.ts'
import type { Place } from '../scan.ts'
import { hole, readable } from './hole.ts'
import { outputOf } from './output.ts'
import { runCode, runFile } from './run-code.ts'
import type { Session } from './session.ts'

/** Follows what the shell does itself. Says whether that is all there is to the command. */
export function runBuiltin(
  session: Session,
  words: readonly string[],
  { place, stdin }: { place: Place; stdin: string | undefined },
): boolean {
  const [name = '', first] = words
  const called = session.functions.get(name)
  if (called?.runsArguments === true && first !== undefined) {
    session.run(
      words.slice(1).map((text) => ({ text, raw: text })),
      inside(place, name),
      undefined,
    )
  }
  switch (name) {
    case 'cd':
    case 'pushd':
      session.cwd = directory(session.cwd, words)
      return false
    case 'set':
      session.stopsOnError ||= words.some((word) => /^-[a-z]*e/.test(word))
      return false
    case 'printf':
      if (first === '-v' && words[2] !== undefined) {
        session.variables.set(words[2], outputOf(session, ['printf', ...words.slice(3)], undefined))
      }
      return false
    case 'read':
    case 'mapfile':
    case 'readarray':
      for (const word of words.slice(1)) if (/^[A-Za-z_]\w*$/.test(word)) session.variables.set(word, hole('output'))
      return false
    case 'source':
    case '.':
      addSegment(session.scan, words.map(readable), place)
      if (first === '/dev/stdin' && stdin !== undefined) runCode(session, { text: stdin, place: inside(place, name) })
      else if (first !== undefined) runFile(session, first, inside(place, name))
      return true
    case 'alias':
      for (const word of words.slice(1)) {
        runCode(session, { text: word.replace(/^[^=]*=?/, ''), place: inside(place, name), sameShell: true })
      }
      return false
    case 'trap':
      if (first !== undefined && words.length > 2) {
        runCode(session, { text: first, place: inside(place, name), sameShell: true })
      }
      return false
    default:
      return false
  }
}

function directory(cwd: string, words: readonly string[]): string {
  const to = words.slice(1).find((word) => !word.startsWith('-')) ?? '~'
  return /^[~/]/.test(to) || cwd === '' ? to : `${cwd}/${to}`
}
