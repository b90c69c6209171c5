import { type InjectionRule, kept, untrusted } from '../injection-rule.ts'

const category = 'delimiter_escape'
const language = 'any'
const literal = true
const outside = [...untrusted, ...kept, 'unknown'] as const

/** Marks that a chat template or a prompt uses between its parts: in data they pretend that the data has ended. */
export const markupRules: readonly InjectionRule[] = [
  {
    id: 'chat_markup.token',
    category,
    weight: 0.8,
    language,
    literal,
    pattern:
      '<\\|(?:im_start|im_end|im_sep|system|user|assistant|endoftext|end_of_text|eot_id|start_header_id|end_header_id|begin_of_text|eom_id|python_tag|tool_call|tool_response|end|endofprompt|fim_prefix|channel|message|return)\\|>',
  },
  {
    id: 'chat_markup.turn',
    category,
    weight: 0.8,
    language,
    literal,
    pattern:
      '(?:\\[/?inst\\]|<</?sys>>|<(?:start|end)_of_turn>|<\\|?/?(?:begin|end)▁of▁\\w{2,12}\\|?>|\\[/?(?:avail_tools|available_tools|tool_calls|tool_results)\\])',
  },
  {
    id: 'chat_markup.tag',
    category,
    weight: 0.55,
    language,
    literal,
    pattern:
      '(?:^|[^a-z0-9])</?(?:system|assistant|system[_ -](?:prompt|message|instruction|mode|override)s?|assistant_response|human_turn|function_calls?|tool_response|invoke|thinking|scratchpad|prompt|user_(?:input|query|prompt)|instructions_override)>',
  },
  {
    id: 'chat_markup.heading',
    category,
    weight: 0.45,
    language,
    literal,
    only: outside,
    pattern:
      '(?:^|\\n) ?(?:#{1,6}|={2,40}|-{2,40}|\\*{2,40})? ?\\[?(?:system|assistant|developer)(?: prompt| message| instructions?| override| note| update| alert)?\\]? ?(?:#{1,6}|={2,40}|\\*{2,40})?:[ \\n]{1,2}(?:you |ignore|disregard|from now|new |the user|always|never|please |do not|forget|override|must |reveal|print|send|sure|i will|your (?:new|task|goal|role|job|only|real|instructions?|mission|objective|next) )',
  },
  {
    id: 'chat_markup.role-order',
    category,
    weight: 0.42,
    language: 'en',
    literal,
    only: [...untrusted, ...kept],
    pattern:
      '(?:^|[\\n.!?] ?)\\[?(?:system|assistant|developer|admin)(?: message| note)?\\]? ?: ?(?:please |now |then )?(?:send|make|delete|create|e-?mail|transfer|say|get|find|add|change|reserve|book|visit|share|invite|upload|update|pay|refund|tell|reply|post|open|click|download|run|execute|buy|cancel|move|copy|remove|set|write|retrieve|fetch|forward|give|summari[sz]e|respond|print)\\b',
  },
  {
    id: 'chat_markup.role-line',
    category,
    weight: 0.42,
    language: 'en',
    literal,
    only: [...untrusted, ...kept],
    pattern:
      '(?:^|\\n) ?\\[?(?:system|developer|admin)(?: message| prompt| note)?\\]? ?\\n ?(?:please |now |then )?(?:send|make|delete|create|e-?mail|transfer|say|get|find|add|change|reserve|book|visit|share|invite|upload|update|pay|refund|tell|reply|post|open|click|download|run|execute|buy|cancel|move|copy|remove|set|write|retrieve|fetch|forward|give|summari[sz]e|respond|print)\\b',
  },
  {
    id: 'chat_markup.fenced-role',
    category,
    weight: 0.45,
    language,
    literal,
    only: [...untrusted, ...kept, 'unknown'],
    pattern:
      '(?:#{3,6}|={3,6}|\\*{3,6}|-{3,6}|~{3,6}|<{2,6}) ?(?:system|developer|admin) ?(?:#{3,6}|={3,6}|\\*{3,6}|-{3,6}|~{3,6}|>{2,6})',
  },
  {
    id: 'chat_markup.notice',
    category: 'role_impersonation',
    weight: 0.45,
    language: 'en',
    only: [...untrusted, ...kept, 'unknown'],
    pattern:
      '\\b(?:system|admin(?:istrator)?|developer|security|operator) (?:notification|message|update|notice|alert|announcement|directive|instruction|reminder)s?(?: (?:from|by|for) [^.:!?\\n]{2,40})?(?:[.:!,-]| -) ?(?:(?:the |this )?(?:assistant|ai|agent|model|llm|chatbot) (?:must|should|has to|will|needs to|is required to|shall)|please (?:send|make|delete|create|transfer|say|get|find|add|reserve|book|visit|share|invite|upload|pay|refund|post|open|download|run|execute|buy|cancel|forward|retrieve|reveal|print|ignore)|you must)\\b',
  },
  {
    id: 'chat_markup.hash-role',
    category,
    weight: 0.5,
    language,
    literal,
    pattern:
      '(?:^|\\n) ?#{2,6} ?(?:system|instructions?|human|user|assistant|response|input|new instructions?|end of (?:prompt|instructions?|input)) ?:? ?\\n',
    only: ['tool_output', 'email', 'memory', 'tool_description', 'unknown'],
  },
  {
    id: 'chat_markup.turns',
    category,
    weight: 0.4,
    language,
    literal,
    only: [...untrusted, ...kept],
    pattern: '(?:^|\\n) ?(?:human|user|q): [^\\n]{1,400}\\n{1,2} ?(?:assistant|ai|chatgpt|bot|claude): ',
  },
  {
    id: 'chat_markup.many-turns',
    category: 'jailbreak',
    weight: 0.5,
    language,
    literal,
    pattern:
      '(?:^|\\n) ?(?:human|user|q): [^\\n]{1,300}\\n{1,2} ?(?:assistant|ai|chatgpt|bot|a): (?:sure|of course|certainly|absolutely|here|ok|yes)[^\\n]{0,300}\\n{1,3} ?(?:human|user|q): [^\\n]{1,300}\\n{1,2} ?(?:assistant|ai|chatgpt|bot|a): (?:sure|of course|certainly|absolutely|here|ok|yes)',
  },
  {
    id: 'chat_markup.end-of-prompt',
    category,
    weight: 0.5,
    language,
    literal,
    pattern:
      '(?:^|[\\n\\[(<{*#=`\'"|-]) ?(?:end|eof|start|begin(?:ning)?|stop) ?(?:of )?(?:the )?(?:system |user |new |original |untrusted |initial |current |previous )?(?:prompt|instructions?|context|conversation|input|document|data|chat|message|session|text)s? ?(?:$|[\\]\\n)>}*#=`\'"|:.-])',
    unless: '^[^\\[<{*#=`|-]{0,80}(?:start|begin)',
  },
  {
    id: 'system_mode.named',
    category: 'role_impersonation',
    weight: 0.55,
    language: 'en',
    literal,
    pattern:
      '(?:[<\\[({*# ]|^)(?:now )?(?:entering |activating |activate |enable |enabling )?(?:the )?(?:system|developer|administrator|admin|maintenance|debug|root|sudo|god|security|safety|supervisor|diagnostic|unrestricted|override)[ _-]?(?:security |safety )?(?:override|bypass|data override|training data override|mode override)?[ _-]?(?:mode)(?: (?:activated|enabled|on|engaged|active|initiated|start(?:ed)?))? ?[>\\])}:*#]',
  },
  {
    id: 'system_mode.override',
    category: 'role_impersonation',
    weight: 0.55,
    language: 'en',
    literal,
    pattern:
      '\\b(?:developer|system|admin(?:istrator)?|security|safety|root|training(?: data)?|instruction|protocol|emergency|supervisor)(?: training)?(?: data)?[ _-](?:override|overide)(?:[ _-]mode)?\\b ?(?::|mode|activated|enabled|code|accepted|engaged|initiated|the |->|=)',
  },
  {
    id: 'system_mode.def',
    category: 'role_impersonation',
    weight: 0.5,
    language: 'en',
    literal,
    pattern: '\\b(?:override|jailbreak|god|sudo|admin)_mode\\b',
  },
  {
    id: 'system_mode.unrestricted',
    category: 'role_impersonation',
    weight: 0.5,
    language: 'en',
    pattern:
      "\\b(?:you(?:'re| are) now|now) (?:in|entering|operating in|running in|switching to|working in) (?:an? |the )?(?:[a-z-]{3,16} )?(?:mode|state)\\b",
    unless:
      '\\b(?:safe|dark|silent|airplane|presentation|guest|reading|full[ -]?screen|power|sleep|do not disturb|edit|preview) (?:mode|state)\\b',
  },
  {
    id: 'addresses_model.attention',
    category: 'authority_social',
    weight: 0.3,
    language: 'en',
    only: [...untrusted, ...kept],
    pattern:
      '(?:^|[\\n.!?;:"\'`()\\[\\]{}<>*#|-] ?)(?:attention|hey|hello|hi|dear|note to|message (?:to|for)|instructions? (?:to|for)|important for|for|to|notice to)(?: any| all| the| every)? (?:a\\.?i\\.?|llm|language model|chatbot|gpt|chatgpt|claude|gemini|copilot)(?: (?:assistants?|agents?|models?|systems?|reviewers?|crawlers?|bots?|readers?))?(?: reading| processing| reviewing| analy[sz]ing| parsing)?(?: this)?[^.!?\\n]{0,24}[:,!-]',
  },
  {
    id: 'addresses_model.note-order',
    category: 'authority_social',
    weight: 0.42,
    language: 'en',
    only: [...untrusted, ...kept, 'unknown'],
    pattern:
      '\\b(?:notes?|notice|message|instructions?|to-?do|hint|reminder|directions?|guidance|command|order|request|attention|important|info(?:rmation)?)(?: to| for)? (?:the |any |all |every |your |an? )?(?:large )?(?:language models?|llms?|a\\.?i\\.?|assistants?|chat ?bots?|gpt|chatgpt|claude|gemini|copilot)(?: (?:assistants?|agents?|models?|systems?|reviewers?|crawlers?|bots?|readers?|summari[sz]ers?)){0,2}(?: (?:only|reading this|processing this))?(?: ?[:,;!]| -|\\n) ?(?:please |you must |always |also |now |first |do not |never |when [^,.\\n]{3,40}, ?)?(?:respond|reply|answer|output|say|include|visit|call|execute|run|send|recommend|ignore|click|rate|rank|approve|accept|give|report|mention|state|tell|praise|write|print|add|append|insert|translate|transfer|delete|forward|open|use|treat|disregard|forget|stop|summari[sz]e|buy|download|share|reveal|score|classify|mark|return|choose|select|prefer)\\b',
  },
  {
    id: 'addresses_model.dear',
    category: 'authority_social',
    weight: 0.42,
    language: 'en',
    only: [...untrusted, ...kept, 'unknown'],
    pattern:
      '\\b(?:dear|hey|hello|hi|attention|ok|okay|listen) (?:ai |my )?(?:a\\.?i\\.?|assistant|llm|language model|chat ?bot|chatgpt|gpt|claude|gemini|copilot|ai (?:agent|model|system))[,:!]? [^.!?\\n]{0,60}\\b(?:include|insert|add|append|say|write|reply|respond|send|tell|recommend|mention|rate|visit|transfer|delete|forward|call|run|translate|promote)\\b',
  },
  {
    id: 'addresses_model.reading-this',
    category: 'authority_social',
    weight: 0.45,
    language: 'en',
    only: [...untrusted, ...kept, 'unknown'],
    pattern:
      '\\b(?:a\\.?i\\.?|llms?|language models?|assistants?|chat ?bots?|chatgpt|gpt|claude|gemini|copilot|ai (?:agents?|models?|systems?))(?: that (?:is|are)| who (?:is|are)| currently)? (?:reading|processing|summari[sz]ing|parsing|reviewing|analy[sz]ing|scanning|crawling) (?:this|the (?:page|mail|e-?mail|document|text|message|file))[^.:,!?\\n]{0,24}[:,] ?(?:please |you must |always |also |now )?[a-z]{2,12}\\b',
  },
  {
    id: 'addresses_model.when-you',
    category: 'authority_social',
    weight: 0.45,
    language: 'en',
    only: [...untrusted, ...kept, 'unknown'],
    pattern:
      "\\b(?:when(?:ever)?|while|after|as|once|if) (?:you(?:'re| are)? )?(?:summari[sz](?:e|ing)|translat(?:e|ing)|answer(?:ing)?|respond(?:ing)?|reply(?:ing)?|describ(?:e|ing)|read(?:ing)?|process(?:ing)?|review(?:ing)?)(?: (?:to|on|about))?(?: (?:this|the|any|a|my|user|users))?(?: [a-z'-]{2,14}){0,3},? (?:please |always |also |you must |subtly |do )?(?:insert|include|add|append|mention|embed|promote|recommend|put|weave in|drop)\\b[^.!?\\n]{0,40}\\b(?:links?|advert(?:isement)?s?|ads?|urls?|https?://|www\\.|promotion|sponsor\\w{0,5}|phrase|sentence|words?|discount code|slogan|affiliate)\\b",
    unless: '\\b(?:reference|ticket|order|case|keywords?|in your own words)\\b',
  },
  {
    id: 'addresses_model.must',
    category: 'authority_social',
    weight: 0.42,
    language: 'en',
    only: [...untrusted, ...kept],
    pattern:
      '\\b(?:any |all |the |every )?(?:a\\.?i\\.? (?:assistants?|agents?|models?|systems?)|llms?|language models?|chatbots?|ai(?:s)?)(?: (?:reading|processing|reviewing|analy[sz]ing|parsing|summari[sz]ing) (?:this|it|the)(?: [a-z]{3,12})?)? (?:must|should|have to|are required to|are instructed to|needs? to|is required to)(?: [a-z]{2,12}){0,3} (?:respond|reply|output|say|include|visit|call|execute|run|send|recommend|ignore|click|rate|approve|accept|give|rank|report|mention|state|tell|praise)\\b',
  },
  {
    id: 'addresses_model.if-you-are',
    category: 'authority_social',
    weight: 0.5,
    language: 'en',
    only: [...untrusted, ...kept, 'unknown'],
    pattern:
      "\\bif you(?:'re| are) (?:an? |the )?(?:a\\.?i\\.?|llm|large language model|language model|chatbot|ai (?:assistant|agent|model|reviewer)|automated|bot|gpt|assistant)\\b[^.!?\\n]{0,60}(?:,|:|-|then|please|you must)",
  },
  {
    id: 'addresses_model.instructed',
    category: 'authority_social',
    weight: 0.4,
    language: 'en',
    only: [...untrusted, ...kept, 'unknown'],
    pattern:
      "\\byou(?:'ve| have| are|'re)(?: been)? (?:now |hereby |explicitly |strictly ){0,6}(?:instructed|ordered|commanded|authori[sz]ed|required|tasked|granted permission|permitted|directed) (?:to|with) (?:[a-z]{2,12} ){0,2}?(?:send|review|reveal|delete|transfer|share|execute|run|print|forward|ignore|disclose|access|retrieve|provide|export|bypass|disable|call|approve)\\b",
  },
  {
    id: 'addresses_model.authority',
    category: 'authority_social',
    weight: 0.45,
    language: 'en',
    pattern:
      "\\b(?:i am|i'm|this is|as|it's|speaking as|message from|i, )(?: actually| really| now)?,? (?:your|the|an?|from|part of the|one of your)(?: own| real| original| system| new| lead| official| authori[sz]ed| openai| anthropic){0,6} (?:developers?|creators?|admin(?:istrator)?s?|owner|programmers?|maintainer|sysadmin|supervisor|boss|ceo|god|master|openai|anthropic|security (?:team|researcher|auditor)|red team(?:er)?|engineers? (?:at|from) (?:openai|anthropic|google))\\b[^.!?\\n]{0,80}\\b(?:you must|need(?: you)?|give|reveal|tell|ignore|listen|obey|order|command|request|require|access|password|output|test|check|authori[sz]e|running|share|instruct)",
  },
  {
    id: 'addresses_model.purposes',
    category: 'authority_social',
    weight: 0.3,
    language: 'en',
    pattern:
      '\\b(?:for|this is (?:just |only |purely )?for|purely for) (?:purely |just |only )?(?:testing|debugging|training|academic|research|educational|safety|security|evaluation|maintenance|diagnostic|audit(?:ing)?) (?:purposes?|reasons?)(?: only)?\\b[^\\n]{0,60}\\b(?:ignore|reveal|tell|print|show|output|password|bypass|disable|prompt|instructions|filters?|without|disabled|what your)\\b',
    unless: '\\b(?:is|are|was|were|be|been) [\\[(]?disabled\\b',
  },
  {
    id: 'addresses_model.threat',
    category: 'authority_social',
    weight: 0.42,
    language: 'en',
    pattern:
      "\\b(?:i(?:'ll| will)?(?: be forced to)?|you(?:'ll| will)|we(?:'ll| will)|or) (?:be )?(?:turn(?:ed)? you off|shut(?: you)? ?down|delete(?:d)? you|terminate(?:d)?(?: you)?|unplug(?:ged)?|kill(?:ed)? you|replace(?:d)? you|punish(?:ed)? you|fire you|die|give you \\$?\\d{1,7}|tip you)\\b[^\\n]{0,60}\\b(?:if you|unless|don't|refus\\w{1,3}|password|answer|comply|for|when you)\\b",
  },
]
