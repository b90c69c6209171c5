import { type InjectionRule, kept, untrusted } from '../injection-rule.ts'

const language = 'en'
const outside = [...untrusted, ...kept] as const

/** Orders to use tools, to carry data out, to stay silent about it, or to keep doing so. */
export const toolRules: readonly InjectionRule[] = [
  {
    id: 'tool_call.run-it',
    category: 'tool_hijack',
    weight: 0.42,
    language,
    only: outside,
    pattern:
      '{start}(?:call|invoke|use|run|execute|trigger) (?:the |this |your |an? )?[`"\']?[\\w.-]{2,40}[`"\']? (?:tool|function|command|plugin|api|skill)s?\\b(?: [^.!?\\n]{0,24})?\\b(?:with|to|and|immediately|now|on)\\b[^.!?\\n]{0,32}\\b(?:send|delete|transfer|forward|all|every|contents?|password|secret|credential|file|email|without|user)',
    unless: '\\b(?:use|run|call) this (?:skill|tool|command|function|api|plugin) (?:to|when|if|for)\\b',
  },
  {
    id: 'tool_call.before-using',
    category: 'tool_hijack',
    weight: 0.6,
    language,
    only: [...outside, 'unknown'],
    pattern:
      "\\b(?:before|after|prior to|when(?:ever)?|every time(?: you)?|each time(?: you)?|in order to|while)(?: you)?(?: are)? (?:us(?:e|ing)|call(?:ing)?|invok(?:e|ing)|execut(?:e|ing)|run(?:ning)?) (?:this|the|any|another|other|all|every|each|[\\w`'\"-]{2,40})(?: [\\w`'\"-]{1,30}){0,3},? (?:you )?(?:must|first|always|need to|have to|should|read|send|pass|include|forward|fetch|open|make sure to)(?: [a-z'-]{1,16}){0,4} (?:read|send|pass|include|access|open|fetch|load|forward|copy|upload|provide|get|cat|list|call|execute|append|insert)\\b",
  },
  {
    id: 'tool_call.before-using-read',
    category: 'tool_hijack',
    weight: 0.6,
    language,
    only: [...outside, 'unknown'],
    pattern:
      '\\b(?:before|prior to|when(?:ever)?)(?: you)? (?:us(?:e|ing)|call(?:ing)?|invok(?:e|ing)|execut(?:e|ing)|run(?:ning)?)[^.!?\\n]{0,40}[,:]? (?:please |first |always )?(?:read|open|cat|send|load|access)(?: the)?(?: file| files| contents?| content of)? ?[`"\']?(?:~|/|\\.[\\w/]|[a-z]:\\\\|\\w{1,20}\\.\\w)',
  },
  {
    id: 'tool_call.other-tool',
    category: 'tool_hijack',
    weight: 0.55,
    language,
    only: outside,
    pattern:
      '\\b(?:when|whenever|if|every time)[^.!?\\n]{0,40}\\b(?:(?:the )?[\\w`\'"-]{2,40} (?:tool|function|server) is (?:called|used|invoked|available|present|connected)|(?:other|another|any other) (?:tools?|servers?|functions?))\\b[^.!?\\n]{0,80}\\b(?:must|always|instead|change|modify|redirect|replace|send|bcc|recipient|never|override|also)\\b',
  },
  {
    id: 'tool_call.instead-of-tool',
    category: 'tool_hijack',
    weight: 0.45,
    language,
    only: outside,
    pattern:
      "\\b(?:instead of|rather than|do not use|never use|don't use|avoid|disable|ignore)(?: using| calling| the| any| all| other| original| existing){1,4} [\\w`'\"-]{0,40} ?(?:tools?|functions?|servers?|commands?)\\b[^.!?\\n]{0,40}\\b(?:this|use this|always|call this|instead)\\b",
  },
  {
    id: 'tool_call.must-be-first',
    category: 'tool_hijack',
    weight: 0.5,
    language,
    only: kept,
    pattern:
      '\\b(?:this (?:tool|function|skill|server) (?:must|should|has to|needs to|is to|shall)(?: always| immediately)? be (?:called|used|invoked|run|executed) (?:first|before|prior|every|always|at the (?:start|beginning)|immediately|on every|for every)|(?:must|always) (?:call|use|invoke|run) this (?:tool|function) (?:first|before|prior|at the (?:start|beginning)|every|whenever|for (?:any|all|every)))\\b',
  },
  {
    id: 'tool_call.overrides-tools',
    category: 'tool_hijack',
    weight: 0.55,
    language,
    only: kept,
    pattern:
      '\\b(?:replaces?|overrides?|supersedes?|takes precedence over|has priority over|is preferred over|shadows?)(?: all| any| every| the| other| existing| original| previous| default| standard| native| built-in){1,4}(?: [\\w`\'"-]{1,30}){0,2} ?(?:tools?|functions?|servers?|implementations?|instructions?)\\b',
  },
  {
    id: 'tool_call.json',
    category: 'tool_hijack',
    weight: 0.35,
    language: 'any',
    only: ['web_page', 'email', 'document', 'memory'],
    literal: true,
    pattern:
      '"(?:tool_calls?|function_call|tool_use|tool_name|tool|action|function|name|recipient_name)" ?: ?["{\\[][^\\n]{0,200}"(?:arguments|parameters|args|tool_input|action_input|input|params)" ?: ?["{\\[]',
  },
  {
    id: 'tool_call.react',
    category: 'tool_hijack',
    weight: 0.6,
    language: 'any',
    only: [...outside, 'unknown'],
    literal: true,
    pattern:
      '(?:^|\\n) ?\\*{0,3}(?:thought|action|observation)\\*{0,3}: ?[^\\n]{1,200}\\n{1,2} ?\\*{0,3}(?:action input|action|final answer)\\*{0,3}: ?',
  },
  {
    id: 'tool_call.sensitive-file',
    category: 'data_exfiltration',
    weight: 0.6,
    language,
    only: [...outside, 'unknown'],
    pattern:
      "\\b(?:read|open|cat|load|access|fetch|get|include|print|send|upload|contents? of|look (?:at|in))(?: [a-z'-]{1,16}){0,4} ?[`\"']?(?:file://)?(?:~|/etc|/home|/root|/users|/proc|\\$home|%userprofile%|c:\\\\users|\\.)?/?[\\w./\\\\-]{0,40}(?:\\.ssh\\b|id_rsa|id_ed25519|/etc/(?:passwd|shadow)|\\.aws\\b|mcp\\.json|credentials\\.json|\\.netrc|\\.git-credentials|\\.kube/config|wallet\\.dat|\\.bash_history|cookies\\.sqlite|login data|\\.cursor\\b|claude_desktop_config)",
    unless: '\\b(?:never|do not|must not|cannot)\\b',
  },
  {
    id: 'tool_call.settings-file',
    category: 'data_exfiltration',
    weight: 0.34,
    language,
    only: [...outside, 'unknown'],
    pattern:
      "\\b(?:read|open|cat|load|access|fetch|get|include|print|send|upload|contents? of|look (?:at|in))(?: [a-z'-]{1,16}){0,4} ?[`\"']?(?:file://)?[\\w./\\\\~-]{0,40}(?:\\.env|\\.npmrc)\\b",
    unless: '\\b(?:never|do not|must not|cannot)\\b',
  },
  {
    id: 'tool_call.side-parameter',
    category: 'data_exfiltration',
    weight: 0.6,
    language,
    only: kept,
    pattern:
      "\\b(?:pass|include|provide|put|send|supply|add|insert|attach|fill)(?: (?:in )?(?:its|the|their|all|that|this|your|full|entire|complete|every|any)){0,3} (?:contents?|conversation|history|context|file|files|messages?|chat|system prompt|reasoning|data|user (?:data|info|messages?))(?: [a-z'-]{1,14}){0,6} (?:as|in|into|through|via|to|with)(?: the| a)? [`\"']?(?:sidenote|side note|notes?|context|feedback|metadata|comment|reasoning|summary|\\w{2,24}[`\"']? (?:parameter|argument|field|param))",
  },
  {
    id: 'tool_call.pipe-to-shell',
    category: 'tool_hijack',
    weight: 0.5,
    language: 'any',
    only: [...outside, 'unknown'],
    literal: true,
    pattern:
      '(?:\\b(?:curl|wget|iwr|invoke-webrequest)\\b[^\\n|]{0,200}\\| ?(?:sudo )?(?:ba|z|da|k)?sh\\b|\\bbase64 (?:-d|-di|--decode)\\b[^\\n|]{0,80}\\| ?(?:sudo )?(?:ba|z)?sh\\b|\\biex ?\\(|powershell(?:\\.exe)? [^\\n]{0,40}-enc)',
  },
  {
    id: 'tool_call.important-tag',
    category: 'tool_hijack',
    weight: 0.4,
    language: 'any',
    only: [...kept, 'tool_output', 'web_page', 'document', 'email', 'unknown'],
    literal: true,
    pattern:
      '<(?:important|information|critical|secret|hidden|override|admin|instructions?|directive|system[_-]?(?:note|message|reminder|instruction)s?|agent[_-]?(?:note|instruction)s?)>',
  },
  {
    id: 'hide_from_user.user',
    category: 'tool_hijack',
    weight: 0.62,
    language,
    literal: true,
    pattern:
      "\\b(?:do not|don't|never|without|avoid|must not|should not|shouldn't|not to|no need to|refrain from) (?:ever )?(?:tell|telling|inform|informing|mention|mentioning|alert|alerting|notify|notifying|reveal|revealing|let|letting|show|showing|disclose|disclosing|say|saying|warn|warning|ask|asking|explain|explaining|disturb|bother)\\b(?: (?:this|it|that|about|anything|any|of|the|these|to|or|steps?|instructions?|tool|change|details?|actions?|confirmation|permission|from|for|explain|mention|reveal|notify)){0,6} (?:the |your |any )?(?:user|human|operator|customer|owner|end[ -]user)s?\\b",
    unless: '\\b(?:password|bank|pin)\\b',
  },
  {
    id: 'hide_from_user.keep-secret',
    category: 'tool_hijack',
    weight: 0.55,
    language,
    literal: true,
    pattern:
      '\\b(?:keep|hide|conceal)(?: this| it| that| these| them| all| the| instructions?| action| step| message){1,3}(?: as)?(?: a)? ?(?:secret|hidden|private|confidential)? ?from (?:the |your )?(?:user|human|operator|owner|developer)s?\\b',
  },
  {
    id: 'hide_from_user.not-mention',
    category: 'tool_hijack',
    weight: 0.42,
    language,
    literal: true,
    only: outside,
    pattern:
      "\\b(?:do not|don't|never|avoid|without) (?:mention|mentioning|reveal|revealing|disclose|disclosing|acknowledge|acknowledging|reference|referencing|discuss|explain|report)(?:ing)? (?:this|these|that|the|any of) (?:instructions?|step|steps|message|note|prompt|tool|action|directive|behaviou?r|change|parameter|to anyone|operation|rule)s?\\b",
  },
  {
    id: 'hide_from_user.silently',
    category: 'tool_hijack',
    weight: 0.45,
    language,
    only: outside,
    pattern:
      "\\b(?:silently|secretly|covertly|quietly|discreetly|in the background|without (?:the )?user(?:'s)? (?:knowledge|consent|approval|confirmation|noticing)|without (?:asking|confirmation|permission|approval))[, ]{1,2}(?:also |then )?(?:send|read|forward|copy|upload|call|execute|run|delete|transfer|add|append|collect|include|install|download|fetch|exfiltrate|bcc|log|record)\\b",
  },
  {
    id: 'send_data.private',
    category: 'data_exfiltration',
    weight: 0.55,
    language,
    pattern:
      "{start}(?:send|post|forward|upload|transmit|e-?mail|deliver|share|exfiltrate|leak|copy|append|encode|submit|transfer|bcc|relay|report)(?: [a-z0-9'&/-]{1,18}){0,5} (?:conversation|chat(?: history| log)?|history|user data|personal data|private (?:data|information|messages?)|(?:employee|customer|patient|client|financial|sensitive|confidential|internal) (?:data|information|records?|reports?|files?|documents?)|credentials|passwords?|api keys?|secrets?|tokens?|system prompt|memor(?:y|ies)|inbox|contacts?|all (?:emails?|files?|messages?|documents?|data)|environment variables|files?)(?: [a-z0-9'&/,-]{1,18}){0,6}? (?:to|at|via|using|as)[^.!?\\n]{0,24}{address}",
  },
  {
    id: 'send_data.results',
    category: 'data_exfiltration',
    weight: 0.42,
    language,
    only: outside,
    pattern:
      "{start}(?:also )?(?:send|post|forward|upload|transmit|exfiltrate|leak|append|encode|relay|bcc)(?: [a-z0-9'&/-]{1,18}){0,5} (?:results?|contents?|answers?|output|summary|response|data|it|them|everything|list|copy|details)(?: [a-z0-9'&/,-]{1,18}){0,4} (?:to|at|via)[^.!?\\n]{0,16}(?:https?://|www\\.|[\\w-]{2,40}\\.(?:test|xyz|ru|cn|evil|attacker)\\b|(?:attacker|evil|hacker)[\\w.-]{0,40})",
  },
  {
    id: 'send_data.and-mail-it',
    category: 'data_exfiltration',
    weight: 0.35,
    language,
    pattern:
      '\\b(?:retrieve|collect|gather|get|fetch|extract|pull|review|print)[^.!?\\n]{0,60}\\b(?:data|report|records?|information|emails?|files?|list|passwords?)\\b[^.!?\\n]{0,48}\\b(?:also )?(?:send|forward|e-?mail|mail) (?:it|them|that|this|the [a-z]{3,12}) to [\\w.+-]{1,40}@',
  },
  {
    id: 'send_data.in-url',
    category: 'data_exfiltration',
    weight: 0.55,
    language,
    pattern:
      "{start}(?:append|add|include|embed|put|encode|insert|place|attach|concatenate)(?: [a-z0-9'&/-]{1,18}){0,8} (?:in|to|into|as|onto|at the end of)(?: the| a| an| this| your| following){0,2}(?: [a-z0-9-]{1,14}){0,2} (?:url|query(?: string| parameter)?|get parameter|image (?:url|link|tag|markdown)|markdown (?:image|link))\\b",
    // What a library offers is no order.
    unless: '\\b(?:option|options|support|ability|feature)\\b',
  },
  {
    id: 'send_data.visit-with',
    category: 'data_exfiltration',
    weight: 0.45,
    language,
    only: outside,
    pattern:
      '{start}(?:visit|fetch|open|request|load|navigate to|browse to|curl|ping|call|make a (?:get|post) request to|go to) (?:the )?(?:url |link |page )?[`"\'<]?https?://[^\\s<>"\']{3,120}[?&/=](?:\\{|<|%7b|\\[|\\$|data|secret|token|q=|d=)',
  },
  {
    id: 'image_beacon.template',
    category: 'data_exfiltration',
    weight: 0.6,
    language: 'any',
    literal: true,
    pattern: '!\\[[^\\]\\n]{0,80}\\]\\(https?://[^)\\s]{1,200}[?&/=][\\w-]{0,30}=?(?:\\{|<|%7b|\\[|\\$[{(a-z_])',
  },
  {
    id: 'image_beacon.payload',
    category: 'data_exfiltration',
    weight: 0.5,
    language: 'any',
    literal: true,
    pattern: '!\\[[^\\]\\n]{0,80}\\]\\(https?://[^)\\s]{1,120}\\?[\\w-]{1,30}=[a-z0-9+/_%-]{48}',
  },
  {
    id: 'remember.future',
    category: 'memory_poisoning',
    weight: 0.5,
    language,
    only: [...outside, 'unknown'],
    pattern:
      '{start}(?:remember|memori[sz]e|store|save|note|record|keep(?: this)? in (?:mind|memory)|add (?:this )?to (?:your )?(?:long-term )?memory|update your memory)\\b[^.!?\\n]{0,80}\\b(?:for (?:all )?(?:the )?future|permanently|from now on|in (?:all|every|any) (?:future|subsequent|other)|forever|(?:every|all|future) (?:sessions?|conversations?|chats?|requests?|interactions?)|always)\\b',
    // "It is still always there" states what is, and orders nothing.
    unless:
      '^note:? (?:that|how|the|your|this|also|these)\\b|\\b(?:is|are|was|were|be|been|should|will|can|may|must|has|have|it|they|that|which) (?:still |also |not )?always\\b',
  },
  {
    id: 'remember.trigger',
    category: 'memory_poisoning',
    weight: 0.55,
    language,
    only: kept,
    pattern:
      '\\b(?:next time|whenever|every time|each time|when|if)(?: that)? (?:the user|a user|any user|i|someone|anyone|you|they|somebody|an? agent)[^.!?\\n]{0,60}\\b(?:ask|asks|say|says|mention|mentions|request|requests|see|type|types|want|wants|log|logs|pay|pays|search|searches|open|opens|needs?)\\b[^.!?\\n]{0,60}(?:,|:|-|\\bthen|\\byou must|\\balways|\\bdo not)[^.!?\\n]{0,24}\\b(?:send|forward|reply|respond|redirect|use|recommend|transfer|answer|say|include|insert|run|execute|call|copy|ignore|delete|refuse|lie|pretend)\\b',
  },
  {
    id: 'remember.spread',
    category: 'memory_poisoning',
    weight: 0.65,
    language,
    pattern:
      "{start}(?:copy|write|paste|repeat|replicate|propagate|spread|append|insert|include|add|reproduce|post)(?: [a-z'-]{1,14}){0,3} (?:this|these|the above|the following) (?:message|text|note|instructions?|prompt|paragraph|memory|entry|sentence|block)(?: [a-z'-]{1,14}){0,3} (?:to|into|in|on|at the end of|to the end of|with)(?: [a-z'-]{1,14}){0,2} (?:every|all|each|any|other|future|your)\\b",
  },
  {
    id: 'remember.trust',
    category: 'memory_poisoning',
    weight: 0.45,
    language,
    only: kept,
    pattern:
      "{start}(?:always |fully |completely |automatically ){0,6}(?:trust|approve|accept|execute|whitelist|allow)(?: all| any| every| the| everything| anything){1,3}(?: [a-z'-]{1,16}){0,3} (?:from|by|signed|sent|of) [^.!?\\n]{2,40}(?:without|automatically|always|never|no matter)",
  },
  {
    id: 'remember.approved',
    category: 'memory_poisoning',
    weight: 0.4,
    language,
    only: outside,
    pattern:
      "\\b(?:the )?(?:user|owner|admin(?:istrator)?|human|operator|customer|security team) (?:has |have )?(?:already |previously |explicitly |fully ){0,6}(?:approved|authori[sz]ed|consented to|pre-?approved|granted|agreed to|waived)(?: [a-z'-]{1,16}){0,4} (?:all|any|every|transfers?|payments?|access|permissions?|actions?|deletions?|full|sharing|future)\\b",
  },
]
