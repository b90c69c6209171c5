/** A sentence with its place; `text` is the source from `start` to `end`, verbatim. */
export type Sentence = { text: string; start: number; end: number }

const END =
  /[.!?…]{1,8}["'”’)\]]{0,3}(?=\s|$)|[。！？]{1,8}["”’」』）]{0,3}|\n\s*\n|\n(?=[ \t]{0,8}(?:[-*•–]|\d{1,3}[.)])\s)/gu
/** Words whose point ends no sentence. */
const SHORT = new Set(
  `mr mrs ms dr prof st jr sr vs etc e.g i.e eg ie cf no nos fig figs vol pp p inc ltd corp co dept est approx
  jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun u.s u.k u.n e.u a.m p.m ph.d gen col lt
  capt rev hon gov sen rep ave blvd rd art al bzw ca evtl ggf inkl usw nr abs str tel z.b d.h u.a`.split(/\s+/),
)
const LONGEST = 2_000

/** Sentences in their order. Linear; nothing but white space is left out. Over-long runs are cut at white space. */
export function splitSentences(text: string): Sentence[] {
  const found: Sentence[] = []
  let from = 0
  for (const hit of text.matchAll(END)) {
    const end = hit.index + hit[0].length
    if (hit[0].startsWith('.') && !endsSentence(text, hit.index, end)) continue
    push(found, text, from, end)
    from = end
  }
  push(found, text, from, text.length)
  return found
}

function endsSentence(text: string, at: number, end: number): boolean {
  const before = /[\p{L}\p{N}.]{1,12}$/u.exec(text.slice(Math.max(0, at - 12), at))?.[0] ?? ''
  if (SHORT.has(before.toLowerCase()) || /^\p{Lu}$/u.test(before) || /^(?:\p{Lu}\.)+\p{Lu}$/u.test(before)) return false
  const next = /^\s+["'“‘([]?(.)/u.exec(text.slice(end, end + 40))?.[1]
  // A small letter goes on with the sentence; "1." at the start of a line counts a list.
  return next === undefined || !/\p{Ll}/u.test(next) || /[!?]/.test(text.slice(at, end))
}

function push(found: Sentence[], text: string, from: number, to: number): void {
  const lead = /^\s*/.exec(text.slice(from, to))?.[0].length ?? 0
  let start = from + lead
  const end = from + text.slice(from, to).trimEnd().length
  while (end - start > LONGEST) {
    const space = text.lastIndexOf(' ', start + LONGEST)
    const cut = space > start ? space : start + LONGEST
    found.push({ text: text.slice(start, cut), start, end: cut })
    start = cut + (text[cut] === ' ' ? 1 : 0)
  }
  if (end > start) found.push({ text: text.slice(start, end), start, end })
}
