import { checkValue } from './check-value.ts'
import { entropyOf } from './entropy.ts'
import { isCodeName } from './is-code-name.ts'
import { isMonotone, isPlaceholder } from './is-placeholder.ts'
import { isRandom } from './is-random.ts'
import { secretRules } from './rules.ts'
import type { SecretConfidence, SecretRule } from './secret-rule.ts'

/** A secret that was found, before it is described; `value` never leaves this folder. */
export type RawSecret = Pick<SecretRule, 'provider' | 'severity'> & {
  rule: string
  confidence: SecretConfidence
  start: number
  end: number
  value: string
}

const NEAR = 80
const AFTER = 24

type Compiled = { rule: SecretRule; pattern: RegExp; near: RegExp | null; unless: RegExp | null }
let compiled: readonly Compiled[] | null = null

const rules = () =>
  (compiled ??= secretRules.map((rule) => ({
    rule,
    pattern: new RegExp(rule.pattern, rule.ignoreCase === true ? 'gid' : 'gd'),
    near: rule.near === undefined ? null : new RegExp(rule.near, 'i'),
    unless: rule.unless === undefined ? null : new RegExp(rule.unless, 'i'),
  })))

/** Secrets with a shape of their own. `lower` is the text in lower case, in which keywords are looked for. */
export function shapedValues(text: string, lower: string): RawSecret[] {
  const found: RawSecret[] = []
  for (const one of rules()) {
    if (!one.rule.keywords.some((word) => lower.includes(word))) continue
    for (const hit of text.matchAll(one.pattern)) {
      const secret = judged(text, hit, one)
      if (secret !== null) found.push(secret)
    }
  }
  return found
}

function judged(text: string, hit: RegExpExecArray, { rule, near, unless }: Compiled): RawSecret | null {
  const group = hit.findIndex((part, index) => index > 0 && part !== undefined)
  const [start, end] = hit.indices?.[Math.max(0, group)] ?? [hit.index, hit.index + hit[0].length]
  const value = text.slice(start, end)
  if (rule.anywhere !== true && isPartOfWord(text, start, end)) return null
  if (near !== null && !near.test(`${text.slice(Math.max(0, start - NEAR), start)} ${text.slice(end, end + AFTER)}`))
    return null
  if (unless?.test(hit[0]) === true) return null
  const verdict = rule.check === undefined ? 'possible' : checkValue(rule.check, value)
  if (verdict === 'not') return null
  if (rule.random === true && isCodeName(value)) return null
  if (isDefaultLogin(text, start, end)) return null
  // What a checksum or the bytes of a key confirm is no placeholder, whatever words or runs are in it.
  const isProven = verdict === 'real' && rule.check !== 'jwt'
  const isExample = !isProven && (isPlaceholder(value) || isMonotone(bodyOf(value)))
  if (isExample && !(rule.examples === 'low' && /^[a-z]{3,20}$/i.test(value))) return null
  if (entropyOf(value) < (rule.entropy ?? 2.5) || value.length < (rule.minLength ?? 3)) return null
  if (rule.digits !== undefined && (value.match(/[0-9]/g)?.length ?? 0) < rule.digits) return null
  // A form that many things have must also look random, even next to the right word.
  if ((rule.random === true || (near !== null && rule.confidence === 'medium')) && !isRandom(value)) return null
  const confidence = isExample ? 'low' : verdict === 'real' ? 'high' : (rule.confidence ?? 'high')
  return { rule: rule.id, provider: rule.provider, severity: rule.severity, confidence, start, end, value }
}

/** `guest:guest@localhost`: what a server on one's own machine comes with. */
const isDefaultLogin = (text: string, start: number, end: number) => {
  const value = text.slice(start, end)
  return (
    value.length <= 24 &&
    text.slice(Math.max(0, start - value.length - 3), start) === `//${value}:` &&
    /^@(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\]|host\.docker\.internal)\b/.test(text.slice(end, end + 24))
  )
}

/** A token without the prefix that all of its kind share. */
const bodyOf = (value: string) => value.replace(/^[A-Za-z0-9]{1,12}[-_.](?:[a-z]{2,10}[-_])?/, '')

/** Letters and digits around a match mean that it is cut out of something longer, unless they end an escape. */
function isPartOfWord(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 3), start)
  const after = text[end] ?? ''
  if (/[A-Za-z0-9]/.test(after)) return true
  // "get_hf_token" goes on from "get": a prefix in the middle of a name is none.
  if (/[A-Za-z0-9][_-]$/.test(before) && /^[A-Za-z]{2,12}[_-]/.test(text.slice(start, start + 14))) return true
  if (!/[A-Za-z0-9]$/.test(before)) return false
  return !/\\[nrt]$/.test(before) && !/%[0-9A-Fa-f]{2}$/.test(before)
}
