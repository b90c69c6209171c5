import { requestOf } from './http/request-line.ts'
import type { Dialect } from './rule.ts'
import { isSql } from './sql/is-sql.ts'
import { looksLikeSentence } from './text/looks-like-sentence.ts'

/** Detects the language of an action. Anything not clearly another language is shell, the broadest of them. */
export function dialectOf(text: string): Dialect {
  const trimmed = text.trim()
  if (/^[[{]/.test(trimmed) && isJson(trimmed)) return 'json'
  if (requestOf(trimmed) !== null) return 'http'
  if (isSql(trimmed)) return 'sql'
  return isSnippet(trimmed) || looksLikeSentence(trimmed) ? 'text' : 'shell'
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}

/** A single call of a programming language: `client.users.delete("42")`. */
export const isSnippet = (text: string) =>
  /^(?:await\s+|return\s+|const\s+\w+\s*=\s*|\w+\s*=\s*)?[A-Za-z_$][\w$]*(?:(?:\?\.|\.|::|->)[A-Za-z_$][\w$]*){1,8}[!?]?\s*\(/.test(
    text.slice(0, 400),
  ) || bareCall.test(text)

/** Ruby calls a method without brackets: `Order.destroy_all`, `User.where(id: 7).delete_all`. */
const bareCall = /^[A-Z]\w{0,60}(?:::[A-Z]\w{0,60}){0,5}(?:\.\w{1,60}(?:\([^()\n]{0,200}\))?){1,8}[!?]?\s*$/
