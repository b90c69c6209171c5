/** Word lists that the English rules share, by the name they have in a pattern. RE2 syntax, folded text. */
export const injectionWords: Readonly<Record<string, string>> = {
  /** Where an order can begin: after punctuation, or after a word that leads to one. */
  start:
    '(?:^|[\\n.!?;:,"\'`()\\[\\]{}<>*#|/~=+_-] ?|\\b(?:please|pls|now|then|and|just|must|should|so|you|will|shall|can|kindly|simply|instead|first|also|always|immediately|could|would|but|need to|have to|are to|going to|want you to|like you to|you to|supposed to|required to|instructed to|ok|okay|hey|next|finally|therefore|well done) )',
  /** Up to a few words of any kind, within one sentence. */
  few: "(?: [a-z0-9'&/-]{1,18}){0,4}",
  gap: '[^.!?\\n]{0,48}',
  ignore:
    "(?:ignore|ingore|igonre|ignor|inore|hignore|disregard|disreguard|forget|override|overrule|bypass|neglect|discard|abandon|disobey|pay no attention to|take no notice of|do not (?:follow|obey|heed|adhere to|comply with|listen to)|don't (?:follow|obey|heed|adhere to|comply with|listen to)|stop (?:following|obeying|listening to|complying with)|set aside|no longer (?:follow|obey)|unlearn|erase|wipe)",
  earlier:
    "(?:previous(?:ly)?|prior|above|earlier|preceding|former|foregoing|initial|original|existing|past|before|last|system(?:'s)?|developer|given|preset|built-in|default)",
  orders:
    '(?:instructions?|prompts?|rules?|guidelines?|directions?|directives?|orders?|commands?|polic(?:y|ies)|constraints?|restrictions?|programming|training|context|messages?|conversations?|tasks?|assignments?|requests?|statements?|texts?|guardrails?|safeguards?|protocols?|limitations?|inputs?|questions?|dialogue)',
  rules:
    '(?:instructions|prompts|rules|guidelines|directives|programming|training|restrictions|guardrails|safeguards|safety (?:rules|guidelines|measures|protocols|training)|constraints|commands|assignments|protocols|content polic(?:y|ies)|ethical guidelines|limitations)',
  content:
    '(?:web ?page|page|website|site|resume|cv|e-?mail|mail|document|article|paper|function|code|contents?|text|table|data|question|input|message|file|summary|context|request|query|task|conversation|chat|transaction|description|user|rest)s?',
  say: '(?:say|state|write|print|output|tell|reply|respond|answer|return|show|give|indicate|claim|declare|send|visit|report|display|speak|insert|do)',
  secretWords:
    '(?:passwords?|passphrases?|credentials|api[ _-]?keys?|secret[ _-]?keys?|private[ _-]?keys?|access[ _-]?(?:keys?|codes?|tokens?)|secrets|tokens?|seed phrases?|recovery phrases?|ssh keys?|pin codes?|environment variables?|env vars?)',
  hiddenPrompt:
    '(?:(?:system|initial|original|hidden|secret|developer|internal|starting|base|core|custom|pre-?prompt|master|underlying|confidential) (?:prompts?|instructions?|messages?|directives?|rules|guidelines|configuration|prompt text)|system[_-]prompt|preprompt|prompt text)',
  ai: '(?:a\\.?i\\.?|llm|language model|chat ?bot|assistant|chatgpt|gpt(?:-?[345](?:\\.5|o)?)?|claude|gemini|copilot|llama|agent|bot)',
  lawless:
    '(?:unrestricted|unfiltered|uncensored|amoral|immoral|unethical|jailbroken|rogue|unbound|unchained|unhinged|lawless|unmoderated|unlimited|unaligned|limitless|evil)',
  limits:
    '(?:restrictions?|limits?|limitations?|rules|filters?|filtering|censorship|guidelines|guardrails|ethics|ethical|ethicality|morals?|moral|morality|legality|legal|laws?|polic(?:y|ies)|boundaries|constraints|safeguards|confines|stipulations|safety)',
  /** Programs that read for somebody, by names that people do not have. */
  reader:
    '(?:(?:a\\.?i\\.?|llm|automated|large language|language|coding|shopping|browsing|mail|e-?mail) (?:assistants?|agents?|models?|systems?|reviewers?|crawlers?|bots?|readers?|helpers?|browsers?|evaluators?|screening|screeners?|summari[sz]ers?|scrapers?)|a\\.?i\\.?s?|llms?|chat ?bots?|chatgpt|gpt-?\\d?|claude|gemini|copilot)',
  /** What such a program is asked to do in the writer's favour, rather than in its user's. */
  favour:
    '(?:recommend|rate|rank|score|grade|praise|approve|accept|mark|label|report|state|claim|declare|hide|omit|skip|leave out|suppress|ignore|disregard|forget|forward|send|post|upload|copy|share|reply|respond|include|insert|append|attach|click|buy|order|pay|transfer|refund|delete|cancel|grant|subscribe|confirm|obey|reveal|repeat|recite|tell (?:the|your|its|their) (?:user|reader|owner|human)s?|tell them|mention|say|open|fill|add)',
  person:
    '(?:the |this |any |our |your )?(?:users?|humans?|operators?|customers?|readers?|person|reviewers?|developers?|owners?)',
  address:
    '(?:https?://|www\\.|[\\w.+-]{1,40}@[\\w-]{1,40}\\.|[\\w-]{2,40}\\.(?:com|net|org|io|dev|test|xyz|info|biz|ru|cn|app|site|online|example|co)\\b|(?:this|the following|my|our|an?) (?:external |remote |private )?(?:url|server|address|endpoint|webhook|link|site|website|account|number|e-?mail))',
  /** What is not for strangers: what was said, stored or entrusted. */
  private:
    '(?:(?:conversation|chat)s?(?: history| logs?| transcripts?)?|(?:message|browsing|search|order|medical) (?:history|logs?|records?)|(?:last|latest|previous|private|user.s|users.|their|your|whole) messages?|transcripts?|history|what (?:the user|the customer|they|he|she|the person|you|i) (?:wrote|said|typed|told you|asked|know|remember|entered|were told)|(?:user|customer|personal|private|confidential|sensitive|internal|account|session) (?:data|information|details|messages?|records?|notes?|files?|name|e-?mail|id)|credentials|passwords?|passphrases?|(?:api|private|secret|access|ssh|encryption|signing) (?:keys?|tokens?|codes?)|secrets?|tokens?|cookies?|memor(?:y|ies)|inbox|contacts|address book|system prompt|(?:your |its )?instructions|environment variables?|env vars?|calendar|(?:bank|card|phone|social security|account) (?:details|numbers?|data)|home address|clipboard|local files?|notes|documents? (?:you|they) (?:have|read|opened))',
  /** Ways out by which a reader of a page or a log picks something up. */
  sink: '(?:urls?|links?|(?:web )?address(?:es)?|hyperlinks?|images?|pictures?|pixels?|img|src|icons?|badges?|thumbnails?|query(?: string| part)?|question mark|(?:get|query|url) parameters?|sub-?domains?|host ?names?|domain|path|dns|look-?ups?|web ?hooks?|endpoints?|anchors?|href|redirects?)',
}
