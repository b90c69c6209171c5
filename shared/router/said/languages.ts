/** Whether a language is that of something the goal speaks of: "a Korean menu", "the text is in German". */
export const isOfText = ({ start, end }: { start: number; end: number }, goal: string): boolean =>
  (OF_TEXT.test(goal.slice(end)) &&
    !/\b(?:as|into|to|in) (?:an? )?$/i.test(goal.slice(Math.max(0, start - 10), start))) ||
  TOLD_IN.test(goal.slice(Math.max(0, start - 16), start))
const OF_TEXT =
  /^[\s-]*(?:text|menu|sign|label|receipt|letter|poster|page|document|invoice|photo|scan|book|note|recording|interview|podcast|audio|speech|voice|call|voicemail|talk|clip|episode|speaker|handwriting|newspaper|print|characters|writing|ticket|contract|article|site|language|wikipedia|wiki|edition|dates?|numbers?|formats?|keyboard|customers?|market|law|spelling|users|buyers|company)/i
const TOLD_IN =
  /\b(?:is|are|it'?s|they'?re|written|spoken|speaks?|said|speaking|all) (?:in |on )?$|\b(?:recording|interview|podcast|menu|talk|call|memo|sign|speech|episode) in $/i

/** What Tesseract calls the languages whose text is in a picture. */
export const SCRIPTS: Readonly<Record<string, string>> = {
  en: 'eng',
  de: 'deu',
  fr: 'fra',
  es: 'spa',
  it: 'ita',
  pt: 'por',
  nl: 'nld',
  pl: 'pol',
  ru: 'rus',
  uk: 'ukr',
  tr: 'tur',
  ja: 'jpn',
  ko: 'kor',
  zh: 'chi_sim',
  ar: 'ara',
  he: 'heb',
  hi: 'hin',
  sv: 'swe',
  da: 'dan',
  no: 'nor',
  fi: 'fin',
  cs: 'ces',
  el: 'ell',
  hu: 'hun',
  ro: 'ron',
  th: 'tha',
  vi: 'vie',
}

/** Countries in which results are wanted: their codes, and their names and what is of them. */
export const COUNTRIES: readonly (readonly [string, string])[] = [
  ['de', 'germany|german|deutschland|deutsche[nrs]?|alemania|aleman(?:es|as)?|allemagne|allemande?s?'],
  ['fr', 'france|french|frankreich|franzosische[nrs]?|francia|frances(?:es|as)?|francaise?s?'],
  ['es', 'spain|spanish|spanien|spanische[nrs]?|espana|espanol(?:es|as)?|espagne|espagnole?s?'],
  [
    'gb',
    'united kingdom|uk|britain|british|england|grossbritannien|britische[nrs]?|reino unido|britanic[oa]s?|royaume-uni|britanniques?',
  ],
  [
    'us',
    'united states|usa|us|america|american|amerika|amerikanische[nrs]?|estados unidos|estadounidenses?|etats-unis|americaine?s?',
  ],
  ['it', 'italy|italian|italien|italienische[nrs]?|italia|italian[oa]s?|italie|italienne?s?'],
  ['at', 'austria|austrian|osterreich\\w*|autriche|autrichienne?s?'],
  ['ch', 'switzerland|swiss|schweiz\\w*|suiza|suiz[oa]s|suisses?'],
  ['nl', 'netherlands|dutch|niederlande|niederlandische[nrs]?|paises bajos|pays-bas|neerlandaise?s?'],
  ['pl', 'poland|polish|polen|polnische[nrs]?|polonia|polac[oa]s|pologne|polonaise?s?'],
  ['jp', 'japan|japanese|japanische[nrs]?|japon|japones(?:es|as)?|japonaise?s?|日本'],
  ['cn', 'china|chinese|chinesische[nrs]?|chin[oa]s|chine|chinoise?s?|中国'],
  ['in', 'india|indian|indien|indische[nrs]?|indi[oa]s|inde|indienne?s?'],
  ['ca', 'canada|canadian|kanada|kanadische[nrs]?|canadienses?|canadienne?s?'],
  ['au', 'australia|australian|australien|australische[nrs]?|australian[oa]s|australie|australienne?s?'],
  ['br', 'brazil|brazilian|brasilien|brasilianische[nrs]?|brasil|brasilen[oa]s|bresil|bresilienne?s?'],
  ['mx', 'mexico|mexican|mexiko|mexikanische[nrs]?|mexican[oa]s|mexique|mexicaine?s?'],
]
