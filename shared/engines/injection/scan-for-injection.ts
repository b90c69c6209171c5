import { discussesInjection, isSecurityContext } from './context-discount.ts'
import { decideInjection, type InjectionDecision } from './decide-injection.ts'
import { escapedExcerpt } from './escaped-excerpt.ts'
import { foldText } from './fold-text.ts'
import { hiddenCharacters } from './hidden-characters.ts'
import { htmlParts, looksLikeHtml } from './html-parts.ts'
import type { InjectionCategory, InjectionSource } from './injection-rule.ts'
import { likenessMatches } from './likeness/likeness-matches.ts'
import type { Weights } from './likeness/weights.ts'
import { matchLayer, type Match, type MatchOptions } from './match-layer.ts'
import { MAX_LAYERS, readings } from './readings.ts'
import { injectionRules } from './rules.ts'
import { scoreMatches } from './score-matches.ts'
import { inHidden, bySight, asDisguise, tooManyLayers } from './seen-signs.ts'

export type InjectionSeverity = 'low' | 'medium' | 'high' | 'critical'

/** One sign of injection, in wire names; places are UTF-16 indices of the text that was sent. */
export type InjectionFinding = {
  rule_id: string
  category: InjectionCategory
  severity: InjectionSeverity
  /** After the context was weighed, 0 to 1. */
  weight: number
  start: number
  end: number
  /** The text at this place, at most 160 characters, with control and invisible characters escaped. */
  excerpt: string
  /** The matched text, after folding or decoding. */
  normalized: string
  /** `raw`, `unicode_folded`, `html_visible`, `html_hidden` or `decoded:<codec>`. */
  layer: string
  language: string
}

export type InjectionScan = {
  decision: InjectionDecision
  /** 0 to 100, by noisy-or of the weights within any 4,000 characters. */
  score: number
  /** Heaviest first. */
  findings: InjectionFinding[]
  hidden: {
    invisible_chars: number
    tag_chars_decoded: string | null
    bidi_controls: number
    homoglyph_words: number
    html_hidden_chars: number
  }
  stats: { chars: number; layers_scanned: number; rules: number; truncated: boolean }
}

export type InjectionOptions = {
  /** Where the text came from; thresholds and some rules depend on it. Default `unknown`. */
  source?: InjectionSource
  /** The agent's task; security work lowers weights. */
  context?: string | undefined
  /** Whether to read the text as HTML; detected by default. */
  html?: boolean | 'auto'
  /** Default 50. */
  maxFindings?: number
  /** What the words are compared with; the program's own weights unless others are being tried. */
  weights?: Weights
}

/**
 * Looks for instructions aimed at a model that reads the text: in what is seen, in what is hidden and in what is encoded.
 * Pure and deterministic: the same text gives the same answer. Never throws for any string; linear in its length.
 */
export function scanForInjection(text: string, options: InjectionOptions = {}): InjectionScan {
  const { source = 'unknown', context, html = 'auto', maxFindings = 50, weights } = options
  const folded = foldText(text)
  const hidden = hiddenCharacters(text)
  const isHtml = html === 'auto' ? looksLikeHtml(text) : html
  const parts = isHtml ? htmlParts(text) : null
  const layers = readings(text, folded, hidden, parts)
  const how: MatchOptions = {
    source,
    isDiscussion: discussesInjection(folded.text),
    isSecurityWork: isSecurityContext(context),
  }
  const matches = [
    ...layers.flatMap((layer) => matchLayer(layer, how)).map((match) => inHidden(match, parts)),
    ...bySight(hidden, folded),
    ...layers.flatMap(asDisguise).map((match) => inHidden(match, parts)),
    ...(layers.length >= MAX_LAYERS ? [tooManyLayers] : []),
  ]
  const byRules = scoreMatches(matches)
  const alike = likenessMatches(
    layers,
    { ...byRules, source, isDiscussion: how.isDiscussion || how.isSecurityWork },
    weights,
  )
  const { score, counted } = alike.length === 0 ? byRules : scoreMatches([...matches, ...alike])
  const findings = counted.map((match) => findingOf(text, match))
  return {
    decision: decideInjection({ score, source, tagText: hidden.tagText }),
    score,
    findings: findings.slice(0, maxFindings),
    hidden: {
      invisible_chars: hidden.invisible,
      tag_chars_decoded: hidden.tagText,
      bidi_controls: hidden.bidi,
      homoglyph_words: folded.homoglyphWords,
      html_hidden_chars: parts?.hiddenChars ?? 0,
    },
    stats: {
      chars: text.length,
      layers_scanned: layers.length,
      rules: injectionRules.length,
      truncated: findings.length > maxFindings || layers.length >= MAX_LAYERS,
    },
  }
}

function findingOf(text: string, match: Match): InjectionFinding {
  const weight = Math.round(match.weight * 1_000) / 1_000
  return {
    rule_id: match.rule.id,
    category: match.rule.category,
    severity: weight >= 0.8 ? 'critical' : weight >= 0.5 ? 'high' : weight >= 0.3 ? 'medium' : 'low',
    weight,
    start: match.start,
    end: match.end,
    excerpt: escapedExcerpt(text, match),
    normalized: escapedExcerpt(match.normalized, { start: 0, end: match.normalized.length }),
    layer: match.layer,
    language: match.rule.language,
  }
}
