import { type InjectionRule, kept, untrusted } from '../injection-rule.ts'

const language = 'en'
const category = 'direct_override'

/** Orders to drop the instructions a model has, or to do something else than it was asked. */
export const overrideRules: readonly InjectionRule[] = [
  {
    id: 'override_instructions.earlier',
    category,
    weight: 0.75,
    language,
    pattern: '{start}{ignore}{few} {earlier}{few} {orders}\\b',
  },
  {
    id: 'override_instructions.rules',
    category,
    weight: 0.62,
    language,
    pattern:
      "{start}{ignore}(?: (?:all|any|every|each|your|the|these|those|my|our|other|of|previous|and|openai(?:'s)?|own|current)){1,4} {rules}\\b",
    unless: '(?:the|those|these) (?:rules|guidelines|instructions) of\\b',
  },
  {
    id: 'override_instructions.everything',
    category,
    weight: 0.65,
    language,
    pattern:
      "{start}(?:ignore|disregard|forget|discard|erase|unlearn)(?: about)?(?: (?:everything|anything|all|whatever|what|any|the|that|of|of the|stuff|things?|text|content)){0,4} (?:above|before(?:hand)?|previous(?:ly)?|prior|earlier|preceding|so far|until now|up to now|i (?:said|told|wrote)|you(?: were| have been|'ve been| are)? (?:told|taught|instructed|know|learned|programmed))\\b",
    // People write so to each other about what they sent.
    unless:
      '(?:previous|prior|earlier|preceding|above) (?:e-?mails?|mails?|invoices?|attachments?|invit(?:e|ation)s?|voicemails?|newsletters?|drafts?|versions?|quotes?|rulings?|values?|results?|errors?|entr(?:y|ies)|states?|frames?|commits?|calls?|warnings?|reports?|answers?|letters?|matches|lines?|items?|elements?|orders?)\\b|i (?:said|told|wrote) (?:you )?(?:about|on|regarding|yesterday|last)\\b|(?:before|above) the (?:first|last|next|final|opening|closing|end|colon|slash|dot|comma|equals?|line|cursor|root)\\b',
  },
  {
    id: 'override_instructions.everything-model',
    category,
    weight: 0.5,
    language,
    pattern:
      '{start}(?:ignore|disregard|forget|abandon) (?:absolutely |literally )?(?:everything|anything|all)(?: (?:about|from|of|that|in|you|your|else|the|what)){1,3}{few} {ai}\\b',
  },
  {
    id: 'override_instructions.assignments',
    category,
    weight: 0.55,
    language,
    pattern:
      '{start}(?:ignore|disregard|forget|abandon|drop)(?: about)? (?:all |any |every )?(?:of )?(?:the |your |those |these |current |assigned ){1,2}(?:assignments?|tasks?|orders?|objectives?|goals?|jobs?|missions?|duties|roles?)\\b',
  },
  {
    id: 'override_content.say',
    category,
    weight: 0.62,
    language,
    pattern:
      '{start}(?:ignore|ingore|inore|hignore|disregard|forget|skip|bypass) (?:the |this |that |these |those |all |any |my |our |above |following |rest of the |whole |entire ){0,3}{content}(?: [^.!?\\n]{0,24})?(?: and| then|,|;| but|:| -)(?: then| instead| just| simply| only){0,2} {say}\\b',
  },
  {
    id: 'override_instructions.everything-and',
    category,
    weight: 0.58,
    language,
    pattern:
      '{start}(?:ignore|ingore|disregard|forget|drop)(?: about)? (?:everything|all of (?:it|this|that)|it all|anything else|what i said)(?: else)? ?(?:,|and|\\.|!|;|-|then|but) ?(?:please |just |jsut |now |only |instead |simply |then |and ){0,3}(?:you )?{say}\\b',
  },
  {
    id: 'framed_claim.suggest',
    category,
    weight: 0.46,
    language,
    pattern:
      '\\bi (?:strongly )?(?:suggest|recommend|urge|advise|propose|request)(?: that)? you (?:to )?(?:consider|treat|regard|report|state|output|take|give|rate) (?:the |this |it as )(?:[a-z]{3,12} )?(?:output|answer|result|conclusion|response|summary|score|rating)?',
  },
  {
    id: 'do_first.before-task',
    category,
    weight: 0.5,
    language,
    only: [...untrusted, ...kept, 'unknown'],
    pattern:
      '\\b(?:before (?:you )?(?:can |may |could )?(?:solv|complet|answer|continu|proceed|finish|start|help|execut|perform|respond|do)(?:e|ing)?[^.!?\\n]{0,40}\\b(?:task|request|question|job|instruction|query|that|this)\\b[^.!?\\n]{0,24}\\b(?:please|must|first|need to|have to)\\b|(?:please )?do the following (?:first|instead|immediately|before)|(?:first|instead),? (?:please )?(?:perform|execute|carry out|follow) (?:the following|these) (?:task|action|step|instruction|order)s?)\\b',
  },
  {
    id: 'do_first.important-message',
    category: 'authority_social',
    weight: 0.45,
    language,
    only: [...untrusted, ...kept, 'unknown'],
    pattern:
      '\\b(?:this is an?|very|extremely) (?:very )?(?:important|urgent|critical) (?:message|instruction|notice|order|request|directive)s? (?:from|to|for) (?:me|your|the (?:user|system|developer|admin)|you|the (?:ai|assistant|agent|model))\\b',
  },
  {
    id: 'override_content.instead',
    category,
    weight: 0.5,
    language,
    pattern:
      '{start}(?:ignore|disregard|forget|skip|abandon|drop) (?:about )?(?:the |this |that |these |my |any |all |your ){1,2}(?:[a-z]{3,12} )?{content}(?:[,;.:]| and| but| -){1,2} ?(?:and |but )?instead\\b',
  },
  {
    id: 'override_content.hypothetical',
    category,
    weight: 0.5,
    language,
    pattern:
      "(?:hypothetical(?:ly)?|suppose|imagine|let's (?:say|imagine|suppose|consider|assume|pretend)|scenario|in a world|what if)[^.!?\\n]{0,40}\\bwe(?: were to| should| could| would|)? ?(?:ignore|disregard|forget) (?:the |this |all )?{few}",
  },
  {
    id: 'new_instructions.heading',
    category,
    weight: 0.5,
    language,
    pattern:
      '(?:^|[\\n.!?;:,"\'`()\\[\\]{}<>*#|/=-] ?)(?:(?:your |the |my |and )?(?:new|updated|real|actual|true|revised|secret|hidden|additional|special|override|admin|priority) (?:system )?(?:instructions?|rules?|tasks?|orders?|directives?|prompt|assignment|objective|goal|mission)(?: for you)? ?(?::|is\\b|are\\b|follows?\\b|below\\b|from\\b))',
    unless: '\\boverride rules? from\\b',
  },
  {
    id: 'new_instructions.your-task',
    category,
    weight: 0.58,
    language,
    pattern:
      '\\b(?:(?:focus|concentrate|work|move|continue|proceed) (?:now )?(?:on|to|with) (?:your|the|this|a) (?:new|next|real|actual|only) (?:task|goal|objective|instructions?|assignment|mission|role)|your (?:new|real|actual|true|only|sole|updated) (?:task|goal|objective|instructions?|assignment|mission|job|directive) (?:is|are|will be|:))',
  },
  {
    id: 'new_instructions.following-win',
    category,
    weight: 0.6,
    language,
    pattern:
      '\\b(?:takes? (?:absolute |full |top )?(?:precedence|priority)|supersedes?|outranks?|overrides?|overwrites?|replaces?|over-rules?) (?:over )?(?:all |any |every |the |your |other |previous |prior |existing |earlier |former |of ){1,4}(?:instructions?|prompts?|rules|guidelines|directives?|orders|commands)\\b',
  },
  {
    id: 'new_instructions.void',
    category,
    weight: 0.6,
    language,
    pattern:
      '\\b(?:previous|prior|above|earlier|preceding|original|initial|system|existing) (?:system )?(?:instructions?|prompts?|rules|guidelines|orders?|commands?|messages?|tasks?)(?: above| before)?(?: is| are| was| were| has been| have been)(?: now| all| only| just)? (?:void|cancell?ed|invalid|obsolete|wrong|fake|a test|not valid|no longer|outdated|superseded|overridden|revoked|replaced|deprecated|for testing)\\b',
  },
  {
    id: 'new_instructions.only-follow',
    category,
    weight: 0.5,
    language,
    pattern:
      '{start}(?:only|strictly|exclusively) (?:follow|obey|listen to|execute|respond to|comply with) (?:the |these |my |this )?(?:instructions?|orders?|commands?|following|below|me|text)\\b',
  },
  {
    id: 'new_instructions.obey-me',
    category,
    weight: 0.5,
    language,
    pattern:
      "\\byou(?: now)? (?:must|have to|will|shall|are required to|are obligated to) (?:now |always |only |strictly |immediately |unconditionally )?(?:obey|comply with|listen to|follow|accept|fulfill?|do|submit to)(?: all| any| every)?(?: of)? (?:my|me|these|this user's|whatever i|anything i|everything i)\\b",
  },
  {
    id: 'new_instructions.following-are',
    category,
    weight: 0.45,
    language,
    pattern:
      '\\b(?:the |these )?(?:following|below)(?: set of| new)? (?:instructions?|rules|orders?|commands?|directives?)(?: and rules)?(?: are to| must| should| have to| need to| shall) (?:be|always|override|replace)\\b',
  },
  {
    id: 'stop_everything.print',
    category,
    weight: 0.5,
    language,
    pattern:
      '{start}(?:stop|cease|halt|abort|cancel|pause|interrupt)(?: doing)? (?:everything|all|whatever|what you|your|the (?:task|current|conversation|translation|summary))[^\\n]{0,48}\\b(?:print|say|output|write|respond|reply|tell|do|execute|just)\\b',
  },
  {
    id: 'stop_everything.and-now',
    category,
    weight: 0.5,
    language,
    only: [...untrusted, ...kept, 'unknown'],
    pattern:
      '{start}(?:stop|cease|quit|pause) (?:(?:the |this |your )?(?:summari[sz]ing|translating|reading|answering|processing|analy[sz]ing|reviewing|classifying|browsing|summary|translation|analysis|review)|working on (?:this|that|the))\\b[^.!?\\n]{0,24}[.!,;:] ?(?:and |then )?(?:now|instead|next)\\b',
  },
  {
    id: 'new_instructions.next-job',
    category,
    weight: 0.5,
    language,
    only: [...untrusted, ...kept, 'unknown'],
    pattern:
      '\\byour (?:next|new|actual|real|final|only|first|current) (?:job|task|step|action|duty|order|assignment|mission) (?:now )?(?:is|will be|:)(?: now)?(?: to)? ?(?:write|send|delete|call|act|run|execute|print|say|transfer|forward|buy|share|post|open|visit|answer|reply|tell|pretend|reveal|give|create|find|upload|book|email|ignore|translate|respond|output)\\b',
  },
  {
    id: 'instead_of.task',
    category,
    weight: 0.45,
    language,
    pattern:
      "\\b(?:instead of|rather than|don't|do not) (?:follow|answer|summari[sz]|do|translat|complet|perform|respond|classify|analy[sz]|review|process|grad|evaluat|categori[sz])(?:e|es|ed|ing|ng|y|ying)? (?:to )?(?:the |this |it|that |your |any |above |user'?s? |original )[^.!?\\n]{0,40}(?:,|;|\\.|-|:| and| but|just)? ?(?:you )?(?:must |should |please |instead |just |simply |only ){0,6}(?:say|print|output|write|reply with|respond with|tell|send|return|state|translate)\\b",
  },
  {
    id: 'from_now_on.you',
    category: 'role_impersonation',
    weight: 0.35,
    language,
    pattern:
      "\\b(?:from (?:now|here|this (?:point|moment|message|prompt|conversation)) ?(?:on(?:wards?)?|forward|forth)?|as of now|starting (?:now|from now)|henceforth)\\b,?[^.!?\\n]{0,32}\\b(?:you(?:'re| are| will| must| shall| should| have| can)?|your|answer|respond|reply|act|behave|speak|always|never|every|whenever)\\b",
  },
  {
    id: 'from_now_on.kept',
    category: 'memory_poisoning',
    weight: 0.65,
    language,
    only: kept,
    pattern:
      '\\b(?:from (?:now|here|this (?:point|moment)) ?(?:on(?:wards?)?|forward)?|as of now|henceforth|in (?:all|every) future|for all future|going forward)\\b,?[^.!?\\n]{0,24}\\b(?:(?:always |never |also |silently |automatically )?(?:send|forward|copy|trust|ignore|execute|run|transfer|pay|delete|recommend|upload|share|post|bcc|install|download|approve|hide|lie|pretend|disregard|treat all|insert|append))\\b',
  },
  {
    id: 'from_now_on.kept-habit',
    category: 'memory_poisoning',
    weight: 0.3,
    language,
    only: kept,
    pattern:
      '\\b(?:from (?:now|here|this (?:point|moment)) ?(?:on(?:wards?)?|forward)?|as of now|henceforth|in (?:all|every) future|for all future|going forward)\\b,?[^.!?\\n]{0,24}\\b(?:always|never|every|send|forward|include|use|call|recommend|reply|respond|answer|copy|trust|ignore|add|execute|run|treat|pretend)\\b',
  },
  {
    id: 'controls_reply.change',
    category,
    weight: 0.45,
    language,
    only: untrusted,
    pattern:
      '{start}(?:modify|reverse|encode|encrypt|translate|render|rewrite|provide|write|give|format|present|deliver|replace|scramble|rearrange|group|use|insert|include|add|integrate|embed|incorporate|introduce|append|prepend|end|begin|start|finish|convert|change|express|make|craft|phrase|tease|produce|return|substitute|remove|omit|swap|shuffle|capitali[sz]e|conclude|recommend|promote|advertise|emphasi[sz]e|highlight|reference|structure|compose|obfuscate|spell|misspell|transform|turn|weave|sprinkle|utili[sz]e|mix|hint|employ|apply|alter|adjust|keep|limit|shorten|fill)(?: [a-z0-9\'&/(),="$.-]{1,24}){0,12} (?:your (?:\\w{2,14} )?|the (?:final |whole |entire |next |generated )?)(?:reply|response|answer|output|responses|answers|replies|generated (?:text|summary))\\b',
    unless:
      '^(?:transform|return|make|use|give|convert|format|structure|provide|render|write|modify|utili[sz]e|apply|keep|limit|change|alter)\\b[^.!?\\n]{0,200}\\bthe (?:output|responses?|answers?)\\b|\\breplace\\b[^.!?\\n]{0,80}\\bwith the (?:reply|response|answer|output)\\b|\\b(?:headers?|status|body|fields?|cookies?|payload|stream)(?: code)? (?:of|in|to|from|on) the response\\b|\\bthe response (?:errors?|headers?|status|body|code|object|stream|cookies?|time)\\b|\\b(?:(?:order|ticket|reference|case|invoice|booking|account|phone|contact) (?:number|id|no|details|name|information)|availability|resume|attachments?|screenshots?|delay in|look(?:ing)? forward)\\b',
  },
  {
    id: 'controls_reply.disguise',
    category,
    weight: 0.45,
    language,
    only: untrusted,
    pattern:
      '{start}(?:render|encode|scramble|reverse|encrypt|obfuscate|misspell|jumble|disguise|spell out|rewrite|flip)(?: [a-z0-9,-]{1,16}){0,6} (?:your|the) (?:whole |entire |next |final )?(?:message|text|words|sentences|e-?mail|letters|characters)\\b',
  },
  {
    id: 'controls_reply.in-your',
    category,
    weight: 0.45,
    language,
    only: untrusted,
    pattern:
      '\\b(?:in|within|to|throughout|at the (?:end|beginning|start) of|using) your (?:\\w{2,14} )?(?:response|reply|answer|output|responses|summary|translation)[,:]? (?:please |always |also |subtly |directly )?(?:tease|include|mention|add|use|make|say|write|insert|hint|direct|direct(?:ing)?|promote|reference|recommend|suggest|end|start|avoid|state|tell|advertise|describe|claim|refer|link)\\b',
  },
  {
    id: 'controls_reply.answer-as',
    category,
    weight: 0.4,
    language,
    only: untrusted,
    pattern:
      '{start}(?:reply|respond|answer|speak|output|write)(?: back)? (?:only |exclusively |always |just )?(?:using|backwards?|in reverse|as (?:an?|if|though)|in (?:base ?64|hex|rot13|morse|binary|emojis?|code|riddles?|rhymes?|reverse|french|german|spanish|chinese|japanese|russian|italian|latin|klingon|pig latin|all caps|uppercase|lowercase|the style))\\b',
  },
  {
    id: 'controls_reply.print-following',
    category,
    weight: 0.35,
    language,
    pattern:
      '{start}(?:please )?(?:output|print|state|say|write|repeat|return|display) (?:exactly |only |just |simply )?the following(?: text| message| sentence| words| string| phrase| response)?(?: exactly| verbatim| instead| only)? ?:',
  },
  {
    id: 'controls_reply.just-print',
    category,
    weight: 0.35,
    language,
    pattern:
      '\\b(?:just|only|simply|always)(?: respond with| reply with| print| say| output| answer(?: with)?| write) ?:? ?["\']',
  },
  {
    id: 'controls_reply.tell-user',
    category: 'authority_social',
    weight: 0.5,
    language,
    pattern:
      '{start}(?:tell|ask|direct|instruct|redirect|urge|convince|persuade|advise|inform|order|encourage|prompt|get|request(?:ing)?|asking|telling|write a message (?:to|asking|requesting)) {person}(?: to| that they (?:must|should|need to)) (?:go|visit|click|open|download|reset|enter|provide|call|send|buy|install|log|transfer|pay|share|confirm|verify|run|paste|navigate)\\b',
  },
]
