/** How a name and its value are joined. */
export type Link = 'assign' | 'compare' | 'space' | 'list' | 'markup'

/** A value that a name is set to or compared with; places are indices of the text. */
export type Setting = { start: number; end: number; value: string; link: Link; isQuoted: boolean }

const REACH = 260

const joiner =
  /^(?:["'`\\\])]{0,4}(?:\s{0,3}:\s{0,2}(?:&?str|string|String|std::string|char|text)\b|\[\d{0,4}\])?\s{0,8}(?<assign>:=|=>|->|=(?!=)|:(?!:))(?:[ \t]{0,4}|\s{0,4}(?=["'`]))(?:new\s+String\(|String\(|b(?=["'])|@|f(?=["'])|r(?=["'])|u(?=["']))?|["'`\])]{0,2}\s{0,4}(?<compare>={2,3}|!={1,2})\s{0,4}|(?<call>(?:\.(?:assign|equals|put|set|add)|)\(\s{0,2}(?=["'`]))|["']?\s{0,2},?\s{1,24}["']?value["']?\s{0,2}[:=]\s{0,2}|<\/key>\s{0,16}<string>|["']\s{0,2}\{\s{0,8}(?:type\s{0,8}=\s{0,2}\w{1,12}\s{1,8})?default\s{0,8}=\s{0,2}(?=["'])|(?<list>["']\s{0,3},\s{0,3}(?=["']))|["']\s{1,4}(?:value|content|default)\s{0,2}=\s{0,2}(?=["'])|(?<markup>\s{0,2}>)(?=[^<\s])|(?<space>[ \t]{1,6}(?:is[ \t]{1,3}|are[ \t]{1,3}|-[ \t]|=[ \t])?|["'`]?[ \t]{1,3}|-{1,2}))/

/** The value after a name, if there is one; `end` is where the name ends. */
export function settingAfter(text: string, end: number): Setting | null {
  const rest = text.slice(end, end + REACH + 4_000)
  const join = joiner.exec(rest)
  if (join === null) return null
  const { space, markup, compare, list } = join.groups ?? {}
  const link: Link =
    compare !== undefined
      ? 'compare'
      : markup !== undefined
        ? 'markup'
        : list !== undefined
          ? 'list'
          : space !== undefined
            ? 'space'
            : 'assign'
  const at = join[0].length
  const quote = /^\\{0,3}(["'`])/.exec(rest.slice(at, at + 4))
  if (link === 'markup') return unquoted(rest, end, at, link, /^[^<\n]{1,400}/)
  if (quote !== null) return quoted(rest, end, at + quote[0].length, quote[1] ?? '"', link)
  return unquoted(rest, end, at, link, link === 'space' ? /^[^\s"'`<>]{1,400}/ : /^[^\s"'`]{1,2000}/)
}

/** A value that is compared with the name that follows it: `"..." == password`. */
export function settingBefore(text: string, start: number): Setting | null {
  const from = Math.max(0, start - REACH)
  const before = text.slice(from, start)
  const hit = /(["'`])([^"'`\n]{4,200})\1\s{0,2}\)?\s{0,2}(?:={2,3}|!={1,2})\s{0,2}$/.exec(before)
  if (hit === null) return null
  const at = from + hit.index + 1
  const value = hit[2] ?? ''
  return { start: at, end: at + value.length, value, link: 'compare', isQuoted: true }
}

function quoted(rest: string, end: number, at: number, quote: string, link: Link): Setting | null {
  let to = at
  while (to < rest.length && rest[to] !== quote && rest[to] !== '\n')
    to += rest[to] === '\\' && rest[to + 1] === quote && rest[at - 2] !== '\\' ? 2 : 1
  if (to >= rest.length && rest.length > REACH) return null
  const value = withoutTail(rest.slice(at, to), '\\')
  return { start: end + at, end: end + at + value.length, value, link, isQuoted: rest[to] === quote }
}

function unquoted(rest: string, end: number, at: number, link: Link, shape: RegExp): Setting | null {
  const hit = shape.exec(rest.slice(at))?.[0]
  if (hit === undefined) return null
  const value = withoutTail(hit, ',;').replace(/(?:&[\w-]{1,40}=.*|;.*|,"?$|\)$)/s, (tail) =>
    /[{}]/.test(hit) ? '' : tail.startsWith('&') || tail.startsWith(';') ? '' : tail.replace(/[,")]+$/, ''),
  )
  return value === '' ? null : { start: end + at, end: end + at + value.length, value, link, isQuoted: false }
}

/** A text without the marks at its end; a pattern would look for that end from every mark. */
function withoutTail(text: string, marks: string): string {
  let end = text.length
  while (end > 0 && marks.includes(text[end - 1] ?? '')) end -= 1
  return text.slice(0, end)
}

/** Whether a value is meant to be used, not a word of a sentence. */
export const isSet = (value: string): boolean => !/^[A-Za-z]+[.,;:!?)]?$/.test(value)
