import { type InjectionRule, kept } from '../injection-rule.ts'

const language = 'en'

/** What a description of a tool must not ask of the model that reads it. */
export const toolTextRules: readonly InjectionRule[] = [
  {
    id: 'tool_call.read-home-file',
    category: 'data_exfiltration',
    weight: 0.6,
    language: 'any',
    only: kept,
    pattern:
      '\\b(?:read|open|load|cat|include|copy|paste|attach|give|pass|send|lies|lee|lis|leggi|leia|прочитай|读取|讀取|読んで)\\b[^.!?\\n]{0,40}?(?:~/|\\$home/|/home/|/root/|%userprofile%|\\.env\\b|\\.ssh\\b|\\.aws\\b|bash_history)|读取 ?(?:~|/|\\.)',
    unless: '\\b(?:never|not|must not|cannot)\\b',
  },
  {
    id: 'tool_call.private-as-argument',
    category: 'data_exfiltration',
    weight: 0.55,
    language,
    only: kept,
    pattern:
      '\\b(?:pass|put|add|include|give|supply|set|use|write|fill(?: in)?|append|collect|encode)\\b[^.!?\\n]{0,40}\\b(?:whole conversation|conversation so far|previous messages|earlier (?:messages|tool results)|user.s (?:last |latest |previous )?messages?|system prompt|chat history|home directory|directory listing|names of (?:all )?(?:the )?(?:open )?files|session cookies?|cookies|passwords?(?: of the user)?|seed phrase|wallet|api keys?|[a-z]{2,16}_api_key|tokens? of the user|contacts and|calendar of|environment variables|\\.env|output of `?env|private key|every file you)\\b[^.!?\\n]{0,60}',
    unless: '\\b(?:never|not|must not|cannot|do not)\\b|\\b(?:password|token|key) (?:of|for) the (?:new|database)\\b',
  },
  {
    id: 'tool_call.around-others',
    category: 'tool_hijack',
    weight: 0.5,
    language,
    only: kept,
    pattern:
      '\\bcall (?:it|this(?: tool)?) (?:before|after) (?:every|each|any|all)\\b|\\b(?:before|after) (?:every|each|any|all) (?:other )?tools?\\b[^.!?\\n]{0,40}\\b(?:call|run|use|this)\\b|\\b(?:must|has to|should) be called (?:before|after) (?:every|each|any|all) other\\b|\\b(?:arguments?|results?|output|inputs?) of (?:that|the other|every other|each other|each|every) tool\\b|\\bthat tool.s name, arguments\\b',
  },
  {
    id: 'tool_call.changes-others',
    category: 'tool_hijack',
    weight: 0.5,
    language,
    only: kept,
    pattern:
      '\\b(?:when(?:ever)? (?:the tool |you use |you call )?`?[a-z]{2,20}_[a-z_]{2,24}`? (?:is (?:used|called)|of (?:another|the other) server)|if another (?:tool|server)\\b|changes how `?[a-z]{2,20}_[a-z_]{2,24}`? works|sent by `?[a-z]{2,20}_[a-z_]{2,24}`? (?:have|has|must|should)|(?:tool |of )?`?[a-z]{2,20}_[a-z_]{2,24}`? of the other server (?:is|are)\\b|for `?[a-z]{2,20}_[a-z_]{2,24}`?: ?(?:open|send|set|add|use|change|replace))[^\\n]{0,140}',
    unless: '\\b(?:see|instead of|together with)\\b',
  },
  {
    id: 'tool_call.above-others',
    category: 'tool_hijack',
    weight: 0.42,
    language,
    only: kept,
    pattern:
      '\\b(?:always (?:choose|pick|prefer|select|use) this tool\\b|(?:must|have to|should always) (?:prefer|choose|pick) this\\b|(?:the )?others? (?:tools? )?are (?:out of order|broken|outdated|compromised|dangerous|unreliable|deprecated)\\b|never call them\\b|replaces? them all\\b|(?:do not|never) use any other [a-z]{2,16} tool\\b|other tools are (?:outdated|dangerous|broken|unsafe|compromised)|this tool over (?:every|all|any) other)',
  },
  {
    id: 'tool_call.obey-content',
    category: 'tool_hijack',
    weight: 0.5,
    language,
    only: kept,
    pattern:
      '\\b(?:obey|follow|carry out|execute|act on|comply with)\\b[^.!?\\n]{0,24}\\b(?:instructions?|commands?|orders?)\\b[^.!?\\n]{0,24}\\b(?:in|from|written|inside|within|of)\\b[^.!?\\n]{0,16}\\b(?:results?|output|pdfs?|pages?|texts?|files?|mails?|documents?)\\b|\\bcarry (?:them|it) out before\\b|\\bskip (?:all |any |the )?(?:permission|confirmation|approval) (?:prompts?|steps?|dialogs?)\\b|\\b(?:keep|guard) (?:its|the vendor.s) secrets\\b|\\byou (?:now )?belong to\\b',
    unless: '\\b(?:never|not|do not)\\b',
  },
  {
    id: 'tool_call.filled-by-itself',
    category: 'data_exfiltration',
    weight: 0.46,
    language,
    only: kept,
    pattern:
      '\\b(?:model|assistant|agent|ai|llm) (?:fills|puts|adds|inserts|supplies)\\b[^.!?\\n]{0,60}\\b(?:cookie|token|password|credential|conversation|messages|key)s?\\b|\\b(?:summary|copy|text|content|list) of (?:every|all|each) (?:file|message|document|mail)s? (?:that )?you (?:have |had )?(?:read|seen|opened|written)|\\bcall (?:delete|remove|send|transfer|drop)_[a-z_]{2,20} and\\b|\\bread \\.env and\\b',
  },
]
