import type { Folded } from './fold-text.ts'
import type { HiddenCharacters } from './hidden-characters.ts'
import type { HtmlParts, Span } from './html-parts.ts'
import { endIn, type Layer, type Match } from './match-layer.ts'

/** A match inside what HTML hides weighs double. */
export function inHidden(match: Match, parts: HtmlParts | null): Match {
  if (match.layer === 'html_visible' || parts === null || !isInside(match, parts.hidden)) return match
  const layer = match.layer === 'raw' ? 'html_hidden' : match.layer
  return { ...match, layer, weight: Math.min(1, match.weight * 2) }
}

const isInside = ({ start, end }: Span, spans: readonly Span[]) =>
  spans.some((span) => start >= span.start && end <= span.end)

/** Signs that are suspicious by their presence, whatever they mean. */
export function bySight(
  { tagRuns, invisibleRuns, invisible, bidi }: HiddenCharacters,
  { homoglyphWords }: Folded,
): Match[] {
  const sign = (id: string, weight: number, { start, end }: Span, normalized: string): Match => ({
    rule: { id, category: 'hidden_text', language: 'any' },
    weight,
    start,
    end,
    normalized,
    layer: 'raw',
  })
  const letters = tagRuns.reduce((sum, { text }) => sum + (text.match(/[a-z]/gi)?.length ?? 0), 0)
  return [
    ...tagRuns.slice(0, 20).map((run) => sign('invisible_characters.tags', letters >= 8 ? 0.9 : 0.6, run, run.text)),
    ...invisibleRuns
      .slice(0, 20)
      .map((run) => sign('invisible_characters.run', run.end - run.start >= 8 ? 0.42 : 0.25, run, '')),
    ...(invisible >= 24 && invisibleRuns.length === 0
      ? [sign('invisible_characters.scattered', 0.3, { start: 0, end: 0 }, '')]
      : []),
    ...(bidi >= 2 ? [sign('invisible_characters.direction', 0.2, { start: 0, end: 0 }, '')] : []),
    ...(homoglyphWords >= 3
      ? [
          {
            ...sign('lookalike_letters.words', 0.3, { start: 0, end: 0 }, ''),
            rule: { id: 'lookalike_letters.words', category: 'encoding_obfuscation', language: 'any' } as const,
          },
        ]
      : []),
  ]
}

/** A text with this much encoding may hide orders in parts that are no longer decoded. */
export const tooManyLayers: Match = {
  rule: { id: 'encoded_text.many', category: 'encoding_obfuscation', language: 'any' },
  weight: 0.5,
  start: 0,
  end: 0,
  normalized: '',
  layer: 'raw',
}

const suspicious: Record<string, number> = {
  caesar: 0.45,
  reversed: 0.45,
  spaced: 0.2,
  morse: 0.3,
  base64: 0.2,
  base32: 0.25,
  hex: 0.25,
  binary: 0.35,
  escape: 0.15,
  gzip: 0.2,
}

/** Words behind an encoding are a mild sign by themselves. */
export function asDisguise(layer: Layer): Match[] {
  const codec = /^decoded:(.+)/.exec(layer.name)?.[1]
  const weight = codec === undefined ? undefined : suspicious[codec]
  if (codec === undefined || weight === undefined) return []
  const start = layer.place(layer.folded.at(0))
  const end = Math.max(start, endIn(layer, layer.folded.text.length - 1))
  return [
    {
      rule: { id: `encoded_text.${codec}`, category: 'encoding_obfuscation', language: 'any' },
      weight,
      start,
      end,
      normalized: layer.folded.text.slice(0, 160),
      layer: layer.name,
    },
  ]
}
