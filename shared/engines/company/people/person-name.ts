import { TITLE_WORD } from '../words/titles.rules.ts'

const PREFIX = /^(?:dr|prof|mr|mrs|ms|herr|frau|dipl\.?-\w{2,5}|ing|sir|dame|m)\.?\s+/i
const SUFFIX = /,?\s+(?:ph\.?d|md|mba|jr|sr|ii|iii|esq|cfa|cpa|msc|bsc)\.?$/i
const PARTICLE = /^(?:van|von|de|der|den|del|della|di|da|dos|du|la|le|bin|ibn|al|el|ter|zu|y|e|of)$/
const WORD = /^(?:\p{Lu}\.?|(?:O['’]|Mc|Mac|D['’]|Al-|El-)?\p{Lu}[\p{Ll}\p{M}]+(?:[-'’]\p{Lu}?[\p{Ll}\p{M}]+){0,3})$/u
/** Capitalised words of pages that are not a person's name. */
const NO_NAME =
  /\b(?:the|our|your|we|us|team|about|contact|company|careers?|jobs?|products?|services?|solutions?|platform|pricing|plans?|learn|more|read|view|get|start|started|free|demo|blog|news|press|home|login|sign|customers?|partners?|support|privacy|policy|terms|legal|cookie|cookies|rights|reserved|inc|llc|ltd|gmbh|corp|group|labs|software|technologies|systems|board|directors|leadership|management|investors?|advisors?|meet|join|open|positions?|new|york|san|francisco|los|angeles|united|states|kingdom|office|street|avenue|road|university|institute|school|award|capital|ventures|north|south|america|europe|asia|pacific|january|february|march|july|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|security|data|cloud|enterprise|business|case|studies|study|terms|use|all|how|why|what|who|and|for|with|by|in|at|on|to)\b/i
const MOST_CHARS = 60

/** Reads a person's name, without degrees and forms of address; null for any other text. */
export function readPersonName(text: string): string | null {
  const plain = text.replace(PREFIX, '').replace(PREFIX, '').replace(SUFFIX, '').replace(SUFFIX, '').trim()
  if (plain.length > MOST_CHARS || plain.length < 5 || TITLE_WORD.test(plain) || NO_NAME.test(plain)) return null
  const words = (isShouted(plain) ? capitalised(plain) : plain).split(/\s+/)
  const isName = words.length >= 2 && words.length <= 5 && words.every((word) => WORD.test(word) || PARTICLE.test(word))
  const isWhole = words.filter((word) => WORD.test(word) && word.length > 2).length >= 2
  const ends = [words[0], words.at(-1)].every((word) => word !== undefined && WORD.test(word))
  return isName && isWhole && ends ? words.join(' ') : null
}

const isShouted = (text: string) => text === text.toUpperCase() && /\p{Lu}{3}/u.test(text)
const capitalised = (text: string) =>
  text.toLowerCase().replaceAll(/(?<![\p{L}'’])\p{L}/gu, (letter) => letter.toUpperCase())
