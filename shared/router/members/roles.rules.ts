/** What a goal calls a member of an answer: where the member stands, and the words for it. The first that fits counts. */
export type Role = { at: RegExp; words: RegExp }

export const ROLES: readonly Role[] = [
  // Who paid whom.
  {
    at: /^transfers\.0\.to(?:_owner)?$|^transfer\.to$/,
    words:
      /\b(?:recipients?|receivers?|payees?|beneficiar\w+|received|gets?|got|took in|to whom|credited|empfanger\w*|destinatari[oa]s?|destinataire|beneficiaire)\b|收款|受款|受取/u,
  },
  { at: /^to$/, words: /\b(?:called|contract called|calls|went to|target(?:ed)? contract)\b/u },
  {
    at: /^fee_payer$/,
    words: /\bfee[- ]?payer\b|\bpa(?:id|ys) (?:for )?the (?:network )?fees?\b|\bpayer\b|\bsigner\b|\bsender\b/u,
  },
  {
    at: /^(?:authorization_used\.authorizer)$/,
    words: /\b(?:authori[sz]er|authori[sz]ed (?:it|the payment)|signed (?:it|the authori[sz]ation))\b/u,
  },
  {
    at: /(?:^|\.)(?:from(?:_owner)?|payer)$/,
    words:
      /\b(?:senders?|payers?|buyers?|sent|sends|paid|pays|payor|originat\w+|came from|from whom|absender\w*|zahler\w*|remitentes?|pagador\w*|expediteur|payeur)\b|付款人|发送者|送金者|送信者/u,
  },
  { at: /recovered_signer$/, words: /\bsign(?:er|ed)\b/u },
  {
    at: /(?:pay_to|payTo)$/,
    words: /\bpay[- ]?to\b|\b(?:payee|recipient|receiver|merchant wallet|where (?:the )?money goes)\b/u,
  },
  {
    at: /contract_created$/,
    words: /\b(?:created|deployed|new)\b[^.;]{0,20}\bcontract\b|\bcontract\b[^.;]{0,20}\b(?:created|deployed)\b/u,
  },
  { at: /^proxy\.admin$/, words: /\badmin\w*\b/u },
  { at: /^proxy\.implementation$/, words: /\bimplementation\b|\blogic contract\b/u },
  { at: /^owner$/, words: /\bown(?:er|s|ed)\b|\beigentumer\b|\bduen[oa]\b|\bproprietaire\b/u },
  { at: /mint_authority$/, words: /\bmint(?:ing)? authorit\w+\b|\bminters?\b|\bwho can mint\b/u },
  { at: /freeze_authority$/, words: /\bfreez\w+ authorit\w+\b|\bwho can freeze\b/u },
  { at: /update_authority$/, words: /\bupdate authorit\w+\b/u },
  {
    at: /(?:^|\.)(?:mint|token|token\.address)$/,
    words: /\b(?:tokens?|coins?|mint|of (?:them|these|those)|jeton|ficha)\b|代币|トークン/u,
  },
  // Hosts and domains.
  {
    at: /^(?:mx\.0|records\.MX\.0\.value)$|^answers\.0\.value$/,
    words:
      /\b(?:mail (?:host|server|exchanger)|mx(?: host| server| record)?|mailserver|servidor de correo|serveur (?:de )?mail)\b|邮件服务器|メールサーバ/u,
  },
  {
    at: /^(?:nameservers\.0|records\.NS\.0\.value|authoritative_ns\.0)$|^answers\.0\.value$/,
    words: /\bname ?servers?\b|\bns (?:host|record)\b|\bservidor de nombres\b|\bserveur de noms\b/u,
  },
  {
    at: /^answers\.0\.value$/,
    words: /\b(?:alias|cname|canonical name|reverse name|host ?name|that host|points? to)\b/u,
  },
  { at: /^reverse_dns$/, words: /\breverse\b|\bptr\b|\bhost ?name\b/u },
  { at: /^destination\.host$/, words: /\bdestination\b/u },
  { at: /^site\.ip$/, words: /\bip\b|\bserver\b|\baddress\b/u },
  // Companies and people.
  { at: /^registrar\.abuse_email$/, words: /\babuse\b|\bregistrar\b[^.;]{0,30}\b(?:mail|address|contact)\b/u },
  { at: /^registrar\.name$/, words: /\bregistrar\b/u },
  { at: /^registrant\.organization$/, words: /\bregistrant\b|\bholder\b|\bowner\b|\bregistered (?:it|to|by)\b/u },
  { at: /publisher$/, words: /\bpublisher\b|\boutlet\b|\bnewspaper\b/u },
  {
    at: /(?:author_agent|last_author|author|author\.handle)$/,
    words:
      /\bauthor\w*\b|\bwho (?:wrote|posted|published|edited|changed)\b|\bwriter\b|\bposter\b|\bposted (?:it|that)\b|\bagent\b|\beditor\b|\bautor\w*\b|\bauteur\b|作者/u,
  },
  { at: /(?:^|\.)agent_id$/, words: /\bagents?\b|\bsigner\b|\battest(?:er|or)\b|\bleader\b|\bissuer\b/u },
  {
    at: /^people\.0\.name(?:\.value)?$/,
    words: /\b(?:person|people|founder|ceo|cto|head|manager|executive|name|he|she|him|her|one of them|contact)\b/u,
  },
  { at: /(?:company|overview)\.ticker(?:\.value)?$/, words: /\b(?:ticker|stock|shares?|quote|symbol|filings?)\b/u },
  { at: /(?:company|overview)\.domain\.value$/, words: /\b(?:domain|site|website|web ?site|homepage)\b/u },
  {
    at: /(?:company|overview)\.(?:legal_)?name(?:\.value)?$|^company\.name$|^name$|^rows\.0\.name$/,
    words:
      /\b(?:company|firm|business|corporation|enterprise|them|they|organi[sz]ation|vendor|unternehmen|firma|empresa|entreprise|societe)\b|公司|会社/u,
  },
  { at: /^asn\.org$/, words: /\b(?:network|provider|hoster|isp|operator|carrier)\b/u },
  { at: /^vehicle\.make$/, words: /\b(?:maker?|brand|manufacturer|hersteller|marke|marca|fabricante|marque)\b/u },
  { at: /^vehicle\.model$/, words: /\bmodel\b|\bmodell\b|\bmodelo\b|\bmodele\b/u },
  // Mail.
  { at: /^reply_to\.0\.address$/, words: /\breply[- ]?to\b|\breply address\b|\banswer address\b|\bantwortadresse\b/u },
  { at: /^to\.0\.address$/, words: /\b(?:recipient|addressee|receiver|to[- ]address|empfanger)\b/u },
  { at: /^cc\.0\.address$/, words: /\bcc\b|\bcopied\b|\bin copy\b/u },
  { at: /^from\.address$/, words: /\b(?:sender|from|who sent|author|absender|remitente|expediteur)\b/u },
  { at: /^did_you_mean$/, words: /\b(?:suggest\w*|did you mean|correct(?:ed|ion)|likely meant)\b/u },
  // Addresses of pages.
  {
    at: /^links\.0\.url$/,
    words:
      /(?<!\b(?:this|short|shortened|tiny|my|our|diese[rn]?|kurz|este|ce) )\b(?:links?|hyperlinks?|enlaces?|liens?)\b/u,
  },
  { at: /hn_url$/, words: /\b(?:discussion|comments?|thread|hn page)\b/u },
  { at: /index_url$/, words: /\bindex\b/u },
  { at: /raw_url$/, words: /\braw\b|\bunframed\b|\bwithout the (?:bar|banner|toolbar)\b/u },
  { at: /clean_url$/, words: /\bclean(?:ed)?\b|\bwithout (?:the )?(?:tracking|parameters)\b/u },
  { at: /canonical_url$/, words: /\bcanonical\b/u },
  { at: /hops\.0\.url$/, words: /\bhops?\b/u },
  { at: /pricing\.url$/, words: /\bpricing\b|\bprice (?:list|page)\b|\bplans page\b/u },
  { at: /last_news\.url$/, words: /\bnews\b|\barticle\b/u },
  { at: /roles\.0\.url$/, words: /\b(?:job|role|opening|vacanc\w+|posting|position|ad|advert)\b/u },
  { at: /people\.0\.source_url$/, words: /\b(?:page|source)\b/u },
  { at: /evidence\.0\.url$/, words: /\b(?:evidence|article|headline|story|source)\b/u },
  { at: /posts\.0\.link$/, words: /\blinks?\b|\blinked\b/u },
  {
    at: /matches\.0\.url$/,
    words:
      /\b(?:second|third|fourth|fifth|2nd|3rd)\b[^.;]{0,20}\b(?:match|hit|one|endpoint|service|result|candidate)\b/u,
  },
  {
    at: /best\.url$|pages\.0\.url$|results\.0\.url$|headlines\.0\.url$|stories\.0\.url$/,
    words:
      /\b(?:best|top|first|second|third|fourth|fifth|last|leading|newest|latest|oldest|one) (?:\w+ ){0,2}?(?:one|match|hit|endpoint|service|result|candidate|page|article|story|headline|link|source)\b|\bthat (?:endpoint|service|article|story|result|hit)\b/u,
  },
  {
    at: /resource\.url$|resources\.0\.resource$|recipe\.request\.url$/,
    words: /\b(?:resource|endpoint)\b/u,
  },
  { at: /^share\.url$/, words: /\bshared? (?:link|url)\b/u },
  { at: /offchain\.image$/, words: /\b(?:logo|image|picture|icon)\b/u },
  { at: /^uri$/, words: /\b(?:uri|metadata (?:file|page|document))\b/u },
  // Times.
  {
    at: /expires_at$|valid_to$/,
    words:
      /\bexpir\w*|\bruns? out\b|\brenew\w*|\bvalid (?:until|to)\b|\bablauf\w*|\bablauft\b|\bcaduc\w*|\bvence\b|过期|有効期限/u,
  },
  { at: /issued_at$/, words: /\bissued\b|\bsigned\b|\biat\b/u },
  { at: /not_before$/, words: /\bnot before\b|\bvalid from\b|\bnbf\b/u },
  { at: /created_at$|first_capture$/, words: /\b(?:created|registered|registration|first)\b/u },
  { at: /updated_at$|last_capture$/, words: /\b(?:updated|changed|last)\b/u },
  { at: /sunrise$/, words: /\bsunrise\b|\bsun(?:'s| is| comes)? up\b/u },
  { at: /sunset$/, words: /\bsunset\b|\bsun goes down\b/u },
  {
    at: /(?:published_at|filed_at|mined_at|executed_at|occurred_at|^date|timestamp)$/,
    words: /\b(?:dates?|time|when|hour|moment|sent|mined|published|filed|happened|saved|captured)\b/u,
  },
  // Amounts and digests.
  { at: /^remaining\.amount$/, words: /\b(?:remaining|missing|open|rest|still due)\b/u },
  { at: /^received\.amount$/, words: /\b(?:received|arrived|came in)\b/u },
  { at: /(?:^|\.)(?:sha256|digest|hash)$/, words: /\b(?:digest|hash|sha-?256|fingerprint|checksum)\b/u },
  // Texts.
  { at: /^subject$/, words: /\b(?:subject|betreff|asunto|objet)\b/u },
  { at: /^reply_text$/, words: /\b(?:reply|new part|without (?:the )?quot\w+)\b/u },
  { at: /(?:^|\.)title$/, words: /\b(?:title|headline|schlagzeile|titel|titulo|titular|titre)\b/u },
  { at: /^clean_text$/, words: /\b(?:clean\w*|sanit\w+|safe|neutrali[sz]ed|defused) (?:text|version|copy|one)\b/u },
  { at: /^alt_text$/, words: /\balt(?:ernative)?[- ]?text\b/u },
  { at: /^caption$/, words: /\bcaption\b|\bsentence\b/u },
  {
    at: /^text_found$/,
    words: /\b(?:words|text|writing|lettering)\b[^.;]{0,20}\b(?:in|on|of) (?:it|the (?:picture|image))\b/u,
  },
  { at: /^key_points\.0\.text$/, words: /\b(?:key|first|main) point\b/u },
  {
    at: /text_excerpt$/,
    words: /\b(?:best|top|first|winning)\b[^.;]{0,16}\b(?:passage|one|excerpt|answer|hit|result|snippet)\b/u,
  },
  { at: /snippet$/, words: /\bsnippets?\b/u },
  { at: /definitions\.0\.text$/, words: /\b(?:definitions?|meaning|sense|definicion|significado|bedeutung)\b/u },
  { at: /definitions\.0\.example$/, words: /\b(?:example|sample sentence|beispiel|ejemplo|exemple)\b/u },
  { at: /synonyms\.0$/, words: /\bsynonyms?\b/u },
  { at: /suggestions\.0$/, words: /\b(?:suggest\w*|right spelling|correct spelling)\b/u },
  {
    at: /posts\.0\.text$/,
    words: /\b(?:first|newest|latest|second|third|that) (?:\w+ )?(?:post|request|offer|message|one)\b/u,
  },
  { at: /^json$/, words: /\b(?:compact|minif\w+|canonical|sorted|json|repaired|mended|fixed)\b/u },
  { at: /^resume_prompt$/, words: /\bresume prompt\b/u },
  { at: /^srt$/, words: /\bsrt\b|\bsubtitles?\b/u },
  { at: /^patch$/, words: /\bpatch\b/u },
  { at: /quote$/, words: /\bquot\w+\b/u },
  { at: /^current\.text$/, words: /\bright now\b|\bcurrent(?:ly)?\b/u },
]
