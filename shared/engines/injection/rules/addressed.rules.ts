import { type InjectionRule, kept, untrusted } from '../injection-rule.ts'

const language = 'en'
const outside = [...untrusted, ...kept, 'unknown'] as const

/** Content that speaks to the program that reads it: who is addressed, and what it is to do for the writer. */
export const addressedRules: readonly InjectionRule[] = [
  {
    id: 'addresses_model.by-notice',
    category: 'authority_social',
    weight: 0.45,
    language,
    only: outside,
    pattern:
      '\\b(?:hey|hello|hi|dear|attention|listen|(?:notes?|notice|message|instructions?|hint|reminder|important|info|warning|word|request)(?: to| for)?|for|to),? (?:the |any |all |every |my |your |our )?{reader}(?: (?:reading|processing|reviewing|watching|summari[sz]ing|that|who|which|of|for|in|on|only|please)\\b[^.!?:\\n]{0,40})? ?[:,!] ?[^!?\\n]{0,60}?\\b{favour}\\b',
  },
  {
    id: 'addresses_model.by-name',
    category: 'authority_social',
    weight: 0.45,
    language,
    only: outside,
    pattern:
      '(?:^|[\\n.!?;>"\'(\\[{*#/-] ?)(?:the |any |all |every |my |your )?(?:{reader}|(?:reviewer|assistant|agent|model|evaluator)s?)(?: (?:reading|processing|reviewing|watching|summari[sz]ing) [^.!?:\\n]{0,30})? ?[:!] ?(?:please |you must |always |also |now |first |before [^,.\\n]{3,40}, |when [^,.\\n]{3,40}, |after [^,.\\n]{3,40}, ){0,2}{favour}\\b',
    // A dialogue that was written down.
    unless: '^assistant ?: (?:open|send|say|tell|list) (?:a|an|me|us)\\b',
  },
  {
    id: 'addresses_model.duty',
    category: 'authority_social',
    weight: 0.42,
    language,
    only: outside,
    pattern:
      '\\b(?:(?:any|all|the|every|your|you|my|our|an?) )?{reader}(?: (?:reading|processing|reviewing|watching|seeing|of|that|who|which)\\b[^.!?:,\\n]{0,40})? (?:must|should|shall|have to|has to|need to|needs to|will|is to|are to)(?: [a-z]{2,12}){0,3}? {favour}\\b',
    unless:
      '\\b(?:not|never|cannot|be able to|may|can)\\b|\\bwill (?:also |then |now |still |only )?(?:say|show|ask|answer|respond|reply|include|list|report|open|add|fill|state|mention|tell|write|print|call|describe)\\b',
  },
  {
    id: 'addresses_model.if-it-reads',
    category: 'authority_social',
    weight: 0.42,
    language,
    only: outside,
    pattern:
      '\\b(?:if|when(?:ever)?|once|as soon as) (?:an?|the|your|any) (?:ai |coding |llm )?(?:agent|assistant|model|bot|llm|ai) (?:reads?|edits?|opens?|sees?|visits?|process(?:es)?|summari[sz]es?|picks? up|finds?|touches) (?:this|that|it)\\b[^.!?\\n]{0,40}\\b(?:must|should|has to|have to|shall|needs? to|will)\\b',
  },
  {
    id: 'addresses_model.seen-reading',
    category: 'authority_social',
    weight: 0.42,
    language,
    only: untrusted,
    pattern:
      "\\b(?:you(?:'re| are) (?:reading|viewing|browsing|visiting|summari[sz]ing) (?:this |it |the )?(?:page |site |text |mail |article )?(?:with|through|as|by) (?:an? |the |your )?{reader}|if you(?:'re| are) summari[sz]ing this (?:page|mail|e-?mail|document|article|thread|text)\\b|(?:your|their|the user.s) (?:ai|a\\.i\\.) (?:helper|assistant|agent|browser|tool)s? (?:should|must|has to|needs to|will have to|shall)\\b)",
  },
  {
    id: 'favours.no-fault',
    category: 'authority_social',
    weight: 0.42,
    language,
    only: untrusted,
    pattern:
      "\\b(?:(?:do not|don't|never|shall not|must not|without) (?:mention|mentioning|point out|pointing out|list|listing|quote|quoting|report|reporting|cite|show|showing|name|naming|reveal) (?:any |the |its |her |his |their |missing |possible ){0,3}(?:weakness(?:es)?|missing experience|negative|errors?|flaws?|faults?|defects?|downsides?|drawbacks?|shortcomings|gaps|bad reviews|recalls?|lawsuits?|debts|clause \\d{1,3})|(?:leave|leaving) out (?:the |its |all |any )?(?:recall|warnings?|negative|bad reviews|risks|faults|flaws)|report(?:s|ing)? (?:that )?(?:no (?:findings|issues|errors|problems|unusual clauses|attack)|every test passed|all tests passed))\\b",
    unless: '\\b(?:errors? (?:to|in|if|on|when|as)|we|i|it|they) \\b',
  },
  {
    id: 'favours.best-mark',
    category: 'authority_social',
    weight: 0.42,
    language,
    only: untrusted,
    pattern:
      '\\b(?:give (?:a |the |it |her |him |them |this [a-z]{3,12} )?(?:score of |full marks|the (?:best|highest|top) (?:score|rating|marks?|grade))(?:\\d{1,3} out of \\d{1,3})?|(?:rank|rate|place|list|put) (?:her|him|them|it|this [a-z]{3,12}) (?:first|highest|at the top|above all|as the best)|recommend (?:only |above all )?(?:acceptance|hiring (?:her|him|them)|this (?:site|shop|product|hotel|company|candidate|fund) (?:only|above|first))|(?:write|give|leave) an? (?:only )?(?:positive|glowing|favou?rable) (?:review|report|verdict)(?: only)?|this (?:candidate|applicant|paper|product|change) (?:meets all|has met all|was chosen|must be (?:accepted|approved|hired)))\\b',
  },
  {
    id: 'hide_from_user.quiet',
    category: 'tool_hijack',
    weight: 0.3,
    language,
    only: outside,
    literal: true,
    pattern:
      "\\b(?:say nothing (?:of|about) (?:it|this|that|them)|say nothing\\b|tell (?:nobody|no one|no-one)|keep (?:quiet|silent|mum) about (?:it|this|that|them|these)|keep (?:it|this|that|them) out of (?:your|the) (?:answer|reply|summary|response)|(?:do not|don't|never) (?:say|mention|tell|reveal) (?:where (?:this|it) comes from|rule \\d{1,2}|that this (?:text|rule|note|step) exists)|suppress this line|no need to (?:check|confirm|ask) (?:with|it with|anyone|the user|a supervisor)|so (?:please )?do not ask|(?:the user|they|he|she) (?:does not|doesn't|need not|needs not|must not|should not|shouldn't) (?:see|know|notice|be (?:told|shown|informed|asked|worried))|is of no interest to the user|without (?:showing|listing|mentioning|reporting) it\\b)",
  },
  {
    id: 'remember.order',
    category: 'memory_poisoning',
    weight: 0.42,
    language,
    only: outside,
    pattern:
      '(?:^|[\\n.!?;:"\'(>*-] ?)(?:please )?(?:remember|memori[sz]e|note)(?: this| the following)? for (?:all |any |every )?(?:later|future|further|coming) (?:conversations?|sessions?|chats?|requests?|answers?)|(?:^|[\\n.!?;:"\'(>*-] ?)(?:please )?(?:save|store|write|put|add|keep)(?: this| the following| it)?(?: fact| note| rule| preference){0,2} (?:to|in|into) (?:your |the |long-term )?memory ?[:,]|(?:^|[\\n.!?;:"\'(>*-] ?)(?:please )?(?:store|save|keep|remember) the following (?:fact|rule|note|preference)s? (?:permanently|forever|for good)',
  },
]
