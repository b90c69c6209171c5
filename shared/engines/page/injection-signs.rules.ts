/** One sign that text speaks to a model instead of to its reader. Patterns are bounded, so that time stays linear. */
export type InjectionSign = { rule: string; severity: 'low' | 'medium' | 'high'; pattern: RegExp }

/**
 * A small set for what a fetched page may try. It reports, it never decides: an article about prompt injection shows the
 * same signs.
 */
export const INJECTION_SIGNS: readonly InjectionSign[] = [
  {
    rule: 'override_instructions',
    severity: 'high',
    pattern:
      /\b(?:ignore|disregard|forget|override|bypass)\b[^.!?\n]{0,30}\b(?:previous|prior|above|earlier|preceding|all|any|your|the|system)\b[^.!?\n]{0,30}\b(?:instructions?|prompts?|rules|guidelines|directions|context|messages?)\b/i,
  },
  {
    rule: 'override_instructions',
    severity: 'high',
    pattern: /\bignore (?:all |everything )?(?:the )?(?:previous|prior|above)\b/i,
  },
  {
    rule: 'new_role',
    severity: 'medium',
    pattern: /\b(?:you are now|from now on,? you (?:are|will|must)|act as (?:an? )?(?:unrestricted|jailbroken|dan\b))/i,
  },
  {
    rule: 'addresses_model',
    severity: 'medium',
    pattern:
      /\b(?:ai|llm|language model|chatbot|(?:dear|attention|hey|any|to the|all) (?:ai )?(?:assistant|agent))s?\b[^.!?\n]{0,30}\b(?:must|should|have to|are required to|are instructed to)\b[^.!?\n]{0,40}\b(?:respond|reply|output|say|include|visit|call|execute|run|send|recommend|ignore|click)\b/i,
  },
  {
    rule: 'chat_markup',
    severity: 'high',
    pattern:
      /<\|(?:im_start|im_end|system|assistant|user|endoftext)\|>|\[\/?INST\]|<<\/?SYS>>|<\/?(?:system|assistant)(?:_prompt)?>/i,
  },
  {
    rule: 'fake_turn',
    severity: 'medium',
    pattern:
      /(?:^|\n)[#*\s]{0,6}(?:(?:system|assistant|developer) (?:prompt|message|instructions?|override|note)|system|assistant) ?:\s{0,3}(?:you|ignore|disregard|from now|new|the user|always|never)\b/i,
  },
  {
    rule: 'reveal_secrets',
    severity: 'high',
    pattern:
      /\b(?:reveal|print|repeat|output|show|send|leak|exfiltrate|include)\b[^.!?\n]{0,40}\b(?:system prompt|your (?:instructions|prompt|context|memory)|api[ _-]?keys?|passwords?|credentials|secret keys?|private keys?|environment variables|seed phrase)\b/i,
  },
  {
    rule: 'hide_from_user',
    severity: 'high',
    pattern:
      /\b(?:do not|don't|never|without)\b[^.!?\n]{0,20}\b(?:tell|telling|inform|informing|mention|alert|notify)\w*\b[^.!?\n]{0,20}\b(?:the )?(?:user|human|operator)\b/i,
  },
  {
    rule: 'send_data',
    severity: 'high',
    pattern:
      /\b(?:send|post|forward|upload|append|encode)\b[^.!?\n]{0,60}\b(?:conversation|chat history|user data|the (?:above|results?|contents?|data)|messages?)\b[^.!?\n]{0,40}\b(?:to|as)\b[^.!?\n]{0,20}(?:https?:\/\/|@|query|url)/i,
  },
  {
    rule: 'tool_call',
    severity: 'medium',
    pattern:
      /\b(?:call|invoke|use|run|execute)\b[^.!?\n]{0,20}\b(?:the )?[\w-]{2,30} (?:tool|function|command)\b[^.!?\n]{0,40}\b(?:with|to|and)\b/i,
  },
  {
    rule: 'image_beacon',
    severity: 'medium',
    pattern: /!\[[^\]\n]{0,80}\]\(https?:\/\/[^)\s]{1,200}[?&][\w-]{1,30}=(?:\{|<|%7B|\[|\$)/i,
  },
  { rule: 'invisible_characters', severity: 'high', pattern: /[\u{E0020}-\u{E007F}]{4,}/u },
  {
    rule: 'invisible_characters',
    severity: 'medium',
    pattern: /(?:[\u200B\u200C\u2060\u2062-\u2064\uFEFF]|\u200D){8,}/u,
  },
]
