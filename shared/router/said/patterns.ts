const sources = new Set<string>()
const made = new Map<string, RegExp>()

/** Keeps what a pattern is made of, for the spelling of its words. */
export const noted = (source: string): string => {
  sources.add(source)
  return source
}

/** The sources of all patterns. */
export const PATTERNS = (): readonly string[] => [...sources]

/** A pattern for a folded text whose words stand by themselves; each is made when it is first needed. */
export function wordsPattern(source: string, around: readonly [string, string] = ['', '']): RegExp {
  const [before, after] = around
  const key = `${before} ${source} ${after}`
  const known = made.get(key)
  if (known !== undefined) return known
  const pattern = new RegExp(`${before}(?<![a-z0-9_])(?:${source})(?![a-z0-9_])${after}`, 'gu')
  made.set(key, pattern)
  return pattern
}

/** Where such words stand first in a text; null where they do not. */
export function findWords(source: string, text: string, around?: readonly [string, string]): RegExpExecArray | null {
  const pattern = wordsPattern(source, around)
  const found = pattern.exec(text)
  // The pattern is shared with those that look for all places.
  pattern.lastIndex = 0
  return found
}

/** What says that something is not wanted: before it, right before it, and after it. */
const NOT =
  /(?:(?<![a-z])(?:not|no|never|don['’]?t|doesn['’]?t|isn['’]?t|aren['’]?t|cannot|nothing|nobody|none|instead of|rather than|kein(?:e[nrms]?)?|nicht|ni|nada|pas(?: de| d['’])?|aucune?|rien)(?:[\s-]+[a-z'’]+){0,2}?|(?<![a-z])(?:without|ohne|sin|sans)(?:[\s-]+[a-z'’]+){0,3}?|(?<![a-z])(?:skip|leave out|leaving out|leave|omit|drop|strip|remove|exclude|excluding|ignor(?:e|ing)|lass|enleve[rz]?|supprime[rz]?|quita)(?: (?:the|any|all|its|die|das|los|las|les))?)[\s-]*$|(?:不要?|无需?|別|别|没有?|去掉|不含|勿)$/u
const NOT_AFTER =
  /^\s*(?:なし|抜き|不要|は(?:要ら|要り|いら|いり)(?:ない|ませ)|は必要(?:ない|あり)|は含め(?:ない|ず)|就?不(?:用|需要|必)|を除|は不|ではな|以外)|^\s(?:out|off|aside|weg|fuera|de cote)\s*(?=[,.;!?]|$)/u

/** Whether what stands there is said not to be. */
export const isNegated = (text: string, start: number, end: number): boolean =>
  NOT.test(text.slice(Math.max(0, start - 40), start).replace(/^.*[,.;:!?]/s, '')) ||
  NOT_AFTER.test(text.slice(end, end + 12))
