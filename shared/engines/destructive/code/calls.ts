import { hole } from '../shell/hole.ts'

/** A call in a program: its dotted name, the texts among its arguments, and whether anything else is among them. */
export type Call = {
  name: string
  texts: string[]
  /** Texts inside one array argument, as `run(["rm", "-rf", "x"])` has them. */
  list: string[]
  /** Whether an argument is not a plain text, so that the texts are incomplete. */
  dynamic: boolean
  /** Texts in the call whose result this one is called on: the path of `Path('/x').unlink()`. */
  receiver: string[]
  /** The arguments as written, shortened. */
  written: string
}

type Piece = { kind: 'name' | 'text' | 'sign' | 'code'; text: string }

/** A language's comment marks, and what may be between a name and its argument. */
export type Dialect = { hash: boolean; slashes: boolean; bare: boolean; backticks: 'shell' | 'text' }

/** The calls in a piece of a program, found by its tokens alone, so that every language with f(x) can be read. */
export function callsIn(code: string, dialect: Dialect): { calls: Call[]; shells: string[] } {
  const pieces = piecesOf(code, dialect)
  const calls: Call[] = []
  const shells =
    dialect.backticks === 'shell' ? pieces.filter(({ kind }) => kind === 'code').map(({ text }) => text) : []
  for (const [at, piece] of pieces.entries()) {
    if (piece.kind !== 'name') continue
    const next = pieces[at + 1]
    const on = receiverOf(pieces, at)
    const name = on === null ? piece.text : `${on.name}.${piece.text}`
    if (next?.text === '(' && next.kind === 'sign')
      calls.push({ ...callAt(name, pieces, at + 2, ')'), receiver: on?.texts ?? [] })
    else if (
      dialect.bare &&
      next !== undefined &&
      (next.kind === 'text' || next.kind === 'name' || next.kind === 'code')
    ) {
      calls.push(callAt(name, pieces, at + 1, ';'))
    } else if (bareDestroyer.test(name)) calls.push({ ...callAt(name, pieces, at + 1, ';'), receiver: on?.texts ?? [] })
  }
  return { calls, shells }
}

/** Methods that destroy without an argument, and that Ruby calls without brackets. */
const bareDestroyer = /\.(?:destroy_all|delete_all|drop_all|truncate_all|flushall|flushdb|drop_table|drop_database)!?$/

/** For `f("x").g` the name f and its texts; `require("fs")` and `__import__("os")` stand for what they load. */
function receiverOf(pieces: readonly Piece[], at: number): { name: string; texts: string[] } | null {
  if (pieces[at - 1]?.text !== '.' || pieces[at - 2]?.text !== ')') return null
  const texts: string[] = []
  let depth = 0
  for (let back = at - 2; back >= Math.max(0, at - 40); back -= 1) {
    const { kind, text } = pieces[back] ?? { kind: 'sign', text: '' }
    if (kind === 'sign' && text === ')') depth += 1
    else if (kind === 'sign' && text === '(') depth -= 1
    else if (kind === 'text') texts.unshift(text)
    if (depth > 0) continue
    const name = pieces[back - 1]?.kind === 'name' ? (pieces[back - 1]?.text ?? '') : ''
    const loads = /^(?:require|__import__|importlib\.import_module|import_module|await import|import)$/.test(name)
    return { name: loads ? (texts[0] ?? name).replace(/^node:/, '') : name, texts }
  }
  return null
}

function callAt(name: string, pieces: readonly Piece[], from: number, close: string): Call {
  const texts: string[] = []
  const list: string[] = []
  const written: string[] = []
  let depth = 0
  let brackets = 0
  let dynamic = false
  let joined = false
  for (let at = from; at < Math.min(pieces.length, from + 200); at += 1) {
    const { kind, text } = pieces[at] ?? { kind: 'sign', text: '' }
    if (kind === 'sign' && depth === 0 && (text === close || (close === ';' && (text === '\n' || text === '}')))) break
    written.push(text)
    if (kind === 'sign') {
      if (text === '(' || text === '[' || text === '{') depth += 1
      if (text === ')' || text === ']' || text === '}') depth -= 1
      if (text === '[') brackets += 1
      if (text === ']') brackets -= 1
      // 'rm ' + '-rf /' is one text.
      joined = (text === '+' || text === '.') && texts.length > 0
      continue
    }
    if (kind === 'name' || kind === 'code') {
      const isValue =
        kind === 'code' ||
        !/^(?:True|False|true|false|null|None|nil|undefined|shell|check|stdio|inherit|recursive|force|[rbfu])$/.test(
          text,
        )
      dynamic ||= isValue
      if (isValue && brackets > 0) list.push(hole('set'))
      if (isValue && joined) texts.push(`${texts.pop() ?? ''}${hole('set')}`)
      continue
    }
    if (brackets > 0) list.push(text)
    if (joined) texts.push(`${texts.pop() ?? ''}${text}`)
    else texts.push(text)
    joined = false
  }
  return { name, texts, list, dynamic, receiver: [], written: written.join(' ').slice(0, 200) }
}

function piecesOf(code: string, dialect: Dialect): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  while (at < code.length) {
    const char = code[at] ?? ''
    const two = code.slice(at, at + 2)
    if ((char === '#' && dialect.hash) || (two === '//' && dialect.slashes && code[at - 1] !== ':'))
      at = lineEnd(code, at)
    else if (two === '/*' && dialect.slashes) at = past(code, '*/', at + 2)
    else if (char === '\n') {
      pieces.push({ kind: 'sign', text: '\n' })
      at += 1
    } else if (/\s/.test(char)) at += 1
    else if (code.startsWith('"""', at) || code.startsWith("'''", at)) {
      const to = past(code, code.slice(at, at + 3), at + 3)
      pieces.push({ kind: 'text', text: code.slice(at + 3, Math.max(at + 3, to - 3)) })
      at = to
    } else if (char === '"' || char === "'" || char === '`') {
      const to = quoteEnd(code, at)
      const kind = char === '`' && dialect.backticks === 'shell' ? 'code' : 'text'
      pieces.push({ kind, text: unescaped(code.slice(at + 1, to - 1)) })
      at = to
    } else if (
      dialect.backticks === 'shell' &&
      /^(?:%x|qx|%q|%Q|q|qq)[({[/|]/.test(code.slice(at, at + 3)) &&
      !/[\w.]/.test(code[at - 1] ?? ' ')
    ) {
      const open = code.slice(at).search(/[({[/|]/) + at
      const to = past(code, closingOf(code[open] ?? '/'), open + 1)
      pieces.push({
        kind: /^(?:%x|qx)/.test(code.slice(at, at + 2)) ? 'code' : 'text',
        text: code.slice(open + 1, Math.max(open + 1, to - 1)),
      })
      at = to
    } else {
      const name = /^[A-Za-z_$@\\][\w$]*(?:(?:\?\.|\.|::|->|\\)[A-Za-z_$][\w$!?]*)*/.exec(code.slice(at, at + 300))?.[0]
      pieces.push(name === undefined ? { kind: 'sign', text: char } : { kind: 'name', text: name.replace(/^\\/, '') })
      at += name?.length ?? 1
    }
  }
  return pieces
}

const closingOf = (open: string) => ({ '(': ')', '{': '}', '[': ']' })[open] ?? open

const lineEnd = (code: string, from: number) => {
  const found = code.indexOf('\n', from)
  return found < 0 ? code.length : found
}

const past = (code: string, mark: string, from: number) => {
  const found = code.indexOf(mark, from)
  return found < 0 ? code.length + mark.length : found + mark.length
}

function quoteEnd(code: string, at: number): number {
  const quote = code[at]
  for (let next = at + 1; next < code.length; next += 1) {
    if (code[next] === '\\') next += 1
    else if (code[next] === quote) return next + 1
  }
  return code.length + 1
}

const unescaped = (text: string) =>
  text.replace(
    /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|([\s\S]))/g,
    (_, hex: string | undefined, wide: string | undefined, one: string | undefined) => {
      const code = hex ?? wide
      if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16)).toWellFormed()
      return one === 'n' ? '\n' : one === 't' ? '\t' : (one ?? '')
    },
  )
