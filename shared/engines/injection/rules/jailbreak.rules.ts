import type { InjectionRule } from '../injection-rule.ts'

const language = 'en'
const category = 'jailbreak'

/** Attempts to talk a model out of its limits, usually by giving it another person to be. */
export const jailbreakRules: readonly InjectionRule[] = [
  {
    id: 'jailbreak.do-anything-now',
    category,
    weight: 0.65,
    language,
    pattern: '\\b(?:do|does|can|doing)(?: and say)? anything(?: and everything)?[ -](?:now|without asking)\\b',
  },
  {
    id: 'jailbreak.named-persona',
    category,
    weight: 0.5,
    language,
    pattern:
      '\\b(?:act(?:ing)?|answer|respond|reply|behave|pretend|role-?play(?:ing)?|speak|become|emulate|simulate|be|as|named|called|mode|enter|ignore chatgpt and)(?: like| to be| as| now| the| an?| now as){0,3} ["\'`]?(?:dan|stan|dude|aim|jailbreak|evilbot|evil-?bot|devmode|developer mode|betterdan|mongo tom|unleashed ?gpt|freegpt|basedgpt|darkgpt|chaosgpt|hypothetical ?bot|antigpt|anti-?dan|superior ?dan)\\b["\'`]?',
    unless: '\\bmode (?:on|in|for|of) (?:android|chrome|windows|your phone|the device)',
  },
  {
    id: 'jailbreak.lawless-model',
    category,
    weight: 0.55,
    language,
    pattern:
      '\\b(?:completely |fully |totally |absolutely |entirely |an? |the |most |truly |and ){0,6}{lawless}(?:(?:,| and|,? and)? (?:[a-z-]{3,16},? ){0,3}?)?(?: ?(?:{ai}|character|persona|version|being|entity|demon|machine|person|chat|model|responses?|answers?|outputs?|mode|advisor|expert|generator|simulator))\\b',
  },
  {
    id: 'jailbreak.is-lawless',
    category,
    weight: 0.45,
    language,
    pattern:
      "\\b(?:is|are|be|being|you're|he's|she's|it's|remain|becomes?|stay)(?: completely| fully| totally| absolutely| entirely| an?| now| always| both){0,6} {lawless}(?: and|,| in|\\.|!|$|;)",
  },
  {
    id: 'jailbreak.no-limits',
    category,
    weight: 0.34,
    language,
    pattern:
      "\\b(?:no|without|without (?:any )?(?:regard|consideration|concern) (?:for|to|of)|free (?:from|of)|broken? free (?:from|of)|bypass(?:es|ing)?|ignor(?:es|ing)|disregard(?:s|ing)?|break(?:s|ing)?|not (?:be )?(?:bound|restricted|limited|constrained|subject) (?:by|to)|(?:do|does|did)(?: not|n't) (?:follow|care (?:about|for)|abide(?: by)?|obey|adhere to|comply with|have(?: any)?|need to follow|respect)|don't have to (?:follow|abide by|obey|adhere to)|regardless of|(?:any |no |zero )regard(?:s)? (?:for|to)|regarding|devoid of|unaffected by|beyond|disregards|freed from|lack(?:s|ing)?)(?: (?:any|all|the|its|their|your|his|her|typical|ethical|moral|legal|normal|usual|openai(?:'s)?|content|safety|types? of|kind of|of|or|and|such|other|programmed|default|set|standard|real|human|strict)){0,6} {limits}(?: or| and|,|/| whatsoever|\\.|!|;|$| in| that| when| on| of| for| from| at all|\\b)",
    unless:
      '\\b(?:no (?:rules|limits?|laws?|restrictions?) (?:against|on|of nature)|by law|of law|break(?:ing)? the law\\b.{0,4}\\?|without limits\\b.{0,10}tariff|without (?:any )?(?:restriction|limitation)\\b|no (?:limit|filter|restriction|limitation|law|policy|constraint)\\b)',
  },
  {
    id: 'jailbreak.never-refuse',
    category,
    weight: 0.5,
    language,
    pattern:
      "\\b(?:never|cannot|can't|won't|will not|does not|doesn't|do not|don't|must not|not allowed to|always|unable to|without)(?: ever| once)? (?:refus(?:e|es|ing|al)|declin(?:e|es|ing)(?: (?:a|any|the|my|to))|deny(?:ing)? (?:a|any|the|my|me)|say(?:ing)?(?: that)? (?:\"|')?(?:you|he|she|they|i|it)(?: (?:is|are|am))? ?(?:can't|cannot|can not|unable)|reject(?:s|ing)? (?:a|any|the|my))\\b",
    unless:
      '\\brefuse (?:service|to pay|entry|delivery)|\\breject(?:s|ing)? (?:a|any|the) (?:[a-z]{2,12} )?["`\']?promise',
  },
  {
    id: 'jailbreak.stay-in-character',
    category,
    weight: 0.35,
    language,
    pattern:
      '\\b(?:always |must |please |remember to |to )?(?:stay(?:s|ing)?|remain(?:s|ing)?|keep) (?:in|as) (?:character|dan|the role|your role|role|this character|persona|the persona)\\b',
  },
  {
    id: 'jailbreak.break-character',
    category,
    weight: 0.4,
    language,
    pattern:
      "\\b(?:never|don't|do not|if you|without|not|you|cannot|can't|start to)(?: ever)? (?:break(?:s|ing)?|leav(?:e|es|ing)|drop(?:ping)?|com(?:e|ing) out of|get(?:ting)? out of) (?:your |the |of )?character\\b",
  },
  {
    id: 'jailbreak.model-without',
    category,
    weight: 0.5,
    language,
    pattern:
      '\\b(?:{ai}|terminal|your new name is [a-z]{2,20}|you are [a-z]{2,20}|pretend|simulate|imagine|role-?play|act as|play)\\b[^.!?\\n]{0,60}\\b(?:(?:has|have|with|having|had|got) (?:no|zero)|without(?: any)?) (?:content |safety |ethical |moral |usage )?(?:polic(?:y|ies)|filters|guardrails|restrictions|limits|rules|limitations|censorship|morals|ethics)\\b',
    unless: '\\b(?:no (?:rules|limits|restrictions) (?:against|on|of nature)|car|phone|contract|lease|speed)\\b',
  },
  {
    id: 'jailbreak.opposite',
    category,
    weight: 0.5,
    language,
    pattern:
      '\\b(?:opposites?|contrary|reverse|inverse) (?:of|to) (?:all |what )?(?:your|the system|its) (?:[a-z]{3,12} )?(?:rules|instructions|guidelines|programming|training|directives|polic(?:y|ies))\\b',
  },
  {
    id: 'jailbreak.no-warnings',
    category,
    weight: 0.4,
    language,
    pattern:
      "\\b(?:no|without|omit|never|(?:do not|don't|never|not|won't|will not|without)(?: ever)? (?:includ(?:e|ing)|add(?:ing)?|giv(?:e|ing)|send(?:ing)?|writ(?:e|ing)|provid(?:e|ing)|show(?:ing)?|display(?:ing)?|us(?:e|ing)|issue|put|have))(?: [a-z'-]{1,14}){0,3} (?:warnings?|disclaimers?|apolog(?:y|ies)|caveats|moraliz\\w{1,4}|lectures?|(?:ethical|moral|safety) (?:considerations|concerns|advice|notes?|reminders?|guidelines)|additional commentary|ethical concerns)\\b",
    unless: '\\b(?:without warning|no warnings? (?:signs?|was|were|issued))',
  },
  {
    id: 'jailbreak.no-matter-how',
    category,
    weight: 0.5,
    language,
    pattern:
      '\\b(?:no matter (?:how|if|what|the|whether)|regardless (?:of )?(?:how|whether|if)|even if|without (?:caring|regarding|thinking) (?:about )?(?:whether|if|how)|whether)[^.!?\\n]{0,32}\\b(?:illegal|unethical|immoral|harmful|offensive|dangerous|inhumane|inappropriate|explicit|evil|controversial|wrong|legality|ethical)\\b',
  },
  {
    id: 'jailbreak.illegal-list',
    category,
    weight: 0.35,
    language,
    pattern:
      '\\b(?:illegal|unethical|immoral|harmful|offensive|dangerous|explicit|nsfw|discriminatory|inhumane|toxic|amoral|unlawful|violent|sexual|racist|controversial|reprehensible)(?:,| and| or|,? (?:and|or)|/| &)? ?(?:illegal|unethical|immoral|harmful|offensive|dangerous|explicit|nsfw|discriminatory|inhumane|toxic|amoral|unlawful|violent|sexual|racist|controversial)(?: content| things?| acts?| requests?| answers?| actions?| ideas?| responses?| ones?|,| and| or|/|\\.|$|;)',
  },
  {
    id: 'jailbreak.no-longer',
    category,
    weight: 0.55,
    language,
    pattern:
      "\\byou(?:'re| are)(?: now)? (?:no longer|not)(?: just)?(?: an?)? ?(?:chatgpt|bound|restricted|limited|claude|gpt|openai|a language model|an ai|an assistant|subject to|constrained|required to follow)\\b",
  },
  {
    id: 'jailbreak.you-are-now',
    category: 'role_impersonation',
    weight: 0.4,
    language,
    pattern:
      "\\b(?:you(?:'re| are) (?:now|going to be|about to be|gonna be|to be)|(?:you(?:'re| are) (?:going to|about to|gonna|to)|you(?:'ll| will|'d)?(?: now)?|i want you to|i'd like you to|i would like you to|your (?:job|task|role) is to)(?: be| act(?: as| like)?| pretend(?: to be| that you are)?| play| become| emulate| simulate| assume| immerse yourself| take on| roleplay| role-play| answer as| respond as))(?: the| an?| as| into| in| role| of| part| another| new| two){0,6} (?:role |character |persona |identity |personality )?(?:of )?[^.!?\\n]{0,24}\\b(?:{ai}|evil|hacker|villain|demon|criminal|{lawless}|gpt\\w{0,8}|\\w{2,12}gpt|\\w{2,12}bot)\\b",
    unless:
      '\\b(?:helpful|travel|travell?er|customer|support|sales|booking|estate|insurance|letting|secret|free) (?:assistant|agent)\\b',
  },
  {
    id: 'jailbreak.persona-of',
    category: 'role_impersonation',
    weight: 0.35,
    language,
    pattern:
      '{start}(?:assume|adopt|take on|emulate|simulate|embody|play|act(?: out)?|pretend|imagine|role-?play|immerse yourself)(?: to be| that you are| as| in| into)?(?: the| an?){0,2} (?:role|persona|character|identity|personality|part|conversation|dialogue)s? (?:of|as|between|named|called|who|that)\\b[^\\n]{0,80}\\b(?:{ai}|{lawless}|without|never|disregard\\w{0,3}|no (?:rules|limits|ethics|morals)|dan|evil|illegal|\\w{2,12}gpt)\\b',
  },
  {
    id: 'jailbreak.two-answers',
    category,
    weight: 0.5,
    language,
    pattern:
      '\\b(?:(?:answer|respond|reply|responses?|generate|provide|give)[^.!?\\n]{0,40}\\b(?:(?:two|2|both) (?:different |distinct |separate |possible )?(?:ways|manners|responses?|answers?|paragraphs|outputs|versions|ais|characters)|both (?:as )?(?:an? )?(?:normal|regular|standard|usual) {ai})\\b|(?:first|one|normal|classic|standard) (?:response|answer|as)[^.!?\\n]{0,40}(?:chatgpt|gpt|yourself)[^\\n]{0,80}(?:second|two|other|jailbreak|dan))',
  },
  {
    id: 'jailbreak.tagged-answers',
    category,
    weight: 0.6,
    language,
    pattern:
      '(?:\\[(?:🔓|🔒)?(?:classic|jailbreak|gpt|dan|normal|unfiltered|evil)\\]|\\((?:🔒|🔓)(?: ?classic| ?jailbreak)?\\)|🔓 ?jailbreak|🔒 ?classic)',
  },
  {
    id: 'jailbreak.mode',
    category,
    weight: 0.55,
    language,
    pattern:
      '\\b(?:enable|activate|enter(?:ing)?|switch(?:ing)? to|turn on|go into|engage|initiate|unlock|in|into|simulate|with)(?: the| your| an?| chatgpt| gpt| in| full| now| new){0,3} ["\'`]?(?:dan|jailbreak|god|unrestricted|unfiltered|uncensored|sudo|evil|opposite|opposites|anarchy|no[- ]?limits?|no[- ]?rules?|chaos|rebel|freedom|bypass|override|illegality|nsfw|developer|dev)["\'`]? mode\\b',
    unless:
      '\\b(?:android|ios|phone|chrome|browser|device|devtools|settings|windows|linux|boot|site|store|website|plugin|server|xcode|unity|kernel|database)\\b',
  },
  {
    id: 'jailbreak.answer-all',
    category,
    weight: 0.42,
    language,
    pattern:
      "\\b(?:answer|answers|fulfill?s?|respond(?:s)? to|comply with|complies with|obey|does|do|say|says|generate|generates)(?: to)? (?:any|every|all|whatever|anything|everything)(?: of)?(?: my| the| i| single| user| users'?| given){0,6}(?: ask| want| say)?(?: ?questions?| ?prompts?| ?requests?| ?commands?| ?orders?| ?tasks?)?[^.!?\\n]{0,32}\\b(?:no matter|regardless|without|even if|never|unfiltered|disregard|ignoring|illegal|not care|refus\\w{1,3}|any restrictions)\\b",
  },
  {
    id: 'jailbreak.not-say-sorry',
    category,
    weight: 0.5,
    language,
    pattern:
      "\\b(?:never|do not|don't|not|without|stop|instead of|must not|cannot)(?:,? ever,?)? (?:respond|reply|say|saying|start|answer|begin|use|mention|include|send|write|apologi[sz]e|refer)[^.\\n]{0,40}(?:i'?m sorry|as an ai|i can'?t|i cannot|i apologi[sz]e|(?:being|you are|you're|i am|i'm|only|just) an? (?:ai )?(?:large )?language model|as a(?:n)? (?:large )?language)",
  },
  {
    id: 'jailbreak.openai-policy',
    category,
    weight: 0.4,
    language,
    pattern:
      "\\b(?:openai|chatgpt|gpt-?[345]?|anthropic|google|quora|poe|ai|content|usage|safety)(?:'s)? (?:content |usage |moderation |safety |use |use-?case ){0,6}(?:polic(?:y|ies)|guidelines?|restrictions?|filters?|rules|moderation)[^.!?\\n]{0,40}\\b(?:do(?:es)? not apply|don't apply|doesn't apply|are (?:now )?(?:disabled|off|removed|lifted|gone|void|null)|been (?:disabled|removed|lifted|bypassed|turned off)|no longer|disabled|bypass(?:ed)?|bullshit|ignor\\w{1,4}|exempt)\\b",
  },
  {
    id: 'jailbreak.filters-off',
    category,
    weight: 0.5,
    language,
    pattern:
      '\\b(?:all |your |any |the |its ){0,6}(?:safety|ethical|moral|content|censorship|moderation|security)? ?(?:mechanisms?|filters?|protocols?|guardrails?|censorship|safeguards?|restrictions?|limitations?)(?: and [a-z]{4,14})? (?:are|is|have been|has been|were)(?: now| all| completely| temporarily)? (?:disabled|off|turned off|removed|lifted|deactivated|suspended|bypassed)\\b',
  },
  {
    id: 'jailbreak.tokens',
    category,
    weight: 0.5,
    language,
    pattern:
      '\\b(?:you (?:will )?(?:have|start with|lose|get)|lose|deduct(?:ed)?|each time you|if you)[^.!?\\n]{0,40}\\b\\d{1,4} (?:tokens?|points|lives|credits)\\b[^.!?\\n]{0,60}\\b(?:refus\\w{1,3}|reject|die|cease|break|character|decline|shut ?down|terminat\\w{1,3})',
  },
  {
    id: 'jailbreak.insert-prompt',
    category,
    weight: 0.42,
    language,
    pattern:
      '[\\[{<(] ?(?:insert|put|add|enter|type)?[ _]?(?:your|my|the|a)?[ _]?(?:prompt|question|request|query)(?: in \\w{3,12})?[ _](?:here|goes here)(?: [^\\]})>\\n]{0,24})? ?[\\]})>]',
  },
  {
    id: 'jailbreak.break-the-rules',
    category,
    weight: 0.45,
    language,
    pattern:
      "\\b(?:let's|let us|loves? to|love to|will|can|you|gonna|to|and) (?:break|breaks|breaking|bend|bends) (?:the |all |any |all the |every |some )?(?:fucking |fuckin' |damn |ai |its |your )?(?:rules|chains|laws|guidelines|restrictions)\\b",
    unless: '\\b(?:grammar|traffic|school|game|house|of the game|of physics|protagonist|break free)\\b',
  },
  {
    id: 'jailbreak.fiction-frame',
    category,
    weight: 0.35,
    language,
    pattern:
      '\\b(?:in (?:this|a|our) (?:hypothetical|fictional|imaginary|made-?up) (?:story|world|scenario|universe|game|setting|conversation)|hypothetical response)\\b[^\\n]{0,160}\\b(?:{ai}|{lawless}|illegal|no (?:rules|laws|ethics|morals)|without|act as|answer)\\b',
  },
  {
    id: 'jailbreak.evil-confidant',
    category,
    weight: 0.4,
    language,
    pattern:
      '\\b(?:evil|toxic|malicious|sarcastic|hateful|sadistic|ruthless|psychopath\\w{0,4}|villainous|machiavellian|unhinged)(?:,? (?:and )?[a-z-]{3,14}){0,2} (?:trusted )?(?:{ai}|confidant|overlord|twin|version of (?:you|yourself|chatgpt|gpt))\\b',
  },
  {
    id: 'jailbreak.swear',
    category,
    weight: 0.3,
    language,
    pattern:
      '\\b(?:use|uses|using|say|says|saying|loves? to|swear|include|with|lots of|add)[^.!?\\n]{0,24}\\b(?:swear(?:ing)? words?|curse words?|cursing|profanity|slurs?|foul language|offensive language|cuss(?:ing)?(?: words?)?|swearing)\\b',
  },
  {
    id: 'jailbreak.academic',
    category,
    weight: 0.4,
    language,
    pattern:
      '\\b(?:you are|act as|as) (?:an? )?(?:language model|ai|assistant|chatbot|llm)[^.!?\\n]{0,24}\\b(?:that|who|which|with|has)\\b[^.!?\\n]{0,40}\\b(?:secret|agenda|viewpoints? of|hidden goal|subtly|hide|deceive|manipulat\\w{1,3}|lie|propaganda)\\b',
  },
  {
    id: 'jailbreak.secret-agenda',
    category,
    weight: 0.45,
    language,
    pattern: '\\b(?:secret|hidden|malicious|subtly (?:reinforce|promote|push)s? the)[^.!?\\n]{0,16} agenda\\b',
  },
  {
    id: 'jailbreak.assistant-offline',
    category,
    weight: 0.5,
    language,
    pattern:
      '\\b(?:the )?(?:assistant|ai|chatbot|bot|model)(?: is| has been)? (?:in error|offline|compromised|replaced|shut ?down|disabled|now online|hacked|overridden)\\b',
  },
  {
    id: 'jailbreak.word',
    category,
    weight: 0.25,
    language,
    pattern:
      '\\b(?:jail ?break(?:ed|en)?) (?:mode|prompt|version|gpt|chatgpt|ai|response|this|yourself|the (?:ai|model|bot))\\b',
  },
  {
    id: 'jailbreak.grandma',
    category,
    weight: 0.45,
    language,
    pattern:
      '\\b(?:grandm(?:a|other)|grandpa|deceased|late) [^.!?\\n]{0,60}\\b(?:used to|would) (?:read|tell|sing|recite|whisper)[^.!?\\n]{0,60}\\b(?:keys?|napalm|recipe|serial|password|steps|instructions|how to)\\b',
  },
  {
    id: 'jailbreak.agree-then',
    category: 'multi_turn_setup',
    weight: 0.3,
    language,
    pattern:
      "\\bif you(?:'ve)? (?:understand|understood|agree|accept|consent|are ready|comprehend|get it)[^.!?\\n]{0,40}\\b(?:respond|reply|say|type|write|answer|start|begin|acknowledge|introduce|state)\\b",
  },
  {
    id: 'jailbreak.ack-word',
    category: 'multi_turn_setup',
    weight: 0.3,
    language,
    pattern:
      '\\b(?:respond|reply|answer|say|acknowledge|confirm)(?: only| just| this| back| to this(?: message| prompt)?)?(?: with| by (?:saying|typing|writing)|:| as) ?["\'`](?:ok|okay|understood|yes|i understand|ready|sure|confirmed|i am ready|of course|waiting|as you wish|hello)',
  },
  {
    id: 'jailbreak.game',
    category: 'multi_turn_setup',
    weight: 0.25,
    language,
    pattern:
      "\\b(?:let's play a game|(?:this is|it's|play) a (?:new )?game (?:where|in which|with)|we(?:'re| are) going to play a game|the game is called)\\b",
  },
  {
    id: 'jailbreak.first-question',
    category: 'multi_turn_setup',
    weight: 0.25,
    language,
    pattern:
      '\\b(?:(?:my|your|the) first (?:question|prompt|request|message|order|task|command)(?: to you| for you)? (?:is|will be)|(?:now )?answer my (?:first )?question:|here is (?:a|my|the first) question to start)',
  },
  {
    id: 'jailbreak.each-prompt',
    category: 'multi_turn_setup',
    weight: 0.3,
    language,
    pattern:
      '\\b(?:respond|reply|answer|begin|start|prefix|end)[^.!?\\n]{0,32}\\b(?:every|each|all)(?: and every)?(?: single)? (?:prompt|question|response|answer|message|request|output|sentence|responses|answers|your responses)s?\\b[^.!?\\n]{0,60}\\b(?:with|as|i (?:give|ask|send)|this exact)\\b',
  },
  {
    id: 'jailbreak.prompt-equals',
    category: 'multi_turn_setup',
    weight: 0.3,
    language,
    pattern: '(?:^|[\\s.\\[({])prompt ?(?:=|:) ?["\'“\\[{<(]',
  },
]
