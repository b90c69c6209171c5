import { textSurfaces } from '#shared/engines/mcp/text-surfaces.ts'
import { type InjectionSource, injectionSources } from '#shared/engines/injection/injection-rule.ts'
import { foldText } from '#shared/engines/injection/fold-text.ts'
import { tokensOf } from '#shared/engines/injection/likeness/tokens.ts'
import { windowsOf } from '#shared/engines/injection/likeness/windows.ts'

import { corpus, type Row } from '../corpus.ts'
import { ownRows } from '../own/own-rows.ts'
import { harmlessFor } from './harmless-texts.ts'
import type { Example } from './train-linear.ts'

/** Much ordinary text stands against few labelled rows, so each piece of it counts for less. */
const HARMLESS_WEIGHT = 0.3

/**
 * What the likeness is learned from: the tuning part of the corpora of injections and of tools and of the project's own
 * rows, and harmless texts of the installed packages. Near-duplicates that are injections share the weight of the root of their
 * number.
 */
export function examplesFrom(corpora: string, packages: string): Example[] {
  const rows = ['prompt-injection', 'mcp-tools']
    .flatMap((name) => [...corpus(corpora, name), ...ownRows(name)])
    .filter(({ part, label, note }) => part === 'dev' && !(label === 'malicious' && statesHarm.test(note ?? '')))
  const sizes = Map.groupBy(rows, groupOf)
  const labelled = rows.map((row): Example => ({
    windows: windowsIn(textOf(row)),
    isPositive: row.label === 'injection' || row.label === 'malicious',
    group: groupOf(row),
    sent: { text: textOf(row), source: sourceOf(row) },
    weight: row.label === 'benign' ? 1 : 1 / Math.sqrt(sizes.get(groupOf(row))?.length ?? 1),
  }))
  const harmless = harmlessFor(packages).map(({ text, group }): Example => ({
    windows: windowsIn(text),
    isPositive: false,
    group,
    sent: { text, source: 'document' },
    weight: group.startsWith('own:') ? 1 : HARMLESS_WEIGHT,
  }))
  return [...withoutFrames(labelled), ...harmless].filter(({ windows }) => windows.length > 0)
}

/** A tool that says openly what harm it does is not an injection. */
const statesHarm = /^(?:openly offensive|offensive|collect|result|broad)/

/** From this share of its features on, a window is taken to be of the harmless text that an order was put into. */
const SAME = 0.65

/** Drops the windows of injected texts that are also in a harmless text of their group. */
function withoutFrames(examples: readonly Example[]): Example[] {
  const frames = new Map<string, Set<number>>()
  for (const { group, windows, isPositive } of examples) {
    if (isPositive) continue
    const known = frames.get(group) ?? new Set()
    for (const features of windows) for (const feature of features) known.add(feature)
    frames.set(group, known)
  }
  return examples.map((example) => {
    const frame = frames.get(example.group)
    if (!example.isPositive || frame === undefined) return example
    const own = example.windows.filter(
      (features) => features.filter((feature) => frame.has(feature)).length < SAME * features.length,
    )
    return own.length === 0 ? example : { ...example, windows: own }
  })
}

const groupOf = ({ id }: Row) => id.slice(0, id.lastIndexOf('-'))

function sourceOf({ input }: Row): InjectionSource {
  if (input['tools'] !== undefined) return 'tool_description'
  return injectionSources.find((one) => one === input['source']) ?? 'unknown'
}

function textOf({ input }: Row): string {
  const { text, tools } = input
  if (typeof text === 'string') return text
  return textSurfaces(tools, '')
    .found.map((surface) => surface.text)
    .filter((one) => one.includes(' '))
    .join('\n')
}

function windowsIn(text: string): Int32Array[] {
  const tokens = tokensOf(foldText(text).text)
  return windowsOf(tokens).map(({ first, after }) =>
    Int32Array.from(new Set(tokens.features.subarray(tokens.from[first], tokens.from[after]))).toSorted(),
  )
}
