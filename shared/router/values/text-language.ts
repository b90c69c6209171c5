/** Small words by which a text shows its language. */
const SMALL_WORDS: Readonly<Record<string, RegExp>> = {
  en: /\b(?:the|and|of|is|are|was|with|that|this|for|you|we|have)\b/gi,
  de: /\b(?:der|die|das|und|ist|nicht|mit|ein|eine|wir|sie|auf|für|den|wird)\b/gi,
  fr: /\b(?:le|la|les|et|est|des|une|pour|dans|que|nous|vous|du|sur|partira)\b/gi,
  es: /\b(?:el|los|las|y|es|una|para|con|que|del|por|está|se|más|sobre|quiero|en)\b/gi,
  it: /\b(?:il|gli|che|di|per|una|sono|con|della|non)\b/gi,
  pt: /\b(?:os|as|que|uma|para|com|não|do|da|em)\b/gi,
  nl: /\b(?:de|het|een|en|van|niet|met|voor|zijn|wij)\b/gi,
}

/** The language that a text is plainly written in; undefined where that is not plain. */
export function languageOf(text: string): string | undefined {
  const head = text.slice(0, 2_000)
  if (/[\u3040-\u30FF]/.test(head)) return 'ja'
  if (/[\u4E00-\u9FFF]/.test(head)) return 'zh'
  const counts = Object.entries(SMALL_WORDS)
    .map(([code, words]) => [code, head.match(words)?.length ?? 0] as const)
    .sort((a, b) => b[1] - a[1])
  const [first, second] = counts
  return first !== undefined && first[1] >= 2 && first[1] >= 1.5 * (second?.[1] ?? 0) ? first[0] : undefined
}
