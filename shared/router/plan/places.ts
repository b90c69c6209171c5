import type { Tool } from '../tool.ts'
import type { Known } from '../values/known.ts'

/** Types of values that a text outcome cannot read by itself: they name where the text is. */
const PLACES = ['url', 'pdf-url', 'image-url', 'audio-url', 'workspace-id', 'note-id'] as const

/** Types of values that are no text to be read, translated or spoken. */
const BARE: ReadonlySet<string> = new Set([
  'sha256',
  'tx-hash',
  'base-address',
  'solana-address',
  'solana-signature',
  'jwt',
  'vin',
])

/** Whether a look for secrets is to give the text without them: then it makes a text, and judges none. */
export const isRedaction = (slug: string, { goal }: Known) =>
  slug === 'memory-exfil-guard' &&
  /\b(?:redact\w*|mask\w*|black(?:ed|en)? out|hide|strip|anonymi[sz]e\w*|schwarz\w*|tacha\w*|oculta\w*|masque\w*|caviard\w*)\b|脱敏|遮盖|伏せ/i.test(
    goal,
  )

/** Whether a text is wanted of what a judgement says, and not of what is judged: "sum up the findings". */
export const isOfVerdict = ({ read: { text, mentions } }: Known, judge: Tool) =>
  OF_VERDICT.test(text) ||
  (judge.takes['url'] !== undefined && !['@page', '@site', '@article'].some((concept) => mentions.has(concept)))
const OF_VERDICT =
  /\b(?:summar\w*|sum up|condense|shorten|boil|translat\w*|put|give|tell|render|explain|read|speak|say|zusammenfass\w*|fass\w*|ubersetz\w*|gib|sag|lies|resum\w*|traduc\w*|tradui\w*|da(?:me)?|donne\w*)\b[^.;:!?]{0,40}\b(?:findings?|verdict|audit|assessment|conclusions?|befunde?|urteil|ergebnis(?:se)?|hallazgos|veredicto|constats)\b|(?:结论|检查结果|審査結果|監査結果)/u

/** Whether the input is nothing but the address of something. */
export function isOnlyAValue(known: Known, tool: Tool): boolean {
  const text = known.input.text.trim()
  if (
    text === '' || ['prompt-injection-scan', 'hash-text', 'memory-exfil-guard', 'regex-test'].includes(tool.slug)
      ? !/^https?:\/\/\S+$/.test(text)
      : false
  )
    return false
  const bare = known.values
    .filter(({ from, type }) => from === 'input' && BARE.has(type))
    .reduce((sum, { start, end }) => sum + end - start, 0)
  if (bare >= 0.6 * text.length) return true
  const inInput = known.values.filter(
    ({ from, type }) => from === 'input' && (PLACES as readonly string[]).includes(type),
  )
  const covered = inInput
    .filter(({ type }) => type === 'url' || type.endsWith('-id'))
    .reduce((sum, { start, end }) => sum + end - start, 0)
  return covered > 0 && covered >= 0.5 * text.length
}
