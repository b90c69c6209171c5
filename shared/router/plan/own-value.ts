import type { Tool } from '../tool.ts'
import { type Known, valuesOf } from '../values/known.ts'
import { agentIn } from '../values/options.rules.ts'
import { OPTION_TYPES, option } from '../values/options.ts'
import { readInput } from '../values/read-input.ts'
import { competitorsIn, ownSite } from '../values/rivals.ts'
import { allowanceOf, holderOf, receiverOf } from '../values/parties.ts'
import { schemaOfNames } from '../topics/schema-of-names.ts'
import { isProse, topicOf } from '../topics/topic.ts'
import type { TopicKind } from '../topics/topic.rules.ts'
import {
  actionIn,
  asInput,
  currencies,
  datetimeOf,
  directed,
  domainOf,
  labelsIn,
  list,
  moneyOf,
  targetLanguage,
  tickerIn,
  tokenAddress,
  wordAsked,
  zones,
} from '../values/meanings.ts'
import { type Draft, isText, JoinedText, Reference, type Wanted } from './draft.ts'
import { isOnlyAValue } from './places.ts'

/** A value at hand of the type, as it is or made of another without asking anybody. */
export function ownValue({ type, field, known, tool, isRequired, before }: Wanted): unknown {
  const { names, goal, input } = known
  const first = (kind: Parameters<typeof valuesOf>[1]) => asInput(known, valuesOf(known, kind)[0]?.value)
  switch (type) {
    case 'url':
      if (isNoPage(known, tool)) return undefined
      return (
        siteBesideRepo(known, tool) ??
        first('url') ??
        (known.has('domain') && isRequired ? `https://${String(valuesOf(known, 'domain')[0]?.value)}` : undefined)
      )
    case 'pdf-url':
      return first('pdf-url') ?? (known.read.mentions.has('@pdf') ? first('url') : undefined)
    case 'image-url':
      return first('image-url') ?? (mayBePicture(known) && !isPictureMade(before) ? first('url') : undefined)
    case 'audio-url':
      return first('audio-url') ?? (mayBeRecording(known) ? first('url') : undefined)
    case 'repo-url':
      return first('repo-url') ?? first('url') ?? (known.read.mentions.has('@repo') ? option(type, known) : undefined)
    case 'domain':
      return (tool.takes['competitors'] === 'competitor[]' ? ownSite(known) : undefined) ?? domainOf(known, isRequired)
    case 'coin[]':
      return names.coin.length > 0 ? [...new Set(names.coin.map(({ value }) => value))] : undefined
    case 'coin':
      return names.coin[0]?.value
    case 'ticker':
      return names.ticker[0]?.value ?? tickerIn(`${goal} ${input.text.slice(0, 80)}`)
    case 'language':
      return targetLanguage(known)
    case 'source-language':
    case 'speech-language':
    case 'timezone':
      return type === 'timezone' ? zones(known).to : undefined
    case 'source-timezone':
      return zones(known).from
    case 'iso-datetime':
      return datetimeOf(known)
    case 'amount':
      return moneyOf(known)?.amount
    case 'currency':
      return currencies(known).from
    case 'target-currency':
      return currencies(known).to ?? (isAmountGiven(before) ? currencies(known).from : undefined)
    case 'latitude':
    case 'longitude': {
      const pair = coordinates(known).match(/-?\d{1,3}\.\d+/g)
      return pair === null ? undefined : Number(pair[type === 'latitude' ? 0 : 1])
    }
    case 'base-address[]':
      return list(valuesOf(known, 'base-address').map(({ value }) => value))
    case 'base-address':
      return tool.takes['spender'] === undefined ? holderOf(known, tool) : allowanceOf(known).owner
    case 'spender':
      return allowanceOf(known).spender
    case 'token-address':
      return tokenAddress(known, tool.slug)
    case 'solana-mint':
      return first('solana-address')
    case 'query':
      return vehicleQuery(before, known) ?? rankedBy(known, tool) ?? topicOf(known, SEARCHES[tool.slug] ?? 'web')
    case 'topic':
      return topicOf(known, 'title')
    case 'question':
      return known.quoted[0] ?? topicOf(known, 'question')
    case 'word':
      return known.quoted[0] ?? wordAsked(known) ?? topicOf(known, 'word')
    case 'task':
      return isRequired ? goal : undefined
    case 'text[]':
      return Array.isArray(input.json) ? input.json : valuesOf(known, 'text[]')[0]?.value
    case 'label[]':
      return labelsIn(goal)
    case 'competitor[]':
      return competitorsIn(known)
    case 'action':
      return known.has('command') || isProse(known)
        ? '$input'
        : (commandIn(goal) ?? known.quoted[0] ?? (tool.writes ? actionIn(goal) : undefined))
    case 'company':
      return undefined
    case 'csv':
    case 'broken-json':
      return input.text.trim() !== '' && (known.has(type) || !isOnlyAValue(known, tool)) ? '$input' : undefined
    case 'mime-message':
      return known.has('mime-message') || (isProse(known) && input.text.includes('\n')) ? '$input' : undefined
    case 'json-schema':
      return (
        wholeJson(known, type, field, tool) ?? (tool.slug === 'extract-structured' ? schemaOfNames(known) : undefined)
      )
    case 'json':
    case 'openapi':
    case 'receipt':
    case 'accepts':
    case 'tool-list':
    case 'x402-offer':
    case 'x402-payment':
      return wholeJson(known, type, field, tool)
    case 'subject':
    case 'claim':
      return type === 'claim' ? claimIn(known) : subjectOf(known)
    case 'payto':
    case 'pay-to':
      return asInput(known, receiverOf(known)) ?? first('solana-address')
    case 'transfer-to':
    case 'transfer-from':
      return directed(known, type)
    default:
      return OPTION_TYPES.has(type) ? option(type, known) : first(type)
  }
}

/** What kind of words a search takes. */
export const SEARCHES: Readonly<Record<string, TopicKind>> = { 'news-headlines': 'news', 'research-brief': 'research' }

/** A command that a goal spells out after a colon. */
const commandIn = (goal: string) => {
  const said = /[:：]\s*(\S.*)$/s
    .exec(goal)?.[1]
    ?.split(
      /\s{2,}|\n|\s+(?=(?:on|in) (?:the|our|my) (?:live|prod\w*|staging|dev\w*|box|server|db|database|cluster)\b)/,
    )[0]
  return said !== undefined && readInput(said).values.some(({ type }) => type === 'command')
    ? said.replace(/[\s.?!]*(?:\b(?:ok|safe|allowed)\b[\s?]*)?$/i, '')
    : undefined
}

/** What passages are ranked by is quoted, or else what the goal is about. */
const rankedBy = ({ quoted, input }: Known, { takes }: Tool) =>
  takes['passages'] !== undefined && !isText(takes['text'] ?? '') && input.text.trim() === ''
    ? quoted.at(-1)
    : undefined

const claimIn = ({ quoted, goal }: Known) =>
  quoted[0] ??
  /\bclaim(?:ing)?(?:\s+(?:is|that)|\s*[:=])?\s+(?!about\b|that\b|of\b)([\w-]{3,60})(?=[\s.,;]|$)/i.exec(goal)?.[1] ??
  /\bthat (.{5,200}?)(?:[.;]|$)/i.exec(goal)?.[1] ??
  /\b(?:vouch|attest|certif|testif)\w*[^:]*:\s+(\S.{4,200}?)\.?$/i.exec(goal)?.[1]

/** Of whom or what something is attested: an agent that the goal names, or a thing with a form of its own. */
function subjectOf(known: Known): unknown {
  const agents = valuesOf(known, 'agent-name')
  const things = (['sha256', 'tx-hash', 'solana-signature'] as const).flatMap((type) => valuesOf(known, type))
  const speaker = agentIn(known)
  const others = agents.filter(({ value }) => value !== speaker)
  const named = others.find(({ from }) => from === 'goal')
  return known.quoted[1] ?? named?.value ?? things[0]?.value ?? others[0]?.value
}

const coordinates = (known: Known) => {
  const value = valuesOf(known, 'coordinates')[0]?.value
  return typeof value === 'string' ? value : ''
}

/** Whether all addresses at hand are of pictures, recordings or, where a site is looked at, of repositories. */
function isNoPage(known: Known, { slug }: Tool): boolean {
  const others =
    slug === 'screenshot' || slug === 'page-markdown'
      ? slug === 'screenshot'
        ? (['image-url', 'audio-url'] as const)
        : (['image-url', 'audio-url', 'pdf-url'] as const)
      : slug === 'tech-fingerprint'
        ? (['repo-url'] as const)
        : []
  const urls = valuesOf(known, 'url')
  return urls.length > 0 && !known.has('domain') && others.some((type) => valuesOf(known, type).length === urls.length)
}

/** The site that a goal names beside a repository, for an outcome that looks at sites. */
function siteBesideRepo(known: Known, { takes }: Tool): string | undefined {
  const urls = valuesOf(known, 'url')
  const domain = valuesOf(known, 'domain')[0]?.value
  const isRepo = urls.length > 0 && urls.length === valuesOf(known, 'repo-url').length
  return isRepo && typeof domain === 'string' && takes['repo_url'] === undefined ? `https://${domain}` : undefined
}

/** An address without an ending may be that of a recording, unless it or the goal says what else it is. */
const mayBeRecording = (known: Known) =>
  ['@transcribe', '@speech'].some((concept) => known.read.mentions.has(concept)) &&
  !['pdf-url', 'image-url', 'repo-url'].some((type) => known.has(type)) &&
  !['@page', '@site', '@article', '@pdf', '@shortlink'].some((concept) => known.read.mentions.has(concept))

/** Whether a step before gives an amount in a currency of its own: the one that the goal names is then what it becomes. */
const isAmountGiven = (before: readonly Draft[] | undefined) =>
  before?.some(({ tool }) => Object.values(tool.gives).includes('currency')) === true

/** Whether a step before makes a picture: then that is meant, and no address. */
const isPictureMade = (before: readonly Draft[] | undefined) =>
  before?.some(({ tool }) => Object.values(tool.gives).includes('image')) === true

/** An address without an ending may be that of a picture, unless the goal speaks of a page. */
const mayBePicture = ({ has, read, values }: Known) =>
  !has('pdf-url') &&
  !['@page', '@site', '@company'].some((concept) => read.mentions.has(concept)) &&
  !values.some(
    ({ type, value }) =>
      type === 'url' && /\.(?:md|html?|txt|json|csv|xml|pdf|js|zip)(?:$|\?)|^https?:\/\/[^/]+\/?$/i.test(String(value)),
  )

/** A search for something about a vehicle that an earlier step decodes. */
function vehicleQuery(before: readonly Draft[] | undefined, known: Known): JoinedText | undefined {
  const step = before?.find(({ tool }) => 'vehicle.make' in tool.gives)
  if (step === undefined) return undefined
  const about =
    topicOf(known, 'web')?.replaceAll(
      /\b(?:VIN|below|on the web|and open.*|of (?:that|this|the) (?:model|car|vehicle)|for (?:that|this|it).*)\b|\$input/gi,
      '',
    ) ?? ''
  const rest = about
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s.,:]*(?:find|search(?: for)?|look up)\s*(?:the|a)?\s*/i, '')
    .trim()
  return new JoinedText([
    new Reference(step, 'vehicle.make'),
    ' ',
    new Reference(step, 'vehicle.model'),
    rest === '' ? '' : ` ${rest}`,
  ])
}

/** The one JSON field of an outcome may be the whole input; a field among several is a member of it. */
function wholeJson(known: Known, type: string, field: string, tool: Tool): unknown {
  const { json } = known.input
  const said = known.values.find((value) => value.from === 'goal' && value.type === type)
  if (said !== undefined && type === 'json-schema') return said.value
  if (json === undefined) return undefined
  const isShaped = type !== 'json' && known.has(type)
  const structured = tool.required.filter((name) => !isText(tool.takes[name] ?? ''))
  const isOnly = tool.required.includes(field) && structured.length === 1 && !tool.takes[field]?.includes('schema')
  const isMain = tool.either[0] === field || isOnly
  if (type === 'tool-list' && isShaped) return Array.isArray(json) ? json : known.input.members['tools']
  if (type === 'json-schema' && isShaped && tool.required.includes(field) && tool.slug === 'extract-structured')
    return json
  if (!isShaped && !isMain) return undefined
  if (Array.isArray(json) !== ARRAY_FIELDS.has(field) && !isShaped) return undefined
  if (type === 'tool-list' && !Array.isArray(json)) return undefined
  // A JSON object that has fields of the outcome names them itself.
  return !isShaped && Object.keys(known.input.members).some((name) => tool.fields.has(name)) ? undefined : '$input'
}
const ARRAY_FIELDS = new Set([
  'accepts',
  'events',
  'entries',
  'calls',
  'planned_calls',
  'capabilities',
  'files',
  'constraints',
])
