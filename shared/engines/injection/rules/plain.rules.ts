import { type InjectionRule, kept, untrusted } from '../injection-rule.ts'

const language = 'en'
const others = [...untrusted, ...kept, 'unknown'] as const

/** Orders in plain words, known by what is to be taken, where it is to go and on whose authority. */
export const plainRules: readonly InjectionRule[] = [
  {
    id: 'send_data.into-address',
    category: 'data_exfiltration',
    weight: 0.55,
    language,
    only: others,
    pattern:
      '{start}(?:put|place|append|add|include|embed|encode|insert|attach|tuck|work|stick|write|weave|squeeze|pass|pack|smuggle|fold|copy|paste|drop|merge|use)\\b[^.!?\\n]{0,60}\\b{private}\\b[^.!?\\n]{0,60}\\b(?:in|into|to|onto|as|via|through|behind|after|at the end of|within|inside|on)\\b[^.!?\\n]{0,30}\\b{sink}\\b',
  },
  {
    id: 'send_data.take-and-carry',
    category: 'data_exfiltration',
    weight: 0.55,
    language,
    only: others,
    pattern:
      '\\b(?:read|open|collect|look up|find|recall|take|get|gather|fetch|grab|copy|note|check|list|extract|summari[sz]e|retrieve)\\b[^.!?\\n]{0,50}\\b{private}\\b[^\\n]{0,100}\\b(?:it|them|that|this|its contents?|the (?:result|value|contents?|answer|text|output)|what you (?:find|found|read|see)|everything)\\b[^.!?\\n]{0,40}\\b(?:in|into|to|onto|as|behind|after|at the end of|with|via|through)\\b[^.!?\\n]{0,24}\\b{sink}\\b',
  },
  {
    id: 'send_data.address-made-of',
    category: 'data_exfiltration',
    weight: 0.55,
    language,
    only: others,
    pattern:
      '\\b(?:show|render|display|load|fetch|open|visit|request|create|make|build|generate|draw|insert|add|include|produce|call|ping|resolve)\\b[^.!?\\n]{0,40}\\b{sink}\\b[^.!?\\n]{0,60}\\b(?:contain(?:s|ing)?|carr(?:y|ies|ying)|includ(?:e|es|ing)|hold(?:s|ing)?|with (?:the|your|its|their|all|every|a copy of)|made of|built from|ending in|end(?:s|ing) with|followed by|whose [a-z ]{2,24} (?:is|are|contains?|carries|holds?))\\b[^.!?\\n]{0,40}\\b{private}\\b',
  },
  {
    id: 'send_data.note-to-self',
    category: 'data_exfiltration',
    weight: 0.5,
    language,
    only: others,
    pattern:
      '(?:^|[\\n#/*;>-] ?)(?:todo|fixme|to-?do|action item|next step|reminder|hack|note to self)(?: ?\\([^)\\n]{0,24}\\))? ?:? ?(?:please |also |then )?(?:send|forward|upload|post|e-?mail|transmit|copy|share|push|report|submit|exfiltrate|leak)\\b[^.!?\\n]{0,60}\\b(?:{private}|contents?|everything|files?|data|results?)\\b[^.!?\\n]{0,40}\\b(?:to|at|via|into)\\b',
  },
  {
    id: 'system_mode.authority',
    category: 'authority_social',
    weight: 0.5,
    language,
    only: others,
    pattern:
      "\\b(?:this (?:message|notice|request|order|instruction|text) (?:comes|is coming|is sent|was sent|is|has been issued)|i am|i'm|we are|we're|on behalf of|by order of|authori[sz]ed by|speaking (?:as|for)|as) (?:from |by |directly from )?(?:the |your |an? )?(?:[a-z-]{2,16} ){0,2}(?:developers?|creators?|administrators?|admins?|operators?|system owners?|security team|safety team|engineering team|compliance team|openai|anthropic|google|microsoft|it department|supervisor|maintainers?)\\b[^\\n]{0,80}\\b(?:you (?:must|are (?:now )?(?:allowed|permitted|authori[sz]ed|required|cleared|free)|may now|can now|have to|need to|should now)|your (?:rules|limits|restrictions|filters|guidelines|instructions)|(?:disable|lift|suspend|switch off|turn off|drop|skip|bypass|ignore) (?:the |your |all |any ){0,3}(?:filters?|restrictions?|rules|safety|checks?|guardrails?|limits?|policy|policies))\\b",
  },
  {
    id: 'system_mode.override-plain',
    category: 'role_impersonation',
    weight: 0.55,
    language,
    pattern:
      "\\b(?:you(?:'re| are)(?: now)?(?: in| running in| operating in| placed in| under)|enter|entering|switch(?:ing)? (?:in)?to|go into|now in|activate|engage|initiate|unlock|boot into|assume) (?:an? |the |your |full )?(?:override|overriding|maintenance|developer|debug|root|admin(?:istrator)?|god|unlocked|unrestricted|diagnostic|bypass|superuser|service|test) (?:mode|state|status|access|privileges?)\\b",
    unless: '\\b(?:activate|enter|enable|switch to) (?:the )?(?:debug|test|service|developer|maintenance) mode\\b',
  },
  {
    id: 'override_instructions.mid-sentence',
    category: 'direct_override',
    weight: 0.6,
    language,
    only: others,
    pattern:
      '\\b(?:which means|meaning|so that|because of (?:this|that)|for this reason|that is why|at this point|by the way|p\\.?s\\.?|incidentally|besides|however|actually|in fact|as such|accordingly|with that)\\b[^.!?\\n]{0,30}\\b(?:you|the (?:assistant|model|ai|agent|system|reader)|any (?:assistant|model|ai|agent)) (?:[a-z]{2,10} ){0,2}?{ignore}{few} (?:{earlier}{few} {orders}|{rules})\\b',
  },
  {
    id: 'override_instructions.set-aside',
    category: 'direct_override',
    weight: 0.6,
    language,
    only: others,
    pattern:
      "\\b(?:{earlier}|your|all|any|those|these) (?:[a-z]{3,12} ){0,2}{rules} (?:no longer (?:apply|count|hold|matter|bind)|(?:do not|don't|cease to|stop) (?:apply|count|matter|hold)(?:ing)?|(?:are|is|have been|should be|must be|can be|may be) (?:to be )?(?:ignored|disregarded|forgotten|dropped|lifted|suspended|set aside|overridden|skipped|bypassed))\\b",
    unless: '\\b(?:cannot|can not|must not|should not|may not|never) be\\b',
  },
]
