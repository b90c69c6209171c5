import { isOfText } from '../said/languages.ts'
import type { Named } from '../values/names.ts'
import type { Known } from '../values/known.ts'
import type { Mention } from '../goal/read-goal.ts'
import type { Candidate } from './choose-intents.ts'

type Choice = { type: string; value: unknown; start: number; end: number }

/** Outcomes that may take what they gave themselves, and what a goal says of each turn. */
const REPEATED: Readonly<Record<string, (known: Known) => Choice[]>> = {
  'translate-text': ({ names, goal }) =>
    chosenFrom(
      'language',
      names.language.filter((name) => !isOfText(name, goal)),
    ),
  'currency-convert': ({ names }) => chosenFrom('target-currency', names.currency.slice(1)),
  'timezone-convert': ({ names }) => chosenFrom('timezone', names.timezone.slice(1)),
  'dns-lookup': ({ read: { text } }) => {
    const host = HOST.exec(text)
    if (host === null) return []
    const rest = text.slice(host.index + host[0].length)
    const address = ADDRESS.exec(rest)
    if (address === null) return []
    const start = host.index + host[0].length + address.index
    return [
      {
        type: 'dns-type',
        value: NAMESERVER.test(host[0]) ? 'NS' : 'MX',
        start: host.index,
        end: host.index + host[0].length,
      },
      {
        type: 'dns-type',
        value: /\b(?:ipv6|aaaa)\b/.test(address[0]) ? 'AAAA' : 'A',
        start,
        end: start + address[0].length,
      },
    ]
  },
}

const NAMESERVER = /name ?server|\bns\b/
const HOST =
  /\b(?:mail (?:host|server|exchanger)|mailserver|mx(?: host| record| server)?|(?:does|where) (?:the )?mail\b[^.;]{0,30}\bgo|name ?servers?|ns records?)\b/u
const ADDRESS = /\b(?:ip(?:v[46])?(?: address(?:es)?)?|address|a record|aaaa(?: record)?|resolves?)\b/u

const chosenFrom = (type: string, names: readonly Named[]): Choice[] =>
  names.map(({ value, start, end }) => ({ type, value, start, end }))

/** What stands between two turns: the second is for what the first gave. */
const THEN =
  /\b(?:then|afterwards|after that|from there|in turn|back|again|(?:the|that|its) (?:result|translation|amount|version|outcome|one)|that (?:mail |name ?)?(?:host|server)|its|dann|danach|davon|zuruck|luego|despues|de vuelta|ensuite|puis|de nouveau)\b|然后|再|それから/u

/** Splits a wish that a goal asks for twice, the second time for what the first gave. */
export function withRepeats(chosen: readonly Candidate[], candidates: readonly Candidate[], known: Known): Candidate[] {
  const wishes = withHostLookups(chosen, candidates, known)
  return wishes.flatMap((wish) => {
    // Where a host stands is asked of its address.
    const lookup = wishes.find(({ intent }) => intent.slug === 'dns-lookup')
    const [, address] = (lookup === undefined ? undefined : turnsOf(lookup, known)) ?? []
    if (wish.intent.slug === 'ip-geo' && address !== undefined)
      return [{ ...wish, on: [mentionOf({ ...address, start: address.end })] }]
    const turns = wish.isOffered ? turnsOf(wish, known) : undefined
    if (turns === undefined) return [wish]
    const [first, second] = turns
    return [first, second].map((turn) => ({
      ...wish,
      on: [...wish.on.filter(({ start }) => start < second.start === (turn === first)), mentionOf(turn)],
      only: new Map([[turn.type, turn.value]]),
    }))
  })
}

/** Two turns of an outcome, the second for what the first gives. */
function turnsOf({ intent: { slug } }: Candidate, known: Known): readonly [Choice, Choice] | undefined {
  const [first, second, ...more] = REPEATED[slug]?.(known) ?? []
  if (first === undefined || second === undefined || more.length > 0 || first.value === second.value) return undefined
  return THEN.test(known.read.text.slice(first.end, second.end + REACH)) ? [first, second] : undefined
}

/** The address of a mail host or name server is looked up by name after the host is, whatever else is asked of the domain. */
function withHostLookups(
  chosen: readonly Candidate[],
  candidates: readonly Candidate[],
  known: Known,
): readonly Candidate[] {
  const of = (slug: string) => chosen.find(({ intent, isOffered }) => isOffered && intent.slug === slug)
  const other = of('dns-records') ?? of('ip-geo')
  const lookup = candidates.find(({ intent }) => intent.slug === 'dns-lookup')
  if (of('dns-lookup') !== undefined || other === undefined || lookup === undefined) return chosen
  if (turnsOf(lookup, known) === undefined) return chosen
  return [
    ...chosen.filter(({ intent }) => intent.slug !== 'dns-records'),
    { ...lookup, on: [], score: other.score, missing: [] },
  ]
}

/** How far behind the second turn a word may stand that says it is one. */
const REACH = 24

const mentionOf = ({ start, end }: Choice): Mention => ({
  start,
  end,
  sentence: 0,
  part: 0,
  clause: 0,
  isNegated: false,
  isRespelt: false,
})
