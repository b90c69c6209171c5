/* How orders are told from what a goal asks, supposes, tells or forbids. All patterns are held against folded text. */

/** What may stand before the verb of an order. */
export const LEADS: readonly RegExp[] = [
  // Courtesy.
  /^(?:please|pls|plz|kindly|(?:can|could|would|will) you(?: please| kindly)?|(?:it )?would be (?:nice|great|good|lovely) if you(?: could)?|(?:it(?:['’]s| is) )?time to|you (?:can|may) now|would you mind|i(?:['’]d| would)? (?:want|need|like) you to|you (?:should|must|have to|need to)|kannst du|konntest du|konnen sie|konnten sie|wurdest du|wurden sie|puedes|puede|podrias|podria|peux[- ]tu|pouvez[- ]vous|pourrais[- ]tu|pourriez[- ]vous|tu peux|bitte|por favor|s['’]il (?:te|vous) plait|merci de)(?![\p{L}\p{N}])/u,
  // A wish of one's own.
  /^(?:i|we)(?:['’]d| would)? (?:want|need|like|love|wish|have) to (?=\p{L})/u,
  /^(?:i|we)(?:['’]d| would)? (?=(?:want|need|like|love|require)(?: |$))/u,
  /^(?:ich (?:will|mochte|muss)|wir (?:wollen|mochten|mussen)|(?:yo )?(?:quiero|quisiera|necesito|queremos)(?: que)?|je (?:veux|voudrais|dois|souhaite)|nous (?:voulons|voudrions))(?![\p{L}\p{N}])/u,
  /^(?:i|we)(?:,? (?:hereby|herewith))? (?=(?:vouch|attest|certify|notari[sz]e|confirm on record)\b)|^(?:i|we),? (?:hereby|herewith) /u,
  // In whose name, with which a sentence may begin.
  /^(?:as|in the name of|on behalf of|als|im namen von|como|en nombre de|en tant que|en tant qu['’]|comme|au nom de) (?:the |our |my |el |l['’] ?)?(?:agente? )?(?:[\w.-]+|\s{3,})[\s,:]+(?=\p{L})/u,
  // Words between, and what makes sure.
  /^(?:hey|hi|hello|ok|okay|so|now|then|also|and|just|quickly|next|first|firstly|afterwards|finally|directly|simply|immediately|go ahead and|help me to|help me|let['’]?s|let us|try to|make sure (?:to|you)|be sure to|do not forget to|don['’]?t forget to|remember to|bot|router|mal|jetzt|dann|danach|und|luego|despues|ahora|y|puis|ensuite|et|after that|once (?:it(?:['’]s| is) )?(?:done|finished|ready)|when (?:you(?:['’]re| are) )?(?:done|finished|ready)|for me|todo|lo|la|le|me|mir|das|es|dies)(?![\p{L}\p{N}'’])/u,
]
/** A place or a doer that stands before the verb: "in my notepad save this", "for agent scout-1 reserve 80 cents". */
export const PLACE_LEAD =
  /^(?:in|on|onto|to|into|under|for|from|at|im|auf|unter|fur|en|bajo|para|dans|sous|sur|pour) (?:(?:the|my|our|agents?['’]?|key|note|workspace|budget of|dem|der|meinem|la|el|mi|mes|mon) )*(?:square|board|notepad|notebook|notes?|workspace|key|notizblock|notizen|platz|plaza|bloc de notas|notas|place|bloc-notes|[a-z][\w]*-\d+|ws_\w*|\s{2,})(?:(?: under| with)? (?:the )?key)?[\s,:]+(?=\p{L})/u
/** Those of them that make an order of what is asked or told before. */
export const POLITE_LEADS = new Set([0, 1, 3])
export const GAP = /^[\s,"'(“„«-]+/
export const VERB = /^\p{L}[\p{L}'’-]*/u

/** "I want this saved in my notes": what is to be done to a thing. */
export const WANT_DONE =
  /^(?:(?:i|we)(?:['’]d| would)? (?:want|need|like|love)|have|get) (?:(?:it|this|that|these|those|them|the|my|our)\b[^,.;:]{0,50}?|\s*)\b(?:to be )?(saved|stored|kept|posted|published|announced|written|added|appended|recorded|noted|shared|notari[sz]ed|attested|reserved|featured|promoted)(?= (?:in|on|to|into|as|under|at|for|by)\b|\s*$)/u

export const JOINT =
  /[,，、]+(?:\s*(?:and then|and|then|und dann|und|dann|y luego|y|luego|et puis|et|puis)\b)?|\b(?:and then|and|then|after that|afterwards|und dann|und|dann|danach|anschliessend|y luego|y|luego|despues|et puis|et|puis|ensuite)\b|然后|接着|并且|并|再|そして|それから|その後/gu
export const SENTENCE_END = /[.!?;…]+(?=\s|$)|[。！？；\n]+|\s[-–—]\s/g

/** What makes a question an order after all. */
export const ASKS_TO =
  /\b(?:(?:can|could|would|will) you|please|kannst du|konntest du|konnen sie|konnten sie|wurdest du|puedes|puede|podrias|podria|peux|pouvez|pourrais|pourriez|bitte|por favor|plait)\b/

const START = String.raw`^\s*(?:(?:so|and|but|also|hey|hi|ok|please tell me|tell me|explain(?: to me)?|show me|i wonder|i am wondering|i['’]m wondering|i am not sure|not sure)[\s,]+)?`
/** A sentence that asks how, whether one should or what would be: nothing in it is ordered but by courtesy. */
export const ONLY_ASKS = new RegExp(
  `${START}(?:how (?:do|does|can|could|would|should|to|much (?:does|would)|might)|what (?:happens|if|would)|why|should|shall|whether|may i|can (?:i|we|one|it|they|he|she|agents?|my|the|an?)|could (?:i|we|one|it|they)|would (?!you)|will (?!you)|am i|wie|warum|wieso|soll(?:te)?|darf|kann (?:ich|man)|como (?:se|puedo|hago|podria)|por que|debo|deberia|puedo|comment|pourquoi|dois-je|puis-je|est-ce|faut-il)(?![\\p{L}])|^\\s*(?:如何|怎么|怎样|为什么|能不能|是否|どうやって|どうすれば|なぜ)`,
  'u',
)
/** A sentence that begins as a question: what follows after a comma may be an order. */
export const BEGINS_ASKING = new RegExp(
  `${START}(?:do (?:i|we|you|they)|does|did|is|are|was|were|has|have (?:i|we|you|they))(?![\\p{L}])`,
  'u',
)
export const SUPPOSES =
  /\b(?:imagine|pretend|suppose|supposing|hypothetical\w*|for example|for instance|zum beispiel|angenommen|por ejemplo|par exemple|imagina|imaginez)\b/

/** What takes an order back, wherever it stands. */
export const TAKEN_BACK =
  /\b(?:never ?mind|scratch that|forget (?:it|that|about)|on second thoughts?|(?:actually|no),? (?:don['’]?t|do not|rather not)|wait,? (?:don['’]?t|do not|no)|just kidding|only joking|doch nicht|mejor no|finalement non)\b/

const DONE = String.raw`(?:you|it(?:['’]s| is)|that(?:['’]s| is)|this is|everything is|done|finished|ready|(?:the |your |all )?(?:text|page|translation|summary|result|results|list|file|report|transcript|answer|work) )`
/** On what an order hangs: a plan knows no "if". */
export const CONDITION = new RegExp(
  `(?<!\\b(?:check|see|tell|me|us|know|verify|find out|determine|test|ask|look|confirm|wonder|whether|say|and|even|as) )\\bif\\b(?! (?:you (?:can|could|would)|possible|you (?:don['’]t|do not) mind|you please|need be\\b))|\\b(?:if (?:so|not|yes|it is|they are)|unless|whenever|provided(?: that)?|assuming|as soon as(?! ${DONE})|wenn|falls|sobald|sofern|siempre que|a menos|en cuanto|lorsque|des que|au cas)\\b|(?:^|[,:] ?)(?:when(?! ${DONE})|in case|once(?! ${DONE})(?= (?:i|we|he|she|they|the|my|our|someone)\\b)|si|cuando(?! (?:termin|acab|este))|quand(?! c['’]est)|en cas)\\b|\\b(?:when|once|after) (?:i|we|he|she|they|someone|somebody|it (?:fails|breaks|changes|drops|falls|rises|is (?:down|late)))\\b|如果|假如|要是|一旦|除非|もし|たら|なら(?!び)|場合`,
  'u',
)

/** Before a colon: what follows is a text that something is done with, or that somebody says. */
export const TEXT_AHEAD =
  /\b(?:translate|summari[sz]e|explain|classify|rewrite|check|scan|detect|moderate|analy[sz]e|hash|encode|count|text|sentence|phrase|message|says?|said|reads|writes|wrote|told|asks?|asked|quote|words?|prompt|example|caption|question|command|instruction|ubersetze\w*|satz|text|erklar\w*|sagt|schreibt|traduce|traducir|frase|texto|dice|traduis\w*|traduire|texte|resume\w*|dit|ecrit)\b|翻译|总结|文本|句话|说|翻訳|要約|文章|次の文/

/** A sentence whose subject does something by itself, each day or in a story. */
export const PERSON =
  /^(?:(?:my|our|the|his|her|their|an?|some|other|most|many|all|every|each|these|those|mein\w*|unser\w*|d(?:er|ie|as)|mis?|nuestr\w*|el|la|l[oe]s|las|un[ea]?|mon|ma|mes|notre|nos) (?:\p{L}+ ){0,2}?(?:agent|bot|team|boss|chef|manager|colleague|kolleg\w+|user|customer|friend|client|script|tool|service|company|jefe|agente|colega|collegue|equipo|equipe)s?|(?:agents|bots|users|customers|clients|people|everybody|everyone|someone|somebody|nobody|scripts|tools|services|companies|agentes|colegas|collegues))\b/u
export const TELLING =
  /^(?:(?:yesterday|today|earlier|recently|last \p{L}+|gestern|heute|ayer|hoy|hier|aujourd['’]hui),? )?(?:he|she|they|you|it|who|er|ellos|ellas|ella|il|elle|ils|elles|on|(?:i|we|ich|wir|yo|nosotros|je|nous)(?! (?:am|['’]m|bin|soy|suis)? ?(?:agent )?[\w.-]*\d)) /u
/** Verbs in a form that tells. */
export const FINITE =
  /\b(?:says?|said|tells?|told|wants?|wanted|asks?|asked|recommends?|suggests?|wrote|writes|reads|is|are|was|were|has|had|should|must|can|could|will|would|may|might|does|did|needs?|saves|posts|publishes|keeps|stores|sagt|will|mochte|ist|war|hat|soll|dice|dijo|quiere|es|fue|dit|veut|est|etait|a dit)\b/
export const HABIT =
  /\b(?:usually|always|often|normally|sometimes|every (?:day|week|time|morning)|immer|oft|siempre|toujours|souvent)\b/

/** In a sentence that begins so, a verb after a comma may go on with the story. */
export const STORY =
  /\b(?:should|must|(?:can|may)(?! (?:go|be)\b)|could|will|would|might|going to|soll\w*|kann|wird|debe\w*|puede\w*|doit|peut|va)\b|^(?:i|we|they|you|people|agents|bots|users|\p{L}+ (?:agents|bots|users|people))\s+(?:then |also |just |first )?(?!(?:have|had|am|are|was|were|['’]|need|want|like|love|got|found|wrote|made|took|saw|heard|did|do|don|think|know|see|just \p{L}+ed)\b)\p{L}+(?<!ed)\b/u

/** What governs the verbs after it, though they follow an "and": "agents that read and post". */
export const GOVERNS =
  /\b(?:agents?|bots?|people|users?|someone|somebody|those|tools?|services?|outcomes?) (?:that|who|which|to|can|may)\b|\b(?:cost|costs|takes?|possible|ways?|allowed|safe|ok|okay|wise|legal|able|easy|hard|useful|how|where|whether|what|price|permission|steps|instructions|code|script|prompt|draft) (?:to|for)\b|\b(?:whether|if) (?:i|we|they|it|he|she|one|agents?) (?:can|could|may|should|must)\b/

export const OBJECT =
  /^[\s,]*(?:it|this|that|these|those|them|him|her|the|my|our|all|both|everything|es|das|die|den|dies\w*|alles|lo|la|los|las|todo|esto|eso|le|les|tout|cela|ca|ceci)(?![\p{L}\p{N}])/u

export const UNSPACED_QUESTION = /[吗么嘛呢]\s*$|(?:ですか|ますか|でしょうか|のか|かな)\s*$/
export const UNSPACED_ASKS_TO = /请|帮我|麻烦|(?:て|で)(?:もらえ|くれ|いただけ|ください|ほしい|欲しい)/
/** What somebody said or did, or is not to be done, in Chinese and Japanese. */
export const UNSPACED_TOLD =
  /(?:他|她|他们|老板|同事|客户|邮件|文中)[^，。]{0,6}(?:说|让|要|叫|想)|(?:已经|刚才|昨天|之前)[^，。]{0,20}(?:了|过)|[了过]\s*$|(?:不要|别(?!人)|不用|无需|不必|请勿|勿|没有?|不想|不)[^，。]{0,12}(?:保存|存|记|写|发|公布|分享|公开|签发|预留|买|公证|证明)|(?:ました|ましたか|した|かった|ています|ている)\s*$|(?:ないで|しなくて|せずに|ず|ません|なくていい|不要)|と(?:言|書|いう|頼ま)/

export const JOINED = /[,，]|then|dann|luego|puis/

export const CONTINUES =
  /^\s*(?:in|on|to|into|onto|under|as|at|for|with|tag\w*|key\w*|auf|im|am|unter|als|mit|en|dans|sous|comme|avec|como|con|bajo)\s/
export const ONLY_IF = /^\s*(?:but )?(?:only |just )?(?:if|unless|wenn|falls|si)\b/
