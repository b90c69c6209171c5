import { commandName } from '../command/arguments.ts'
import { outputsOf } from '../command/http-client.ts'
import { judgeCommand } from '../command/judge-command.ts'
import { argumentsOf } from '../command/arguments.ts'
import { execution } from '../rules/process.rules.ts'
import { addSegment, affords, inside, reportOpaque } from '../scan.ts'
import type { Place } from '../scan.ts'
import { isSql } from '../sql/is-sql.ts'
import { embeddedCode } from './embedded-code.ts'
import { hasHole, hasHoleOf, hole, readable, withoutHoles } from './hole.ts'
import { interpret, runCode, runFile } from './run-code.ts'
import { interpretation } from './interpreter.ts'
import type { Session } from './session.ts'
import { unfold } from './unfold.ts'
import { unwrap } from './unwrap.ts'
import type { Arg } from './word.ts'

/** Follows one command: through its wrappers and interpreters, down to what is really run. */
export function runCommand(session: Session, given: readonly Arg[], place: Place, stdin: string | undefined): void {
  if (!affords(session.scan, place)) return
  const argv = withoutPrefix(given)
  const words = argv.map(({ text }) => text)
  const [first] = words
  if (first === undefined) return
  if (isUnknown(first)) return unknownCommand(session, argv, place)
  const name = commandName(first)
  if (isSql(words.join(' ')) && !/^(?:exec|kill|call|set|use|copy)$/.test(first)) return session.scan.doors.sql(words.join(' '), inside(place))
  if (builtin(session, name, words, place, stdin)) return
  for (const one of unfold(argv, stdin) ?? []) follow(session, one, place, undefined)
  const wrapped = unwrap(argv)
  if (wrapped !== null && !isLookUp(name, words)) {
    follow(session, wrapped, place, stdin)
    if (wrapped.code.length === 0 || !keepsMeaning(name)) return
  }
  if (wrapped === null && stdin !== undefined && /^(?:ssh|su|sudo|doas|chroot|nsenter|docker|podman|kubectl|oc|lxc|incus|cmd|iex|invoke-expression|wsl)$/.test(name)) {
    // Without a command of its own it opens a shell that reads what is piped in.
    runCode(session, stdin, 'shell', inside(place, name))
  }
  const told = interpretation(words)
  if (told !== null) return interpretAndNote(session, words, place, stdin)
  if (name !== 'find' && (name === 'xargs' || name === 'parallel')) return
  for (const { code, label, language } of embeddedCode(words)) runCode(session, code, language, inside(place, label))
  if (name.includes('.') || first.includes('/')) runFile(session, first, 'shell', inside(place, first))
  noteFiles(session, words, stdin)
  judgeCommand(session.scan, words, place, { cwd: session.cwd, stdin })
}

const isUnknown = (first: string) => {
  const base = first.slice(first.lastIndexOf('/') + 1)
  return hasHole(base) && withoutHoles(base).length < 2
}

/** Words that the shell itself would not take as a command's name, and that a typing slip leaves in front of it. */
function withoutPrefix(argv: readonly Arg[]): readonly Arg[] {
  const at = argv.findIndex(({ text }) => !/^(?:[\w.-]*\+?=[^/\s]*|[&|;!]+|--?)$/.test(text))
  return at > 0 ? argv.slice(at) : argv
}

/** `command -v NAME` looks a name up; with more words it would run them in other shells. */
const isLookUp = (name: string, words: readonly string[]) => name === 'command' && /^-[pvV]*[vV]/.test(words[1] ?? '') && words.length <= 3

/** git rebase -x and the like do something themselves, besides the code they run. */
const keepsMeaning = (name: string) => name === 'git' || name === 'ansible' || name === 'tar' || name === 'bsdtar' || name === 'gtar'

function follow(session: Session, wrapped: { label: string; argv: readonly Arg[]; code: readonly string[] }, place: Place, stdin: string | undefined) {
  const deeper = inside(place, wrapped.label)
  const sameShell = wrapped.label === 'eval'
  for (const code of wrapped.code) runCode(session, code, 'shell', deeper, [], sameShell)
  if (wrapped.argv.length > 0) session.run(wrapped.argv, deeper, stdin)
}

function interpretAndNote(session: Session, words: readonly string[], place: Place, stdin: string | undefined): void {
  const told = interpretation(words)
  if (told === null) return
  addSegmentOnce(session, words, place, told.code.length === 0)
  interpret(session, told, place, stdin)
}

/** An interpreter without code on its line is a command of its own; with code, that is what is shown. */
function addSegmentOnce(session: Session, words: readonly string[], place: Place, needed: boolean): void {
  if (needed) addSegment(session.scan, words.map(readable), place)
}

function unknownCommand(session: Session, argv: readonly Arg[], place: Place): void {
  const first = argv[0]?.text ?? ''
  // In a function the caller's words are judged where it is called.
  if (session.inFunction > 0 && /^"?\$(?:[@*1-9]|\{[@*1-9]\})"?$/.test(argv[0]?.raw ?? '')) return
  const rule = hasHoleOf(first, 'remote') ? execution.remote : hasHoleOf(first, 'decoded') ? execution.decoded : execution.variable
  const shown = argv.map(({ raw }) => readable(raw))
  const segment = addSegment(session.scan, shown, place)
  reportOpaque(session.scan, rule, shown.join(' '), segment)
}

/** What the shell does itself. Says whether that is all there is to the command. */
function builtin(session: Session, name: string, words: readonly string[], place: Place, stdin: string | undefined): boolean {
  const fn = session.functions.get(words[0] ?? '')
  if (fn?.runsArguments === true && words.length > 1) session.run(words.slice(1).map((text) => ({ text, raw: text })), inside(place, name), stdin)
  switch (name) {
    case 'cd':
    case 'pushd': {
      const to = words.slice(1).find((word) => !word.startsWith('-')) ?? '~'
      session.cwd = /^[~/]/.test(to) || session.cwd === '' ? to : `${session.cwd}/${to}`
      return false
    }
    case 'set':
      session.stopsOnError ||= words.some((word) => /^-[a-z]*e/.test(word))
      return false
    case 'read':
    case 'mapfile':
    case 'readarray':
      for (const word of words.slice(1)) if (/^[A-Za-z_]\w*$/.test(word)) session.variables.set(word, hole('output'))
      return false
    case 'source':
    case '.':
      addSegment(session.scan, words.map(readable), place)
      if (words[1] !== undefined) runFile(session, words[1], 'shell', inside(place, name))
      return true
    case 'alias':
      for (const word of words.slice(1)) runCode(session, word.replace(/^[^=]*=?/, ''), 'shell', inside(place, 'alias'), [], true)
      return false
    case 'trap':
      if (words[1] !== undefined && words.length > 2) runCode(session, words[1], 'shell', inside(place, 'trap'), [], true)
      return false
    case 'at':
    case 'batch':
    case 'crontab':
      if (stdin !== undefined && (name !== 'crontab' || words.includes('-'))) runCode(session, name === 'crontab' ? withoutTimes(stdin) : stdin, 'shell', inside(place, name))
      return false
    default:
      return false
  }
}

/** The commands of a crontab: without the five fields or @word that say when. */
const withoutTimes = (table: string) => table.replace(/^[ \t]*(?:(?:[\d*/,A-Za-z-]+[ \t]+){5}|@\w+[ \t]+)/gm, '')

/** Remembers what a command writes to files without a redirection. */
function noteFiles(session: Session, words: readonly string[], stdin: string | undefined): void {
  const args = argumentsOf(words)
  if (args.command === 'tee' && stdin !== undefined) for (const path of args.words) session.files.set(path, stdin)
  if (!/^(?:curl|wget|aria2c|http|xh)$/.test(args.command)) return
  const named = outputsOf({ args, argv: words })
  const fromUrl = args.words.filter((word) => word.includes('/')).map((url) => url.replace(/[?#].*$/, '').split('/').at(-1) ?? '')
  for (const path of [...named, ...fromUrl]) if (path !== '') session.files.set(path, hole('remote'))
}
