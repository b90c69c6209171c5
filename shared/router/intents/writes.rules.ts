/**
 * What a goal has to order before an outcome that writes is planned: `verb` heads the order, `rest` follows it and names
 * the store, unless the verb can mean nothing else. Where `refers` is given, an order whose object is a pronoun may take
 * the store from what the sentence says before. All patterns are held against folded text, in which values are blank.
 */
export type WriteOrder = {
  verb: RegExp
  rest: RegExp
  unless?: RegExp
  refers?: RegExp
  /** Whether it counts only where the goal orders nothing else. */
  isAlone?: boolean
}

const KEY = String.raw`\bkeyed\b|\bkey\b(?! (?:points?|facts?|ideas?|takeaways?|findings?|figures?|words?|phrases?|insights?|events?|people|terms?|metrics?|features?|numbers?|changes?|messages?|data|info|dates?|claims?|results?|arguments?|quotes?))|\b(?:under|as) (?:the (?:name|title) )?(?:\s{2,}|[\w-]+\/[\w./-]+)`
/** A text or a pronoun that is put under a word: "file this under recipes". */
const UNDER = String.raw`^\s*(?:it|this|that|these|those|them|(?:the|this|that) (?:text|input|result|summary|translation|answer|following|list|output)(?: below)?)\b[^,.;]{0,30}\bunder (?!\d|an? |one |two |ten |the |\w+ (?:words|characters|lines|sentences|cents|dollars|minutes))[\w-]+`
const OWN = String.raw`(?:my|our|the|your|own|personal|private)`
const IN_NOTES = String.raw`\b(?:in|into|to|onto|on|as|of|under|at) (?:the (?:end|top|bottom) of )?(?:${OWN} )*(?:an? |one |another |new )*(?:new )?(?:notes?|notepad|notebook|memos?)\b`
const MY_NOTES = String.raw`\b(?:in|into|to|onto|on|of|under) (?:the (?:end|top|bottom) of )?(?:(?:${OWN} )+(?:notes?|notebook|memos?)|(?:${OWN} |an? )?notepad)\b|\b(?:into|as) an? (?:new )?note\b(?=.*(?:${KEY}|\b(?:called|named|my|tag\w*)\b))`
const SELF = String.raw`\b(?:notiz\w*|merkzettel|schlussel)\b`
const NO = String.raw`\b(?:nicht|kein\w*|ohne|nichts|nie)\b`
/** "Save me some time", "keep in mind": nothing is stored. */
const ELSEWHERE = String.raw`^\s*(?:(?:me|us|you|yourself|him|her|them) )?(?:(?:some|any|a lot of|the|a) )?(?:time|money|space|tokens|effort|trouble|day|bandwidth|face)\b|^\s*(?:it |this |that )?in mind\b|^\s*(?:track|going|calm)\b|^\s*(?:nothing|none|no |not )|\b(?:to|on|in|into) (?:my|the|our) (?:disk|drive|calendar|desktop|phone|crm|database|kindle|cart|laptop|computer)\b`
/** Any verb but those that read, judge, draft or make something else of what they are about: a place with "into" says the rest. */
const OTHER =
  /^(?!(?:contents?|texts?|versions?|rows?|data|files?|lines?|words|entries|read|show|open|list|find|search|look|see|view|display|print|tell|say|what|which|who|how|why|when|where|give|get|fetch|pull|bring|load|retrieve|check|verify|validate|test|inspect|review|audit|judge|rate|score|rank|compare|diff|match|count|sum|summari[sz]e|condense|shorten|translate|explain|describe|define|analy[sz]e|classify|sort|extract|parse|convert|transcribe|draft|compose|word|phrase|polish|improve|edit|rewrite|rephrase|proofread|suggest|propose|recommend|think|plan|estimate|calculate|compute|price|quote|cost|ask|answer|reply|respond|help|teach|learn|watch|monitor|listen|scan|detect|guess|know|want|need|like|use|consider|discuss|imagine|decide|choose|pick|browse|identify|trace|track|report|simulate|do|is|are|was|were|does|did|has|have|had|can|could|should|would|may|might|will|not|no|never|nothing|none|don|stop|avoid|refrain|skip|wait|dig|dive|peek|delve|go|hook|log|link|refer|relate|peer|tap|break|point|nobody|without|instead|rather|before|after|while|since|because|although|though|as|for|in|on|to|from|with|about|the|an?|my|our|your|his|her|their|its|i|we|you|he|she|they|it|and|or|but|then|there|here|this|that|these|those|if|unless|by|at|of|until|some|all|any|each|every)$|\p{L}+['’]|\p{L}+(?:ing|ed)$)/u
const re = (source: string) => new RegExp(source, 'u')

export const WRITE_ORDERS: Readonly<Record<string, readonly WriteOrder[]>> = {
  'notepad-save': [
    {
      verb: /^(?:save|store|keep|stash|file|log|record|memori[sz]e|jot|saved|stored|kept|recorded|noted|archive|hold|preserve|retain|park|tuck|capture|bookmark|scribble)$/,
      rest: re(`${IN_NOTES}|${KEY}|\\bfor (?:later|next time|future|my next)\\b`),
      refers: re(`(?:^|[.:,]\\s*)(?:in|into|to|under) (?:${OWN} )+(?:notes?|notepad|notebook|key)\\b[^.:]*$`),
      unless: re(`${ELSEWHERE}|^\\s*(?:how|whether|if) |\\bworkspace\\b`),
    },
    {
      verb: /^(?:put|add|append|write|copy|drop|pin|stick|place|leave|insert|written|added|appended|dump|turn|move|take|bring|enter|paste|set|commit|get|shelve)$/,
      rest: re(`${MY_NOTES}|\\bunder ${OWN}? ?key\\b|\\b(?:as|under) note\\b|\\bkey\\s{2,}|\\bkey [\\w-]+\\/`),
      unless: re(`${ELSEWHERE}|^\\s*how |\\bworkspace\\b`),
    },
    {
      verb: /^(?:jot|note|write|get|put)$/,
      rest: re(
        `^\\s*(?:it|this|that|these|those|the (?:following|text|input)(?: below)?) (?:all )?down\\b|^\\s*down\\b(?=.*(?:${KEY}|${IN_NOTES}))|^\\s*(?:this|it|that|these) (?:for (?:me|later)|under|as)\\b`,
      ),
      unless:
        /\b(?:as|in|into) (?:a |an )?(?:list|json|csv|table|markdown|bullet|words|sentence|english|german|french|spanish)/,
    },
    {
      verb: /^(?:save|store|file|stash|park|remember)$/,
      rest: re(UNDER),
      unless: /\b(?:workspace|control|wraps|pressure|budget)\b/,
    },
    { verb: /^note$/, rest: re(`${IN_NOTES}|${KEY}`), unless: /^\s*that\b/ },
    {
      verb: OTHER,
      rest: re(
        `\\b(?:into|onto|to) (?:the (?:end|top|bottom) of )?(?:my|our) (?:notes?|notepad|notebook)\\b|\\b(?:into|to|in) (?:the |my |our )?notepad\\b|\\b(?:under|with|at) (?:the |my )?key\\b(?! (?:points?|facts?|ideas?|figures?|words?))`,
      ),
      unless: re(`${ELSEWHERE}|\\bworkspace\\b|^\\s*(?:how|what|which|whether|if) `),
    },
    { verb: /^jot$/, rest: /^\s*down\b/ },
    { verb: /^(?:note|memo)$/, rest: /^\s*to (?:my)?self\b/ },
    {
      verb: /^(?:remember|keep|note|store)$/,
      rest: /\bunder\s{4,}|\bunder [\w-]+\/[\w-]+/,
      unless: /\bworkspace\b|\bws_/,
    },
    {
      verb: /^remember$/,
      rest: re(
        `^\\s*(?:(?:it|this|that|these|those|the (?:text|input|following|result|summary|answer|number|date|name)(?: below)?|everything|all (?:of )?(?:it|this))\\s*)?(?:$|for (?:later|me)\\b|under\\b|as (?:\\s{2,}|[\\w-]+\\/)|in ${OWN} (?:notes?|notepad|notebook)\\b|,? ?tag|with (?:the )?(?:key|tag)|key\\b)`,
      ),
    },
    {
      verb: OTHER,
      rest: re(
        `^\\s*(?:it|this|that|these|those|them|(?:the|this|that) (?:\\p{L}+ )?(?:text|input|result|summary|translation|answer|output|english|german))\\b[^,.;]{0,20}\\b(?:as|under|in) (?:(?:my |the |an? )?(?:new )?notes?\\b|\\s{3,}|[\\w-]+\\/)`,
      ),
      unless: re(`${ELSEWHERE}|\\bworkspace\\b|ws_`),
    },
    { verb: /^remember$/, rest: /^\s*(?:that|my|our|the|this)\s/, isAlone: true },
    {
      verb: /^(?:overwrite|replace|update|extend|amend|change|append)$/,
      rest: re(
        `^\\s*(?:to |what(?:'s| is) in |the (?:text|contents?|body) of )?(?:my|our|the) (?:notes?|notepad|notebook)\\b`,
      ),
    },
    {
      verb: /^(?:make|create|leave|write|start|open|add|take|keep)$/,
      rest: re(
        `^\\s*(?:me )?(?:it |this |that |them )?(?:an?|another|one|new|into an?)(?: new)? (?:note|memo)\\b(?=.*(?:${KEY}|\\b(?:called|named|tagg?\\w*|under|notepad|for later)\\b|\\b(?:of|from|out of|with) (?:it|this|that|these)\\b))`,
      ),
      unless: /\bnote (?:to|for) (?:my |the |our |his |her )?(?!self)\p{L}+/u,
    },
    {
      verb: /^(?:speicher[en]*|sicher[en]*|merk[en]*|notier[en]*|schreib[en]*|leg[en]*|halt[en]*|bewahr[en]*|hinterleg[en]*|trag[en]*|fuge?n?|pack[en]*|hang[en]*|ablegen|abspeichern|festhalten|aufschreiben|eintragen|aufbewahren|anhangen|hinzufugen|nimm|mach[en]*)$/,
      rest: re(SELF),
      unless: re(NO),
    },
    { verb: /^merk[en]*$/, rest: /^\s*(?:dir|sie sich|euch)\b/, unless: re(`${NO}|^\\s*(?:dir|sie sich),? dass`) },
    {
      verb: /^(?:guard|anot|apunt|almacen|agreg|anad|pon|met|escrib|registr|copi|conserv|recuerd|recorda|sobrescrib)\p{L}*$/u,
      rest: /\b(?:notas?|bloc|libreta|cuaderno|clave)\b/,
      unless: /\bpara (?:mi|el|la) (?:casero|jefe)\b|\bpalabras? clave\b/,
    },
    {
      verb: /^(?:enregistr|sauvegard|gard|not|retien|reten|met|mett|ajout|ecri|ecriv|stock|memoris|conserv|rang|inscri)\p{L}*(?:-\p{L}+)*$/u,
      rest: /\b(?:notes?|bloc-notes|carnet|cle|memo)\b/,
      unless: /\bmots?[- ]cles?\b|\bpoints? cles?\b|\bpas\b/,
    },
    { verb: /^(?:retiens|retenez|note|notez)(?:-\p{L}+)*$/u, rest: /^\s*(?:ca|cela|ceci|bien ca)\b/ },
  ],
  'notepad-share': [
    {
      verb: /^(?:share|publish|unshare|shared|published)$/,
      rest: /\b(?:notes?|notepad|notebook|memo)\b/,
      refers: /\bnotes?\b|\bnotepad\b/,
      unless: /^\s*price|\bsquare\b/,
    },
    { verb: /^(?:let|allow|permit|enable|grant|authori[sz]e)$/, rest: /\bnotes?\b/, unless: /^\s*(?:me|us)\b/ },
    {
      verb: /^(?:give|make|hand|create|generate|get|need|want|issue|open|send|produce|mint|set|turn)$/,
      rest: /\b(?:access|links?|token|public|private|shar(?:e|ed|ing)|permission|readable|visible)\b.*\bnotes?\b|\bnotes?\b.*\b(?:access|links?|token|public|private|shar(?:e|ed|ing)|readable|visible|available)\b/,
      unless: /^\s*(?:me|us) (?:what|the (?:text|content))|\bwith (?:the )?(?:share )?token\b/,
    },
    {
      verb: /^(?:revoke|withdraw|end|stop|cancel|remove|kill|take|delete|close|cut|drop)$/,
      rest: /\bshar(?:e|es|ing)\b|\b(?:access|links?|token)\b.*\bnotes?\b|\bnotes?\b.*\b(?:access|links?|token)\b|^\s*(?:the |my |his |her |their |that )?access\b/,
      unless: /^\s*(?:price|the share price)/,
    },
    {
      verb: /^(?:gib|teil[en]*|gebe?n?|lass[en]*|veroffentlich[en]*|freigeben|mach[en]*|entzieh[en]*|widerruf[en]*|erlaub[en]*)$/,
      rest: /\bnotiz\w*/,
      unless: re(NO),
    },
    { verb: /^(?:compart|publi[cq]|da(?:le)?$|dar|deja|haz|permit|revoca|retira)\p{L}*$/u, rest: /\bnotas?\b/ },
    { verb: /^(?:partag|publi|donn|laiss|rend|autoris|permet|revoqu|retir)\p{L}*(?:-\p{L}+)*$/u, rest: /\bnotes?\b/ },
  ],
  'workspace-create': [
    {
      verb: OTHER,
      rest: /^\s*(?:me |us )?(?:up )?(?:an?|another|one|our|the)?\s?(?:(?:new|fresh|shared|joint|common|team|empty|private) )+(?:file )?(?:workspace|space|folder|room|drive)\b/,
    },
    {
      verb: /^(?:create|open|make|set|start|spin|launch|establish|need|want|like|require|get|give|prepare|build|new|found)$/,
      rest: /\b(?:an?|new|another|one|shared|joint|common|team)\b[^.]{0,30}\b(?:workspace|(?:file )?space|folder|room|drive|area|place for files)\b|\b(?:workspace|space|folder|room) (?:called|named|for|with)\b/,
      unless: /^\s*(?:my|our|the) workspace\b(?!.*\b(?:called|named)\b)|\bfiles? (?:in|of|from)\b/,
    },
    {
      verb: /^(?:an?|new|shared)$/,
      rest: /^\s*(?:new |shared |joint |common |team )*(?:file )?(?:workspace|space|folder|room|drive)\b/,
    },
    {
      verb: /^(?:leg[en]*|erstell[en]*|anlegen|richt[en]*|einrichten|eroffne[n]*|offne[n]*|mach[en]*|brauche?n?)$/,
      rest: /\b(?:arbeitsbereich|arbeitsraum|ordner|workspace|dateibereich)\b/,
      unless: re(NO),
    },
    { verb: /^(?:cre|abr|haz|mont|prepar|configur|necesit|quier)\p{L}*$/u, rest: /\b(?:espacio|carpeta|workspace)\b/ },
    { verb: /^(?:cre|ouvr|mont|prepar|fai|met)\p{L}*(?:-\p{L}+)*$/u, rest: /\b(?:espace|dossier|workspace)\b/ },
  ],
  'workspace-write': [
    {
      verb: /^(?:write|save|put|store|append|add|drop|place|file|copy|upload|update|overwrite|replace|create|log|record|move|rename|delete|remove|erase|discard|trash|get|saved|stored|written|added|keep|insert|commit|stash|leave|bin|clear|throw|swap|change|edit|patch|push|make|start|set|dump|import|paste|publish|extend|attach|tidy)$/,
      rest: /\b(?:workspace|folder|space|files?)\b|\b(?:in|into|to|as|of|under|from|at) (?:the |our |my )?(?:\s{2,}|[\w-]*\/?[\w/-]*\.[a-z]{1,5}\b|ws_)|\bws_/,
      refers: /\bworkspace\b|\bws_|\s{6,}/,
      unless:
        /^\s*(?:me|us) (?!.*\b(?:workspace|ws_))|\b(?:in|into|to) (?:my|our) (?:notes?|notepad|notebook)\b|^\s*(?:nothing|no |not |none)/,
    },
    {
      verb: OTHER,
      rest: /\b(?:into|onto|to) (?:the |our |my )?(?:\p{L}+ )?(?:workspace|ws_|shared (?:folder|space))|\b(?:as|into|to|at|under)\s+(?:[\w/-]+\.[a-z]{1,5}\b|\s{3,}).*(?:ws_|\s{6,}|\bworkspace)|(?:ws_\w*|\s{6,})\s+(?:as|at|under)\b/u,
      unless: /^\s*(?:how|what|which|whether|if) /,
    },
    { verb: /^(?:take)$/, rest: /\b(?:out of|off|away)\b.*\bworkspace\b/ },
    {
      verb: /^(?:schreib[en]*|speicher[en]*|leg[en]*|ablegen|hang[en]*|anhangen|fuge?n?|hinzufugen|losch[en]*|entfern[en]*|verschieb[en]*|pack[en]*|umbenennen|benenn[en]*)$/,
      rest: /\b(?:arbeitsbereich|workspace|datei\w*|ordner|als|nach|unter)\b|ws_|\s{6,}/,
      unless: re(`${NO}|\\bnotiz`),
    },
    {
      verb: /^(?:escrib|guard|pon|met|anad|agreg|copi|borr|elimin|muev|renombr|sub)\p{L}*$/u,
      rest: /\b(?:espacio|workspace|archivo|fichero|carpeta|como)\b|ws_|\s{6,}/,
      unless: /\bnotas?\b/,
    },
    {
      verb: /^(?:ecri|ecriv|enregistr|met|mett|ajout|copi|supprim|effac|deplac|renomm|rang)\p{L}*(?:-\p{L}+)*$/u,
      rest: /\b(?:espace|workspace|fichier|dossier|sous|comme)\b|ws_|\s{6,}/,
      unless: /\bnotes?\b/,
    },
  ],
  'square-post': [
    {
      verb: /^(?:announce|tell|proclaim|advertise|broadcast)$/,
      rest: /\b(?:in public|publicly)\b|\b(?:the )?(?:other|all) agents\b/,
      unless: /^\s*(?:me|us)\b|\b(?:notes?|notepad)\b/,
    },
    {
      verb: OTHER,
      rest: /\b(?:onto|on|to|up on) (?:the |our )?(?:agents?['’]? )?(?:square|board)\b/,
      unless: /^\s*(?:me|us|nothing|no|not|none|how|what|which|whether|if)\b|\bposts? (?:on|from)\b/,
    },
    {
      verb: /^(?:post|publish|announce|advertise|pin|posted|published|announced|broadcast|reply|answer|respond|release|share)$/,
      rest: /\b(?:square|agents?['’]? (?:board|square|marketplace)|notice ?board|board|(?:other|all|the other) agents)\b/,
      refers: /\b(?:square|board)\b/,
      unless: /^\s*(?:nothing|no |not |none)|\b(?:notes?|notepad)\b(?!.*square)/,
    },
    {
      verb: /^(?:put|say|tell|write|place|make|offer|list|get|send|add|let|drop|leave|inform|ask)$/,
      rest: /\b(?:on|to|onto|in|up on|at)?\s?(?:the |our )?(?:agents?['’]?s? )?(?:square|board)\b/,
      unless: /\bfor the (?:agents?['’]? )?(?:square|board)\b|^\s*(?:me|us)\b|^\s*(?:nothing|no |not |none)/,
    },
    {
      verb: /^(?:poste?n?|veroffentlich[en]*|inserier[en]*|stell[en]*|setz[en]*|schreib[en]*|kundig[en]*|gib|aufgeben|ankundigen|einstellen|anbieten|mach[en]*|sag[en]*|bring[en]*|hang[en]*)$/,
      rest: /\b(?:square|platz|agentenplatz|marktplatz|brett)\b/,
      unless: re(NO),
    },
    { verb: /^(?:publi|post|pon|anunci|escrib|di|cuelg|ofrec|coloc)\p{L}*$/u, rest: /\b(?:plaza|square|tablon)\b/ },
    {
      verb: /^(?:publi|post|annonc|met|mett|ecri|affich|dis|propos|pass)\p{L}*(?:-\p{L}+)*$/u,
      rest: /\b(?:place|square|tableau)\b/,
    },
  ],
  attest: [
    {
      verb: OTHER,
      rest: /^\s*(?:me |us )?(?:an?|one|the|new|public|signed) (?:\p{L}+ )?attestations?\b/u,
      unless: /\b(?:from|of|in) (?:this|the) attestation/,
    },
    {
      verb: /^(?:vouch|attest|notari[sz]e|notari[sz]ed|certify|testify)$/,
      rest: /\S/,
      unless: /^\s*(?:copy|copies|translation)\b/,
    },
    {
      verb: /^(?:record|sign|log|state|issue|publish|make|create|write|put|enter|register|give|produce|need|want|rate|add|file|submit)$/,
      rest: /\battestations?\b|\b(?:statement|claim)\b|\b(?:on|for the) (?:the )?(?:public )?record\b|\b(?:public|transparency|attestation) log\b|^\s*(?:the |my )?(?:other )?agent\b|^\s*that (?:agent|the agent)\b|^\s*[\w-]+-\d+\b/,
      unless:
        /\breceipt\b|\bnotes?\b|\bnotepad\b|\bsquare\b|^\s*me (?:the|all)|\b(?:bank|account|income|financial|earnings) statement|\bclaims? (?:in|of|from|made) (?:the|this)/,
    },
    {
      verb: /^(?:bezeug[en]*|bestatig[en]*|beglaubig[en]*|burge?n?|zertifizier[en]*|bescheinig[en]*)$/,
      rest: /\S/,
      unless: re(NO),
    },
    { verb: /^(?:certific|atestig|avala|notariz|da)\p{L}*$/u, rest: /\b(?:que|agente|registro|fe|atestacion)\b/ },
    {
      verb: /^(?:attest|certifi|notari|temoign|porte)\p{L}*(?:-\p{L}+)*$/u,
      rest: /\b(?:que|agent|journal|garant)\b|\bqu['’]/,
    },
  ],
  'action-receipt': [
    {
      verb: /^(?:give|need|want|make|issue|create|write|get|hand|sign)$/,
      rest: /^\s*(?:me |us )?(?:an? )?signed (?:slip|record|statement|voucher)\b/,
    },
    {
      verb: OTHER,
      rest: /^[^,;]{0,60}\b(?:signed|action|verifiable) receipts?\b/,
      unless: /\b(?:from|of|in|on|about|this|these) (?:the |this |my )?(?:signed|action) receipts?/,
    },
    {
      verb: /^(?:mint|issue|sign|emit|create|give|make|produce|need|want|get|generate|write|provide|like|cut|record|require|hand|send|draw|prove|certify|stamp|document|seal|confirm|deliver|log|prepare|print)$/,
      rest: /^\s*(?:(?!(?:from|of|in|on|about|into|with|which|total|amount|amounts|table|text|reads?|json|summary|items?|lines?|whether|if|no|not|than|every|all|scan\w*|photo|this)\b)[^\s,;]+\s+){0,6}(?:receipts?|proof)\b|^\s*off\b|^\s*(?:me )?(?:something|evidence) signed\b|\bsigned (?:record|evidence|confirmation)\b/,
      unless:
        /\b(?:from|of|in|on|about) (?:this|the|my|these|that|our) (?:attached |scanned )?receipts?\b|\b(?:total|amount|table|json|csv|summary|translation|text|date|items?|fields?|data) (?:of|from|in|on)\b.*\breceipt|^\s*(?:me )?(?:the )?(?:total|amount|table|text)\b|^\s*(?:me |us )?(?:whether|if|no|not|nothing)\b/,
    },
    {
      verb: /^(?:stell[en]*|ausstell[en]*|erstell[en]*|signier[en]*|gib|erzeug[en]*|mach[en]*|brauche?n?)$/,
      rest: /\b(?:quittung|beleg|nachweis)\b/,
      unless: re(NO),
    },
    {
      verb: /^(?:emit|firm|genera|crea|haz|dame|da|necesit|quier|extiend)\p{L}*$/u,
      rest: /\b(?:recibo|comprobante|justificante)\b/,
    },
    {
      verb: /^(?:emet|sign|gener|cre|etabli|donn|fai|delivr)\p{L}*(?:-\p{L}+)*$/u,
      rest: /\b(?:recu|preuve|quittance)\b/,
    },
  ],
  'spend-guard': [
    {
      verb: OTHER,
      rest: /\b(?:cents?|usdc|dollars?)\b.*\b(?:ceiling|budget|allowance|limit|cap|agent|[a-z]+-\d+|spend(?:ing)?)\b|\b(?:ceiling|budget|allowance|limit|cap|agent|[a-z]+-\d+|spend(?:ing)?)\b.*\b(?:cents?|usdc|dollars?)\b/,
      unless: /\b(?:notes?|notepad|workspace|slot|square)\b|^\s*(?:me|us|how|what|which|whether|if)\b/,
    },
    {
      verb: /^(?:reserve|hold|earmark|set|put|block|release|commit|free|clear|ringfence|allocate|lock|keep|reserved|approve|withhold|guard|want|need|take|book|deduct|debit|allow|let|permit|authori[sz]e|grant|secure|pre-?authori[sz]e|cap|tie|clear|okay|ok|ring-fence|limit|budget|charge|subtract|count|check|run)$/,
      rest: /\b(?:cents?|usdc|dollars?|budget|allowance|ceiling|spend(?:s|ing)?|reservation|hold|clearance|money|amount)\b|\$\s?\d/,
      refers: /\b(?:cents?|usdc|budget|allowance|ceiling|spend(?:ing)?)\b/,
      unless: /\b(?:notes?|notepad|workspace|slot)\b|^\s*(?:me|us|how|what|which|whether|if)\b/,
    },
    {
      verb: /^(?:reservier[en]*|halt[en]*|leg[en]*|sperr[en]*|blockier[en]*|gib|freigeben|zurucklegen|merk[en]*)$/,
      rest: /\b(?:cent|budget|usdc|betrag|ausgabe\w*|limit)\b/,
      unless: re(`${NO}|\\bnotiz`),
    },
    {
      verb: /^(?:reserv|apart|reten|bloque|liber|guard)\p{L}*$/u,
      rest: /\b(?:centavos|centimos|presupuesto|usdc|gasto|limite)\b/,
    },
    {
      verb: /^(?:reserv|bloqu|liber|reten|met|mett)\p{L}*(?:-\p{L}+)*$/u,
      rest: /\b(?:centimes|budget|usdc|depense|plafond|cents)\b/,
    },
  ],
  'featured-agent-slot': [
    {
      verb: /^(?:feature|promote|advertise|featured|promoted|boost|highlight|spotlight|sponsor)$/,
      rest: /^\s*(?:my|our|us|me|the (?:outcome|endpoint|slug|agent|tool)|it|this|that|\s{2,}|[\w]+-[\w-]+\b)(?!.*\b(?:in|on) (?:the )?(?:text|page|article|document|json|diff)\b)|\b(?:outcome|endpoint|slug|slot|discovery|listing|catalog)\b/,
      unless: /\b(?:square|notes?)\b|\b(?:sentences?|words|passages|differences|errors|risks|lines)\b/,
    },
    {
      verb: /^(?:buy|book|get|reserve|purchase|want|need|like|put|rent|order|take|give|secure|place|make|grab|pay)$/,
      rest: /\b(?:featur\w*|highlighted|promoted|sponsored|spotlight|prominent|placement|top (?:slot|spot|place|position)|first (?:slot|spot|place))\b|\b(?:slot|spot|place|position|top|front)\b.*\b(?:discovery|catalog\w*|listing|list|outcome|endpoint|slug)\b|\bvisib\w+\b|\bseen at the top\b/,
      unless: /\bfeatures\b|\b(?:news|stor(?:y|ies)|headlines?|articles?)\b/,
    },
    {
      verb: /^(?:kauf[en]*|buch[en]*|bewirb|bewerb[en]*|nimm|reservier[en]*|heb[en]*)$/,
      rest: /\b(?:schaufenster|platz|platzierung|hervor\w*|endpunkt)\b/,
      unless: re(NO),
    },
    { verb: /^(?:compr|reserv|promocion|destac)\p{L}*$/u, rest: /\b(?:destacad\w+|puesto|endpoint|servicio|agente)\b/ },
    { verb: /^(?:achet|reserv|met|mett|promouv)\p{L}*(?:-\p{L}+)*$/u, rest: /\b(?:avant|vedette|emplacement)\b/ },
  ],
}

/** What orders a write by a whole sentence of another form, if it asks nothing and hangs on nothing. */
export const WRITE_SENTENCES: Readonly<Record<string, readonly RegExp[]>> = {
  'notepad-save': [
    /^(?!\s*(?:what|which|who|show|read|open|look|find|list|get|fetch)\b)[^:;]{3,80}\binto (?:an?|my|the) (?:new )?note\b.*\b(?:key|under|called|named)\b/,
    /(?:保存|存|记录?|写|添加|追加|放)[^，。！？；]{0,16}(?:笔记|记事本|备忘|便签|键)|(?:笔记|记事本|备忘录|键名?)[^。！？；]{0,24}(?:保存|存好|存下|记下|记录)|(?:记住|记下)(?:这|以下|下面)|(?:保存|存)(?:为|成)笔记/,
    /(?:メモ|ノート|キー)[^。！？]{0,30}(?:保存|記録|残し|書き|書い|追加|入れ|取っ)[^。！？]{0,3}(?:て|を|お願い|する|$)|(?:覚えて|メモして)(?:おいて|お願い|ください|$)/,
  ],
  'notepad-share': [
    /\bshould (?:be able|be allowed) to (?:read|see|append|open|view|edit)\b.*\bnotes?\b|\b(?:must|should) (?:not|no longer) (?:see|read|access)\b.*\bnotes?\b/,
    /(?:分享|共享|公开|授权|撤销|让)[^。！？]{0,20}笔记|笔记[^。！？]{0,20}(?:分享|共享|公开|给)/,
    /(?:メモ|ノート)[^。！？]{0,25}(?:共有|公開|見せ|読めるように|取り消)/,
  ],
  'workspace-create': [
    /(?:新建|创建|建立?|开)[^。！？]{0,15}(?:工作区|工作空间|共享空间|共享文件夹)/,
    /(?:ワークスペース|共有フォルダ)[^。！？]{0,20}(?:作|用意|開い|開設)/,
  ],
  'workspace-write': [
    /\binto (?:[\w-]+\/)*[\w-]+\.[a-z]{1,5} (?:of|in) (?:\s{6,}|ws_)/,
    /(?:写|保存|存|放|上传|追加|删除|移动|重命名)[^。！？]{0,24}(?:工作区|文件|\s{3}|ws_)|(?:工作区|ws_)[^。！？]{0,30}(?:写入|保存|存|放|追加|删除)/,
    /(?:ワークスペース|ファイル|ws_|\s{3})[^。！？]{0,30}(?:書き|書い|保存|追加|入れ|削除|移動)/,
  ],
  'square-post': [
    /(?:发布?|张贴|公布|公告|发帖)[^。！？]{0,20}广场|广场[^。！？]{0,20}(?:发布|发帖|公告|发个|发一|贴出)/,
    /(?:スクエア|広場)[^。！？]{0,30}(?:投稿|告知|掲載|発表|知らせ|出して)/,
  ],
  attest: [/公证|背书|担保|作证|(?:出具|签发)[^。！？]{0,8}证明/, /公証|(?:証明|保証)(?:を|して)|証言して/],
  'action-receipt': [
    /^\s*(?:\p{L}+ ){0,4}receipt\b.{0,20}\bplease\b/u,
    /^\s*(?:an? )?signed receipt\b.*\b(?:that|for|please|agent)\b/,
    /(?:签发|开具|出具|生成|开)[^。！？]{0,20}(?:回执|收据|凭证)/,
    /(?:受領証|レシート|領収|証跡)[^。！？]{0,15}(?:発行|作|出して)/,
  ],
  'spend-guard': [
    /(?:预留|预扣|冻结|留出|保留)[^。！？]{0,24}(?:美分|预算|额度|支出|usdc)/,
    /(?:予算|支出|枠|セント)[^。！？]{0,25}(?:確保|予約|取り置|押さえ|取って)/,
  ],
  'featured-agent-slot': [
    /^\s*(?:an? )?(?:featured|highlighted|sponsored|promoted) (?:slot|place|spot|placement)\b.*\b(?:hours?|days?|for)\b/,
    /(?:购买?|买|预订|推广)[^。！？]{0,15}(?:推荐位|展示位|精选|置顶)|推广我/,
    /(?:注目枠|おすすめ枠|掲載枠)[^。！？]{0,15}(?:購入|買|取|予約)/,
  ],
}

/** "May agent scout-9 spend 80 cents?" asks for the hold, though it is a question. */
export const SPEND_QUESTION =
  /\b(?:may|can|is) (?:the |my |our )?(?:agent(?: [\w-]+)?|bot|[a-z]+(?:-[a-z]+)*-\d+) (?:allowed to )?(?:spend|pay)\b/
