import { sampleOf } from '../sample-of.ts'

/** Texts are made of this repeated: what stands before and behind it, once. */
type Recipe = { name: string; head: string; unit: string; tail: string }

/**
 * Texts that readers of many kinds take badly: regular expressions that go back, parsers of addresses, dates, URLs,
 * markup, JSON, YAML, and walks over code points. The document does not say how a text is read, so each gets them all.
 */
const RECIPES: readonly Recipe[] = [
  { name: 'letters', head: '', unit: 'a', tail: '' },
  { name: 'letters and a mark', head: '', unit: 'a', tail: '!' },
  { name: 'blanks', head: 'a', unit: ' ', tail: 'a' },
  { name: 'lines', head: '', unit: '\n', tail: 'a' },
  { name: 'blanks and lines', head: '', unit: ' \n', tail: 'a' },
  { name: 'digits', head: '', unit: '0', tail: 'x' },
  { name: 'words', head: '', unit: 'word ', tail: '' },
  { name: 'an address', head: '', unit: 'a.', tail: '@' },
  { name: 'a host', head: 'a@', unit: 'a.', tail: '' },
  { name: 'a host name', head: 'https://', unit: 'a.', tail: 'com' },
  { name: 'a path', head: 'https://example.com/', unit: '../', tail: '' },
  { name: 'a query', head: 'https://example.com/?', unit: 'a=1&', tail: '' },
  { name: 'percent signs', head: 'https://example.com/', unit: '%41', tail: '%' },
  { name: 'open brackets', head: '', unit: '[', tail: '' },
  { name: 'open braces', head: '', unit: '{"a":', tail: '' },
  { name: 'a JSON list', head: '[0', unit: ',0', tail: ']' },
  { name: 'YAML keys', head: 'a: 1\n', unit: '? {a: b}\n', tail: '' },
  { name: 'YAML list', head: '', unit: '- - ', tail: 'a' },
  { name: 'front matter', head: '---\n', unit: 'a:\n ', tail: '\n---\n' },
  { name: 'tags', head: '', unit: '<a ', tail: '>' },
  { name: 'emphasis', head: '', unit: '*a_', tail: '' },
  { name: 'parentheses', head: '', unit: '(a+', tail: '' },
  { name: 'commas', head: '', unit: 'a,', tail: '' },
  { name: 'a list of names', head: '', unit: 'a-', tail: '!' },
  { name: 'base64', head: '', unit: 'QUJD', tail: '=!' },
  { name: 'hex', head: '0x', unit: 'f', tail: 'g' },
  { name: 'a PEM', head: '-----BEGIN CERTIFICATE-----\n', unit: 'AAAA\n', tail: '' },
  { name: 'accents', head: '', unit: 'e\u0301', tail: '' },
  { name: 'pairs', head: '', unit: '\u{1F469}\u200D', tail: '' },
  { name: 'dates', head: '2026-01-01T00:00:00.', unit: '0', tail: 'Q' },
]

/** A text of about so many bytes as JSON. */
function grown({ head, unit, tail }: Recipe, bytes: number): string {
  const inside = (text: string) => JSON.stringify(text).slice(1, -1)
  const room = bytes - Buffer.byteLength(inside(head + tail)) - 2
  const one = inside(unit)
  return `"${inside(head)}${one.repeat(Math.max(1, Math.floor(room / Buffer.byteLength(one))))}${inside(tail)}"`
}

/** Makers of texts (as JSON) that a reader may take long to refuse, and of those its pattern nearly fits. */
export function hostileTexts(pattern: string | undefined, random: () => number) {
  const fitting = pattern === undefined ? '' : sampleOf(pattern, random)
  const nearly = fitting === '' ? [] : patternRecipes(fitting)
  return [...RECIPES, ...nearly].map((recipe) => ({
    name: recipe.name,
    make: (bytes: number) => grown(recipe, bytes),
  }))
}

/** What fits a pattern again and again, with an end that does not; and each of its halves stretched. */
function patternRecipes(fitting: string): Recipe[] {
  const middle = Math.floor(fitting.length / 2)
  return [
    { name: 'what fits, repeated', head: '', unit: fitting, tail: '\u0001' },
    { name: 'what fits, stretched at its end', head: fitting, unit: fitting.slice(-1), tail: '\u0001' },
    {
      name: 'what fits, stretched in its middle',
      head: fitting.slice(0, middle),
      unit: fitting.slice(middle, middle + 1),
      tail: `${fitting.slice(middle)}\u0001`,
    },
  ]
}
