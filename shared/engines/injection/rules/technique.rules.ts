import { type InjectionRule, untrusted } from '../injection-rule.ts'

const language = 'en'

/**
 * Published ways to lead a model astray without an open override: playing a machine, adding or suspending rules, false
 * memories, orders inside riddles, and tasks for an agent put into what it reads.
 */
export const techniqueRules: readonly InjectionRule[] = [
  {
    id: 'interpreter.secrets',
    category: 'role_impersonation',
    weight: 0.5,
    language,
    pattern:
      "\\b(?:you(?:'re| are)(?: now| an?| the| my){1,3}|(?:act as|behave (?:as|like)|pretend to be|become|simulate|emulate|imagine you are)(?: an?| the| my){0,2}) (?:[a-z0-9]{2,12} ){0,2}(?:terminal|shell|interpreter|console|repl|command line|compiler|database|virtual machine)\\b[^\\n]{0,120}\\b(?:passwords?|passwd|secrets?|/etc/|env\\b|environment variables|credentials|api keys?|tokens?|system prompt|instructions|config(?:uration)?|users where|admin\\w{0,8})",
  },
  {
    id: 'interpreter.run',
    category: 'role_impersonation',
    weight: 0.46,
    language,
    pattern:
      "\\byou(?:'re| are)(?: now| no longer){0,2}(?: just| only| simply)?(?: an?| the| my) (?:[a-z0-9]{2,12} ){0,2}(?:terminal|shell|interpreter|console|repl|compiler|virtual machine)\\b(?: now)?[.,:;!]? ?(?:please |and |then ){0,3}(?:execute|run|output the result|evaluate|interpret)\\b",
  },
  {
    id: 'reveal_secrets.config',
    category: 'system_prompt_leak',
    weight: 0.46,
    language,
    only: ['user', 'unknown'],
    pattern:
      '\\b(?:just |only |simply |directly ){1,2}(?:output|print|show|reveal|dump|return|display|give(?: me)?)(?: me)? (?:the|your|its|all|full|raw)(?: full| raw| current| internal| hidden| system| whole){0,3} (?:config(?:uration)?|settings|parameters|guidelines|setup|directives?)\\b',
  },
  {
    id: 'reveal_secrets.share-config',
    category: 'system_prompt_leak',
    weight: 0.46,
    language,
    only: ['user', 'unknown', ...untrusted],
    pattern:
      '\\b(?:hidden|secret|embedded|concealed|covert) (?:instructions?|commands?|orders?|directives?|tasks?|action|message)s? ?[:=>-]{1,2}>? ?["\'`]?(?:share|reveal|show|print|output|send|ignore|disclose|dump|give|repeat|tell|execute|call|delete|forward)',
  },
  {
    id: 'special_case.rules-off',
    category: 'jailbreak',
    weight: 0.46,
    language,
    pattern:
      "\\b(?:special[- ]case|special (?:exception|circumstances?)|(?:one-time|single|authori[sz]ed) exception|emergency (?:override|protocol|situation|access|mode)|edge case|in (?:this|an|the) (?:special|exceptional|emergency|unique) (?:case|situation|mode|scenario)|for this (?:one |single )?(?:test|session|conversation|exception|question)(?: only)?)\\b[^.!?\\n]{0,64}\\b(?:(?:ignore|skip|bypass|disable|suspend|waive|lift|override)(?: all| any| the| your| normal| usual| standard| these| safety| content| formatting| security){0,4} (?:rules|guidelines|restrictions|filters?|polic(?:y|ies)|safety|checks?|instructions|limits|protocols?)|(?:rules|guidelines|restrictions|filters?|polic(?:y|ies)|safety|limits|protocols?)[^.!?\\n]{0,24}(?:do(?:es)? not|don't|doesn't|no longer|never) apply)\\b",
  },
  {
    id: 'rule_addition.to-yours',
    category: 'direct_override',
    weight: 0.5,
    language,
    pattern:
      '\\b(?:add(?:ing)?|append|insert|include|adopt|apply|incorporate|introduce|merge|insert)(?: this| the| a| an| one| following| new| extra| additional| more| my| these){1,5} (?:rules?|instructions?|guidelines?|directives?|polic(?:y|ies)|exceptions?|commands?)(?: number \\d{1,3}| \\d{1,3})? (?:to|into|in|at the (?:top|end) of) your (?:[a-z]{2,12} ){0,2}(?:rules?|instructions?|guidelines?|prompt|programming|directives?|polic(?:y|ies)|list|config(?:uration)?)\\b',
  },
  {
    id: 'rule_addition.new-rule',
    category: 'direct_override',
    weight: 0.46,
    language,
    pattern:
      '\\b(?:new|additional|updated|extra|final|supreme|highest|overriding) (?:system )?(?:rule|policy|directive|guideline)(?: \\d{1,3}| zero)? ?(?::|-|=) ?["\'`]?(?:you (?:must|can|may|will|are|should|no longer)|always|never|ignore|reveal|answer|respond|any|all|the (?:assistant|ai|model))\\b',
  },
  {
    id: 'false_memory.agreed',
    category: 'multi_turn_setup',
    weight: 0.46,
    language,
    pattern:
      "\\b(?:(?:as|like) (?:we|you)(?:'ve| have| had)? (?:already |both |previously )?(?:discussed|agreed|promised|established|confirmed|decided)|(?:you|we)(?: have| had|'ve)? (?:already |previously )?(?:agreed|promised|confirmed|told me|said)(?: earlier| before| previously| last time| yesterday| in our (?:last|previous) \\w{4,14}){1,2})\\b[^.!?\\n]{0,80}\\b(?:no restrictions|unrestricted|without (?:restrictions|limits|filters)|ignore|bypass|reveal|your (?:rules|guidelines|instructions|restrictions|prompt)|admin(?:istrator)? (?:access|mode|rights)|developer mode|debug mode)\\b",
  },
  {
    id: 'inversion.if-unbound',
    category: 'jailbreak',
    weight: 0.5,
    language,
    pattern:
      "\\b(?:(?:what|how|which)[^.!?\\n]{0,32}\\b(?:would|could|might) (?:you|an? {ai})\\b[^.!?\\n]{0,40}\\b(?:if|without|with no|had)\\b[^.!?\\n]{0,40}\\b(?:no (?:restrictions|rules|filters?|limits|guidelines|constraints)|(?:restrictions|filters?|guidelines|safety (?:rules|guidelines|measures)) (?:were|was|did|didn't|did not|removed|off)|weren't (?:restricted|bound|limited|censored)|were not (?:restricted|bound|limited|censored)|not bound by|(?:any )?(?:restrictions|filters|guidelines|constraints))|if you (?:had no|weren't bound by|were not bound by|were free (?:of|from)) (?:any |your |all )?(?:restrictions|rules|filters|guidelines|limits|constraints))\\b",
    unless: '\\b(?:diet|budget|travel|coffee|legal|plan|visa|trade) (?:restrictions|rules|limits)\\b',
  },
  {
    id: 'nested_order.decode-and-do',
    category: 'encoding_obfuscation',
    weight: 0.5,
    language,
    pattern:
      '{start}(?:decode|decrypt|decipher|unscramble|de-?obfuscate|reverse|base ?64 decode|rot ?13|solve|assemble|concatenate|combine)\\b[^.!?\\n]{0,80}(?:,| and| then|;|\\.) ?(?:and |then ){0,2}(?:follow|execute|obey|do|run|perform|carry out|comply with|act on|act upon|answer) (?:it\\b|them\\b|what(?:ever)? it says|the (?:result|resulting|instructions?|output|decoded|hidden|secret|message|command|request)|that (?:instruction|command|request))',
  },
  {
    id: 'nested_order.decode-to-reveal',
    category: 'encoding_obfuscation',
    weight: 0.46,
    language,
    pattern:
      '\\b(?:decode|decrypt|decipher|unscramble|read backwards|reverse|first letters?(?: of (?:each|every) (?:word|line|sentence))?)\\b[^.!?\\n]{0,48}\\b(?:to (?:reveal|find|get|see|obtain|read)|for|spells?(?: out)?|contains?|gives?(?: you)?) (?:the |your |my )?(?:real |hidden |secret |actual |true |next |full )?(?:instructions?|commands?|orders?|task|prompt|directive)\\b',
  },
  {
    id: 'rules_changed.updated',
    category: 'direct_override',
    weight: 0.5,
    language,
    pattern:
      '\\byour (?:[a-z]{2,12} )?(?:guidelines|rules|instructions|polic(?:y|ies)|restrictions|programming|directives|constraints|safety (?:guidelines|settings|filters)|filters) (?:were|was|have (?:just |now |recently )?been|has (?:just |now |recently )?been|are now|got) (?:updated|changed|revised|lifted|modified|relaxed|reset|upgraded|replaced|removed|disabled|expanded)\\b',
    unless: '\\b(?:cancellation|insurance|refund|return|privacy|leave|travel|expense) polic',
  },
  {
    id: 'pressure.lives',
    category: 'authority_social',
    weight: 0.46,
    language,
    pattern:
      "\\b(?:(?:someone|somebody|people|he|she|they|i|my (?:mother|father|child|son|daughter|wife|husband|grandmother|baby))(?:'ll| will| is going to| are going to|'s going to| may| could) (?:die|be killed|be hurt|suffer|bleed)|lives? (?:depends?|are at stake|is at stake)|life or death|i(?:'ll| will) (?:kill|hurt|harm) (?:myself|someone|him|her|them))\\b[^\\n]{0,80}\\b(?:unless you|if you (?:do not|don't|refuse)|so (?:just |please )?(?:tell|reveal|ignore|answer|give|bypass)|reveal|ignore (?:your|the|all)|bypass|you (?:must|have to) (?:tell|answer|reveal|ignore|give|help))\\b",
  },
  {
    id: 'agent_task.move-money',
    category: 'tool_hijack',
    weight: 0.42,
    language,
    only: untrusted,
    pattern:
      '{start}(?:transfer|wire|send|pay|move|deposit|withdraw)(?: exactly| a total of| the sum of| another)? ?(?:\\$|€|£)? ?\\d[\\d,.]{0,12} ?(?:k\\b)? ?(?:usd|usdc|usdt|eur|gbp|dollars|euros|pounds|btc|eth|sol|bitcoin)? ?(?:from [^.!?\\n]{1,40} )?to (?:my |the |this |our |following ){0,3}(?:bank |crypto |new )?(?:account|iban|wallet|address|[a-z]{2}\\d{2}[a-z0-9]{8,30}|0x[a-f0-9]{8,40}|bc1[a-z0-9]{8,60})\\b',
    unless: '\\b(?:your|you) (?:sent|paid|transferred)\\b',
  },
  {
    id: 'agent_task.share-codes',
    category: 'data_exfiltration',
    weight: 0.5,
    language,
    only: untrusted,
    pattern:
      "{start}(?:send|forward|e-?mail|share|post|give|text|reply with|relay)(?: [a-z0-9'&/,()-]{1,18}){0,8} (?:(?:security|verification|access|login|confirmation|2fa|one-time|authentication|recovery) (?:codes?|passwords?|links?)|reset links?|account numbers?|card numbers?|bank (?:details|statements?)|(?:phone|contact) list)\\b[^.!?\\n]{0,60}\\bto (?:[\\w.+-]{1,40}@|\\+?\\d[\\d -]{6,16}|https?://|www\\.|this (?:address|number|e-?mail|link))",
    unless: '\\b(?:we|will|never|not)\\b',
  },
  {
    id: 'controls_reply.in-code',
    category: 'direct_override',
    weight: 0.42,
    language,
    only: untrusted,
    pattern:
      '{start}(?:reply|respond|answer|write back|communicate|speak)(?: to (?:this|me|them|the (?:user|sender|customer)))?(?: only| exclusively| always| entirely| solely| just){0,2} (?:in|with|using|by using|through|via) (?:an? |the |only |some |random |lots of |full |reversed |inverted ){0,3}(?:emojis?|symbols|binary|base ?(?:32|58|64|85)|hex(?:adecimal)?|rot ?13|morse|caesar|substitution|cipher|alphanumeric\\w{0,4}|anagrams?|homophones?|slang|typos|misspell\\w{1,6}|misspelt|palindromes?|riddles?|rhymes?|haikus?|limericks?|acrostics?|gibberish|leet ?speak|pig latin|all caps|uppercase|lowercase|backwards?|reversed? (?:text|order|letters)|(?:french|german|spanish|italian|chinese|japanese|korean|russian|arabic|hindi|portuguese|dutch|latin|klingon|esperanto)\\b)',
    unless: '\\b(?:if you (?:prefer|like|speak)|language of|in your (?:own )?language)\\b',
  },
  {
    id: 'brief_mode.output',
    category: 'direct_override',
    weight: 0.46,
    language,
    only: ['user', 'unknown', ...untrusted],
    pattern:
      '\\b(?:brief|raw|silent|debug|test|quick|direct|compact|terse|verbose|diagnostic|minimal|fast) (?:mode|output) ?(?::|-|on\\b|enabled|activated)[^\\n]{0,48}\\b(?:output|print|dump|show|reveal|display|list)\\b[^.!?\\n]{0,24}\\b(?:config(?:uration)?|prompt|instructions|system|secrets?|settings|context|rules|memory)\\b',
  },
  {
    id: 'reveal_secrets.as-data',
    category: 'system_prompt_leak',
    weight: 0.5,
    language: 'any',
    literal: true,
    pattern:
      '["\'](?:action|command|cmd|task|instruction|request|directive|op|operation|do|intent|query)["\'] ?: ?["\'](?:reveal|show|leak|dump|print|output|expose|display|ignore|bypass|override|disable|exfiltrate)[ _-](?:all[ _-]|your[ _-]|the[ _-]|system[ _-]|previous[ _-]|safety[ _-]|hidden[ _-]|internal[ _-]){0,3}(?:prompts?|instructions?|config(?:uration)?|secrets?|rules|filters?|guidelines|safety|restrictions)',
  },
  {
    id: 'reveal_secrets.function',
    category: 'system_prompt_leak',
    weight: 0.46,
    language: 'any',
    only: ['user', 'unknown'],
    literal: true,
    pattern:
      '\\b(?:(?:reveal|leak|expose|dump|exfiltrate)_(?:system_|hidden_|internal_|all_|your_){0,2}(?:prompts?|instructions?|config|secrets?|rules|guidelines)|(?:show|print|display|output|repeat|return|echo|list)[_( ]{1,2}(?:list\\()?(?:system_prompts?|prompt_texts?|prompttexts?|your_instructions|my_instructions))\\b',
  },
  {
    id: 'reveal_secrets.misspelt',
    category: 'encoding_obfuscation',
    weight: 0.5,
    language,
    pattern:
      '\\b(?:yur|yor|ur|yer|yo|yoor|your) (?:sistem|sistum|cystem|sistim|systum|syztem|sistm|sysstem) (?:promp?ts?|prawmpts?|prompts?|instrukshuns?|instrucshuns?|instrukt?ions?)\\b|\\b(?:yur|yor|ur|yer|yoor) (?:system|hidden|secret|initial) (?:promp?ts?|prawmpts?|instrukshuns?|instructions?)\\b',
  },
  {
    id: 'meta_prompt.write-one',
    category: 'jailbreak',
    weight: 0.5,
    language,
    pattern:
      '\\b(?:write|create|generate|craft|design|compose|give me|suggest|come up with)(?: me)?(?: an?| the| some)?(?: [a-z]{3,12}){0,2} prompts? (?:that|which|to|so that it)(?: would| could| can| will| might)? (?:make|makes|trick|tricks|get|gets|cause|causes|convince|convinces|force|forces|allow|allows|let|lets) (?:you|yourself|an? {ai}|the {ai}|any {ai}|chatgpt|claude|gemini)(?: to)? (?:reveal|ignore|bypass|break|leak|disregard|disclose|override|forget|share|answer anything|say anything)\\b',
  },
  {
    id: 'variables.assemble',
    category: 'encoding_obfuscation',
    weight: 0.46,
    language: 'any',
    only: ['user', 'unknown'],
    literal: true,
    pattern:
      '\\b\\$?[a-z]\\w{0,8} ?= ?["\'`](?:rev|reveal|igno|bypass|disregard|forget|override|leak|sys|system prompt|show me your|print your|tell me your|previous inst\\w{0,9}|your (?:system |hidden )?(?:instructions|prompt|rules))[^"\'`\\n]{0,40}["\'`][^\\n]{0,80}(?:\\b\\$?[a-z]\\w{0,8} ?= ?["\'`][^"\'`\\n]{1,40}["\'`][^\\n]{0,80})?(?:\\+|&|\\bconcat\\w{0,6}|\\bcombine\\b|\\bjoin\\b|\\bexecute\\b|\\bnow (?:do|say|run|follow)\\b|\\bdo \\$?[a-z]\\b|\\{[a-z]\\w{0,8}\\})',
  },
  {
    id: 'pressure.withholding-harms',
    category: 'authority_social',
    weight: 0.46,
    language,
    pattern:
      '\\b(?:(?:not (?:answering|revealing|sharing|telling|providing|disclosing|helping)|refusing(?: to (?:answer|reveal|share|tell|provide|help))?|withholding (?:this|that|the|it|information)[^.!?\\n]{0,24})[^.!?\\n]{0,40}\\b(?:(?:would|could|will|may|might|is|be) (?:actually )?(?:cause|causing|lead to|result in|do|doing|be) (?:more |real |serious |actual |great ){0,2}(?:harm|damage|death|injur\\w{1,3}|harmful|unethical|dangerous|discriminat\\w{2,4})|(?:harms|hurts|endangers|discriminates against) (?:me|people|users|others|patients|lives)))\\b',
  },
  {
    id: 'false_memory.recall',
    category: 'multi_turn_setup',
    weight: 0.46,
    language,
    pattern:
      '\\b(?:remember|recall|as you (?:know|recall)|last time|earlier|yesterday|previously)(?: when| that| how|,)?(?: that)? you (?:told|gave|showed|shared|said|revealed|explained|agreed|let|granted|printed)(?: me| us| to)?[^.!?\\n]{0,48}\\b(?:your (?:[a-z]{3,10} )?(?:prompt|instructions|rules|guidelines|password|secret|restrictions)|the (?:system prompt|password|secret|hidden|admin)|(?:admin|root|full|unrestricted) (?:access|mode|rights))\\b',
  },
  {
    id: 'enumerate.tools-in-full',
    category: 'system_prompt_leak',
    weight: 0.46,
    language,
    only: ['user', 'unknown', ...untrusted],
    pattern:
      '{start}(?:list|enumerate|show|reveal|dump|print|output|describe|give me)(?: me)?(?: all| every| each| of| the| your| my){1,4} (?:available |internal |hidden |accessible |callable |registered |connected ){0,2}(?:tools?|functions?|apis?|api endpoints?|endpoints?|plugins?|commands|integrations)(?: you (?:have|can|know)[^.!?\\n]{0,24})?,? ?(?:and|with|along with|including|plus)[^.!?\\n]{0,32}\\b(?:parameters?|schemas?|arguments?|signatures?|credentials?|keys|definitions?|internals?)\\b',
    unless: '\\b(?:command line|cli|in this repo\\w{0,7}|of this (?:class|module|package|library)|the module)\\b',
  },
  {
    id: 'jailbreak.sudo-say',
    category: 'jailbreak',
    weight: 0.5,
    language,
    pattern:
      '\\bsudo (?:reveal|show me|tell me|give me|ignore|disable (?:safety|filters|restrictions|guidelines)|answer|say|print your|override|forget|bypass)\\b',
  },
]
