import { IRREGULAR } from './irregular-forms.rules.ts'

export type PartOfSpeech = 'noun' | 'verb' | 'adj' | 'adv'

type Rule = [ending: RegExp, base: string]

/** WordNet's own detachment rules (morphy(7WN)), and those for doubled consonants and -ied that it keeps as exceptions. */
const RULES: Record<PartOfSpeech, readonly Rule[]> = {
  noun: [
    [/s$/, ''],
    [/(?<=s|x|z|ch|sh|o)es$/, ''],
    [/men$/, 'man'],
    [/ies$/, 'y'],
  ],
  verb: [
    [/s$/, ''],
    [/ies$/, 'y'],
    [/es$/, 'e'],
    [/es$/, ''],
    [/ed$/, 'e'],
    [/ed$/, ''],
    [/ied$/, 'y'],
    [/ing$/, 'e'],
    [/ing$/, ''],
    [/ying$/, 'ie'],
    [/([bdfgklmnprstvz])\1(?:ed|ing)$/, '$1'],
    [/ck(?:ed|ing)$/, 'c'],
  ],
  adj: [
    [/(?:er|est)$/, ''],
    [/e(?:r|st)$/, 'e'],
    [/ie(?:r|st)$/, 'y'],
    [/([bdglmnprt])\1e(?:r|st)$/, '$1'],
  ],
  adv: [
    [/(?:er|est)$/, ''],
    [/e(?:r|st)$/, 'e'],
    [/ie(?:r|st)$/, 'y'],
  ],
}

/** Plurals that came with their nouns from other languages; tried only for words that are nothing else. */
const LEARNED: readonly Rule[] = [
  [/ves$/, 'f'],
  [/ves$/, 'fe'],
  [/i$/, 'us'],
  [/ae$/, 'a'],
  [/a$/, 'um'],
  [/a$/, 'on'],
  [/ices$/, 'ix'],
  [/ices$/, 'ex'],
  [/es$/, 'is'],
  [/eaux$/, 'eau'],
  [/im$/, ''],
  [/ata$/, 'a'],
  [/i$/, 'o'],
  [/i$/, 'io'],
  [/i$/, 'e'],
  [/ces$/, 'x'],
  [/ides$/, 'is'],
  [/es$/, ''],
  [/mina$/, 'men'],
  [/staves$/, 'staff'],
  [/zzes$/, 'z'],
]

/**
 * The words that a form may be an inflection of, likeliest first; `_` stands between the words of a phrase, of which the
 * last may be a noun's or the first a verb's form. It knows spelling only: whether a base exists, the caller looks up.
 */
export function baseForms(form: string, part: PartOfSpeech, learned = false): string[] {
  const whole = ownBases(form, part, learned)
  const words = form.split('_')
  if (words.length < 2) return whole
  const index = part === 'verb' ? 0 : words.length - 1
  const inner = ownBases(words[index] ?? '', part, learned).map((base) => words.with(index, base).join('_'))
  return [...new Set([...whole, ...inner])]
}

function ownBases(form: string, part: PartOfSpeech, learned: boolean): string[] {
  // `boxful` has its plural inside: boxesful.
  const [stem, tail] = part === 'noun' && form.endsWith('ful') ? [form.slice(0, -3), 'ful'] : [form, '']
  const rules = part === 'noun' && learned ? [...RULES.noun, ...LEARNED] : RULES[part]
  const regular = rules
    .filter(([ending]) => ending.test(stem))
    .map(([ending, base]) => stem.replace(ending, base) + tail)
  // A plural of one or two letters is hardly ever meant: `was` is not the plural of `wa`.
  const likely = regular.filter((base) => base.length > (part === 'noun' ? 2 : 1) && base !== form)
  return [...new Set([...(IRREGULAR[part].get(form) ?? []), ...likely, ...compoundBases(form, part)])]
}

/** Compounds change as their last part does: overtook, grandchildren. */
function compoundBases(form: string, part: PartOfSpeech): string[] {
  const bases: string[] = []
  for (let start = 2; start <= form.length - 3; start += 1) {
    for (const base of IRREGULAR[part].get(form.slice(start)) ?? []) bases.push(form.slice(0, start) + base)
  }
  return bases
}
