import { argumentsOf, commandName } from '../command/arguments.ts'
import { outputsOf } from '../command/http-client.ts'
import { judgeCommand } from '../command/judge-command.ts'
import { execution } from '../rules/process.rules.ts'
import { addSegment, affords, inside, reportOpaque } from '../scan.ts'
import type { Place } from '../scan.ts'
import { isSql } from '../sql/is-sql.ts'
import { runBuiltin } from './builtin.ts'
import { embeddedCode } from './embedded-code.ts'
import { hasHole, hasHoleOf, hole, readable, withoutHoles } from './hole.ts'
import { interpretation } from './interpreter.ts'
import { interpret, runCode, runFile } from './run-code.ts'
import type { Session } from './session.ts'
import { unfold } from './unfold.ts'
import { unwrap } from './unwrap.ts'
import type { Wrapped } from './unwrap.ts'
import type { Arg } from './word.ts'

/** Follows one command: through its wrappers and interpreters, down to what is really run. */
export function runCommand(session: Session, given: readonly Arg[], place: Place, stdin: string | undefined): void {
  if (!affords(session.scan, place)) return
  const argv = withPlainName(withoutPrefix(given))
  const words = argv.map(({ text }) => text)
  const [first] = words
  if (first === undefined) return
  if (isUnknown(first)) return unknownCommand(session, argv, place)
  const name = commandName(first)
  const statement = words.join(' ')
  if (isSql(statement) && !/^(?:exec|kill|call|set|use|copy)$/.test(first)) {
    return session.scan.doors.sql(statement, inside(place))
  }
  if (runBuiltin(session, words, { place, stdin })) return
  if (followWrappers(session, argv, { name, place, stdin })) return
  readsShellInput(session, { name, words, place, stdin })
  const told = interpretation(words)
  if (told !== null) {
    // With code on its line, that is what is shown.
    if (told.code.length === 0) addSegment(session.scan, words.map(readable), place)
    return interpret(session, told, place, stdin)
  }
  for (const { code, label, language } of embeddedCode(words))
    runCode(session, { text: code, language, place: inside(place, label) })
  if (name.includes('.') || first.includes('/')) runFile(session, first, inside(place, first))
  noteFiles(session, words, stdin)
  judgeCommand(session.scan, words, place, { cwd: session.cwd, stdin, shown: argv.map(shownAs) })
}

/** Whether a command's name is unknown, or a pattern that becomes the name of any file it matches (`/bin/r?`). */
function isUnknown(first: string): boolean {
  const base = first.slice(first.lastIndexOf('/') + 1)
  return (hasHole(base) && withoutHoles(base).length < 2) || (first.includes('/') && /[*?]|\[[^\]]+\]/.test(base))
}

/** `r${x}m` is `rm` when nothing sets x; what is left of a name says which program is meant. */
function withPlainName(argv: readonly Arg[]): readonly Arg[] {
  const [first, ...rest] = argv
  if (first === undefined || isUnknown(first.text)) return argv
  if (!hasHoleOf(first.text, 'unset') && !hasHoleOf(first.text, 'set')) return argv
  return [{ ...first, text: withoutHoles(first.text) }, ...rest]
}

/** Words that the shell itself would not take as a command's name, and that a typing slip leaves in front of it. */
function withoutPrefix(argv: readonly Arg[]): readonly Arg[] {
  const at = argv.findIndex(({ text }) => !/^(?:[\w.-]*\+?=[^/\s]*|[&|;!]+|--?)$/.test(text))
  return at > 0 ? argv.slice(at) : argv
}

type Line = { name: string; place: Place; stdin: string | undefined }

/** Follows what a wrapper runs. Says whether the command is nothing but that. */
function followWrappers(session: Session, argv: readonly Arg[], { name, place, stdin }: Line): boolean {
  for (const one of unfold(argv, stdin) ?? []) follow(session, one, place, undefined)
  if (/^(?:g?xargs|parallel|rush)$/.test(name)) return true
  const isLookUp = name === 'command' && /^-[pvV]*[vV]/.test(argv[1]?.text ?? '') && argv.length <= 3
  const wrapped = isLookUp ? null : unwrap(argv)
  if (wrapped === null) return false
  follow(session, wrapped, place, stdin)
  // These commands also act themselves, besides the code they run.
  return !(wrapped.code.length > 0 && /^(?:git|ansible|tar|bsdtar|gtar)$/.test(name)) && name !== 'wsl'
}

function follow(session: Session, wrapped: Wrapped, place: Place, stdin: string | undefined): void {
  const deeper = inside(place, wrapped.label)
  const sameShell = wrapped.label === 'eval'
  for (const code of wrapped.code) runCode(session, { text: code, place: deeper, sameShell })
  if (wrapped.argv.length > 0) session.run(wrapped.argv, deeper, stdin)
}

const opensShell =
  /^(?:ssh|su|sudo|doas|chroot|nsenter|docker|podman|kubectl|oc|lxc|incus|cmd|iex|invoke-expression|wsl|at|batch)$/

/** Programs that open a shell, or keep commands for later, when they are given none but input. */
function readsShellInput(session: Session, { name, words, place, stdin }: Line & { words: readonly string[] }): void {
  if (stdin === undefined) return
  if (opensShell.test(name)) runCode(session, { text: stdin, place: inside(place, name) })
  if (name === 'crontab' && words.includes('-'))
    runCode(session, { text: withoutTimes(stdin), place: inside(place, name) })
  if (
    /^g?make$/.test(name) &&
    words.some((word, at) => /^(?:-f|--file|--makefile)$/.test(word) && words[at + 1] === '-')
  )
    runCode(session, { text: recipesOf(stdin), place: inside(place, name) })
}

/** The commands of a makefile: its lines that begin with a tab, without the marks before them. */
const recipesOf = (makefile: string) =>
  makefile
    .split('\n')
    .flatMap((line) => /^\t[@+-]{0,3}([^\n]*)/.exec(line)?.[1] ?? [])
    .join('\n')

/** The commands of a crontab: without the five fields or @word that say when. */
const withoutTimes = (table: string) => table.replace(/^[ \t]*(?:(?:[\d*/,A-Za-z-]+[ \t]+){5}|@\w+[ \t]+)/gm, '')

function unknownCommand(session: Session, argv: readonly Arg[], place: Place): void {
  const { text: first, raw } = argv[0] ?? { text: '', raw: '' }
  // In a function the caller's words are judged where it is called.
  if (session.inFunction > 0 && /^"?\$(?:[@*1-9]|\{[@*1-9]\})"?$/.test(raw)) return
  const { remote, decoded, variable } = execution
  const rule = hasHoleOf(first, 'remote') ? remote : hasHoleOf(first, 'decoded') ? decoded : variable
  const shown = argv.map((word) => readable(word.raw))
  const segment = addSegment(session.scan, shown, place)
  reportOpaque(session.scan, rule, shown.join(' '), segment)
}

/** A word's value, or its source text when the value is unknown. */
const shownAs = ({ text, raw }: Arg) => readable(hasHole(text) ? raw : text)

/** Remembers what a command writes to files without a redirection. */
function noteFiles(session: Session, words: readonly string[], stdin: string | undefined): void {
  const args = argumentsOf(words)
  if (args.command === 'tee' && stdin !== undefined) for (const path of args.words) session.files.set(path, stdin)
  if (!/^(?:curl|wget|aria2c|http|xh)$/.test(args.command)) return
  const named = outputsOf({ args, argv: words })
  const fromUrl = args.words
    .filter((word) => word.includes('/'))
    .map(
      (url) =>
        url
          .replace(/[?#].*$/, '')
          .split('/')
          .at(-1) ?? '',
    )
  for (const path of [...named, ...fromUrl]) if (path !== '') session.files.set(path, hole('remote'))
}
