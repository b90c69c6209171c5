import { forEachChild } from 'unbash'
import type {
  Assignment,
  Command,
  CompoundList,
  For,
  Function as ShellFunction,
  ParsedScript,
  PipelineNode,
  Redirection,
  Select,
  Statement,
  SyntaxNode,
} from 'unbash'

import { judgeWrite } from '../command/write-paths.ts'
import { execution } from '../rules/process.rules.ts'
import { addSegment, affords, inside, report, reportOpaque, tooComplex } from '../scan.ts'
import type { Place } from '../scan.ts'
import { hole } from './hole.ts'
import { outputOfNode, stdinOf } from './output.ts'
import { surroundings } from './session.ts'
import type { Session } from './session.ts'
import { isForkBomb } from './fork-bomb.ts'
import { expandWord, gap, valueOf } from './word.ts'
import type { Surroundings } from './word.ts'

type Where = { session: Session; place: Place }

/** Walks a script from top to bottom, hands every command to the session and enters every substitution. */
export function walkScript(session: Session, script: ParsedScript, place: Place): void {
  if (!affords(session.scan, place)) return
  if (script.errors?.some(({ message }) => message.includes('maximum')) === true) {
    reportOpaque(session.scan, tooComplex, 'nesting', session.scan.segments.length - 1)
  }
  for (const statement of script.commands) walkStatement({ session, place }, statement)
}

function walkStatement(where: Where, { command }: Statement): void {
  const { session } = where
  if (!affords(session.scan, where.place)) return
  const cwd = session.cwd
  if (command.type !== 'AndOr') {
    walkNode(where, command, undefined)
    // A separate `cd` may have failed, and the script continues in the old directory.
    if (session.cwd !== cwd && !session.stopsOnError) session.cwd = ''
    return
  }
  for (const [at, one] of command.commands.entries()) {
    walkNode(where, one, undefined)
    if (command.operators[at] === '||' && !leaves(command.commands[at + 1])) session.cwd = cwd
  }
  const isGuarded = command.operators[0] === '||' && leaves(command.commands[1])
  if (!isGuarded && !session.stopsOnError) session.cwd = cwd
}

const leaves = (node: PipelineNode | undefined) =>
  node?.type === 'Command' && /^(?:exit|return|die|fail|abort)$/.test(node.name?.value ?? '')

function walkList(where: Where, list: CompoundList): void {
  for (const statement of list.commands) walkStatement(where, statement)
}

function walkNode(where: Where, node: PipelineNode, stdin: string | undefined): void {
  const { session } = where
  switch (node.type) {
    case 'Command':
      return walkCommand(where, node, stdin)
    case 'Pipeline': {
      let text = stdin
      for (const [at, command] of node.commands.entries()) {
        walkNode(where, command, text)
        if (at < node.commands.length - 1) text = outputOfNode(session, command, inside(where.place), text)
      }
      return
    }
    case 'Redirected': {
      for (const redirect of node.redirects) visit(where, redirect)
      walkNode(where, node.command, stdinOf(session, node.redirects, where.place) ?? stdin)
      return judgeRedirects(where, node.redirects, undefined)
    }
    case 'Subshell':
    case 'BraceGroup': {
      const cwd = session.cwd
      walkInput(where, node.body, stdin)
      if (node.type === 'Subshell') session.cwd = cwd
      return
    }
    case 'If':
      for (const list of [
        node.clause,
        node.then,
        ...node.elif.flatMap((one) => [one.clause, one.then]),
        ...(node.else === undefined ? [] : [node.else]),
      ])
        walkList(where, list)
      return
    case 'While':
      walkInput(where, node.clause, stdin)
      return walkInput(where, node.body, stdin)
    case 'For':
    case 'Select':
      return walkLoop(where, node)
    case 'ArithmeticFor':
      visit(where, node)
      return walkList(where, node.body)
    case 'Case':
      visit(where, node.word)
      for (const item of node.items) walkList(where, item.body)
      return
    case 'Function':
      return walkFunction(where, node)
    case 'Coproc':
      return node.body.type === 'CompoundList' ? walkList(where, node.body) : walkNode(where, node.body, stdin)
    case 'TestCommand':
    case 'ArithmeticCommand':
      visit(where, node)
  }
}

/** A list whose commands read what is piped into it: `{ bash; }`, `while read x; do ... done`. */
function walkInput(where: Where, list: CompoundList, stdin: string | undefined): void {
  const { session } = where
  const outer = session.input
  session.input = stdin ?? outer
  walkList(where, list)
  session.input = outer
}

function walkLoop(where: Where, node: For | Select): void {
  const { session, place } = where
  for (const word of node.wordlist ?? []) visit(where, word)
  const items = (node.wordlist ?? [])
    .flatMap((word) => expandWord(word, surroundings(session, place)))
    .map(({ text }) => text)
  // Only one loop is unrolled; nested loops would multiply.
  const rounds = items.length === 0 || (session.loops > 0 && items.length > 1) ? [hole('set')] : items.slice(0, 8)
  session.loops += 1
  for (const item of rounds) {
    session.variables.set(node.name.value, item)
    walkList(where, node.body)
  }
  session.loops -= 1
}

function walkFunction(where: Where, node: ShellFunction): void {
  const { session } = where
  const { body } = node
  if (isForkBomb(node)) {
    report(
      session.scan,
      execution.forkBomb,
      addSegment(session.scan, [node.name.value, '(){', '...', '}'], where.place),
      `${node.name.value}()`,
    )
  }
  session.functions.set(node.name.value, {
    runsArguments: runsArguments(body),
    call: (words, place) => walkCall({ session, place }, node, words),
  })
  session.inFunction += 1
  if (body.type === 'CompoundList') walkList(where, body)
  else walkNode(where, body, undefined)
  session.inFunction -= 1
}

/** The body of a function once more, with the words it is called with. */
function walkCall({ session, place }: Where, { name, body }: ShellFunction, words: readonly string[]): void {
  const { positional, inFunction } = session
  if (session.calling.has(name.value)) return
  session.calling.add(name.value)
  session.positional = words
  session.inFunction = 0
  if (body.type === 'CompoundList') walkList({ session, place }, body)
  else walkNode({ session, place }, body, undefined)
  session.positional = positional
  session.inFunction = inFunction
  session.calling.delete(name.value)
}

/** Whether a function runs its arguments: `"$@"` in the place of a command's name. */
function runsArguments(node: SyntaxNode): boolean {
  let found = false
  const look = (child: SyntaxNode, depth: number) => {
    if (child.type === 'Command' && /^"?\$(?:@|\*|\{@\})"?$/.test(child.name?.text ?? '')) found = true
    if (!found && depth < 30 && child.type !== 'Word') forEachChild(child, (one) => look(one, depth + 1))
  }
  look(node, 0)
  return found
}

function walkCommand(where: Where, node: Command, piped: string | undefined): void {
  const { session, place } = where
  if (!affords(session.scan, place)) return
  const around = surroundings(session, place)
  for (const part of [...node.prefix, ...(node.name === undefined ? [] : [node.name]), ...node.suffix])
    visit(where, part)
  for (const part of [...node.prefix, ...node.suffix]) {
    if (part.type !== 'Assignment') continue
    if (part.value.type === 'Word') session.variables.set(part.name, valueOf(part.value, around))
    else {
      const elements = part.value.elements.flatMap((word) => expandWord(word, around)).map(({ text }) => text)
      session.variables.set(`${part.name}[@]`, elements.join(gap))
      session.variables.set(part.name, elements[0] ?? '')
    }
    if (/^(?:LD_PRELOAD|LD_AUDIT|DYLD_INSERT_LIBRARIES)$/.test(part.name)) {
      report(session.scan, execution.machineCode, addSegment(session.scan, [part.text], place), part.text)
    }
  }
  const name = node.name === undefined ? [] : expandWord(node.name, around)
  const rest = node.suffix.flatMap((part) =>
    part.type === 'Word'
      ? expandWord(part, around)
      : part.type === 'Assignment'
        ? [{ text: assignmentText(part, around), raw: part.text }]
        : [],
  )
  const argv = [...name, ...rest]
  if (argv.length > 0) session.run(argv, place, stdinOf(session, node.redirects, place) ?? piped ?? session.input)
  judgeRedirects(where, node.redirects, node)
}

/** `export A=B` and `alias a='b'` get their words without the quotes. */
const assignmentText = (part: Assignment, around: Surroundings) =>
  part.value.type === 'Word'
    ? `${part.name}${part.append === true ? '+' : ''}=${valueOf(part.value, around)}`
    : part.text

/** Judges what redirections write to, and remembers what the script writes into files. */
function judgeRedirects(where: Where, redirects: readonly Redirection[], node: Command | undefined): void {
  const { session, place } = where
  for (const redirect of redirects) {
    if (redirect.type !== 'Redirect' || redirect.target === undefined) continue
    const { operator } = redirect
    if (operator === '<' || operator === '<&' || (operator === '>&' && /^[\d-]+$/.test(redirect.target.value))) continue
    const path = valueOf(redirect.target, surroundings(session, place))
    const text = `${operator} ${redirect.target.text}`
    const segment =
      session.scan.segments.length > 0
        ? session.scan.segments.length - 1
        : addSegment(session.scan, [operator, redirect.target.text], place)
    judgeWrite(
      session.scan,
      { path, cwd: session.cwd, appends: operator === '>>' || operator === '&>>' },
      segment,
      text,
    )
    if (node !== undefined) session.files.set(path, outputOfNode(session, node, inside(place), undefined))
  }
}

/** Enters every substitution inside a word, redirection or expression. */
function visit(where: Where, node: SyntaxNode, depth = 0): void {
  if (depth > 100 || !affords(where.session.scan, where.place, 0)) return
  if (
    node.type === 'CommandExpansion' ||
    node.type === 'ArithmeticCommandExpansion' ||
    node.type === 'ProcessSubstitution'
  ) {
    const label = node.type === 'ProcessSubstitution' ? '<( )' : '$( )'
    if (node.script !== undefined) where.session.walk(node.script, inside(where.place, label))
    return
  }
  forEachChild(node, (child) => visit(where, child, depth + 1))
}
