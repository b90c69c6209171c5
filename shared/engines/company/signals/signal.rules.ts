export const signalKinds = ['hiring', 'funding', 'launch', 'tech', 'news', 'leadership'] as const
export type SignalKind = (typeof signalKinds)[number]

/** What a headline is about; the first match counts, and `news` is what matches none. */
export const headlineRules: readonly { kind: SignalKind; pattern: RegExp }[] = [
  {
    kind: 'funding',
    pattern:
      /\b(?:rais(?:es|ed|ing)|secures?|secured|closes?|closed)\b.{0,60}(?:[$€£]|\b(?:million|billion|m|bn|funding|round|series [a-h]|seed)\b)|\bseries [a-h]\b|\bseed (?:round|funding)\b|\bfunding round\b|\bvaluation\b|\bipo\b|\bacquir(?:es|ed|ing)\b|\bacquisition\b|\bmerger\b/i,
  },
  {
    kind: 'leadership',
    pattern:
      /\b(?:appoints?|appointed|names?|named|hires?|hired|promotes?|promoted|joins?|joined|welcomes?|steps? down|resigns?|succeeds?)\b.{0,80}\b(?:ceo|cto|cfo|coo|cmo|cro|ciso|chief|president|head of|vp|vice president|director|board|chair\w*)\b|\bnew (?:ceo|cto|cfo|chief)\b/i,
  },
  {
    kind: 'launch',
    pattern:
      /\b(?:launch(?:es|ed|ing)?|introduc(?:es|ed|ing)|unveils?|unveiled|releases?|released|announces?|announcing|rolls? out|now available|general availability|opens? (?:new )?(?:office|store|plant)|partners? with|partnership)\b/i,
  },
  { kind: 'hiring', pattern: /\b(?:layoffs?|lays off|job cuts|hiring spree|to hire|new jobs)\b/i },
]

/** Categories of technology that say something about how a company sells and works. */
export const TELLING_TECH =
  /\b(?:e-?commerce|crm|marketing automation|payment|a\/b testing|customer data|live chat|help ?desk|personali[sz]ation|tag managers?|analytics|subscription|loyalty|accounting|applicant tracking)\b/i
