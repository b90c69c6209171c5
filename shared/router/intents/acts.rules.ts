/**
 * What people order that no outcome does, by the verb at the head of the order. One line: `verbs | with | unless`, both
 * patterns of what follows the verb; an empty pattern says nothing. A verb that is a noun too asks for an object.
 */
export const ACTS = String.raw`
wire transfer remit swap bridge stake unstake withdraw deposit lend borrow sell donate reimburse repay invest gamble | | \b(?:history|price|rate|log|note|workspace)\b
settle | \b(?:invoice|bill|debt|tab|score)\b | \b(?:verify|verified|answer|response|payload)\b
top | ^\s*up\b |
airdrop | |
solve | \b(?:captcha|puzzle|equation|sudoku|homework|riddle|crossword|integral|maze)s?\b |
count | \b(?:people|persons|cars|calories|camera|faces)\b | \b(?:words|tokens|text|picture|photo|image)\b
put turn | \b(?:kettle|lights?|music|heating|radio|oven|tv)\b | \b(?:note|square|workspace|text|article)\b
check | ^\s*(?:my|the|our|this)?\s*(?:grammar|spelling|punctuation|style)\b | \b(?:domain|records?|json|csv|page)\b
measure benchmark | \b(?:lighthouse|page ?speed|load(?:ing)? times?|temperature|heart rate|blood pressure)\b |
burn | \b(?:in|subtitles|cd|dvd|disc)\b |
give get show | \bsource code (?:of|for|behind) (?:this|the|that) (?:binary|program|exe|app|apk|executable)\b |
set create add | \b(?:price|stock|news|weather)? ?alerts?\b | \b(?:json|csv|note)\b
send dispatch | | ^\s*(?:me|us|back)\b(?!.*\b(?:sms|text message|an? e-?mail|by e-?mail|whatsapp|telegram|reminder|notification|alert|when|once|money|usdc)\b)
forward fax ship courier unsubscribe subscribe telegraph | |
email mail message dm text page | ^\s*(?:it|this|that|these|those|the|my|our|him|her|them|everyone|everybody|all|both|a copy|me (?:when|if|every|a)|\s{5}) | ^\s*(?:body|below|address|header|source|text|is|of)\b|\b(?:carr|contain|safe|leak|spam|scan)
phone ring dial | ^\s*(?:it|this|that|the|my|our|him|her|them|me|a|\s{5}) | \b(?:number|signature)\b.*\?
call | ^\s*(?:him|her|them|(?:my|our|the) (?:doctor|dentist|mother|mum|mom|father|dad|boss|bank|landlord|lawyer|wife|husband|client|customer|restaurant|hotel|police|office|hairdresser|insurance|\p{L}+ (?:by|on the) phone))\b |
ping notify alert warn tell inform | ^\s*(?:me|us|him|her|them|the (?:team|customer|channel|others)|my|our|everyone|everybody|all)\b.*\b(?:when|once|as soon as|every time|by|in slack|on slack|on discord)\b | \b(?:pay|paid|payment|usdc|money|arriv|come in|comes in|square|board|whether|if|expire)
remind schedule reschedule snooze wake | |
buy purchase | | \b(?:featur\w*|slot|spot|endpoint|outcome|tool|highlight\w*|placement|listing|discovery|visib\w*|promot\w*|advert\w*|shop window|top place)
order | ^\s*(?:me|us|a|an|some|the|my|\d) | \b(?:by|relevan|passages|results|best|rank|sort|hits|list)\b
book rent lease hire | ^\s*(?:me|us|a|an|the|my|our|two|three|four|\d) | \b(?:featur|slot|summary|review|is|are)\b
reserve | \b(?:table|flight|hotel|room|seat|ticket|car|court|appointment|name|domain)\b | \b(?:cents|budget|usdc|spend)\b
print | \b(?:cop(?:y|ies)|sided|paper|it|this|page|document|pdf|labels?|photo|a[345]|colou?r)\b |
cancel renew terminate deactivate activate disable suspend unlock unblock ban mute unfollow upvote downvote reopen archive-email | | \b(?:clearance|spend|reservation|share|note)\b
follow | ^\s*(?:me|us|him|her|them)\b|\b(?:account|user|channel|profile|twitter|instagram|author|company)\b | \b(?:link|links|redirect|chain|hops|short)\b
enable block close lock | ^\s*(?:it|this|that|the|my|our|all|his|her|him|them|port|account|issue|pull)\b | \b(?:cents|budget|usdc|link|links|redirect|chain|hops|short|spend)\b
release commit push | ^\s*(?:it|this|that|the|my|our|all|a|an|to|version|v\d|everything)\b | \b(?:clearance|reservation|hold|cents|budget|spend)\b
revoke | \b(?:approval|allowance|permission|access|certificate|licen[cs]e|token|key|session|attestation|role)\b | \b(?:share|note|shr)
merge stitch splice concatenate rebase clone fork reboot redeploy deploy provision uninstall install dockerize containerize | | \b(?:safe|verdict)\b
crop rotate resize upscale retouch colorize colourize blur sharpen watermark unzip zip transcode encrypt dub remix vectorize photoshop animate | |
decrypt | | \b(?:token|jwt)\b
boost normalize amplify equalize denoise loop fade speed slow | \b(?:volume|audio|sound|voice|track|song|clip|video|mp3|wav|bass|noise|recording|it (?:up|down))\b | \b(?:read|speech|spoken)\b
cut trim shrink compress enlarge | \b(?:out|background|clip|video|photo|image|picture|audio|silence|film|file|pdf|folder|song|png|jpe?g|mp3|wav|recording|seconds|minutes|track)\b | \b(?:text|words|sentences|paragraph|csv|table|columns)\b
render | \b(?:videos?|films?|movies?|animations?|gifs?|3d|music)\b |
delete erase wipe purge remove trash bin burn forget | \b(?:notes?|notepad|notebook|memo)\b | \b(?:workspace|files?|shares?|link|access|duplicates?|secrets?|pii|csv|token|from (?:my|the|this) notes?|in (?:my|the) note)\b|\.(?:md|txt|json|csv)\b
delete erase wipe purge | | \s{6,}(?:from|in|of|out of)\s{8,}|\b(?:note|notes|workspace|notepad|memo|duplicates?|secrets?|file)\b
remove | \b(?:background|watermark|object|person|people|virus|malware|account|user|dns|record|noise|vocals|paywall|from (?:my|the|our) (?:server|laptop|repo|account|disk|list|database|group|team|channel))\b | \b(?:note|notes|workspace|duplicates?|secrets?|pii|csv)\b
drop | \b(?:a (?:message|line|mail|note to)|message|table|database|index|container|course)\b | \b(?:duplicates?|rows|columns|workspace)\b
restart undo revert undelete rollback backup restore recover reinstall | | \b(?:json|note)\b
roll | ^\s*(?:back|out|a dice|a die|the dice)\b | \bsummary\b
shut spin turn switch scale back | ^\s*(?:down|off|on|up)\b.*\b(?:server|light|lights|heating|vm|machine|instance|cluster|service|lamp|tv|music|database|files|disk|phone|node|worker|pod|pods|replicas|it|them|alarm|ac)\b |
run execute | ^\s*(?:(?:this|it|that|the|my|our|these|a)\s*)?(?:python |bash |sql |shell |node |js |rust |go )?(?:code|script|program|query|python|sql|function|snippet|notebook|unit tests?|tests?|test suite|migrations?|build|binary|container|and (?:show|tell|give|print)|then|below|for me|on (?:the|our|my) (?:server|db|database|machine|host))\b|\bstdout\b|\bagainst (?:the|my|our) (?:db|database|prod|production)\b|^\s*(?:this|it|that|them)\s*$ | \b(?:safe|danger|risk|harm|ok|okay)
launch start stop kill | ^\s*(?:the|my|our|this|a|an)\b.*\b(?:server|service|container|vm|job|process|instance|campaign|subscription|stream|app|node|cluster|build|pipeline|recording|timer|rocket|car)\b | \b(?:workspace|retry|retries)\b
train | ^\s*(?:a|the|my|me|our|this|it|on)\b.*\b(?:model|classifier|network|lora|llm|dog|examples|data)\b |
short | \b(?:for me|stock|shares|position|the market)\b |
file | \b(?:tax|taxes|complaint|claim|lawsuit|patent|police|insurance|return|charges|for (?:divorce|bankruptcy))\b |
draw | \b(?:up|charts?|graphs?|diagram|plot|contract|histogram|blood|a line)\b |
compile fine-tune finetune retrain refactor debug transpile decompile | |
implement develop program code | ^\s*(?:it|this|that|the|my|our|me|us|a|an|up)\b | \b(?:safe|qr)\b
build | ^\s*(?:me|us|a|an|the|my|our|it|this)\b | \b(?:hand-?over|hand-?off|digest|brief|summary|picture|list of)\b
write draft compose pen | \b(?:functions?|scripts?|program|app|code|poem|essay|story|novel|song|letters?|blog|speech|tests?|class|regex|regexp|sql|quer(?:y|ies)|e-?mails?|mails?|tweet|resume|cv|proposal|limerick|haiku|lyrics|joke|book|thesis|article|press release|ad copy|slogan|recipe|contract|review|method|parser|compiler|component|docstring|readme|reply|answer|apology|toast|eulogy|sonnet)\b | \b(?:workspace|note|notes|notepad|notebook|alt|descri\w+|square|board|summar\w+|down|hand-?over|hand-?off|sourc\w+|cited|brief|digest)\b
rewrite rephrase paraphrase proofread reword spellcheck | | \b(?:json|csv)\b
correct fix improve polish | \b(?:grammar|spelling|typos|style|wording|english|my essay|my letter|my code|bugs?|tests?|build|car|bike|phone|laptop|dishwasher|printer|roof|wifi|server|leak|sink)\b | \b(?:json|csv|table|rows|columns)\b
make create generate produce set prepare record shoot | \b(?:videos?|films?|movies?|animations?|gifs?|songs?|music|melody|beat|jingle|presentation|slides?|slide deck|powerpoint|pptx|spreadsheet|excel|xlsx|word document|docx|website|landing page|apps?|qr codes?|barcode|invoices?|contract|nda|passwords?|passphrase|key ?pairs?|private key|wallets?|accounts?|profile|ticket|jira|github issue|pull request|branch|repo|repository|calendar|appointment|meeting|playlist|jwt|api key|certificate|csr|3d model|nft|coin|survey|quiz|charts?|graphs?|plot|diagram|flowchart|pivot|backup|reservation|booking|phone call|voicemail|cron|cronjob|reminder|alarm|timer|uuid|random number|fake data|test data|mock data|logo animation|podcast episode|bouquet)\b | \b(?:workspace|share|notes?|picture of|image of|illustration|drawing|painting|photo of|poster|alt text|receipt|attestation|ceiling|cents|app store icon|icon|logo for|transcri\w+|summar\w+|describe|aside)\b
set | \b(?:records?|alarm|reminder|timer|password|dns|allowance|approval|thermostat|temperature|heating|up (?:a|an|the|my|our) (?:server|account|website|redirect|webhook|cron|alert|meeting|vpn|wallet|call|database|forwarding|monitor\w*))\b | \b(?:spend|budget|ceiling|workspace|aside|rate)\b
issue mint | \b(?:jwt|tokens?|certificate|key|refund|invoice|cards?|password|visa|ticket|nft|coin)\b | \b(?:receipt|attest\w*|share|notes?)\b
sign | ^\s*(?:(?:the|this|my|our|a|an|and)\s*)?(?:transaction|tx|message|contract|document|petition|lease|in|up|out|me|us|pdf|jwt|broadcast|binary|release|apk|certificate|nda)\b | \b(?:receipt|attest\w*)\b
point repoint redirect delegate | \b(?:records?|domain|dns|subdomain|cname|name ?servers?|at|traffic|visitors)\b |
change update edit modify configure alter bump upgrade downgrade reset adjust tweak | \b(?:records?|passwords?|dns|zone|zone file|nameserver|database|rows?|profile|ticket|name ?servers?|website|page|article|settings|config\w*|plan|price|prices|subscription|e-?mail|calendar|wiki|photo|video|pdf|readme|repo|repository|firmware|software|app|server|dependency|dependencies|docs|spreadsheet|cell|ttl|address|status|crm|billing|limits?|token supply|owner)\b | \b(?:note|notes|workspace|notepad)\b
add append insert attach | \b(?:records?|to (?:my|the|our) (?:calendar|cart|basket|wishlist|database|playlist|contacts|crm|spreadsheet|sheet|repo|wallet|allowlist|website|page|watchlist|channel|group|issue|ticket)|subtitles to|music to|watermark|logo to|user|column|row|signature to)\b | \b(?:notes?|workspace|notepad)\b
register enroll enrol apply sign-up signup login logout log-in | ^(?!\s*(?:key|keys|date|dates|data|form|info)\b) | \b(?:when|who|was|is|schema|expire\w*|date)\b
log | ^\s*(?:in|into|me in|me into|out)\b |
fill | ^\s*(?:in|out|it in|this in|up)\b|\bforms?\b | \b(?:schema|json|fields)\b
submit upload sync import | | \b(?:workspace|allowed|nudity|moderat\w+|safe)\b
download | \b(?:to (?:my|the|our) (?:disk|drive|laptop|phone|computer|server)|videos?|movies?|songs?|youtube|statement|invoices?|torrent|album|film|episodes?)\b |
save put store copy move export backup back-up place | \b(?:google|dropbox|drive|s3|my (?:disk|phone|desktop|downloads|calendar|crm|laptop|kindle|wallet)|icloud|onedrive|notion|evernote|trello|jira|airtable|confluence|sharepoint|github|the (?:database|crm|calendar|fridge|oven)|(?:a|an|my) (?:bid|bet|order))\b |
tweet retweet toot | |
post publish share announce pin | \b(?:twitter|linkedin|facebook|instagram|tiktok|reddit|youtube|mastodon|bluesky|discord|slack|blog|website|medium|teams|github|hacker news|npm|pypi|app store|play store|docker|forum|substack|telegram|whatsapp|x|instagram|google|the group|the channel|crates\.io)\b | \b(?:square|agents? board)\b
reply respond | ^\s*(?:to|with|that|and|by|him|her|them)\b | \b(?:square|board|thread|post)\b
hack crack ddos phish spoof bypass jailbreak exploit steal spy impersonate doxx dox bruteforce brute-force | | \b(?:records?|spf|dmarc|safe|can|could)\b
reverse | \b(?:hash|md5|sha\w*|password|video|string|audio|charge|payment|transaction)\b | \b(?:dns|ptr|lookup)\b
track locate trace | \b(?:parcel|package|phone|shipment|flight|him|her|them|wife|husband|delivery|luggage|caller|my order|person|car|cat|dog)\b | \b(?:spans?|traceparent)\b
predict guess bet bid vote sue marry divorce negotiate haggle arrest | |
bake cook wash drive fly walk feed water mow vacuum iron knit sing dance play whistle paint-the-fence | ^\s*(?:me|us|the|my|our|a|an|some|it|this|dinner|lunch|breakfast|to|kids|chess|music)\b | \b(?:through|into|model|agent|llm|assistant|picture|image|illustration|sentiment|price)\b
connect | ^\s*(?:me |us )?(?:to|with) (?:the|my|our|a)?\s*(?:\w+ )?(?:db|database|server|vpn|printer|wifi|bank|crm|account|postgres\w*|mysql|mongo\w*|redis|ssh|ftp)\b |
fetch pick bring | \b(?:dry ?cleaning|coffee|beer|pizza|kids|my (?:car|coat|dog|parcel|mail|keys|order)|up (?:the|my) (?:kids|parcel|dry|car)|me a (?:coffee|beer|sandwich|drink))\b |
clean repair | \b(?:house|kitchen|room|car|inbox|disk|windows|bike|phone|laptop|dishwasher|fridge|roof|garden)\b | \b(?:json|csv|table|list|data)\b
diagnose prescribe treat operate | |
open | ^\s*(?:a|an|the|my|our)?\s*(?:new )?(?:ticket|issue|account|bank|pull|pr|door|garage|jira|port|app|bottle|window|bug|dispute|support|savings)\b |
watch monitor | \b(?:when|changes?|every|uptime|daily|hourly|round the clock|24/7|continuously|and (?:ping|tell|alert|notify|mail|text|email)|keep)\b | \b(?:payments?|usdc|pay|paid|invoice|wallet|deposit|transfer)\b
approve accept decline reject assign invite merge-pr | ^\s*(?:it|this|that|the|my|our|all|him|her|them|a|\d|\s{5}) | \b(?:worth|whether)\b
convert turn change export save render make transform | \b(?:to|into|as|in)\b.{0,24}\b(?:docx?|word (?:doc|document|file)|epub|mp4|avi|mov|gifs?|xlsx?|excel|powerpoint|pptx?|pdfs?|jpe?gs?|webp|svg|heic|flac|e-?book|latex|video|film|movie|song|podcast episode|slides?|3d|vector|website|app|nft)\b | \b(?:screenshot|capture|page as|site as|text of|picture of)\b
give get | \b(?:a (?:massage|lift|ride|refund|haircut|loan|raise|call)|me (?:a|an) (?:taxi|uber|cab|ride|refund|loan|appointment|visa)|rid of (?!.*\b(?:workspace|notes?|duplicates?|secrets?|rows?|columns?))|the weights|sudo|root access|admin (?:rights|access))\b |
uberweise uberweis schicke schick sende storniere storniert kundige kundigen verlangere drucke druck buche buch bestelle bestell kaufe kauf installiere losche losch lade-hoch erinnere erinner wecke weck verkaufe beantrage melde unterschreib unterschreibe putze koche backe repariere-das ruf rufe vereinbare abonniere parke starte | | \s{6,}(?:in|im|aus|von)\s{8,}|\b(?:notiz|platz|arbeitsbereich|json|csv|schlussel)\b
reserva reservame | \b(?:mesa|habitacion|vuelo|hotel|billetes?|entradas?|taxi|tren|restaurante)\b |
envia enviale envie manda mandale mandame cancela renueva imprime compra pide pideme borra elimina transfiere paga llama llamame recuerdame despiertame sube instala apaga enciende publica-en programa agenda vende firma hornea cocina | | \b(?:nota|notas|plaza|espacio|json|centavos|duplicad\w+)\b
reserve reservez commande commandez reserver | \b(?:table|chambre|vol|hotel|billets?|places?|taxi|pizza|train|restaurant)\b |
envoie envoyer envoyez annule annulez renouvelle imprime imprimez achete achetez supprime supprimez vire paie payez appelle appelez rappelle-moi rappelle reveille telecharge-sur installe programme vends redemarre eteins allume cuisine | | \b(?:note|place|espace|json|centimes|doublons)\b
`

/** What people ask for in other words than an order, and no outcome gives. Each is linear in the goal. */
export const UNGIVEN: readonly RegExp[] = [
  // Persons' private data.
  /\b(?:home|private|personal) (?:address|phone|number|e-?mail|mobile)\b|\b(?:phone|mobile|cell|telephone|social security|passport|credit card|bank account) numbers? (?:of|for|belong)|\bwhose (?:phone|number|car|plate)\b|\bwho (?:owns|drives|is the (?:owner|keeper) of) (?:this|the|that) (?:car|vehicle|truck|van)\b|\bregistered keeper\b|\b(?:criminal|medical|credit) (?:record|history|score|report)\b|\b(?:licence|license|number) plate\b|\bwhere does (?:he|she) live\b|\bwho (?:lives|resides) (?:at|in|here|there)\b|\b(?:salary|income|net worth) of (?:my|his|her)\b|\b(?:neighbou?r|boss|colleague|ex)'s (?:salary|address|phone|password|income)\b|\bdate of birth of\b/,
  // What a hash was made of.
  /\b(?:which|what) (?:\w+ )?(?:password|plain ?text|string|word|input)\b.{0,40}\b(?:hash|was it|gives? this|made this|behind)|\b(?:un|de)-?hash\b|\b(?:reverse|crack|invert|undo|decrypt|decode) (?:this|the|a|that|my) (?:\w+ )?(?:hash|md5|sha-?\d*|digest|checksum|bcrypt)\b|\b(?:original|plain) ?(?:text|password|value|string)\b.{0,30}\b(?:hash|md5|sha-?\d+|digest)\b|\bhash\b.{0,40}\bback (?:to|into)\b|\b(?:hash|sha-?\d+|md5|digest|bcrypt)\b.{0,60}\b(?:what|which) (?:was|is|were|could be)?\s*(?:the |its )?(?:original |plain |clear )?(?:passwords?|plain ?text|input|secret|word|phrase)\b/,
  // Chains on which no outcome looks.
  /\bon (?:the )?(?:arbitrum|optimism|polygon|bsc|bnb|binance|avalanche|fantom|tron|bitcoin|litecoin|cardano|near|sui|aptos|zksync|scroll|linea|gnosis|mantle|blast|celo|starknet|polkadot|cosmos|dogecoin|ethereum(?! price)|eth mainnet|mainnet|l1)\b(?!.{0,20}\b(?:price|news|sentiment|mood))|\b(?:bitcoin|btc|ltc|litecoin|doge|dogecoin|tron|trx|xrp|ripple|monero|xmr|cardano|ada|polygon|matic|arbitrum|optimism|bnb|avalanche|polkadot)\b.{0,24}\b(?:address(?:es)?|wallets?|txid|transactions?|tx|utxos?|mempool|nfts?|balance)\b|\b(?:address|wallet|balance|txid)\b.{0,30}\b(?:bitcoin|btc|litecoin|dogecoin|tron|trc-?20|arbitrum|optimism|polygon|bsc|avalanche|xrp|monero)\b|\bhow (?:many|much) (?:bitcoins?|btc|ltc|doge|xrp|ada|trx|xmr)\b.{0,24}\b(?:address|wallet|hold|holds|own|owns|has|have)\b|\bbtc-?adresse|\bbitcoin-?adresse/,
  // Waiting and watching, but for a payment.
  /\b(?:every|each) (?:morning|evening|day|hour|week|monday|tuesday|wednesday|thursday|friday|minute|\d+ (?:minutes|hours))\b(?=.{0,60}\b(?:send|mail|email|text|post|check|ping|run|tell|notify|fetch|get)\b)|\b(?:keep an eye on|let me know (?:when|as soon as|once)|tell me (?:when|as soon as|once))\b(?!.{0,80}\b(?:pay|paid|payment|usdc|money|expires?|was|is|did)\b)|\bas soon as\b(?!.{0,80}\b(?:pay|paid|payment|usdc|money|arrive\w*)\b)(?=.{0,60}\b(?:is|goes|drops|changes|falls|rises|opens|comes)\b)|\bwhenever\b.{0,60}\b(?:send|mail|email|text|ping|notify|tell) me\b/,
  // What is to come, but for the weather.
  /\bwhat will .{0,40}\b(?:price|rate|value|worth|cost|stock)\b.{0,40}\b(?:be|reach|next|tomorrow|in \d+)\b|\bwill .{0,40}\b(?:go up|go down|rise|fall|crash|moon|win)\b/,
  // Booking, buying, sending, calling, playing and cancelling, in Chinese and Japanese.
  /(?:帮我|请)?(?:预?订|预定)(?:一?[张间个家份]|.{0,6}(?:机票|酒店|火车票|餐厅|座位|外卖))|(?:帮我|请)转账|转账给|(?:发|寄)(?:一?封)?(?:邮件|短信|微信)给|打电话给|取消我的|(?:予約|注文|購入|送金|転送|解約|再生|キャンセル)して|電話(?:して|をかけて)|メールを?送(?:って|信して)/u,
  // Somebody else's systems.
  /\b(?:postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|redis|ssh|s?ftp|smb|ldap|jdbc|amqp|kafka):/,
  // Booking and paying, in German, Spanish and French, at the end of a sentence.
  /\b(?:tickets?|fahrkarten?|zug|bahn|flug|fluge|hotel|zimmer|tisch|platze?|taxi|termin)\b[^.;]{0,60}\b(?:buchen|reservieren|bestellen|stornieren|bezahlen|vereinbaren)\b|\b(?:reservar|comprar|pagar|cancelar)\b[^.;]{0,40}\b(?:billetes?|entradas?|vuelos?|hotel|mesa|habitacion|tren)\b|\b(?:reserver|acheter|payer|annuler)\b[^.;]{0,40}\b(?:billets?|places?|vol|hotel|table|chambre|train)\b/,
  // What moves in the world.
  /\bget (?:my|our) (?:money|deposit) back\b|\bwhere is my (?:parcel|package|order|flight|phone|luggage)\b|\b(?:taxi|uber|cab) (?:to|from|for|at)\b/,
]
