/** "an invoice, a contract or a datasheet" */
const KIND = String.raw`(?:an?|ein|eine|einen|un|une|una)\s+[\p{L}-]{3,24}`
const KINDS = new RegExp(`${KIND}(?:,\\s*${KIND})+,?\\s+(?:or|oder|o|u|ou)\\s+${KIND}`, 'iu')
/** "Is this a bug report, a billing question or praise?": of up to three words each, the first with its article. */
const NOUNS = String.raw`[\p{L}-]+(?:\s[\p{L}-]+){0,2}?`
const ART = String.raw`(?:an?|ein|eine|einen|un|une|una)\s+`
const NAMED_KINDS = new RegExp(
  String.raw`(?<![\p{L}])(?:this|that|it|these|they|message|text|ticket|mail|das|dies|es|esto|cela|ceci)\s+(?:(?:is|are|as)\s+)?(?:either\s+)?(${ART}${NOUNS}(?:,\s*(?:${ART})?${NOUNS})+,?\s+(?:or|oder|o|u|ou)\s+(?:${ART})?${NOUNS})\s*[?.]`,
  'iu',
)
const TWO_KINDS = new RegExp(
  String.raw`(?<=(?<![\p{L}])(?:is|are|ist|es|est)\s+(?:this|that|it|das|dies|es|esto|cela|ceci)\s+)${ART}${NOUNS}\s+(?:or|oder|o|u|ou)\s+(?:${ART})?${NOUNS}(?=\s*[?.])`,
  'iu',
)
const ARTICLE = /^(?:an?|ein|eine|einen|un|une|una)\s+/i

/** The kinds of things of which a goal asks what something is, without their articles. */
export const kindsIn = (goal: string): string[] | undefined =>
  (NAMED_KINDS.exec(goal)?.[1] ?? TWO_KINDS.exec(goal)?.[0] ?? KINDS.exec(goal)?.[0])
    ?.split(/\s*,\s*(?:(?:or|oder|o|u|ou)\s+)?|\s+(?:or|oder|o|u|ou)\s+/)
    .map((label) => label.replace(ARTICLE, ''))
