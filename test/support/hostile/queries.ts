import type { Operation } from './operations.ts'

/** What a query may be long, under the 32 KiB that Node takes for all headers. */
const QUERY_CHARS = 30_000

/** Query strings that are hostile to who reads them as they are, and to each parameter an operation has. */
export function hostileQueries({ queryNames }: Operation): { kind: string; query: string }[] {
  const many = (unit: string) => unit.repeat(Math.floor(QUERY_CHARS / unit.length))
  const names = Array.from({ length: 4_000 }, (_, nth) => `k${nth}=1`).join('&')
  const all: [string, string][] = [
    ['many parameters', names.slice(0, QUERY_CHARS)],
    ['one parameter again and again', many('a=1&')],
    ['percent signs', many('%')],
    ['letters in percent', `a=${many('%41')}`.slice(0, QUERY_CHARS)],
    ['question marks', many('?')],
    ['brackets', many('a[b]=1&')],
    ...queryNames.flatMap((name): [string, string][] =>
      VALUES.map(([kind, unit]) => [
        `${name} of ${kind}`,
        `${name}=${encodeURIComponent(unit).repeat(QUERY_CHARS / encodeURIComponent(unit).length - name.length)}`,
      ]),
    ),
    ...queryNames.map((name): [string, string] => [`${name} again and again`, many(`${name}=1&`)]),
  ]
  return all.map(([kind, query]) => ({ kind: `the query: ${kind}`, query }))
}

const VALUES: readonly [string, string][] = [
  ['letters', 'a'],
  ['digits', '9'],
  ['dots', 'a.'],
  ['lists', '[0,'],
  ['members', '{"a":'],
  ['wild cards', '%_'],
  ['words', 'word '],
  ['base64', 'QUJD'],
]
