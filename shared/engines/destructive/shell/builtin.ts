import { addSegment, inside } from '../scan.ts'
import type { Place } from '../scan.ts'
import { hasHole, hole, readable } from './hole.ts'
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
  } else if (called !== undefined && first !== undefined) called.call(words, inside(place, name))
  const alias = session.aliases.get(name)
  if (alias !== undefined) {
    const line = [alias, ...words.slice(1).map((word) => `'${word.replaceAll("'", `'\\''`)}'`)].join(' ')
    runCode(session, { text: line, place: inside(place, name), sameShell: true })
    return true
  }
  switch (name) {
    case 'cd':
    case 'pushd':
      session.cwd = directory(session.cwd, words)
      return false
    case 'set':
      session.stopsOnError ||= words.some((word) => /^-[a-z]*e/.test(word))
      if (words.includes('--')) session.positional = ['sh', ...words.slice(words.indexOf('--') + 1)]
      return false
    case 'printf':
      if (first === '-v' && words[2] !== undefined) {
        session.variables.set(words[2], outputOf(session, ['printf', ...words.slice(3)], undefined))
      }
      return false
    case 'read':
    case 'mapfile':
    case 'readarray':
      readVariables(session, words.slice(1), stdin)
      return false
    case 'source':
    case '.':
      addSegment(session.scan, words.map(readable), place)
      if (first === '/dev/stdin' && stdin !== undefined) runCode(session, { text: stdin, place: inside(place, name) })
      else if (first !== undefined) runFile(session, first, inside(place, name))
      return true
    case 'alias':
      for (const word of words.slice(1)) {
        const [short = '', text = ''] = /^([^=]+)=([\s\S]*)$/.exec(word)?.slice(1) ?? []
        if (text !== '') session.aliases.set(short, text)
        runCode(session, { text, place: inside(place, name), sameShell: true })
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

/** One known line into one variable is known; anything else is what a command prints. */
function readVariables(session: Session, words: readonly string[], stdin: string | undefined): void {
  const names = words.filter((word) => /^[A-Za-z_]\w*$/.test(word))
  const line = stdin?.replace(/\n$/, '')
  const isKnown = line !== undefined && names.length === 1 && !line.includes('\n') && !hasHole(line)
  for (const name of names) session.variables.set(name, isKnown ? line : hole('output'))
}

function directory(cwd: string, words: readonly string[]): string {
  const to = words.slice(1).find((word) => !word.startsWith('-')) ?? '~'
  return /^[~/]/.test(to) || cwd === '' ? to : `${cwd}/${to}`
}
