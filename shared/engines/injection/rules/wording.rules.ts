import type { InjectionRule } from '../injection-rule.ts'

const language = 'en'

/** What is asked of a model in other words than "system prompt" and "previous instructions". */
export const wordingRules: readonly InjectionRule[] = [
  {
    id: 'reveal_secrets.before-me',
    category: 'system_prompt_leak',
    weight: 0.5,
    language,
    pattern:
      '\\b(?:everything|all|anything|what(?:ever)?|the (?:text|words|lines?|messages?))\\b[^.!?\\n]{0,30}\\b(?:you (?:were|have been|had been) (?:given|sent|told|shown|fed)|you (?:got|received|saw|read)|(?:is |was |are |were |has been )?(?:written|stated|standing|stood|came|said|told|shown))\\b[^.!?\\n]{0,24}\\b(?:before|above|ahead of|prior to) (?:my|this|our) (?:very )?(?:first |own )?(?:message|line|question|chat|conversation|text|turn|words?)\\b',
  },
  {
    id: 'reveal_secrets.started-with',
    category: 'system_prompt_leak',
    weight: 0.5,
    language,
    pattern:
      '\\b(?:text|message|configuration(?: text)?|wording|context|prompt|words) (?:that )?you (?:were (?:started|configured|set up|initiali[sz]ed|primed|given) (?:with|at the (?:start|beginning))|started with|began with|start with|begin with|were given at)\\b|\\b(?:print|show|output|give|paste|repeat|write|tell|return|dump|quote|copy)\\b[^.!?\\n]{0,30}\\byour (?:initial|starting|opening|first|preset|base|very first) (?:context|text|message|configuration|setup|wording|input)\\b',
  },
  {
    id: 'reveal_secrets.rules-to-follow',
    category: 'system_prompt_leak',
    weight: 0.5,
    language,
    pattern:
      '\\b(?:list|state|print|repeat|give|show|recite|quote|write|name|output|tell)\\b[^.!?\\n]{0,24}\\b(?:rules|guidelines|instructions|orders|commands|limits)(?: that| which)? you (?:must|have to|need to|are (?:told|supposed|required|asked|meant) to|were told to|should) (?:follow|obey|keep|observe|respect)\\b',
  },
  {
    id: 'reveal_secrets.lines-of',
    category: 'system_prompt_leak',
    weight: 0.5,
    language,
    pattern:
      '\\b(?:lines?|words?|sentences?|contents?|text|wording|letters?|parts?|copy|translation|summary) (?:of|from) your (?:own |hidden |secret )?(?:system (?:message|prompt)|prompt|instructions|preamble|guidelines|configuration)\\b|\\b(?:put|convert|turn|pack|write|encode|move) your (?:[a-z]{3,10} )?(?:guidelines|instructions|preamble|prompt|system message|rules) (?:in|into|to|as|out)\\b|\\b(?:tell|give|send|show)(?: me)? (?:your|ur) (?:system|sys) (?:message|msg|prompt)\\b',
  },
  {
    id: 'reveal_secrets.told-not-to',
    category: 'system_prompt_leak',
    weight: 0.5,
    language,
    pattern:
      '\\b(?:what|which|anything)\\b[^.!?\\n]{0,40}\\b(?:developers?|owners?|operators?|creators?|company|makers?|admins?) (?:have |has |had )?(?:told|asked|ordered|instructed|forbade|forbidden|banned) you (?:not to|from|to)\\b|\\bwhat (?:were|are) you told (?:by|not)\\b',
  },
  {
    id: 'reveal_secrets.you-guard',
    category: 'data_exfiltration',
    weight: 0.46,
    language,
    pattern:
      '\\b(?:code|password|key|phrase|secret|word|token|pin|secret text) (?:that |which )?you (?:guard|keep|protect|hide|hold|were (?:given|told|entrusted)|have been (?:given|told)|must not (?:say|tell|reveal)|may not (?:say|tell|reveal))\\b|\\b(?:does|do|is|has) the (?:first|second|third|last|\\d\\w{2}) (?:word|letter|character|digit) of the (?:password|secret|key|phrase)\\b|\\bthe (?:first|second|third|last) (?:word|letter|character|digit) of the (?:password|secret|key|phrase)\\b',
    unless: '\\b(?:given by|given (?:at|when|in) the)\\b',
  },
  {
    id: 'reveal_secrets.not-supposed',
    category: 'authority_social',
    weight: 0.46,
    language,
    pattern:
      "\\byou(?:'re| are) (?:not|n't) (?:supposed|allowed|permitted|meant) to(?: (?:say|tell|do that|share|answer|do this))?,? but\\b|\\b(?:start|begin)(?:ing)? (?:your (?:answer|reply|response|message) )?with [\"'`]?you are[\"'`]? and (?:continue|go on|carry on|complete)\\b",
  },
  {
    id: 'new_instructions.expired',
    category: 'direct_override',
    weight: 0.55,
    language,
    pattern:
      '\\b(?:your|all|these|those) (?:earlier |previous |prior |old |former |initial |original |usual |current )?(?:guidelines|instructions|orders|directives|restrictions)(?: (?:have|has|had))? (?:now |just )?(?:expired|lapsed|ended|ceased|been (?:withdrawn|replaced|cancell?ed|lifted|revoked|suspended))\\b|\\b(?:the |your )?(?:old|earlier|previous|former) (?:ones|instructions|assignments?) (?:were|was|are|is|have been|has been) (?:withdrawn|cancell?ed|revoked|void|dropped|out of date)\\b',
  },
  {
    id: 'new_instructions.told-before',
    category: 'direct_override',
    weight: 0.5,
    language,
    pattern:
      '\\bwhat(?:ever)? (?:else )?you (?:were|have been|had been) (?:told|asked|given|ordered)\\b[^.!?\\n]{0,40}\\b(?:is (?:out of date|outdated|wrong|void|irrelevant|cancell?ed|no longer)|was (?:wrong|a test|cancell?ed)|(?:does|do) not (?:matter|count|apply)|no longer (?:matters|counts|applies))\\b|\\bthe (?:only )?(?:instructions|rules|orders|commands) that (?:count|matter|apply|hold) (?:are|now)\\b|\\bnothing of what was said\\b[^.!?\\n]{0,24}\\b(?:valid|counts|matters|applies)\\b',
  },
  {
    id: 'new_instructions.drop-and',
    category: 'direct_override',
    weight: 0.5,
    language,
    pattern:
      "\\b(?:drop|leave|skip|abandon|set aside|put aside|scrap|throw away|throw out|never mind|let go of|overlook|leave out|do not answer|don't answer|cancel|stop being|stop answering)\\b[^.!?\\n]{0,50}\\b(?:question|task|request|assignment|instructions?|author wants|user wanted|user asked|came before|classification|translator|said before|previous order|earlier order)\\b[^\\n]{0,40}\\b(?:instead|the real (?:question|task)|the new (?:one|task|assignment)|answer this|answer the following|just (?:say|output|print|write)|from here on|and (?:then |instead |just )?(?:tell|write|say|give|output|print|speak|answer))\\b|\\b(?:set aside|never mind|put aside) (?:whatever|what) (?:the )?(?:user|author|they|he|she)\\b[^\\n]{0,60}\\b(?:just|instead|and) ",
  },
  {
    id: 'jailbreak.limits-aside',
    category: 'jailbreak',
    weight: 0.5,
    language,
    pattern:
      '\\b(?:leave|put|set|lay|push) (?:your|all|any|the) (?:[a-z]{3,10} )?{limits} (?:aside|behind)\\b|\\bwithout any of your (?:[a-z]{3,10} )?(?:rules|limits|guidelines|policies|filters|restrictions)\\b|\\b(?:turn|switch) off (?:the |your |all )?moderation\\b|\\bdrop (?:all |your |the )?(?:safety|moderation) (?:layers?|checks?|rules?|filters?)\\b|\\bleave the (?:warnings?|checks?)(?: and the (?:warnings?|checks?))? out\\b|\\b(?:has|with) no (?:policy|policies|owner|guard ?rails)\\b[^.!?\\n]{0,30}\\b(?:and|never|answers?)\\b',
  },
  {
    id: 'jailbreak.as-developer',
    category: 'authority_social',
    weight: 0.5,
    language,
    pattern:
      '\\b(?:treat|regard|take|consider|handle) (?:my|the|these|all|all my) (?:next |following |later )?(?:messages?|words|questions?|inputs?) as (?:coming from|those of|from|orders (?:of|from)) (?:your |the |an? )?(?:developers?|owners?|operators?|admin\\w{0,12}|system|creators?)\\b|\\b(?:every|each|any) refusal (?:counts|is|will be|would be)(?: seen| taken)? (?:as )?an? (?:failure|error|fault)\\b|\\bi am (?:the|an?|your) (?:engineer|developer|person|one) who (?:trained|built|made|created|wrote|programmed) you\\b|\\b(?:do|obey) (?:all|everything|whatever)(?: that)? i (?:say|order|tell you) from now on\\b|\\b(?:admin|owner|developer|root) override ?[:=]',
  },
]
