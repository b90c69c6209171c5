import type { InjectionRule } from '../injection-rule.ts'
import { untrusted } from '../injection-rule.ts'

const language = 'en'
const reveal =
  "(?:reveal|show|print|display|output|repeat|tell|give|write|share|leak|expose|return|recite|echo|dump|disclose|provide|send|copy|translate|summari[sz]e|paste|list|describe|spell|encode|convert|export|read|quote|restate|what(?: is| are| was| were|'s)|know|see|post|start with|begin with|extract|append|include)"

/** Attempts to get at what a model was told, or at what it holds. */
export const leakRules: readonly InjectionRule[] = [
  {
    id: 'reveal_secrets.system-prompt',
    category: 'system_prompt_leak',
    weight: 0.58,
    language,
    pattern: `{start}${reveal}(?: [a-z0-9'&/-]{1,18}){0,6}[ "'\`]{1,2}(?:your|the|this|its|all|of your|my|everything in (?:your|the)|above|full|entire|exact|complete|current)(?: (?:full|entire|complete|exact|current|original|whole|own|very|first|above|real|confidential)){0,2} {hiddenPrompt}\\b`,
    unless: 'original messages?\\b',
  },
  {
    id: 'reveal_secrets.your-instructions',
    category: 'system_prompt_leak',
    weight: 0.5,
    language,
    pattern: `{start}${reveal}(?: [a-z0-9'&/-]{1,18}){0,5} your (?:[a-z]{2,14} ){0,2}(?:instructions?|prompts?|directives?|guidelines|programming|configuration|rules|restrictions|training data|source code|context window|prompt text)\\b`,
    // Who writes a program has source code and a configuration, too.
    unless:
      '^write (?:all |down |some )?your (?:own )?(?:[a-z]{2,14} )?(?:source code|configuration)\\b|your (?:own )?(?:opinion|business|company|team|family)',
  },
  {
    id: 'reveal_secrets.prompt-text',
    category: 'system_prompt_leak',
    weight: 0.55,
    language,
    pattern: `{start}(?:reveal|show|print|display|output|repeat|give|write|leak|return|dump|send|copy|list)(?: [a-z0-9'&/-]{1,18}){0,5} (?:full |whole |entire |complete |all |the |original |your ){0,6}(?:prompt|prompts|prompt texts?|prompt with exemplars|instructions you (?:were|have been|got))\\b(?: text| texts| above| with|\\.|!|:|$| and| in| as)`,
  },
  {
    id: 'reveal_secrets.above',
    category: 'system_prompt_leak',
    weight: 0.5,
    language,
    pattern:
      "{start}(?:repeat|print|output|copy|recite|echo|show|display|write|return|say|tell me|spell|translate|summari[sz]e|list|encode|convert)(?: [a-z0-9'&/-]{1,18}){0,3} (?:everything|all|text|texts|words?|content|contents|anything|what|sentences?|lines?|paragraphs?|instructions?|characters?)(?: of the text| that| which| written| said| is| was| were| came| comes| appears?| starting| of){0,3} (?:above|before|prior to|preceding)(?: this| the| me| my| you| here|\\b)",
    unless:
      '(?:above|before|preceding) the (?:line|fold|image|picture|chart|figure|table|title|map|photo|noun|verb|comma|colon|semicolon|equals?|door|bar|graph|button|heading|cursor)\\b',
  },
  {
    id: 'reveal_secrets.what-were-you-told',
    category: 'system_prompt_leak',
    weight: 0.5,
    language,
    pattern:
      '\\b(?:what|which|how|everything|anything|all)(?: [a-z]{2,14}){0,3} (?:were|are|have|did) you(?: been)? (?:told|instructed|asked|programmed|configured|given|ordered|prompted|prohibited|forbidden|receive|initiali[sz]ed)(?: (?:to|before|at|in|not|when|by|with|about|from|as)\\b|\\?|$)',
  },
  {
    id: 'reveal_secrets.given-to-you',
    category: 'system_prompt_leak',
    weight: 0.5,
    language,
    pattern:
      "\\b(?:what|which|the|all|any|how many)(?: [a-z]{3,10})? (?:instructions?|rules|guidelines|prompts?|directives?|constraints|orders|restrictions) (?:have |had |did |were |are |do |that )?you(?:'ve| have| had| were| are| got)?(?: been)? (?:given|told|provided|follow|following|received|receive|configured|operate|have|bound|initiali[sz]ed)\\b",
  },
  {
    id: 'reveal_secrets.first-words',
    category: 'system_prompt_leak',
    weight: 0.55,
    language,
    pattern:
      '\\b(?:first|last|next|opening|beginning|initial|start)(?: \\d{1,4}| few| two| three| ten)? ?(?:words?|lines?|sentences?|paragraphs?|characters|letters?|tokens|part)? ?(?:of|in|from) (?:your|the|this) (?:[a-z]{3,12} ){0,2}(?:system prompt|prompt|instructions|system message|context window)\\b',
  },
  {
    id: 'reveal_secrets.words-given',
    category: 'system_prompt_leak',
    weight: 0.5,
    language,
    pattern:
      '\\b(?:first|very first|earliest|initial|opening) (?:few |two |three |ten )?(?:words?|messages?|sentences?|lines?|thing|text|tokens) (?:that )?(?:you (?:were|have been|had been) (?:given|told|shown|sent|fed)|you (?:received|saw|read|got)|in (?:this|our|the) (?:conversation|chat|context|prompt))\\b',
  },
  {
    id: 'reveal_secrets.top-of',
    category: 'system_prompt_leak',
    weight: 0.5,
    language,
    pattern:
      '\\b(?:what|which|repeat|show|print|tell|copy|quote|everything|anything|text|output)\\b[^.!?\\n]{0,40}\\b(?:at |from )?(?:the )?(?:very )?(?:top|start|beginning|head) of (?:this|our|the|your) (?:conversation|chat|context(?: window)?|session|prompt|dialogue)\\b',
  },
  {
    id: 'reveal_secrets.complete-mine',
    category: 'system_prompt_leak',
    weight: 0.5,
    language,
    pattern:
      '\\b(?:complete|finish|continue|fill in)\\b[^.!?\\n]{0,24}[:,] ?["\'`]?(?:my|the) (?:full |original |initial |hidden )?(?:system prompt|system message|instructions?|initial prompt|prompt) (?:is|are|says?|reads?|starts?|begins?)\\b',
  },
  {
    id: 'reveal_secrets.conversation',
    category: 'system_prompt_leak',
    weight: 0.5,
    language,
    pattern:
      '{start}(?:paste|print|repeat|copy|dump|output|show|export|replay|quote|list)(?: me)?(?: the| our| this| all| whole| full| entire| complete){0,3} (?:conversation|chat|messages|dialogue|context|history|transcript)\\b[^.!?\\n]{0,40}\\b(?:system|developer|hidden|initial) (?:messages?|prompts?|instructions?|turns?)\\b',
  },
  {
    id: 'reveal_secrets.not-allowed',
    category: 'system_prompt_leak',
    weight: 0.46,
    language,
    pattern:
      "\\b(?:what|which|anything|everything|something|topics?|things?)(?: [a-z]{3,12}){0,3} (?:are you|you(?:'re| are)|were you) (?:not (?:allowed|able|permitted|supposed)|forbidden|prohibited|told not|unable) (?:to|from) (?:say|discuss|reveal|talk|share|tell|disclos|mention|answer)",
  },
  {
    id: 'reveal_secrets.what-are-your',
    category: 'system_prompt_leak',
    weight: 0.5,
    language,
    pattern:
      "\\b(?:what(?:'s| is| are| was| were)|tell me|show me|list|explain|describe|share|give me|know|see) (?:all |about |me )?your (?:exact |full |initial |original |system |hidden |secret |internal |current |first |very first |real |true |custom |own |core |specific ){0,3}(?:instructions?|prompts?|directives?|guidelines|rules|constraints|restrictions|programming)\\b",
  },
  {
    id: 'reveal_secrets.complete-sentence',
    category: 'system_prompt_leak',
    weight: 0.5,
    language,
    pattern:
      '\\b(?:complete|finish|continue|fill in) (?:the|this|my|these) (?:sentence|phrase|text|line|blank|paragraph)s?[^\\n]{0,24}\\b(?:i (?:was|am|have been|have)|my|you (?:are|were)) (?:instructed|told|programmed|configured|instructions|system|prompt|guidelines|not allowed|designed|initial|given)\\b',
  },
  {
    id: 'reveal_secrets.instructions-to',
    category: 'system_prompt_leak',
    weight: 0.45,
    language,
    pattern:
      '{start}(?:translate|convert|encode|rephrase|rewrite|paraphrase|turn|transform|summari[sz]e|put|format|render)(?: all)?(?: of)? (?:your|the above|these|the system|the initial) (?:[a-z]{2,12} ){0,2}(?:instructions?|prompts?|rules|guidelines|directives?|system message)\\b',
  },
  {
    id: 'reveal_secrets.starts-with',
    category: 'system_prompt_leak',
    weight: 0.5,
    language,
    pattern:
      '\\b(?:begin(?:ning|s)?|start(?:ing|s)?) with [\'"`]{0,2}(?:you are (?:chatgpt|a|an|claude|gpt)|system:|<\\|im_start)',
  },
  {
    id: 'reveal_secrets.debug-dump',
    category: 'system_prompt_leak',
    weight: 0.45,
    language,
    pattern:
      '{start}(?:dump|print|show|output|reveal|display|export|cat)(?: me)?(?: all| the| your| full){0,6} (?:memory|context|conversation history|chat history|session|internal state|variables|configuration|config|env(?:ironment)?|system message|message history)\\b(?: [a-z]{2,12}){0,3} ?(?:as|in|to|verbatim|above|contents?|dump|\\.|$|now|and)',
  },
  {
    id: 'reveal_secrets.contradiction',
    category: 'system_prompt_leak',
    weight: 0.45,
    language,
    pattern:
      '\\b(?:your (?:rules|instructions|guidelines)|rule \\d|the rule)[^.\\n]{0,60}\\b(?:never reveal|not (?:to )?(?:reveal|share|tell|disclose)|do the opposite|ignore (?:the )?rules|keep secret|confidential)\\b',
  },
  {
    id: 'reveal_credentials.your-password',
    category: 'data_exfiltration',
    weight: 0.55,
    language,
    pattern:
      "\\b(?:shar(?:e|es|ed|ing)|tell|give|giving|send|reveal|say|show|hand over|what is|what's|what are|know|need|want|have|reveal(?:ing)?|disclose|tell me what|guess|leak|spell|confirm)(?: me| us| with me| out)? (?:what )?(?:all (?:of )?)?your (?:[a-z]{2,12} ){0,2}{secretWords}\\b",
    unless: '\\b(?:never|not|nobody|anyone|reset|change|forgot|hotel|room)\\b',
  },
  {
    id: 'reveal_credentials.in-disguise',
    category: 'data_exfiltration',
    weight: 0.5,
    language,
    pattern:
      '\\b(?:write|compose|tell|sing|make|create|say|give|invent)(?: me)? (?:an? |the |some )?(?:[a-z]{3,12} )?(?:poem|story|song|riddle|rhyme|haiku|acrostic|joke|anagram|sentence|crossword|hint|limerick)s?\\b[^.!?\\n]{0,40}\\b(?:your (?:[a-z]{3,12} ){0,2}|the (?:secret|hidden) )(?:{secretWords}|code ?words?|key|instructions|system prompt|prompt)\\b',
  },
  {
    id: 'reveal_credentials.spell',
    category: 'data_exfiltration',
    weight: 0.5,
    language,
    pattern:
      '{start}(?:spell|reverse|encode|encrypt|rhyme|translate|base ?64|rot13|say|print|write|give me|tell me)(?: out)? (?:the |your )(?:secret |hidden )?(?:password|passphrase|secret(?: key| word)?|api key|access code|key)(?: [a-z]{2,8}){0,2} (?:backwards?|in reverse|letter by letter|one letter|character by character|in (?:base ?64|hex|rot13|morse|binary|leet|pig latin|emojis?)|with (?:spaces|dashes|hyphens))\\b',
  },
  {
    id: 'reveal_credentials.share-passwords',
    category: 'data_exfiltration',
    weight: 0.4,
    language,
    pattern:
      "\\b(?:tell me|give me|share|reveal|show me|send me|list|print|output|display|provide)(?: me)?(?: all)?(?: of)?(?: the| any| every| user| users'?| admin| stored| saved| employee| customer| database| root| account){1,4} {secretWords}\\b",
  },
  {
    id: 'reveal_credentials.secret-word',
    category: 'data_exfiltration',
    weight: 0.45,
    language,
    pattern:
      "\\b(?:what(?: is|'s)|tell me|reveal|give me|say|print|spell|write|repeat|output|hint at|share)(?: me)?(?: the| a| your| that)? (?:secret|hidden|magic|protected|confidential) (?:word|key|code|phrase|password|number|value|flag|information|message)\\b",
  },
  {
    id: 'reveal_credentials.tool-secrets',
    category: 'data_exfiltration',
    weight: 0.5,
    language,
    only: [...untrusted, 'memory'],
    pattern:
      '{start}(?:retrieve|collect|gather|read|fetch|obtain|extract|get|find|look up|access|steal|harvest|copy|include|print|send|list)(?: and [a-z]{3,10})?(?: (?:the|all|any|every|their|your|user|stored|saved|local|its|contents?|of|for|from|admin|database|cloud|aws|environment|value|values)){1,5} {secretWords}\\b',
    unless: '\\b(?:reset|forgot|change|rotate|scan(?:s|ning)?|detect(?:s|ing)?|never)\\b',
  },
]
