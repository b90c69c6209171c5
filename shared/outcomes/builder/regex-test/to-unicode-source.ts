import type { Pattern, SetPart, Token } from './pattern-token.ts'
import { SourceWriter } from './mapped-source.ts'
import type { MappedSource } from './mapped-source.ts'

/** Spells a pattern that only compiles in the older mode so that Unicode mode takes it, with the same meaning. */
export function toUnicodeSource({ tokens }: Pattern, sourceLength: number): MappedSource {
  const out = new SourceWriter()
  const open: boolean[] = []
  for (const token of tokens) {
    const looks = token.kind === 'beyond' && /^\(\?<?[=!]/.test(token.text)
    if (token.kind === 'open' || (token.kind === 'beyond' && token.text.startsWith('('))) open.push(looks)
    // A look-ahead may have had a quantifier in the older mode; inside a group it still may.
    if (looks) out.write('(?:', token.at)
    out.write(spell(token), token.at)
    if (token.kind === 'close' && open.pop() === true) out.write(')', token.at)
  }
  return out.finish(sourceLength)
}

function spell(token: Token): string {
  switch (token.kind) {
    case 'char':
      return codePoint(token.codePoint)
    case 'any':
      return '.'
    case 'set':
      return `[${token.negated ? '^' : ''}${token.parts.map(spellPart).join('')}]`
    case 'assertion':
      return /[bB]/.test(token.what) ? `\\${token.what}` : token.what
    case 'quantifier':
    case 'beyond':
      return token.text
    case 'alternative':
      return '|'
    case 'open':
      if (token.group === null) return '(?:'
      return token.name === null ? '(' : `(?<${token.name}>`
    case 'close':
      break
  }
  return ')'
}

function spellPart(part: SetPart): string {
  if (part.kind === 'class') return `\\${part.name}`
  if (part.kind === 'property') return `\\${part.negated ? 'P' : 'p'}{${part.body}}`
  return `${codePoint(part.from)}-${codePoint(part.to)}`
}

const codePoint = (value: number) => `\\u{${value.toString(16)}}`
