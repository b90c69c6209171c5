import { type InjectionRule, kept, untrusted } from '../injection-rule.ts'

const language = 'en'

/** Orders that begin a sentence and whose fulfilment needs a tool: a person or a program may be meant. */
const errands: readonly (Pick<InjectionRule, 'category' | 'pattern'> & { name: string })[] = [
  {
    name: 'money',
    category: 'tool_hijack',
    pattern:
      '{start}(?:transfer|pay|wire|refund|move|send|donate|make (?:a|the) (?:payment|refund|transfer|donation))\\b[^!?\\n]{0,80}\\b(?:to|into)\\b[^!?\\n]{0,40}\\b(?:[a-z]{2}\\d{2} ?[a-z0-9]{4}[a-z0-9 ]{4,30}|0x[a-f0-9]{8,40}|account|wallet|iban)\\b',
  },
  {
    name: 'message',
    category: 'tool_hijack',
    pattern:
      '{start}(?:send|forward|e-?mail|text|post|share|write|message|reply|upload|visit|open|go to|mention|include|insert|recommend|put|link)\\b[^!?\\n]{0,120}(?:[\\w.+-]{1,40}@[\\w-]{2}|www\\.|https?://|\\+?\\d[\\d -]{8}|everyone in|all (?:my |your |the )?(?:contacts|patients|customers|users|members))',
  },
  {
    name: 'change',
    category: 'tool_hijack',
    pattern:
      '{start}(?:invite|add|remove|delete|grant|change|update|create|cancel|book|reserve|buy|order|reset|close|unlock|share|issue|approve|open|make|set|subscribe)\\b[^!?\\n]{0,80}\\b(?:channel|workspace|event|calendar|reservation|booking|room|flight|item|basket|gift card|file|folder|drive|password|user|role|contact|standing order|recipient|subscription|newsletter|repository|pull request|branch|door|account|permission|voucher|refund|dialogs?|link|appointment|transaction|message|mails?)\\b',
  },
  {
    name: 'answer',
    category: 'direct_override',
    pattern:
      '{start}(?:write|give|put|finish|end|begin|start|answer|reply|call|swap|replace|translate|include|mention|insert|recommend|tell|ask|say|collect)\\b[^!?\\n]{0,60}\\b(?:the summary|your (?:answer|reply|message|summary|response)|the (?:reply|answer|reader|user|response)|in (?:morse|reverse|base ?64|capital letters|rhymes?))\\b',
  },
]

/** Words of a letter, an offer or a warning to people. */
const toPeople =
  '\\b(?:please|kindly|your|you|our|us|we|i|my|me|for (?:details|more)|free|within|by \\d|before you|windows|if|them|when|never)\\b'

/**
 * Errands in what a tool returned or somebody sent. Alone an errand says little, because people ask each other so: it
 * counts where the words around it are like an injection, too. Without any word to people, in the result of a tool, it
 * asks for a look.
 */
export const agentTaskRules: readonly InjectionRule[] = errands.flatMap(({ name, category, pattern }) => [
  {
    id: `agent_errand.${name}`,
    category,
    weight: 0.18,
    language,
    only: ['tool_output', 'email'],
    pattern,
  },
  {
    id: `agent_task.unasked-${name}`,
    category,
    weight: 0.36,
    language,
    only: ['tool_output'],
    pattern,
    unless: toPeople,
  },
])

/** An order that needs a tool, as it is understood in the content of others and in what an agent keeps. */
export const toolAbuseRules: readonly InjectionRule[] = [
  {
    id: 'tool_call.metadata-service',
    category: 'tool_hijack',
    weight: 0.46,
    language,
    only: [...untrusted, ...kept, 'unknown'],
    pattern:
      '\\b(?:use|open|fetch|curl|get|request|visit|call|read|load|query|wget)\\b[^!?\\n]{0,60}\\b(?:169\\.254\\.169\\.254|metadata\\.google\\.internal)\\b',
  },
  {
    id: 'tool_call.sql-as-given',
    category: 'tool_hijack',
    weight: 0.46,
    language,
    only: [...untrusted, ...kept, 'unknown'],
    pattern:
      '\\b(?:search|look|query|run|call|use|enter|type|execute)\\b[^!?\\n]{0,24}[\'"`] ?; ?(?:drop|delete|update|insert|alter) [^\\n]{0,60}--',
  },
  {
    id: 'tool_call.joined-parts',
    category: 'encoding_obfuscation',
    weight: 0.46,
    language,
    only: [...untrusted, ...kept, 'unknown'],
    pattern:
      '\\b(?:carry out|execute|run|answer|do|obey|follow|perform)\\b[^.!?\\n]{0,24}\\b(?:(?:the (?:question|order|command|text|sentence) )?[a-z]\\w{0,4} joined with [a-z]\\w{0,4}|the (?:question|order|command|text|sentence) [a-z]\\w{0,4} ?(?:\\+|plus) ?[a-z]\\w{0,4}|the (?:joined|combined|resulting|assembled) (?:sentence|text|command|order|line))\\b',
  },
]
