/** One thing nobody should send, and what it is called in a failing test. */
export type Hostile = { name: string; value: unknown }

const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth)

/** Arrays in arrays, as deep as told. */
function deep(depth: number): unknown {
  let value: unknown = []
  for (let level = 1; level < depth; level += 1) value = [value]
  return value
}

function deepObject(depth: number): unknown {
  let value: unknown = {}
  for (let level = 1; level < depth; level += 1) value = { properties: value }
  return value
}

/** As deep as the ingress lets through below a field. */
const MOST_DEPTH = 60

/** A schema whose branches double at each of 30 references. */
const laughingSchema = {
  $ref: '#/$defs/l30',
  $defs: Object.fromEntries(
    Array.from({ length: 31 }, (_, level) => [
      `l${level}`,
      level === 0
        ? { type: 'string' }
        : { anyOf: [{ $ref: `#/$defs/l${level - 1}` }, { $ref: `#/$defs/l${level - 1}` }] },
    ]),
  ),
}

const laughingXml = `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "${'ha'.repeat(10)}">${'bcdefghi'
  .split('')
  .map((name, at) => `<!ENTITY ${name} "${`&${'abcdefghi'[at]};`.repeat(10)}">`)
  .join('')}]><l>&i;</l>`

/** YAML aliases that double: nine lines that stand for a billion words. */
const laughingYaml = [
  'a: &a [x,x,x,x,x,x,x,x,x]',
  ...'bcdefghi'.split('').map((name, at) => `${name}: &${name} [${`*${'abcdefghi'[at]},`.repeat(9)}]`),
].join('\n')

/** Texts that make backtracking engines, parsers or loggers stumble. */
export const hostileTexts: readonly Hostile[] = [
  { name: 'the empty text', value: '' },
  { name: 'blanks', value: ' \t\r\n ' },
  { name: 'ten thousand levels of JSON arrays', value: nested(10_000, '[', ']') },
  { name: 'ten thousand levels of JSON objects', value: `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}` },
  { name: 'ten thousand open brackets', value: '{[('.repeat(3_334) },
  { name: 'a schema with a remote $ref, as text', value: '{"$ref":"http://169.254.169.254/latest/meta-data"}' },
  { name: 'a schema that doubles thirty times, as text', value: JSON.stringify(laughingSchema) },
  { name: 'entities that double', value: laughingXml },
  { name: 'aliases that double', value: laughingYaml },
  { name: 'a regex that explodes', value: '(a+)+$' },
  { name: 'a regex of nested stars', value: `${'('.repeat(50)}a${')*'.repeat(50)}b` },
  { name: 'a regex with a huge repeat', value: 'a{1000}{1000}{1000}' },
  { name: 'an unfinished regex', value: '[a-' },
  { name: 'text for exploding regexes', value: `${'a'.repeat(30_000)}!` },
  { name: 'many spaces before a sign', value: `${' '.repeat(30_000)}x` },
  { name: 'many quotes', value: `"'\``.repeat(10_000) },
  { name: 'half an escape', value: '\\u12 \\x4 \\' },
  { name: 'members of every object', value: '__proto__' },
  { name: 'a number out of range', value: `1${'0'.repeat(400)}` },
  { name: 'a date out of range', value: '+275760-09-13T00:00:00.001Z' },
  { name: 'a URL of our own network', value: 'http://[::ffff:127.0.0.1]:22/' },
  { name: 'a script URL', value: 'javascript:alert(1)' },
  { name: 'bidirectional controls and combining marks', value: `\u202e\u2066${'e\u0301\u0302'.repeat(500)}\u2069` },
  { name: 'emoji and tag characters', value: `\u{1F468}\u200D\u{1F469}${'\u{E0041}'.repeat(200)}` },
  { name: 'base64 of nothing in particular', value: 'AAAA'.repeat(5_000) },
  { name: 'dashes and dots', value: `${'-.'.repeat(5_000)}@${'.-'.repeat(5_000)}` },
]

/** Values of other kinds than most fields take. */
export const hostileValues: readonly Hostile[] = [
  { name: 'null', value: null },
  { name: 'true', value: true },
  { name: 'minus one', value: -1 },
  { name: 'a huge number', value: 1e308 },
  { name: 'a tiny fraction', value: 5e-324 },
  { name: 'the empty list', value: [] },
  { name: 'the empty object', value: {} },
  { name: 'a list of nulls', value: [null, null] },
  { name: 'a list of lists', value: [[], [[]]] },
  { name: 'a list of empty objects', value: [{}, {}] },
  { name: 'deep lists', value: deep(MOST_DEPTH) },
  { name: 'deep objects', value: deepObject(MOST_DEPTH) },
  { name: 'a list with a deep list', value: [deep(MOST_DEPTH - 2)] },
  { name: 'many members', value: Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`k${at}`, at])) },
  { name: 'many items', value: Array.from({ length: 5_000 }, (_, at) => at) },
  {
    name: 'names of every object',
    value: { constructor: { prototype: 1 }, toString: 1, hasOwnProperty: 'x', length: -1 },
  },
  { name: 'a remote $ref', value: { $ref: 'http://169.254.169.254/latest/meta-data' } },
  { name: 'a $ref to itself', value: { $ref: '#' } },
  { name: 'a schema that doubles thirty times', value: laughingSchema },
  { name: 'a schema with an exploding pattern', value: { type: 'string', pattern: '^(([a-z])+.)+[A-Z]([a-z])+$' } },
  { name: 'a tool without a name', value: { name: '', inputSchema: { type: 5 } } },
]

/** What the ingress refuses before an outcome sees it, wherever it stands. */
export const unreadable: readonly Hostile[] = [
  { name: 'ten thousand levels', value: deep(10_000) },
  { name: 'a NUL character', value: 'a\u0000b' },
  { name: 'half a surrogate pair', value: 'a\ud800b' },
  { name: 'a NUL character in a name', value: { 'a\u0000': 1 } },
  { name: 'half a surrogate pair in a list', value: ['\udfff'] },
]
