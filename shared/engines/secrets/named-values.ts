import { entropyOf } from './entropy.ts'
import { isCodeName } from './is-code-name.ts'
import { isPlaceholder } from './is-placeholder.ts'
import { isRandom, isVeryRandom } from './is-random.ts'
import { harmlessEnds, harmlessKeys, type NameKind, secretNames, services } from './names.rules.ts'
import { opensNothing } from './opens-nothing.ts'
import { secretRules } from './rules.ts'
import { isSet, type Setting, settingAfter, settingBefore } from './settings.ts'
import type { RawSecret } from './shaped-values.ts'

const MAX_NAMES = 50_000
/** Characters of a value by which it is judged. Names in a row without a blank are all set to the same long rest. */
const JUDGED = 256

const nameWords = new RegExp(secretNames.map(({ kind, pattern }) => `(?<${kind}>${pattern})`).join('|'), 'gi')
const harmlessEnd = new RegExp(harmlessEnds, 'i')
const harmlessKey = new RegExp(`(?:^|[^a-z]|(?<=[a-z]))${harmlessKeys}`, 'i')

/**
 * Values that a name gives away: `password = ...`, `API_KEY: ...`, `"token": "..."`, `<secret>...</secret>`. `isWhole` is
 * false for a text of so many names that the last ones were not looked at.
 */
export function namedValues(text: string, lower: string, name?: string): { found: RawSecret[]; isWhole: boolean } {
  const found = name === undefined ? [] : wholeValue(text, name)
  let names = 0
  let past = 0
  for (const hit of text.matchAll(nameWords)) {
    if (hit.index < past) continue
    if ((names += 1) > MAX_NAMES) break
    const span = identifierAround(text, hit.index, hit.index + hit[0].length)
    past = span.end
    const kind = kindOf(text.slice(span.start, span.end))
    if (kind === null) continue
    for (const setting of [settingAfter(text, span.end), settingBefore(text, span.start)]) {
      const secret = setting === null ? null : judged(text, span, kind, setting)
      if (secret !== null) found.push(secret)
    }
  }
  return { found: [...found, ...besideServices(text, lower)], isWhole: names <= MAX_NAMES }
}

/** A JSON member: its key is the name, all of its text the value. */
function wholeValue(text: string, name: string): RawSecret[] {
  const kind = kindOf(name)
  if (kind === null) return []
  const value = text.trim()
  const start = text.indexOf(value)
  const setting: Setting = { start, end: start + value.length, value, link: 'assign', isQuoted: true }
  const secret = judged(name, { start: 0, end: name.length }, kind, setting)
  return secret === null ? [] : [secret]
}

/** The kind of secret that a name announces; null when it is not a name of a secret. */
export function kindOf(name: string): NameKind | null {
  const trimmed = name
    .slice(-200)
    .replace(/[^\p{L}\p{N}]+$/u, '')
    .slice(-100)
  if (
    harmlessEnd.test(trimmed) &&
    !/(?:secret|private|access|api)[_ .-]?keys?$|(?:client|app(?:lication)?)[_ .-]?id$|session[_ .-]?id$|credentials?$|license$/i.test(
      trimmed,
    )
  )
    return null
  const groups = [...trimmed.matchAll(nameWords)].at(-1)?.groups ?? {}
  if (/pub(?:lic)?[_ -]?key/i.test(trimmed)) return null
  const all = [...trimmed.matchAll(nameWords)].flatMap(({ groups }) =>
    Object.entries(groups ?? {}).flatMap(([kind, hit]) => (hit === undefined ? [] : [kind])),
  )
  if (all.includes('password')) return 'password'
  if (all.includes('secret'))
    return /(?:csrf|xsrf|max|num|total|next|page|continuation|cancell?ation|input|output|prompt|completion|stop|special|word|sub|pad|bos|eos|mask|lex|syntax)[_ .-]?tokens?$/i.test(
      trimmed,
    )
      ? null
      : 'secret'
  if (groups['key'] === undefined) return null
  return harmlessKey.test(trimmed) ? null : 'key'
}

const inIdentifier = /[\w.-]/

function identifierAround(text: string, start: number, end: number): { start: number; end: number } {
  let from = start
  while (from > 0 && start - from < 60 && inIdentifier.test(text[from - 1] ?? '')) from -= 1
  let to = end
  while (to < text.length && to - end < 40 && /\w/.test(text[to] ?? '')) to += 1
  // "my.password" goes on; "my-key-" may be the start of a value.
  while (/[._-]/.test(text[to] ?? '') && /[A-Za-z]/.test(text[to + 1] ?? '') && to - end < 40) {
    let next = to + 1
    while (next < text.length && next - end < 48 && /\w/.test(text[next] ?? '')) next += 1
    if (/\d/.test(text.slice(to + 1, next)) || next - to > 24) break
    to = next
  }
  return { start: from, end: to }
}

function judged(
  text: string,
  span: { start: number; end: number },
  kind: NameKind,
  setting: Setting,
): RawSecret | null {
  const { link, isQuoted } = setting
  if (setting.value.length < 4 || setting.value.length > 4_000) return null
  const value = setting.value.slice(0, JUDGED)
  if (text[setting.start - 1] === '@' && /^[\w.-]{1,80}@$/.test(value)) return null
  if (/\barn:[\w:-]{2,80}$/.test(text.slice(Math.max(0, span.start - 90), span.start))) return null
  if (opensNothing(text.slice(span.start, span.end), value)) return null
  if (isLookUp(text, span) || isSelector(text, span, value)) return null
  if (link === 'space' && (isMarkup(value) || isFingerprint(value))) return null
  if (isTestVector(text, span, setting)) return null
  if (isVerb(text.slice(span.start, span.end)) && link === 'space') return null
  // "PASS: test_login" is the result of a test.
  if (text.slice(span.start, span.end) === 'PASS' && /^(?:test|should)_?\w|^[a-z]+(?:_[a-z0-9]+){2,}$/i.test(value))
    return null
  if ((!isQuoted && (isExpression(value) || isCodeName(value))) || isPlaceholder(value)) return null
  if (kind !== 'password' && isStump(value)) return null
  if (!isQuoted && /^[A-Z][A-Z0-9]{0,30}(?:_[A-Z0-9]{2,30}){1,8}$/.test(value) && !isVeryRandom(value)) return null
  if (text.slice(span.start, span.end).toLowerCase().includes(value.toLowerCase())) return null
  const found = (confidence: RawSecret['confidence'], rule: string): RawSecret => ({
    rule,
    provider: 'any',
    severity: 'high',
    confidence,
    start: setting.start,
    end: setting.end,
    value: setting.value,
  })
  if (isRandom(value)) {
    if (kind === 'key' && link === 'space' && !isVeryRandom(value)) return null
    return found(
      kind === 'key' && !isVeryRandom(value) ? 'low' : 'medium',
      `generic-${kind === 'password' ? 'password' : 'secret'}`,
    )
  }
  if (kind !== 'password' && !(kind === 'secret' && isStrongText(value, isQuoted))) return null
  return isPassword(setting) ? found(isQuoted || link === 'assign' ? 'medium' : 'low', 'generic-password') : null
}

/** The beginnings that provider tokens are known by: `ghp_`, `glpat-`, `gsk_`. */
const prefixes = new Set(
  secretRules.flatMap(({ pattern }) => /^[A-Za-z][A-Za-z0-9]{2,11}[_-](?=[[(a-z])/.exec(pattern)?.[0] ?? []),
)

/** A token of a known kind that is too short to be one: cut off, or a name for it. */
const isStump = (value: string): boolean => {
  const prefix = /^[A-Za-z][A-Za-z0-9]{2,11}[_-]/.exec(value)?.[0]
  return (
    prefix !== undefined && prefixes.has(prefix) && /^[A-Za-z0-9_-]+$/.test(value) && value.length < prefix.length + 12
  )
}

/** "n,o.haKey=!1", "Session.request(": what stands in code without quotes is seldom a value. */
const isExpression = (value: string) =>
  /,[\w.]+[=:]|[?=]!|^[A-Z][a-z]+\d{0,2}(?:[A-Z]{1,4}[a-z]+){1,6}\d{0,2}$|\w\(\)|^[\w.]+\(|^\w{1,40}\[[\w+.$-]{1,30}\]$|^[A-Z][A-Z_]{2,30}\.[A-Z][A-Z0-9_]{1,30}$|\);?$|&&|\|\||=>|^[([{})\]]{1,8}(?:[A-Za-z_$][A-Za-z_$.-]{0,100})?[:()[\]{};,.]{0,8}$|^[#$]\{/.test(
    value,
  )

/** `get_password("svc", "bot")` asks for one by a name. */
const isLookUp = (text: string, { start, end }: { start: number; end: number }) =>
  text[end] === '(' &&
  /(?:^|\.)(?:get|fetch|read|find|load|look_?up|prompt|ask|input|env|hash|reset|has|is)_?[a-z_]*$/i.test(
    text.slice(start, end),
  )

/** `input[type=password]:focus{...}` is a style. */
const isSelector = (text: string, { end }: { end: number }, value: string) =>
  text[end] === ']' && /^[a-z-]{3,20}(?:\([^)]{0,20}\))?\{/.test(value)

/** Marks of Markdown and fragments of addresses, which follow a word of a sentence. */
const isMarkup = (value: string) =>
  /\.(?:svg|png|gif)(?:\?|$)|\]\(|^\[\w{1,20}=|^\w{0,20}#[a-z]{3,20}-|^\(#|^[A-Za-z]{1,30}[*_]{1,2}[.,;:!?)]{0,2}$/.test(
    value,
  )

/** "using RSA key 7AAA...": how a public key is named, in upper case. */
const isFingerprint = (value: string) => /^(?:[0-9A-F]{16}|[0-9A-F]{40})$/.test(value)

/** A published example of a cipher: `Key = ...` with its plain text or message in the next lines. */
const isTestVector = (text: string, { start, end }: { start: number; end: number }, { end: after, value }: Setting) =>
  /^key$/i.test(text.slice(start, end)) &&
  /^[0-9a-f]{16,128}$/i.test(value) &&
  /^\s{0,4}[,;]?\s{0,4}(?:plain|cipher|pt|ct|iv|nonce|msg|message|data|count|text)\w{0,8}["']?\s{0,2}[:=]/i.test(
    text.slice(after, after + 40),
  )

/** "Pass `origin` to it" gives something; "pass" alone is a name only where a value is set. */
const isVerb = (name: string) => /^pass$/i.test(name)

/** Punctuation among letters does not occur in names. */
const isStrongText = (value: string, isQuoted: boolean) =>
  value.length >= 12 &&
  !/\s/.test(value) &&
  /[^\w.\-/:]/.test(value) &&
  entropyOf(value) >= 3.2 &&
  (isQuoted || !/[()]/.test(value) || /[{}$#>]/.test(value)) &&
  !looksLikeCode(value)

/** Whether a text assigned to a password's name can be a password. */
function isPassword({ value, link, isQuoted }: Setting): boolean {
  if (link === 'list' || value.length < 4 || value.length > 120 || /\s/.test(value) || looksLikeCode(value))
    return false
  const hasDigit = /\d/.test(value)
  const hasMark = /[^\p{L}\p{N}_]/u.test(value.replace(/[.\-/:]/g, ''))
  // Scripts without blanks between words: a sentence about it.
  if (!hasDigit && !hasMark && /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}]/u.test(value))
    return false
  // "cms_user_password", "sites/passwords#edit": names of things about passwords.
  if (/^[a-z]+(?:[_./#:-][a-z]+){1,8}$/.test(value) && commonWord.test(value)) return false
  if (isMixed(value)) return true
  if (link === 'space' && isQuoted && /^[a-z]{6,20}$/.test(value)) return !commonWord.test(value)
  if (link === 'space')
    return (
      value.length >= 6 &&
      ((hasDigit && /[a-z]/i.test(value)) || hasMark) &&
      !/^[\w-]+[.,:;)]?$/.test(value.replace(/\d/g, 'x').replace(/x/g, '')) &&
      isSet(value)
    )
  if (hasDigit || hasMark)
    return (
      value.length >= (isQuoted ? 4 : 6) &&
      !/^[\d.]+$/.test(value.slice(0, 12)) &&
      !/^[\w.-]*[.:](?:png|js|css|html|com|org|txt)$/i.test(value)
    )
  // Letters only: a word in quotes may be the password, or a label.
  return isQuoted && value.length >= 8 && !commonWord.test(value)
}

/** Letters whose case changes more often than in words that are written together. */
const isMixed = (value: string) => {
  if (!/^[A-Za-z]{8,40}$/.test(value)) return false
  const changes = value.match(/[a-z](?=[A-Z])/g)?.length ?? 0
  return (
    changes >= Math.max(3, value.length / 5) ||
    (changes >= 2 &&
      value.length >= 12 &&
      /[bcdfghjklmnpqrstvwxz]{5}/i.test(value) &&
      /[A-Z]{2}[a-z]{1,8}[A-Z]/.test(value))
  )
}

/** Words of forms and messages about passwords. */
const commonWord =
  /pass|word|user|name|secret|label|field|input|hint|text|type|error|invalid|require|confirm|reset|forgot|show|hide|enter|empty|login|change|current|new|old|string|must|match|strong|weak|secure|account|email|value|default|valid|missing|wrong|please|true|false|crypt|hash|differ|origin|option|argument/i

const looksLikeCode = (value: string) =>
  /^\^|^[A-Za-z_$][\w$]*(?:(?:\??\.|->|::)[A-Za-z_$][\w$]*){1,8}(?:\(|\[|$)|^[A-Za-z_$][\w$]*(?:\(|\[)|^(?:\$|@|&|\*)[A-Za-z_{(]|^[A-Za-z_][\w]*\)[;:{]?$|^[a-z][a-z0-9+.-]{1,15}:\/\/|^[A-Za-z]:\\|^[./~]|^<|=>|^\w+\($|^!?\w+,$|^0x[0-9a-f]{1,8}$/.test(
    value,
  )

/** Keys that their providers hand out for pages that everybody can read. */
const isPublished = /^(?:pk_(?:test|live)_|sb_publishable_|phc_|ca-pub-|pub-)/

/** The ids of MongoDB's records, which name and do not open. */
const isObjectId = (value: string) => /^[0-9a-f]{24}$/.test(value)

/** Finds a random value next to the name of a service: `grafana = ...`, `square EAAA...`. */
function besideServices(text: string, lower: string): RawSecret[] {
  const found: RawSecret[] = []
  for (const { 0: value, index } of text.matchAll(/[A-Za-z0-9+/_.=-]{16,500}/g)) {
    const before = lower.slice(Math.max(0, index - 48), index)
    const names = before.slice(before.lastIndexOf('\n') + 1).match(/[a-z0-9]{3,24}/g) ?? []
    if (
      !names.some(
        (word) => services.has(word) || services.has(word.replace(/(?:api|key|token|secret|app|private|access)+$/, '')),
      )
    )
      continue
    const core = value.replace(/^[=._-]+|[=._-]+$/g, '')
    if (isPublished.test(core) || (/[@#]$/.test(before) && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(core))) continue
    if (!isVeryRandom(core) || isObjectId(core) || isPlaceholder(core) || /\.(?:com|org|net|io)(?:\/|$)|\//.test(core))
      continue
    const start = index + value.indexOf(core)
    found.push({
      rule: 'generic-service-key',
      provider: 'any',
      severity: 'medium',
      confidence: 'low',
      start,
      end: start + core.length,
      value: core,
    })
  }
  return found
}
