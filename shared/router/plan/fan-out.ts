import type { Tool } from '../tool.ts'
import { type Known, valuesOf } from '../values/known.ts'
import { isJsonField } from '../values/json-fields.ts'
import { currencies, zones } from '../values/meanings.ts'
import { topicsIn } from '../topics/topics.ts'
import { widthsIn } from '../said/pixels.ts'
import type { TopicKind } from '../topics/topic.rules.ts'
import { topicsOf } from '../topics/topic.ts'
import { SEARCHES } from './own-value.ts'
import { eachOf } from '../members/ordinal.ts'
import { bind } from './bind.ts'
import { type Draft, Reference, referencesOf } from './draft.ts'

/** Types of which a goal may hold several, each for a step of its own. */
const SPREAD = [
  'url',
  'repo-url',
  'domain',
  'email',
  'ip',
  'us-address',
  'base-address',
  'solana-address',
  'tx-hash',
  'solana-signature',
  'vin',
  'pdf-url',
  'image-url',
  'audio-url',
  'jwt',
] as const

/** Fields for which a goal may name several values in words, each for a step of its own. */
const SEVERAL: Readonly<Record<string, (known: Known, slug: string) => readonly unknown[]>> = {
  algorithm: ({ goal }) => [
    ...new Set(
      [...goal.matchAll(/\b(?:md5|sha-?1|sha-?256|sha-?512)\b/gi)].map(([name]) => name.toLowerCase().replace('-', '')),
    ),
  ],
  word: ({ quoted, goal, input }) => {
    const said = quoted.filter((text) => /^[\p{L}'-]{2,40}$/u.test(text))
    return said.length > 0
      ? said
      : wordList(input.text.trim() === '' ? /[:：]\s*([^:：]+)$/u.exec(goal)?.[1] : input.text)
  },
  query: (known, slug) => (known.input.text.trim() === '' ? several(known, SEARCHES[slug] ?? 'web') : []),
  title: (known) => (known.input.text.trim() === '' ? several(known, 'title') : []),
}

function several(known: Known, kind: TopicKind): readonly string[] {
  const topics = topicsOf(known, kind)
  return topics.length > 1 ? topics : topicsIn(known.goal, known.quoted)
}

/** The words of a list of nothing but words. */
function wordList(text: string | undefined): string[] {
  const words = (text ?? '')
    .split(/\s*[,;、，\n]\s*(?:and |und |y |et )?|\s+(?:and|und|y|et|or)\s+/)
    .map((word) => word.trim().replace(/[.?!]$/, ''))
  return words.length > 1 && words.every((word) => /^[\p{L}'-]{2,40}$/u.test(word)) ? words : []
}

type Shared = { stage: number; score: number; reason: string }

/** The steps of one wish: one, or one for each of several values of the type that it takes one of. */
export function fanOut(
  tool: Tool,
  known: Known,
  before: readonly Draft[],
  tools: ReadonlyMap<string, Tool>,
  shared: Shared,
  maxSteps: number,
  own?: ReadonlyMap<string, unknown>,
): { steps: Draft[] } | { missing: string[] } {
  const alone = bind(tool, known, before, tools, own ?? new Map())
  const sets = own === undefined ? spread(tool, known, alone.inputs) : []
  const steps: Draft[] = []
  const bounds =
    sets.length > 1 ? sets.slice(0, maxSteps).map((only) => bind(tool, known, before, tools, only)) : [alone]
  for (const { inputs, before: added, missing } of bounds) {
    const wrong = missing.length > 0 ? missing : settle(tool, inputs, known)
    if (wrong.length > 0) return { missing: wrong }
    steps.push(...added, { tool, inputs, isAsked: true, ...shared })
  }
  return { steps: forEach(steps, before, known, maxSteps) }
}

/** A step for each of the first entries of a list that a step before found, if the goal says for how many. */
function forEach(steps: Draft[], before: readonly Draft[], known: Known, maxSteps: number): Draft[] {
  const count = eachOf(known)
  const [step] = steps
  if (count === undefined || step === undefined || steps.length > 1 || before.length + count > maxSteps) return steps
  const ofList = Object.entries(step.inputs).filter(
    ([, value]) => value instanceof Reference && before.includes(value.step) && /\.0(?:\.|$)/.test(value.path),
  )
  if (ofList.length === 0) return steps
  return Array.from({ length: count }, (_, place) => ({
    ...step,
    inputs: {
      ...step.inputs,
      ...Object.fromEntries(
        ofList.map(([field, value]) => [
          field,
          value instanceof Reference
            ? new Reference(value.step, value.path.replace(/\.0(?=\.|$)/, `.${place}`))
            : value,
        ]),
      ),
    },
  }))
}

function spread(tool: Tool, known: Known, bound: Record<string, unknown>): ReadonlyMap<string, unknown>[] {
  const required = [...tool.required, ...tool.either].map((field) => [field, tool.takes[field] ?? 'json'] as const)
  if (required.some(([, type]) => type === 'target-currency')) {
    const { all } = currencies(known)
    return all.length > 1 ? all.map((code) => new Map([['target-currency', code]])) : []
  }
  if (required.some(([, type]) => type === 'language')) {
    const codes = [...new Set(known.names.language.map(({ value }) => value))]
    const [first, second] = known.names.language
    const isList =
      first !== undefined &&
      second !== undefined &&
      /^\s*(?:,|and|und|y|et|&|和|、|と)\s*(?:into |in |auf |ins |al |en )?/i.test(
        known.goal.slice(first.end, second.start),
      ) &&
      second.start - first.end < 12
    return isList ? codes.map((code) => new Map([['language', code]])) : []
  }
  if (required.some(([, type]) => type === 'timezone')) {
    const { from } = zones(known)
    const others = [...new Set(known.names.timezone.map(({ value }) => value))].filter((zone) => zone !== from)
    return known.names.timezone.length > 2 && others.length > 1
      ? others.map((zone) => new Map([['timezone', zone]]))
      : []
  }
  if (required.some(([, type]) => type === 'latitude')) {
    const pairs = valuesOf(known, 'coordinates').map(
      ({ value }) =>
        String(value)
          .match(/-?\d{1,3}\.\d+/g)
          ?.map(Number) ?? [],
    )
    return pairs.length > 1
      ? pairs.map(
          ([lat, lon]) =>
            new Map([
              ['latitude', lat],
              ['longitude', lon],
            ]),
        )
      : []
  }
  const widths = tool.takes['width'] === 'pixel-width' ? widthsIn(known) : []
  if (widths.length > 1)
    return widths.map(
      (width) =>
        new Map([
          ['pixel-width', width],
          ['pixel-height', width < 600 ? 844 : 800],
        ]),
    )
  for (const [field, many] of Object.entries(SEVERAL)) {
    const type = tool.takes[field]
    const values = type === undefined ? [] : many(known, tool.slug)
    if (type !== undefined && values.length > 1) return values.map((value) => new Map([[type, value]]))
  }
  if (known.input.json !== undefined && !Array.isArray(known.input.json)) return []
  if (known.has('mime-message') || known.has('csv')) return []
  if (required.some(([, type]) => type === 'spender')) return []
  const names = required.flatMap(([field, type]) =>
    type === 'ticker' && known.names.ticker.length > 1 && bound[field] !== undefined ? [known.names.ticker] : [],
  )
  if (names[0] !== undefined)
    return [...new Set(names[0].map(({ value }) => value))].map((value) => new Map([['ticker', value]]))
  if (tool.slug === 'competitor-snapshot' && known.input.text.trim() === '') return []
  for (const [field, type] of required) {
    const kind = SPREAD.find((name) => name === type)
    if (kind === undefined || typeof bound[field] !== 'string') continue
    const values = valuesOf(known, kind)
    if (values.length > 1) return values.map(({ value }) => new Map([[type, value]]))
  }
  return []
}

/**
 * Holds a step's inputs against the outcome's schema, as far as they are known: an optional field that it refuses is
 * left out. Returns the required fields that it refuses.
 */
export function settle(tool: Tool, inputs: Record<string, unknown>, known: Known): string[] {
  const open = Object.keys(inputs).filter((field) => referencesOf(inputs[field]).length > 0)
  for (let round = 0; round < 4; round++) {
    const value = Object.fromEntries(
      Object.entries(inputs).map(([field, given]) => [
        field,
        given === '$input' ? inputFor(tool, field, known) : given,
      ]),
    )
    const wrong = tool.refused(value).filter((field) => !open.includes(field) && field !== '')
    if (wrong.length === 0) return []
    const needed = wrong.filter((field) => tool.required.includes(field) || tool.either.includes(field))
    if (needed.length > 0) return needed
    const dropped = wrong.filter((field) => field in inputs)
    if (dropped.length === 0) return open.length > 0 ? [] : wrong
    for (const field of dropped) delete inputs[field]
  }
  return []
}

const inputFor = (tool: Tool, field: string, { input: { json, text } }: Known): unknown =>
  json !== undefined && isJsonField(tool, field) ? json : text
