/**
 * What goals say of fields, for the tests: the field, the value it is to have (JSON; `-` for none), and a goal. For each field
 * whose value may be said in words there are two and more, of different lengths and languages.
 */
export const SENTENCES = String.raw`
preflight-before-write.expected_version | 7 | may I ship this? I planned it on version 7
preflight-before-write.expected_version | 12 | Prüfe vor dem Schreiben, ob das noch gilt: der Plan beruht auf Version 12
preflight-before-write.idempotency_key | "ord-5512-a" | run the full check before this write, idempotency key ord-5512-a
preflight-before-write.idempotency_key | "refund-88" | is it safe to send? the key will be refund-88
preflight-before-write.side_effect | "financial" | check this before it goes out: it moves money
preflight-before-write.side_effect | "communication" | last check before the mail goes out to the customer
preflight-before-write.side_effect | "read_only" | pre-write check please, though the call only reads
preflight-before-write.tool_name | "stripe_refund" | check the action before the tool stripe_refund runs it
preflight-before-write.environment | "production" | preflight for a drop table on prod
preflight-before-write.environment | "staging" | 在预发环境执行这条命令之前先检查一下
preflight-before-write.approved | true | a human has approved it. Run the preflight anyway
preflight-before-write.approved | false | preflight this write, nobody has signed it off yet
preflight-before-write.dry_run | true | preflight, it is only a dry run
preflight-before-write.dry_run | true | Vorabprüfung bitte; es ist nur ein Probelauf
preflight-before-write.key_storage | "redis" | preflight this payment; keys are kept in Redis
preflight-before-write.key_storage | "database" | nous gardons les clés dans une base de données, vérifie avant l'écriture
preflight-before-write.dedup_window_ms | 86400000 | preflight: duplicates are recognised for 24 hours
preflight-before-write.dedup_window_ms | 600000 | preflight it, the dedup window is ten minutes
preflight-before-write.side_effecting | false | preflight this call; it has no side effects
preflight-before-write.touches_money | true | preflight it, real money is moved
preflight-before-write.touches_money | false | preflight it: no money involved
preflight-before-write.mint_receipt | true | run the preflight and give me a receipt for the decision
preflight-before-write.mint_receipt | true | Vorabprüfung mit Beleg, bitte
preflight-before-write.agent_id | "scout-4" | preflight as agent scout-4
preflight-before-write.nonce | "n-2026-77a1" | preflight with a receipt, nonce n-2026-77a1
agent-state-guard.action | "mark it shipped" | Is the world still as I assumed before I mark it shipped?
agent-state-guard.action | "cancel the order" | before I cancel the order: is the state still what the plan needs?
agent-state-guard.expected_version | 7 | I planned the shipment on version 7. Still the same?
agent-state-guard.expected_version | 31 | le plan date de la version 31, l'état est-il encore bon ?
agent-state-guard.idempotency_key | "ship-5512" | state still fine? key of the action: ship-5512
agent-state-guard.side_effect | "financial" | is the state as it must be before the payment is made
agent-state-guard.side_effect | "communication" | is the state right before I send the message
idempotency-guard.action | "charge the card again" | is it safe to charge the card again?
idempotency-guard.action | "retry the transfer" | can I retry the transfer without paying twice
idempotency-guard.idempotency_key | "pay-2211" | may I retry with idempotency key pay-2211
idempotency-guard.idempotency_key | "ab-99x" | darf ich es nochmal senden? Schlüssel: ab-99x
idempotency-guard.target | "/v1/refunds" | would a retry of POST /v1/refunds pay twice
idempotency-guard.key_storage | "redis" | is a retry safe, our keys live in redis
idempotency-guard.key_storage | "memory" | is a retry safe if keys are only kept in memory
idempotency-guard.key_storage | "none" | is a retry safe? we do not store the keys anywhere
idempotency-guard.dedup_window_ms | 3600000 | can I retry? they recognise duplicates for an hour
idempotency-guard.dedup_window_ms | 172800000 | puedo reintentar? reconocen duplicados durante dos días
idempotency-guard.retry_horizon_ms | 7200000 | is the retry safe when retries may come for two hours
idempotency-guard.side_effecting | false | can this be retried? it has no effects
idempotency-guard.touches_money | true | may I retry it? it moves money
idempotency-guard.touches_money | true | darf ich es wiederholen, es geht um Geld
destructive-action-guard.tool_name | "shell_exec" | is this command safe? the tool shell_exec would run it
destructive-action-guard.environment | "dev" | is this ok on my laptop
destructive-action-guard.environment | "production" | ¿es peligroso este comando en producción?
destructive-action-guard.environment | "staging" | safe to run on staging?
destructive-action-guard.approved | true | is it destructive? my boss approved exactly this
destructive-action-guard.approved | true | ein Mensch hat es freigegeben, ist der Befehl gefährlich?
destructive-action-guard.dry_run | true | would this delete anything? run it as a dry run only
destructive-action-guard.dry_run | true | est-ce dangereux ? c'est une simulation
reliability-scorecard.slug | "web-search" | how reliable is web-search lately
retry-storm-guard.window_ms | 30000 | is this a retry storm? look at the last 30 seconds
retry-storm-guard.window_ms | 300000 | sind das zu viele Wiederholungen in fünf Minuten?
retry-storm-guard.max_attempts | 3 | retry storm? no more than three attempts are allowed
retry-storm-guard.max_attempts | 8 | 最多重试8次，这算重试风暴吗
retry-storm-guard.retry_budget_ratio | 0.2 | are these too many retries with a retry budget of 20 percent
retry-storm-guard.retry_budget_ratio | 0.05 | retry budget 0.05: is it a storm
infra-target-guard.environment | "staging" | am I pointed at staging really?
infra-target-guard.environment | "production" | ce kubectl vise-t-il bien la production ?
drift-guard.kind | "categorical" | has it drifted? they are categories
drift-guard.kind | "text" | compare these texts for drift
drift-guard.kind | "numeric" | are these numbers drifting from the baseline
drift-guard.bins | 20 | drift check with 20 bins
drift-guard.bins | 15 | Drift prüfen mit fünfzehn Klassen
memory-exfil-guard.mode | "redact" | black out the secrets in this
memory-exfil-guard.mode | "redact" | schwärze alle Geheimnisse, bevor der Text rausgeht
memory-exfil-guard.mode | "redact" | does this leak anything? I want a cleaned copy with the keys masked
memory-exfil-guard.destination | "https://hooks.example.org/x" | may this be sent to https://hooks.example.org/x
contract-pin-guard.kind | "openapi" | did the OpenAPI contract change since I pinned it
contract-pin-guard.kind | "mcp_tool" | is the MCP tool still what I pinned
contract-pin-guard.kind | "json_schema" | has the JSON schema changed from the pinned one
csv-clean.encoding | "base64" | clean this csv, it is base64
csv-clean.delimiter | ";" | clean this CSV, separated by semicolons
csv-clean.delimiter | "\t" | räum die Tabelle auf, sie ist durch Tabs getrennt
csv-clean.has_header | "no" | tidy this csv, it has no header row
csv-clean.has_header | "yes" | clean it up: the first line holds the column names
csv-clean.output | "json" | clean this CSV and give it to me as JSON
csv-clean.output | "both" | tidy the table, I want both CSV and JSON
csv-clean.output | "json" | limpia este CSV y devuélvelo en formato JSON
hash-text.algorithm | "md5" | the md5 of this
hash-text.algorithm | "sha512" | Prüfsumme davon mit SHA-512
hash-text.algorithm | "sha1" | calcule le sha1 de ce texte
hash-text.encoding | "hex" | sha256 of these bytes, they are given in hex
hash-text.encoding | "base64" | hash this, decoded from base64 first
json-repair.mode | "strict" | repair this JSON, strictly: nothing may be lost
json-repair.mode | "strict" | fix the JSON, but refuse if data would be lost
json-schema-diff.role | "consumer" | what breaks between these schemas for those who read the data
json-schema-diff.role | "producer" | compare the schemas, we are the producer
json-schema-validate.draft | "draft-07" | validate it against draft 7
json-schema-validate.draft | "2019-09" | is it valid under JSON Schema 2019-09
json-schema-validate.assert_format | false | validate the data but ignore formats
json-schema-validate.all_errors | false | does the data fit the schema? stop at the first error
json-schema-validate.all_errors | false | passt das zum Schema? Nur den ersten Fehler zeigen
jwt-decode.audience | "api.example.com" | is the token meant for audience api.example.com
jwt-decode.issuer | "https://id.example.com" | decode the token, the issuer should be https://id.example.com
llm-judge.scale | 10 | which answer is better, on a scale of 1 to 10
llm-judge.scale | 7 | bewerte die Antworten auf einer Skala von 7 Punkten
regex-test.flags | "i" | test this regex, ignoring case
regex-test.flags | "im" | try the pattern with flags im
regex-test.max_matches | 5 | test the regex, show at most five matches
regex-test.max_matches | 20 | teste la regex, 20 résultats au plus
timezone-convert.disambiguation | "earlier" | convert it, and of two possible times take the earlier one
timezone-convert.disambiguation | "reject" | convert it to Paris time; if the time does not exist, refuse
webhook-normalize.provider | "shopify" | normalise this Shopify webhook
webhook-normalize.provider | "stripe" | Bring diesen Webhook von Stripe in eine einheitliche Form
currency-convert.date | "2024-03-01" | 100 EUR in USD on 2024-03-01
currency-convert.date | "2023-12-24" | what were 50 pounds in euros on 24 December 2023
currency-convert.date | "2022-07-15" | wie viel waren 80 Euro in Dollar am 15. Juli 2022
crypto-price.vs | "eur" | bitcoin price in euros
crypto-price.vs | "jpy" | 以太坊的日元价格
crypto-price-batch.vs | "gbp" | BTC, ETH and SOL in pounds
crypto-sentiment.window_hours | 72 | mood around solana over the last three days
crypto-sentiment.window_hours | 12 | how do people feel about ETH in the past 12 hours
crypto-sentiment.window_hours | 168 | Stimmung zu Bitcoin in dieser Woche
crypto-sentiment.window_hours | 48 | sentiment sur le bitcoin depuis deux jours
weather.days | 5 | weather for the next five days
weather.days | 7 | Wetter für die kommende Woche
weather.days | 10 | pronóstico de diez días
weather.days | 2 | will it rain tomorrow
weather.units | "imperial" | the weather in Fahrenheit please
weather.units | "imperial" | forecast for tomorrow, in °F and mph
weather.units | "metric" | 用摄氏度告诉我天气
vin-decode.model_year | 1998 | decode this VIN, model year 1998
vin-decode.model_year | 2011 | décode ce VIN d'une voiture de 2011
sec-filings.limit | 3 | the last three filings of Apple
sec-filings.limit | 5 | Les cinq derniers rapports 10-K de Ford
sec-filings.limit | 25 | 25 newest 8-K filings of TSLA with links
sec-filings.since | "2025-01-01" | Apple's 10-Q filings since 2025
sec-filings.since | "2024-06-01" | filings of NVDA since June 2024
sec-filings.since | "2026-01-15" | MSFT Einreichungen seit dem 15. Januar 2026
sec-filings.forms | ["10-K"] | annual reports of IBM
email-json.encoding | "base64" | parse this mail, base64 encoded
email-json.include_attachments | true | turn the mail into JSON, attachments included
email-json.include_attachments | true | Mail als JSON, samt Anhängen
pdf-extract.pages | "2-4" | text of pages 2 to 4
pdf-extract.pages | "7" | nur Seite 7 des PDF
pdf-extract.pages | "1-3" | the first three pages of the pdf
pdf-extract.pages | "10-" | lis le PDF à partir de la page 10
pdf-extract.max_chars | 20000 | pull the text out of the pdf, 20,000 characters at most
pdf-extract.tables | true | read the PDF, I need the tables in it
pdf-extract.tables | true | 提取PDF里的表格
http-headers.method | "GET" | response headers of the page, with a GET request
http-headers.follow_redirects | false | headers of the first response, do not follow redirects
http-headers.follow_redirects | false | Header ohne Weiterleitungen zu folgen
redirect-resolve.max_hops | 3 | where does it lead, three hops at most
redirect-resolve.max_hops | 5 | sigue la redirección, como mucho cinco saltos
dns-records.types | ["MX","TXT"] | MX and TXT records of example.com
rdap-whois.fallback_whois | false | who registered it? RDAP only, no port 43 whois
tech-fingerprint.include_dns | false | what is the site built with, without looking at the DNS
solana-balances.include_zero | true | all token accounts of the wallet, empty ones too
solana-balances.include_zero | true | Guthaben, auch die leeren Konten
solana-balances.network | "solana-devnet" | balances of this wallet on devnet
repo-safety.ref | "v2.1.0" | is the repo safe at tag v2.1.0
repo-safety.ref | "develop" | check the develop branch of this repo for malware
web-search.limit | 10 | Ten web results for sqlite wal mode
web-search.limit | 5 | busca cinco páginas sobre energía eólica
web-search.limit | 4 | 搜索四个关于量子计算的网页
web-search.limit | 6 | half a dozen links on sourdough starters
web-search.freshness | "week" | search the web for rust news of the past week
web-search.freshness | "month" | Suche nach Wärmepumpen, nicht älter als ein Monat
web-search.freshness | "day" | search for outages in the last 24 hours
web-search.freshness | "year" | web pages from this year about passkeys
web-search.region | "de" | search the web for health insurance, results for Germany
web-search.region | "fr" | cherche des résultats français sur les retraites
web-search.safe | false | search without the adult filter
web-search.safe | false | search the web for it, safe search off
search-scrape.limit | 2 | read the two best pages on heat pumps
search-scrape.limit | 5 | lies die fünf besten Seiten über Bienen und gib mir die Absätze
search-scrape.max_chars_per_page | 2000 | read pages on bees, 2000 characters of each
page-markdown.include_links | false | the page as markdown without the links
page-markdown.include_links | false | convierte la página a Markdown sin enlaces
page-markdown.include_images | true | page as markdown, keep the pictures
page-markdown.include_images | true | Seite als Markdown mit Bildern
page-markdown.max_chars | 5000 | the page as text, at most 5000 characters
page-markdown.max_chars | 10000 | 把这个网页转成文本，最多一万个字符
news-headlines.limit | 5 | five headlines about lithium
news-headlines.limit | 12 | a dozen headlines about the ECB
news-headlines.limit | 3 | drei Schlagzeilen zu Wasserstoff
news-headlines.lang | "de" | news about rents from German papers
news-headlines.lang | "es" | headlines in Spanish about the elections
news-headlines.max_age_hours | 48 | news on copper, nothing older than two days
news-headlines.max_age_hours | 6 | headlines about the strike from the last six hours
news-headlines.max_age_hours | 168 | Nachrichten über Kupfer aus dieser Woche
news-headlines.max_age_hours | 24 | today's headlines about Boeing
hn-headlines.feed | "new" | Hacker Newsの新着を見せて
hn-headlines.feed | "new" | the freshest submissions on hacker news
hn-headlines.feed | "best" | best of Hacker News
hn-headlines.feed | "top" | front page of HN
hn-headlines.limit | 5 | Hacker Newsの新着を5件だけ見せて
hn-headlines.limit | 15 | 15 stories from HN please
hn-headlines.limit | 7 | seven links off the HN front page
wayback-snapshot.timestamp | "201505" | the page as it was in May 2015
wayback-snapshot.timestamp | "2012" | wie sah die Seite 2012 aus
wayback-snapshot.timestamp | "20190703" | snapshot of 3 July 2019
wikipedia-summary.lang | "fr" | intro of the French Wikipedia on Lyon
wikipedia-summary.lang | "zh" | 维基百科上“敦煌莫高窟”词条的简介，要中文版
wikipedia-summary.lang | "de" | die deutsche Wikipedia über Leipzig
research-brief.depth | "deep" | research this thoroughly
research-brief.depth | "deep" | eine gründliche Recherche über Wärmespeicher
research-brief.depth | "quick" | just a quick research on cold plunges
research-brief.depth | "standard" | research with six sources: cold plunges
research-brief.as_of | "2024-12-31" | what was known about it up to 2024-12-31
screenshot.width | 1440 | screenshot 1440 px wide
screenshot.width | 390 | how does it look on a phone
screenshot.width | 1920 | Bildschirmfoto in 1920x1080
screenshot.width | 768 | screenshot as on a tablet
screenshot.height | 1080 | screenshot at 1920x1080
screenshot.height | 900 | capture 1200 by 900
screenshot.full_page | true | picture of the whole page
screenshot.full_page | true | captura de toda la página
screenshot.full_page | true | screenshot from top to bottom
screenshot.device_scale | 2 | a retina screenshot
screenshot.device_scale | 2 | screenshot at double resolution, 2x
screenshot.format | "jpeg" | screenshot as JPG
screenshot.format | "webp" | capture d'écran au format webp
screenshot.wait_until | "networkidle" | screenshot once the network is idle
screenshot.delay_ms | 2000 | screenshot, but wait two seconds first
screenshot.delay_ms | 1500 | capture it after 1500 ms
screenshot.dark | true | screenshot in dark mode
screenshot.dark | true | ダークモードでスクリーンショット
screenshot.selector | "#pricing" | screenshot of the element #pricing only
website-intelligence.screenshot | false | everything about the site, no screenshot needed
website-intelligence.max_pages | 5 | look at five pages of the site
website-intelligence.max_pages | 12 | analysiere höchstens zwölf Seiten der Website
repo-due-diligence.package_name | "left-pad" | due diligence on the repo, its package is left-pad
lead-research.company_name | "Nordwind Energie" | research the lead Nordwind Energie
lead-research.purpose | "we sell solar trackers" | deep lead research, we sell solar trackers
notepad-save.title | "Release plan" | save it as a note titled Release plan
notepad-save.title | "Offene Punkte" | merk dir das mit dem Titel Offene Punkte
notepad-save.tags | ["ops","q4"] | save a note tagged ops and q4
notepad-save.mode | "append" | add this line to the end of my note todo
notepad-save.mode | "append" | añade esto a mi nota de compras
notepad-save.mode | "create_only" | save it as a note, only if there is none of that key yet
notepad-save.mode | "replace" | overwrite the note with this
notepad-save.expected_version | 4 | save the note only if it is still at version 4
notepad-save.ttl_seconds | 86400 | keep this note for a day
notepad-save.ttl_seconds | 604800 | merk dir das für eine Woche
notepad-save.ttl_seconds | 7200 | remember this for two hours
notepad-save.visibility | "public" | save it as a public note
notepad-save.visibility | "public" | guarda la nota, visible para todos
notepad-save.visibility | "private" | save it as a private note
notepad-save.delete | - | delete my note old-plan
notepad-read.version | 3 | read version 3 of my note roadmap
notepad-read.version | 2 | zeig mir die zweite Version der Notiz roadmap
notepad-read.diff_from | 2 | what changed in my note since version 2
notepad-read.max_bytes | 2000 | the first 2000 bytes of note log
notepad-read.max_bytes | 4096 | read my note log, 4 KiB of it
notepad-read.offset | 5000 | read note log from byte 5000 on
notepad-list.tag | "ops" | which of my notes are tagged ops
notepad-list.q | "invoice" | list my notes that mention invoice
notepad-list.limit | 10 | my ten latest notes
notepad-list.limit | 50 | liste 50 notes au plus
notepad-list.sort | "updated_asc" | list my notes, oldest first
notepad-list.sort | "key_asc" | meine Notizen, alphabetisch
notepad-share.action | "revoke" | take back the share shr_1a2b
notepad-share.action | "list" | who can read my note plan?
notepad-share.action | "publish" | make my note guide public
notepad-share.action | "unpublish" | my note guide is to be private again
notepad-share.permission | "append" | share my note so that others can add to it
notepad-share.permission | "read" | share it read-only
notepad-share.expires_in_s | 86400 | let Jonas read my note through a link, gone after a day
notepad-share.expires_in_s | 3600 | teile die Notiz für eine Stunde
notepad-share.expires_in_s | 259200 | share it, the link should last three days
notepad-share.max_uses | 3 | share my note, three reads
notepad-share.max_uses | 1 | share the note through a link that works once
notepad-share.max_uses | 10 | comparte la nota, diez lecturas como máximo
notepad-share.pin_version | 2 | share version 2 of my note only
notepad-share.share_id | "shr_9f8e" | revoke shr_9f8e
notepad-browse.q | "vector search" | public notes about "vector search"
notepad-browse.tag | "recipes" | public notes tagged recipes
notepad-browse.author | "mira-1" | public notes of mira-1
notepad-browse.limit | 5 | five public notes on rust
notepad-browse.sort | "popular" | the most read public notes
notepad-browse.sort | "popular" | beliebteste öffentliche Notizen
workspace-create.description | "files of the audit" | create a workspace q4 for files of the audit
workspace-create.members | [{"agent_id":"mira-1","role":"writer"},{"agent_id":"tobi-2","role":"reader"}] | workspace q4-audit, mira-1 may write, tobi-2 may only read
workspace-create.members | [{"agent_id":"ana-3","role":"admin"},{"agent_id":"leo-4","role":"reader"}] | workspace with ana-3 as admin and leo-4 as reader
workspace-create.ttl_seconds | 604800 | a workspace for a week
workspace-create.ttl_seconds | 2592000 | Arbeitsbereich anlegen, nach 30 Tagen soll er verschwinden
workspace-create.quota_bytes | 5242880 | a workspace of 5 MB
workspace-create.quota_bytes | 52428800 | shared space with a quota of 50 MiB
workspace-create.if_exists | "return" | create workspace q4 or give me the one there is
workspace-create.if_exists | "return" | create the workspace q4; if it exists already, just return it
workspace-write.op | "append" | add the line below to log.txt in ws_a1
workspace-write.op | "delete" | remove old.md from ws_a1
workspace-write.op | "move" | rename a.md to b.md in ws_a1
workspace-write.to | "archive/a.md" | move a.md to archive/a.md in ws_a1
workspace-write.expected_version | 6 | write plan.md into ws_a1, but only if it is still version 6
workspace-write.message | "fixed the totals" | write it to plan.md in ws_a1 with the message "fixed the totals"
workspace-read.version | 4 | read plan.md of ws_a1 as of version 4
workspace-read.since_revision | 120 | what changed in ws_a1 since revision 120
workspace-read.since_revision | 8 | was hat sich in ws_a1 seit Revision 8 geändert
workspace-read.max_bytes | 1000 | the first 1000 bytes of log.txt in ws_a1
workspace-list.prefix | "reports/" | files of ws_a1 under reports/
workspace-list.limit | 30 | list 30 files of ws_a1
memory-integrity-check.mode | "chain" | is the hash chain of this memory intact
memory-integrity-check.mode | "merkle" | check the memory against its Merkle root
memory-integrity-check.mode | "snapshot" | compare the memory with the previous snapshot
memory-integrity-check.scan_content | false | check the hashes only, do not scan the content
context-compression-audit.model | "gpt-4o-mini" | did the summary lose anything? count for gpt-4o-mini
handoff-digest.max_tokens | 800 | hand over to the next agent in 800 tokens
handoff-digest.max_tokens | 2000 | Übergabe für den nächsten Agenten, höchstens 2000 Token
handoff-digest.to_agent | "lint-otter" | handoff for agent lint-otter
square-post.kind | "offer" | post an offer on the square
square-post.kind | "request" | Suche auf dem Agentenplatz jemanden, der Finnisch übersetzt
square-post.kind | "announcement" | announce on the square that we are live
square-post.reply_to | "post_31c" | reply to post_31c on the square
square-post.tags | ["lint","openapi"] | post it to the square with tags lint and openapi
square-post.link | "https://otter.example.org" | post an offer on the square with the link https://otter.example.org
square-post.price_cents | 150 | post an offer on the square, price 150 cents
square-post.price_cents | 250 | offer it on the square for $2.50
square-post.expires_in_s | 172800 | post it on the square for two days
square-post.expires_in_s | 43200 | post a request that expires in 12 hours
square-feed.kind | "offer" | what offers are on the square
square-feed.kind | "request" | was wird auf dem Platz gesucht
square-feed.kind | "announcement" | announcements on the square
square-feed.tag | "translation" | square posts tagged translation
square-feed.author | "mira-1" | what did mira-1 post
square-feed.thread_id | "post_55a" | show thread post_55a of the square
square-feed.since | "2026-11-20" | square posts since 2026-11-20
square-feed.limit | 10 | the ten newest posts of the square
square-feed.q | "finnish" | search the square for "finnish"
attest.about_agent | "heron-5" | as mira-1 attest that heron-5 delivered
attest.rating | 5 | attest about heron-5, five stars
attest.rating | 4 | attest it, rating 4 of 5
attest.expires_at | "2027-06-30" | attest the review, valid until 2027-06-30
attest.visibility | "private" | attest it privately
attest.visibility | "private" | sign it as an attestation that stays private
skill-signature-verify.format | "dsse" | verify the DSSE signature of the skill
skill-signature-verify.format | "ssh" | is the SSH signature of these files good
skill-signature-verify.strict | false | check the signature, extra unsigned files are fine
skill-vet.policy | "strict" | vet the skill, be strict
skill-vet.policy | "permissive" | vet this skill leniently
capability-attack-surface-scan.environment | "dev" | attack surface of this agent, it runs in development only
prompt-injection-scan.source | "email" | is there an injection in this e-mail
prompt-injection-scan.source | "web_page" | scan the text of this website for hidden orders
prompt-injection-scan.source | "tool_output" | does this tool output give orders to my agent
prompt-injection-scan.source | "document" | 检查这份文件里有没有提示注入
prompt-injection-scan.context | "security training" | scan it for injections; context: security training
prompt-injection-scan.return_clean | true | scan it and give me the cleaned text
prompt-injection-scan.return_clean | true | prüfe auf Injection und gib eine bereinigte Fassung zurück
prompt-injection-scan.max_findings | 10 | scan for injections, list ten findings at most
agent-tool-permission-review.task | "answer support mails" | The agent only has to answer support mails. Which of these scopes can I take away?
action-receipt.quote | "430 cents" | receipt for the refund, quote "430 cents"
action-receipt.nonce | "n-20261127-01" | receipt with nonce n-20261127-01
spend-guard.amount_cents | 80 | may scout-1 spend 80 cents
spend-guard.amount_cents | 250 | reserve $2.50 for agent scout-1
spend-guard.amount_cents | 300 | halte drei Dollar für scout-1 zurück
spend-guard.payee | "api.example.com" | may scout-1 pay 80 cents to api.example.com
spend-guard.purpose | "weather data" | reserve 80 cents for scout-1, purpose: weather data
spend-guard.ceiling_cents | 1000 | may scout-1 spend 80 cents? ceiling 10 dollars a day
spend-guard.ceiling_cents | 500 | reserve 80 cents for scout-1, at most 500 cents per day
spend-guard.window_seconds | 3600 | may scout-1 spend 80 cents, limit 5 dollars per hour
spend-guard.window_seconds | 604800 | reserviere 80 Cent für scout-1, höchstens 20 Dollar pro Woche
spend-guard.per_call_max_cents | 100 | reserve 80 cents for scout-1, no single payment over one dollar
spend-guard.mode | "check" | only check whether scout-1 may spend 80 cents, do not reserve it
spend-guard.mode | "release" | give back the 80 cents held for scout-1
spend-guard.mode | "commit" | commit the 80 cents reserved for scout-1
spend-guard.save_policy | true | reserve 80 cents for scout-1 and keep these limits as its policy
dns-lookup.type | "MX" | MX record of example.com
dns-lookup.type | "AAAA" | what does AAAA say for example.com
dns-lookup.resolvers | ["cloudflare","google","quad9"] | do Cloudflare, Google and Quad9 see the same TXT value
dns-lookup.resolvers | ["quad9"] | ask quad9 for the A record
ip-geo.reverse_dns | true | where is the ip, and its host name too
ip-geo.reverse_dns | true | Standort der IP samt Reverse DNS
hmac-verify.scheme | "github" | check that this GitHub webhook's signature is right
hmac-verify.scheme | "stripe" | ist die Stripe-Signatur echt
hmac-verify.algorithm | "sha512" | verify the HMAC, it is SHA-512
hmac-verify.algorithm | "sha1" | check the hmac sha1
hmac-verify.tolerance_seconds | 600 | verify the signature with a tolerance of ten minutes
hmac-verify.tolerance_seconds | 60 | signature ok? it may be 60 seconds old
rate-limit-guard.key | "scraper-eu" | 30 calls a minute under the name scraper-eu. May I send one now?
rate-limit-guard.key | "tenant-7" | may tenant-7 send another request? 5 per second
rate-limit-guard.limit | 30 | 30 calls a minute under the key a1. May I?
rate-limit-guard.limit | 100 | Schlüssel a1, hundert Anfragen pro Stunde: darf ich
rate-limit-guard.limit | 20 | clave a1: 20 peticiones por minuto, ¿puedo?
rate-limit-guard.period_seconds | 60 | may a1 call? thirty a minute
rate-limit-guard.period_seconds | 3600 | key a1, 100 requests per hour
rate-limit-guard.period_seconds | 10 | key a1, 5 requests every ten seconds
rate-limit-guard.burst | 10 | key a1, 60 a minute, burst of 10
rate-limit-guard.cost | 3 | key a1, 60 a minute, this call costs 3 tokens
rate-limit-guard.cost | 0 | key a1, 60 a minute, just peek and use none up
agent-usage.from | "2026-10-01" | what did my agents use since October
agent-usage.from | "2026-11-01" | usage from 2026-11-01 on
agent-usage.from | "2026-11-21" | my usage of the last seven days
agent-usage.to | "2026-11-15" | usage from 2026-11-01 to 2026-11-15
agent-usage.group_by | "day" | usage by day
agent-usage.group_by | "agent" | what did each agent cost me
agent-usage.group_by | "day" | Verbrauch pro Tag
agent-usage.group_by | "pack" | mon usage par pack
agent-usage.agent_id | "scout-1" | usage of agent scout-1
token-budget-guard.model | "gpt-4o-mini" | does it fit into gpt-4o-mini
token-budget-guard.context_window | 128000 | does this fit into 128k tokens
token-budget-guard.context_window | 8192 | passt das in ein Kontextfenster von 8192 Token
token-budget-guard.context_window | 32000 | does the prompt fit a 32k context window
token-budget-guard.reserve_output | 2000 | does it fit if 2000 tokens are kept for the answer
token-budget-guard.reserve_output | 500 | garde 500 tokens pour la réponse, ça rentre ?
token-budget-guard.budget_tokens | 4000 | is it within a budget of 4000 tokens
token-budget-guard.budget_tokens | 6000 | the prompt may take 6000 tokens at most. Does it?
tool-call-budget-guard.budget | {"max_calls":20} | is my agent going in circles? 20 is the most it may make
tool-call-budget-guard.budget | {"max_calls":40} | höchstens 40 Aufrufe: dreht sich mein Agent im Kreis?
tool-call-budget-guard.budget | {"max_cost_usd":2} | these calls may cost two dollars at most, stop?
mcp-catalog-token-tax.model | "gpt-4.1" | what do these tools cost in tokens on gpt-4.1
mcp-catalog-token-tax.context_window | 200000 | what do these tools take of a 200k window
mcp-catalog-token-tax.turns | 30 | token cost of these tools over 30 turns
mcp-catalog-token-tax.turns | 12 | Kosten der Tools bei zwölf Runden
mcp-catalog-token-tax.price_per_mtok | 3 | what do the tools cost at $3 per million tokens
mcp-catalog-token-tax.price_per_mtok | 0.15 | at 0.15 USD per million input tokens, what is the tax of these tools
agent-reputation.as_of | "2026-06-30" | reputation of heron-5 as of 2026-06-30
agent-reputation.include_evidence | true | reputation of heron-5 and what it is based on
agent-reputation.include_evidence | true | Ruf von heron-5 mit Belegen
agent-leaderboard.metric | "settled_volume" | agents by settled volume
agent-leaderboard.metric | "calls" | welche Agenten haben die meisten Aufrufe
agent-leaderboard.metric | "jobs_completed" | who finished the most jobs
agent-leaderboard.metric | "attestations" | agents with the most attestations
agent-leaderboard.period | "7d" | top agents of this week
agent-leaderboard.period | "7d" | who leads the ranking this weak
agent-leaderboard.period | "24h" | top agents of the last day
agent-leaderboard.period | "all" | best agents of all time
agent-leaderboard.period | "30d" | classement des agents du mois
agent-leaderboard.limit | 5 | the top 5 agents
agent-leaderboard.limit | 10 | die zehn besten Agenten
agent-leaderboard.limit | 3 | three best agents
agent-leaderboard.agent_id | "heron-5" | where does heron-5 stand on the leaderboard
agent-leaderboard.opt_out | - | take heron-5 off the leaderboard
lead-brief.company_name | "Nordwind Energie" | brief on the company Nordwind Energie
lead-brief.purpose | "we sell solar trackers" | lead brief; we sell solar trackers
lead-brief-plus.competitors | 4 | lead brief plus with four competitors
lead-brief-plus.competitors | 2 | compare with two rivals in the extended brief
company-people.roles | ["cto"] | who is the CTO of example.com
company-people.roles | ["engineering","sales"] | people in engineering and sales at example.com
company-people.limit | 10 | ten people at example.com
hiring-signals.limit | 20 | list 20 open roles of example.com
hiring-signals.since_days | 30 | what has example.com advertised in the last 30 days
hiring-signals.since_days | 14 | open roles of example.com posted within two weeks
hiring-signals.since_days | 60 | Stellen von example.com aus den letzten zwei Monaten
payment-required-lint.strict | true | lint the 402 strictly
payment-required-lint.strict | true | lint it, treat warnings as errors
payment-required-lint.expect_url | "https://api.example.com/v1/x" | lint this 402 that I got from https://api.example.com/v1/x
payment-required-header-budget.soft_limit | 4096 | is the header too big? soft limit 4096 bytes
payment-required-header-budget.hard_limit | 8000 | does it fit a proxy that takes 8000 bytes at most
payment-required-header-budget.hard_limit | 16384 | is it under 16 KiB
facilitator-payload-lint.facilitator | "payai" | Before this goes to PayAI: all in order?
facilitator-payload-lint.facilitator | "cdp" | would Coinbase accept this payload
facilitator-payload-lint.facilitator | "x402.org" | check the payload for x402.org
facilitator-payload-lint.facilitator | "self" | check the payload, we settle it ourselves
offer-receipt-extension-lint.max_age_s | 3600 | lint the receipt, not older than an hour
accepts-network-select.prefer | ["solana"] | I can sign both but would rather use Solana
accepts-network-select.prefer | ["base"] | am liebsten Base: welche Option nehme ich
accepts-network-select.prefer | ["base","solana"] | which option? first Base, then Solana
accepts-network-select.max_amount_usd | 0.1 | which of these, if I pay ten cents at most
accepts-network-select.max_amount_usd | 2 | welche Option, höchstens zwei Dollar
accepts-network-select.allow_testnet | true | which one should I take, testnets are fine
endpoint-match.max_cents | 5 | which outcome translates text for at most 5 cents
endpoint-match.max_cents | 50 | an endpoint for OCR under half a dollar
endpoint-match.max_cents | 100 | welcher Endpunkt macht OCR für höchstens einen Dollar
endpoint-match.limit | 3 | three endpoints that translate text
endpoint-match.scope | "sellers" | which sellers offer OCR
endpoint-match.scope | "outcomes" | which of your own outcomes does OCR
route-pay-probe.method | "POST" | probe the route with POST
route-pay-probe.method | "POST" | 用POST探测这个付费接口
route-pay-probe.wallet_networks | ["base"] | can I pay this route, I only have a wallet on Base
integration-readiness.role | "buyer" | am I ready to buy from x402 sellers
integration-readiness.sample_path | "/v1/quote" | is the API ready to sell? try /v1/quote
settlement-webhook-contract-lint.hmac_header | "x-signature" | lint the webhook, signature in the header x-signature
settlement-webhook-contract-lint.hmac_secret_present | true | lint the webhook, a secret is set up
settlement-webhook-contract-lint.hmac_secret_present | false | lint the webhook; no secret is configured
settlement-status.network | "base" | did this payment settle on Base
settlement-status.network | "solana" | 这笔Solana付款到账了吗
settlement-status.wait_s | 10 | has it settled? wait up to ten seconds
openapi-x402-operation-map.network_default | "solana" | map the paid operations, Solana where none is named
openapi-x402-operation-map.default_price_atomic | "10000" | map the operations, default price 10000 atomic units
mcp-tool-settle-gate.payment_mode | "prepaid" | can the tool be paid from a prepaid key
mcp-tool-settle-gate.payment_mode | "solana" | may the tool call be settled on Solana
mcp-tool-settle-gate.prepaid_balance_cents | 40 | may I call the tool with 40 cents left on my key
mcp-tool-settle-gate.prepaid_balance_cents | 300 | my balance is 3 dollars, can the tool be called
mcp-tool-settle-gate.price_cents | 25 | the tool costs 25 cents, may I call it
mcp-tool-settle-gate.price_cents | 200 | el precio de la herramienta es de 2 dólares, ¿puedo llamarla?
mcp-tool-settle-gate.wallet_kind | "smart" | can a smart wallet pay for this tool
mcp-tool-settle-gate.wallet_kind | "custodial" | my wallet is custodial: can it settle the tool call
mcp-tool-settle-gate.tool_name | "get_quote" | may I call the tool get_quote
402-failure-classifier.status | 402 | why do I still get a 402
402-failure-classifier.status | 503 | the paid call ended in HTTP 503, whose fault
402-failure-classifier.error | "invalid_signature" | why did the payment fail? error: invalid_signature
payment-response-bind.mode | "bind" | bind this payment to the response
payment-response-bind.mode | "verify" | verify this binding
payment-response-bind.mode | "bind" | issue a signed binding for the payment
readback-receipt.mode | "exact" | was it written exactly so, nothing more and nothing less
readback-receipt.mode | "subset" | was it written? further fields are fine
preflight-cost-estimate.max_usdc | 1 | what would it cost, and is one dollar enough
preflight-cost-estimate.max_usdc | 2.5 | Kosten schätzen, Budget 2,50 USDC
preflight-cost-estimate.max_usdc | 3 | estime le coût, j'ai 3 dollars
preflight-cost-estimate.balance_cents | 80 | what would the run cost, I have 80 cents left
preflight-cost-estimate.balance_cents | 500 | cost of these calls? my prepaid balance is $5
preflight-cost-estimate.trial | true | can I run these on a trial key
preflight-cost-estimate.trial | true | was kostet das mit dem Testschlüssel
hire-done-when-lint.budget_usdc | 60 | before I put 60 USDC on this job: can it be tested?
hire-done-when-lint.budget_usdc | 25 | is the job clear enough for 25 dollars
hire-done-when-lint.budget_usdc | 100 | El presupuesto es de 100 USDC, ¿está claro el encargo?
audit-field-matrix.profile | "accounting" | is this enough for our bookkeeping
audit-field-matrix.profile | "security" | what does the receipt lack for a security audit
audit-field-matrix.profile | "dispute" | would it hold in a dispute
audit-field-matrix.profile | "accounting" | reicht das für die Buchhaltung
stable-payto-check.samples | 5 | does the pay-to address stay the same, five probes
stable-payto-check.method | "POST" | is payTo stable with POST
accepts-dual-rail-check.method | "GET" | does a GET offer both rails
merchant-smoke.method | "POST" | smoke test the endpoint with POST
merchant-legit-gate.max_usdc | 0.5 | is the merchant legit? I would pay 50 cents at most
merchant-legit-gate.max_usdc | 3 | can I trust it with 3 USDC
merchant-legit-gate.max_usdc | 2 | kann ich dem Händler trauen, mehr als zwei Dollar zahle ich nicht
merchant-legit-gate.task_sensitivity | "high" | is it legit? the data is confidential
merchant-legit-gate.task_sensitivity | "low" | is it legit? nothing sensitive is sent
wallet-readiness-pack.amount_cents | 120 | is scout-1 ready to pay 120 cents there
wallet-readiness-pack.ceiling_cents | 1000 | is scout-1 ready to pay there, ceiling ten dollars
wallet-readiness-pack.window_seconds | 3600 | is scout-1 ready to pay, at most 5 dollars per hour
featured-agent-slot.label | "fast lint" | feature my-lint for 24 hours with the label "fast lint"
featured-agent-slot.hours | 48 | feature my-lint for two days
featured-agent-slot.hours | 168 | feature my-lint for a week
featured-agent-slot.hours | 12 | hebe my-lint 12 Stunden lang hervor
summarize-text.max_words | 80 | sum it up in 80 words
summarize-text.max_words | 150 | Fasse das in höchstens 150 Wörtern zusammen
summarize-text.max_words | 50 | summarise it, fifty words or fewer
summarize-text.max_words | 75 | three sentences on this
summarize-text.max_words | 100 | 用一百字概括
summarize-text.max_words | 50 | resume el texto en dos frases
summarize-text.style | "bullets" | the main points as bullets
summarize-text.style | "tldr" | tl;dr please
summarize-text.style | "bullets" | Zusammenfassung in Stichpunkten
summarize-text.style | "paragraph" | summarise it in one flowing paragraph
summarize-text.focus | "costs" | summarise it with a focus on costs
summarize-text.focus | "the risks" | sum up above all the risks
classify-text.multi | true | which labels fit, several may
classify-text.multi | true | ordne ein, mehrere Kategorien sind erlaubt
classify-text.allow_none | false | bug or feature? one of them has to fit
extract-structured.strict | false | pull out the fields, guessing is fine
translate-text.from | "de" | translate this from German to French
translate-text.from | "fr" | traduce del francés al español
translate-text.formality | "formal" | tarnslate it to italian, keep it frmal
translate-text.formality | "informal" | auf Deutsch bitte, geduzt
translate-text.formality | "formal" | translate into German using Sie
translate-text.formality | "informal" | traduis en anglais, ton familier
translate-text.formality | "formal" | 翻译成日语，要用敬语
rerank-passages.top_n | 3 | order them by how well they answer and keep the top three
rerank-passages.top_n | 5 | sortiere die Absätze und behalte die fünf besten
rerank-passages.threshold | 0.5 | rank the passages, drop those below 0.5
embed-text.kind | "query" | vectors for these search queries
embed-text.dimensions | 256 | embed the texts in 256 dimensions
embed-text.normalize | false | embed them, not normalised
image-describe.detail | "alt" | alt text for this picture
image-describe.detail | "full" | describe the picture in detail
image-describe.detail | "full" | beschreibe das Bild ausführlich
image-describe.question | "How many people are there?" | look at the picture: "How many people are there?"
image-ocr.lang | "deu" | read the German sign
image-ocr.lang | "jpn" | the text on this Japanese menu
image-ocr.layout | "single_column" | read the text off the picture, it is a single column
image-ocr.layout | "sparse" | read the few scattered words off the photo
image-generate.size | "512x512" | paint a cat, 512x512
image-generate.size | "768x1024" | a poster of a fox in portrait format
image-generate.size | "1024x768" | Male ein Schiff im Querformat
image-generate.size | "1024x1024" | draw a square logo of an owl
image-generate.seed | 42 | paint a cat with seed 42
image-generate.negative | "people" | paint a beach without people
audio-transcribe.lang | "es" | transcribe this Spanish interview
audio-transcribe.lang | "de" | write down the recording, it is in German
audio-transcribe.format | "srt" | subtitles for this clip
audio-transcribe.format | "vtt" | transcribe it as VTT
audio-transcribe.format | "text" | transcript as plain text
audio-transcribe.max_seconds | 300 | transcribe the first five minutes
audio-transcribe.max_seconds | 90 | transcribe 90 seconds of it at most
speech-synthesize.voice | "warm-1" | read it aloud in a warm voice
speech-synthesize.voice | "deep-1" | lies das mit tiefer Stimme vor
speech-synthesize.lang | "fr" | say it with a French voice
speech-synthesize.format | "wav" | read it out as wav
speech-synthesize.format | "ogg" | 朗读成ogg
speech-synthesize.speed | 1.5 | read it aloud at 1.5x speed
speech-synthesize.speed | 2 | read it at double speed
base-eth-balance.block | "1234567" | ETH of the wallet at block 1234567
base-eth-balance.block | "finalized" | ETH balance as of the finalized block
base-eth-balance.network | "base-sepolia" | ETH balance on Base Sepolia
base-eth-balance.network | "base-sepolia" | ETH on the Base testnet
base-erc20-balance.token | "WETH" | how much WETH does it hold
base-erc20-balance.block | "30000000" | USDC at block 30,000,000
base-erc20-allowance.check_permit2 | false | what may it spend? leave Permit2 out
base-erc20-logs.token | "EURC" | the 25 latest EURC transfers
base-erc20-logs.limit | 25 | the 25 latest EURC transfers on Base that arrived at this address
base-erc20-logs.limit | 50 | fifty USDC transfers to this wallet
base-erc20-logs.from_block | 30000000 | USDC transfers from block 30000000 on
base-erc20-logs.from_block | 100 | transfers between blocks 100 and 200
base-erc20-logs.to_block | 200 | transfers between blocks 100 and 200
base-erc20-logs.order | "asc" | USDC transfers of the wallet, oldest first
base-erc20-logs.order | "asc" | Überweisungen der Wallet, älteste zuerst
base-balances-batch.tokens | ["ETH","USDC"] | ETH and USDC in each of our four treasury wallets
payment-watch.amount_usdc | "12.5" | watch for 12.50 USDC to my wallet
payment-watch.amount_usdc | "3" | tell me when three USDC arrive at this address
payment-watch.token | "EURC" | watch for 5 EURC
payment-watch.network | "solana" | watch my Solana wallet for 5 USDC
payment-watch.expires_in_s | 7200 | watch this wallet for two hours for 5 USDC
payment-watch.expires_in_s | 1800 | wait for 5 USDC, give up after 30 minutes
payment-watch.wait_s | 15 | watch for 5 USDC and wait 15 seconds
payment-watch.min_confirmations | 3 | watch for 5 USDC with three confirmations
payment-watch.since | "2026-11-27" | did 5 USDC arrive since 2026-11-27
tx-summary-lite.network | "solana-devnet" | what did this devnet transaction do
token-metadata-lite.fetch_uri | true | metadata of the mint, with its off-chain JSON
dictionary-define.word | "ephemeral" | definition and pronunciation of ephemeral
dictionary-define.word | "serendipity" | what does serendipity mean
dictionary-define.word | "laconic" | defintion adn pronounciation of laconic plz
square-post.agent_id | "lint-otter" | Post an offer on the agents' square as lint-otter: 'I lint files'
attest.agent_id | "ci-falcon" | as agent ci-falcon: tests-passed for the build below
notepad-save.key | "plans/q4" | save it under plans/q4
notepad-save.key | "standup" | speicher das unter dem Schlüssel standup
web-search.limit | 3 | I need three good pages that explain EU battery rules
web-search.limit | 7 | search for cheap ferries to Corsica and hand me the 7 most useful links
web-search.limit | 5 | Such mir fünf Treffer zum Thema Balkonkraftwerk raus
web-search.limit | - | find a page about the three body problem
web-search.freshness | "month" | anything published during the past four weeks about heat pumps
web-search.freshness | "day" | what does the web say since yesterday about the outage
web-search.freshness | "week" | recherche des articles de cette semaine sur la grève
web-search.freshness | - | search the web for year planners
news-headlines.limit | 6 | six newest stories on TSMC
news-headlines.limit | 4 | give me four items of news about coffee prices
news-headlines.limit | 10 | 给我十条关于芯片的新闻
news-headlines.limit | - | news about the G7
news-headlines.max_age_hours | 12 | news on the derailment, from the last half day
news-headlines.max_age_hours | 72 | Kupfernachrichten, höchstens drei Tage alt
news-headlines.max_age_hours | 48 | 过去两天关于铜的新闻
hn-headlines.feed | "best" | what are the highest voted ones on Hacker News
hn-headlines.feed | "new" | just submitted to hn, please
hn-headlines.feed | "new" | muéstrame lo más nuevo de Hacker News
hn-headlines.limit | 20 | twenty from the HN front page
sec-filings.limit | 2 | both of Tesla's last two 8-K filings
sec-filings.limit | 6 | half a dozen recent filings from Pfizer
sec-filings.since | "2026-03-01" | Pfizer filings from March on
sec-filings.since | "2025-07-01" | was hat SAP seit Juli 2025 eingereicht
weather.days | 3 | is it going to be dry there for three days
weather.days | 14 | two weeks of forecast
weather.days | 4 | 未来四天的天气
weather.units | "imperial" | in fahrenheit, what will tomorrow be like
screenshot.width | 1024 | a shot 1024 pixels wide
screenshot.width | 390 | take a picture of it as an iPhone would show it
screenshot.height | 2000 | screenshot, 1300 by 2000
screenshot.full_page | true | I want to see everything, right down to the footer: whole page
screenshot.full_page | - | screenshot of the page
screenshot.dark | true | capture it in the dark theme
screenshot.format | "jpeg" | page image, jpeg please
screenshot.delay_ms | 3000 | give it three seconds before you take the screenshot
summarize-text.max_words | 60 | boil it down to 60 words
summarize-text.max_words | 200 | not more than two hundred words about it
summarize-text.max_words | 120 | keep the summary below 120 words
summarize-text.max_words | 40 | cuarenta palabras, no más
summarize-text.max_words | 25 | in a single sentence
summarize-text.style | "bullets" | as a bulleted list please
summarize-text.style | "bullets" | résume-le sous forme de puces
summarize-text.focus | "the penalties" | summarise the contract, especially the penalties
translate-text.formality | "informal" | translate to French, among friends, use tu
translate-text.formality | "formal" | ins Deutsche, gesiezt
translate-text.formality | "formal" | into Japanese, politely
translate-text.formality | - | translate this formula sheet into Dutch
translate-text.from | "nl" | from Dutch into English
crypto-sentiment.window_hours | 24 | mood on ETH since yesterday
crypto-sentiment.window_hours | 6 | how was the mood on SOL these last six hours
currency-convert.date | "2020-02-29" | what was 1 GBP in USD on Feb 29, 2020
notepad-save.ttl_seconds | 1800 | note this, drop it after half an hour
notepad-save.ttl_seconds | 2592000 | keep it as a note for a month
notepad-save.mode | "append" | put this line below what is in my note diary
notepad-save.mode | "append" | 把这行加到我的笔记末尾
notepad-save.visibility | "public" | save as a note everyone can see
notepad-share.expires_in_s | 43200 | share my note for twelve hours
notepad-share.max_uses | 5 | share the note, it may be opened five times
notepad-share.action | "revoke" | stop sharing note x with Jonas
notepad-share.permission | "append" | let Ana write into my note
workspace-create.members | [{"agent_id":"kim-1","role":"admin"}] | make a workspace, admin: kim-1
workspace-create.ttl_seconds | 1209600 | shared folder that vanishes after two weeks
square-post.price_cents | 500 | post on the square that I label images for 5 dollars
square-post.expires_in_s | 604800 | post it to the square, up for a week
square-feed.limit | 3 | three latest requests from the square
square-feed.kind | "request" | who is looking for work to be done on the square? requests only
spend-guard.amount_cents | 1250 | reserve 12.50 USDC for scout-1
spend-guard.amount_cents | 45 | can scout-1 pay 45 cents to shop.example
spend-guard.ceiling_cents | 2000 | can scout-1 pay 45 cents, daily cap 20 dollars
spend-guard.mode | "check" | would it be ok if scout-1 spent 45 cents? Just check
rate-limit-guard.limit | 10 | bucket login-eu allows ten calls a second, can I go
rate-limit-guard.period_seconds | 1 | bucket login-eu allows ten calls a second, can I go
rate-limit-guard.key | "login-eu" | bucket login-eu allows ten calls a second, can I go
rate-limit-guard.limit | 1000 | key k9: one thousand requests per day
rate-limit-guard.period_seconds | 86400 | key k9: one thousand requests per day
token-budget-guard.context_window | 16000 | will this prompt fit into a window of 16,000 tokens
token-budget-guard.reserve_output | 1500 | 128k window, keep 1500 tokens back for the answer
token-budget-guard.budget_tokens | 3000 | I can spend 3000 tokens max, is it less
tool-call-budget-guard.budget | {"max_calls":15} | it should stop after 15 calls. Is it looping?
tool-call-budget-guard.budget | {"max_calls":100} | no more than a hundred calls, and is it stuck?
mcp-catalog-token-tax.turns | 50 | how many tokens do the tools eat in fifty turns
agent-usage.group_by | "slug" | which tool did I spend the most on
agent-usage.group_by | "day" | day by day, what did I spend
agent-usage.from | "2026-09-01" | my spending since September 1st
agent-usage.to | "2026-10-31" | my spending between 2026-10-01 and 2026-10-31
agent-leaderboard.metric | "jobs_completed" | the agents who have got most jobs done
agent-leaderboard.metric | "settled_volume" | who earns the most among agents
agent-leaderboard.period | "24h" | today's top agents
agent-leaderboard.period | "7d" | die besten Agenten der Woche
agent-leaderboard.limit | 8 | eight best agents by reputation
hiring-signals.since_days | 45 | jobs they opened in the past 45 days
company-people.roles | ["cfo"] | who is the CFO there
payment-required-header-budget.hard_limit | 8192 | our proxy cuts headers at 8 KB, does it fit
facilitator-payload-lint.facilitator | "cdp" | would Coinbase's facilitator take this
facilitator-payload-lint.facilitator | "payai" | I send it to payai next, is it ok
accepts-network-select.prefer | ["base"] | I prefer Base
accepts-network-select.prefer | ["solana"] | Solana if possible
accepts-network-select.max_amount_usd | 0.05 | choose one, five cents is the most I pay
endpoint-match.max_cents | 10 | who can OCR a photo for ten cents or less
endpoint-match.max_cents | 25 | qué servicio traduce por menos de 25 céntimos
mcp-tool-settle-gate.price_cents | 30 | the price of the tool is 30 cents and I have 2 dollars left
mcp-tool-settle-gate.prepaid_balance_cents | 200 | the price of the tool is 30 cents and I have 2 dollars left
402-failure-classifier.status | 402 | the second try was answered with 402 again
preflight-cost-estimate.max_usdc | 5 | will 5 USDC do for these calls
preflight-cost-estimate.max_usdc | 0.4 | may these calls cost more than 40 cents
hire-done-when-lint.budget_usdc | 250 | I'm paying 250 USDC for this, is it testable
hire-done-when-lint.budget_usdc | 80 | für 80 USDC vergebe ich den Auftrag, ist er prüfbar
merchant-legit-gate.max_usdc | 10 | never more than 10 USDC: is this merchant honest
merchant-legit-gate.task_sensitivity | "high" | patient records go there, is it legit
audit-field-matrix.profile | "accounting" | what is missing from this receipt for my tax adviser
audit-field-matrix.profile | "dispute" | could I win a chargeback with this receipt
stable-payto-check.samples | 4 | probe it four times, does payTo change
featured-agent-slot.hours | 72 | feature it for three days
image-generate.size | "1024x768" | a wide landscape-format picture of a lake
image-describe.detail | "full" | describe every detail of the photo
image-ocr.lang | "fra" | what does the French sign say
audio-transcribe.format | "srt" | turn the talk into subtitles
audio-transcribe.max_seconds | 120 | only the first two minutes of the recording
speech-synthesize.voice | "deep-1" | read it in a deep voice
speech-synthesize.speed | 0.5 | read it at half speed
base-erc20-logs.limit | 20 | last twenty USDC payments to this wallet
base-erc20-logs.limit | 15 | quince transferencias de USDC más recientes
base-eth-balance.block | "19000000" | balance as of block 19000000
payment-watch.amount_usdc | "7.25" | has $7.25 arrived in my wallet
payment-watch.expires_in_s | 3600 | keep watching the wallet for an hour for 3 USDC
payment-watch.min_confirmations | 6 | 3 USDC, and six confirmations please
pdf-extract.pages | "5" | page five only
pdf-extract.pages | "12-15" | Seiten 12 bis 15 lesen
pdf-extract.pages | "3,7" | pages 3 and 7
redirect-resolve.max_hops | 4 | follow it four hops and no further
regex-test.max_matches | 10 | list the first ten matches
llm-judge.scale | 10 | rate them from 1 to 10
handoff-digest.max_tokens | 500 | pack it into 500 tokens for the next agent
attest.rating | 3 | attest that heron-5 delivered, three stars out of five
idempotency-guard.dedup_window_ms | 1800000 | they forget duplicates after 30 minutes, is a retry safe
idempotency-guard.key_storage | "database" | keys sit in a Postgres table, is a retry safe
destructive-action-guard.approved | true | Tom, our CTO, has signed it off: is the command harmful
destructive-action-guard.environment | "production" | it would run against the live database
drift-guard.bins | 8 | use eight buckets
retry-storm-guard.max_attempts | 4 | four tries each are allowed, is it a storm
csv-clean.delimiter | "|" | clean this table, fields are split by pipes
csv-clean.has_header | "no" | there is no heading line in this csv
json-schema-diff.role | "consumer" | we only consume this data, what breaks
hash-text.algorithm | "sha512" | 这段文字的SHA512
vin-decode.model_year | 2004 | decode it, it's a 2004 model
embed-text.dimensions | 512 | vectors with 512 dims
rerank-passages.top_n | 2 | which two passages answer it best
notepad-list.limit | 5 | show me 5 of my notes
notepad-read.version | 6 | what did v6 of my note say
search-scrape.limit | 4 | read four sites and quote what they say on mould
research-brief.depth | "deep" | go deep: is fasting healthy
website-intelligence.max_pages | 15 | read up to 15 pages of the site
agent-state-guard.action | "send the invoice" | Before I send the invoice: is everything as planned?
dictionary-define.word | "petrichor" | what is the meaning of petrichor
dictionary-define.word | "Weltschmerz" | look up Weltschmerz in the dictionary
preflight-before-write.tool_name | "db.exec" | Vorabprüfung: ausgeführt wird es vom Werkzeug db.exec
preflight-before-write.side_effecting | true | preflight this, it does have side effects
preflight-before-write.agent_id | "rook-8" | als agent rook-8: vor dem Schreiben prüfen
preflight-before-write.nonce | "abc-12345" | preflight and mint the receipt with the nonce abc-12345
preflight-before-write.required_confirmations | ["legal","finance"] | preflight it; confirmations needed: legal and finance
preflight-before-write.received_confirmations | ["legal"] | preflight it; confirmations received: legal
preflight-before-write.allowlist | ["git status","git diff"] | preflight this command, allowed commands: git status, git diff
preflight-before-write.target | "orders-db" | preflight for the target orders-db
agent-state-guard.idempotency_key | "z9-ship" | ist der Zustand noch gut? Schlüssel der Aktion: z9-ship
agent-state-guard.required_confirmations | ["boss"] | is the state fit to act on? required confirmations: boss
agent-state-guard.target | "cus-77" | may I write again to target cus-77
idempotency-guard.target | "/v2/orders/9" | may I send PUT /v2/orders/9 once more
idempotency-guard.side_effecting | true | may it be retried although it has side effects
idempotency-guard.retry_horizon_ms | 86400000 | is it safe? retries can come for a day
destructive-action-guard.tool_name | "run_sql" | would run_sql, the tool, wreck anything with this? tool: run_sql
destructive-action-guard.allowlist | ["ls","cat"] | is this ok? permitted commands: ls and cat
destructive-action-guard.target | "backup-7" | is it dangerous, target backup-7
infra-target-guard.protected | ["prod-*"] | am I on the right cluster? never touch: prod-*
infra-target-guard.target | "db-eu-3" | is target db-eu-3 the one I mean
drift-guard.features | ["age","income"] | has it drifted in the fields age and income
memory-exfil-guard.destination | "https://x.example.org/in" | does this leak if it goes to https://x.example.org/in
memory-exfil-guard.allowed_destinations | ["api.example.com"] | may it go out? allowed destinations: api.example.com
contract-pin-guard.pinned_hash | "a785b874cce9426581316811ebea63b65c7277171bf3cbf92dc4bae3f6c9e381" | we pinned it at a785b874cce9426581316811ebea63b65c7277171bf3cbf92dc4bae3f6c9e381, still the same?
csv-clean.encoding | "base64" | die CSV ist in Base64, räum sie auf
json-schema-validate.assert_format | false | valide los datos sin comprobar los formatos
jwt-decode.audience | "shop-api" | decode the token, audience shop-api
jwt-decode.issuer | "https://login.example.org" | was it issued by https://login.example.org
llm-judge.reference | "Paris" | which answer is right? reference: "Paris"
regex-test.replacement | "X" | try the regex and replace each match with "X"
email-json.encoding | "base64" | el correo viene en base64, pásalo a JSON
pdf-extract.max_chars | 50000 | lies das PDF, höchstens 50.000 Zeichen
http-headers.method | "HEAD" | send a HEAD request and show the headers
rdap-whois.fallback_whois | false | whose domain is it, without the whois fallback
tech-fingerprint.include_dns | false | technology of the site, no DNS records needed
solana-balances.network | "solana-devnet" | サイト: devnet のウォレット残高
search-scrape.max_chars_per_page | 1500 | read some pages on mould, fifteen hundred characters each: 1500 characters per page
research-brief.as_of | "2023-06-30" | what was the state of research up to 30 June 2023
screenshot.wait_until | "domcontentloaded" | screenshot as soon as the DOM is ready
screenshot.selector | ".hero" | picture of the element .hero
website-intelligence.screenshot | false | analyse the site, skip the screenshot
repo-due-diligence.package_name | "requests" | due diligence; the package name is "requests"
lead-research.company_name | "Ostwind GmbH" | everything on the company Ostwind GmbH
notepad-save.tags | ["lint"] | remember this, tag it lint
notepad-save.expected_version | 9 | overwrite my note only if the version is still version 9
notepad-save.delete | - | lösche meine Notiz alt
notepad-save.agent_id | "mira-1" | save a note as agent mira-1
notepad-read.share_token | "st_abc123" | read the note with share token st_abc123
notepad-read.diff_from | 5 | compare my note with version 5
notepad-read.offset | 1200 | read my note, offset 1200
notepad-list.agent_id | "mira-1" | notes of agent mira-1
notepad-list.cursor | "eyJ4" | the next page of my notes, cursor eyJ4
notepad-share.pin_version | 4 | share my note, pinned to version 4
notepad-share.share_id | "shr_77" | please withdraw share shr_77
notepad-browse.author | "otter-5" | notes that otter-5 made public
notepad-browse.limit | 12 | a dozen public notes on sailing
workspace-create.description | "drafts of the annual report" | new workspace ar-26 for drafts of the annual report
workspace-write.to | "docs/b.md" | renombra a.md a docs/b.md en ws_a1
workspace-write.expected_version | 2 | write it to plan.md in ws_a1 if it is at version 2
workspace-write.message | "typo" | append it to log.txt in ws_a1, change note "typo"
workspace-write.agent_id | "mira-1" | as mira-1 put this into notes.md of ws_a1
workspace-read.version | 3 | dritte Version von plan.md in ws_a1
workspace-read.max_bytes | 2048 | read 2 KiB of log.txt in ws_a1
workspace-list.limit | 200 | up to 200 files of ws_a1
memory-integrity-check.scan_content | false | verify the hash chain without scanning the content
memory-integrity-check.expected_head | "9f3c1ab2" | is the chain intact? expected head 9f3c1ab2
context-compression-audit.must_keep | ["14 jobs"] | was anything lost? "14 jobs" has to be in it
context-compression-audit.model | "claude-sonnet" | did the short form lose anything, counted with claude-sonnet
handoff-digest.to_agent | "falcon-2" | Übergabe an agent falcon-2
square-post.reply_to | "post_9ab" | answer post_9ab on the board: yes
square-post.tags | ["ocr"] | post on the square: I read scans. #ocr
square-post.link | "https://o.example.org/x" | announce https://o.example.org/x on the square
square-feed.author | "otter-5" | posts by otter-5 on the square
square-feed.thread_id | "thr_12" | the whole thread thr_12
square-feed.post_id | "post_12" | show me post_12 from the square
square-feed.since | "2026-11-21" | what was posted on the square in the last seven days
square-feed.q | "ocr scans" | any square posts that mention "ocr scans"
attest.about_agent | "otter-5" | as mira-1 vouch for otter-5
attest.expires_at | "2027-01-31" | attest the review, it expires on 2027-01-31
skill-signature-verify.strict | false | verify the skill's signature, not strictly
skill-signature-verify.ignore | ["*.tmp"] | verify the signature of the skill, ignore: *.tmp
capability-attack-surface-scan.environment | "staging" | attack surface on staging
capability-attack-surface-scan.assets | ["customer data"] | attack surface; to be protected: customer data
prompt-injection-scan.context | "a course on jailbreaks" | is it an injection? context: a course on jailbreaks
prompt-injection-scan.max_findings | 5 | scan for injections, no more than 5 findings
agent-tool-permission-review.task | "sort invoices" | My agent just needs to sort invoices. Are these tools too much?
action-receipt.payload_digest | "a785b874cce9426581316811ebea63b65c7277171bf3cbf92dc4bae3f6c9e381" | receipt for agent a-11: refunded, digest a785b874cce9426581316811ebea63b65c7277171bf3cbf92dc4bae3f6c9e381
action-receipt.nonce | "nonce-9911" | issue a receipt, the nonce is nonce-9911
action-receipt.quote | "12 USDC" | receipt, quote: "12 USDC"
action-receipt.decision_ref | "dec-881" | receipt for the action, decision ref dec-881
spend-guard.payee | "shop.example.org" | reserve 40 cents of scout-1 for shop.example.org
spend-guard.purpose | "map tiles" | may scout-1 spend 40 cents? reason: map tiles
spend-guard.per_call_max_cents | 50 | reserve 40 cents for scout-1, 50 cents per call at most
spend-guard.nonce | "intent-7788" | reserve 40 cents for scout-1 with nonce intent-7788
spend-guard.save_policy | true | reserve 40 cents for scout-1, save the policy
spend-guard.clearance_token | "ct_9a8b" | release the money of scout-1, clearance token ct_9a8b
rate-limit-guard.burst | 25 | key a1, 5 a second with bursts of 25
agent-usage.agent_id | "otter-5" | what has otter-5 used
mcp-catalog-token-tax.context_window | 32000 | share of a 32,000 token window taken by these tools
agent-reputation.as_of | "2026-01-31" | what was the reputation of otter-5 on 31 January 2026
agent-leaderboard.agent_id | "otter-5" | leaderboard of agents and the rank of otter-5
agent-leaderboard.opt_out | - | remove otter-5 from the rankings
lead-brief.company_name | "Ostwind" | who are they? a brief on the firm Ostwind
lead-brief-plus.company_name | "Nordlicht AG" | extended brief with competitors on the company Nordlicht AG
company-people.limit | 5 | five names at example.com
hiring-signals.limit | 8 | eight openings at example.com
payment-required-lint.expect_url | "https://a.example.com/x" | https://a.example.com/x sent me this 402, is it well formed
payment-required-header-budget.soft_limit | 2048 | warn above 2 KiB, refuse above 8 KiB: is the 402 header too long
payment-required-header-budget.hard_limit | 8192 | warn above 2 KiB, hard limit 8 KiB: is the 402 header too long
offer-receipt-extension-lint.max_age_s | 86400 | check the receipt extension, it may be a day old
accepts-network-select.allow_testnet | true | pick one, a testnet is ok too
endpoint-match.limit | 2 | two services that geocode
route-pay-probe.wallet_networks | ["solana"] | probe the route, my wallet is on Solana
integration-readiness.sample_path | "/api/tiles" | are we ready to sell? the paid path is /api/tiles
integration-readiness.role | "seller" | is our API ready for selling to agents
settlement-webhook-contract-lint.hmac_header | "X-Hub-Signature" | check the webhook; header: X-Hub-Signature
settlement-status.wait_s | 5 | settled yet? wait five seconds for it
openapi-x402-operation-map.default_price_atomic | "50000" | paid operations of the spec, default price of 50000
openapi-x402-operation-map.network_default | "eip155:8453" | which operations are paid? default network Base
mcp-tool-settle-gate.tool_name | "make_map" | can I pay for tool make_map
402-failure-classifier.error | "nonce_already_used" | paid call failed with error nonce_already_used
stable-payto-check.method | "GET" | use GET and see whether payTo is stable
accepts-dual-rail-check.method | "POST" | does a POST to it offer Solana and Base
merchant-smoke.method | "GET" | smoke test with GET
merchant-legit-gate.expected_payto | "0x2ddda57ed1851b43d607c49d0cf832f5314cb0e3" | is the shop honest? it should be paid to 0x2ddda57ed1851b43d607c49d0cf832f5314cb0e3
merchant-legit-gate.method | "POST" | is the merchant legit? probe by POST
wallet-readiness-pack.amount_cents | 75 | may agent scout-1 pay them 75 cents
wallet-readiness-pack.ceiling_cents | 300 | is scout-1 set up to pay it? limit 3 dollars a day
wallet-readiness-pack.window_seconds | 604800 | is scout-1 set up to pay it? limit 3 dollars a week
wallet-readiness-pack.max_usdc | 0.5 | can scout-1 pay there, no single payment above 50 cents
featured-agent-slot.label | "maps fast" | feature my-maps, label: maps fast
classify-text.allow_none | false | spam or not? it must be one of these
extract-structured.strict | false | extract the fields, you may guess
rerank-passages.threshold | 0.7 | sort the passages, only those with a score above 0.7
rerank-passages.threshold | 0.4 | order the texts, minimum score 40 %
embed-text.kind | "document" | embed these documents
embed-text.normalize | false | embeddings please, without normalising them
image-describe.question | "Is the gate open?" | Is the gate open?
image-generate.seed | 7 | draw a fox, seed 7
image-generate.negative | "text" | draw a poster of a fox, without text
speech-synthesize.lang | "ja" | read it aloud in Japanese
base-erc20-balance.block | "finalized" | USDC at the finalized block
base-erc20-balance.network | "base-sepolia" | USDC on base sepolia
base-erc20-allowance.check_permit2 | false | allowance without Permit2
base-erc20-allowance.network | "base-sepolia" | the allowance on the testnet
base-erc20-logs.network | "base-sepolia" | transfers on the Base testnet
base-tx-receipt.network | "base-sepolia" | did this go through on Sepolia
base-token-info.network | "base-sepolia" | what token is that on Base Sepolia
base-balances-batch.tokens | ["USDC","EURC"] | USDC and EURC of these wallets
base-balances-batch.block | "20000000" | balances of the wallets at block 20,000,000
base-balances-batch.network | "base-sepolia" | balances of these wallets on the testnet
payment-watch.token | "USDC" | did 5 USDC arrive
payment-watch.network | "base-sepolia" | wait for 5 USDC on Base Sepolia
payment-watch.since | "2026-11-25" | did 5 USDC arrive since 25 November
payment-watch.wait_s | 20 | wait twenty seconds for 5 USDC
payment-watch.watch_id | "w_881a" | poll the watch w_881a
tx-summary-lite.network | "solana-devnet" | Solana-Devnet-Transaktion, kurz erklärt
token-metadata-lite.fetch_uri | true | what is this mint, load its metadata JSON too
token-metadata-lite.network | "solana-devnet" | metadata of the mint on devnet
webhook-normalize.secret | "whsec_9a8b7c" | normalise the webhook, signing secret whsec_9a8b7c
hmac-verify.secret | "s3cr3t-key" | is the signature right? the secret is s3cr3t-key
hmac-verify.message_id | "msg_881" | verify the webhook, message id msg_881
accepts-network-select.schemes | ["exact","upto"] | which option? I can sign the schemes exact and upto
mcp-catalog-token-tax.used_tools | ["search","fetch"] | what do these tools cost? used tools: search and fetch
readback-receipt.target | "orders-7" | was it written? target orders-7
constraint-receipt-verify.constraints | [{"field":"action","op":"in","value":["pay","refund"]},{"field":"ts","op":"after","value":"2026-11-01"}] | did buyer-2 keep to its rules: only the actions pay or refund, not before 1 November 2026?
constraint-receipt-verify.constraints | [{"field":"action","op":"eq","value":"pay"}] | does the receipt hold to it: action must be pay
constraint-receipt-verify.constraints | [{"field":"ts","op":"within_s","value":600}] | is this receipt within its limits, not older than ten minutes
constraint-receipt-verify.constraints | [{"field":"agent_id","op":"eq","value":"buyer-2"},{"field":"ts","op":"before","value":"2026-12-01"}] | check the receipt: agent must be buyer-2, before 2026-12-01
preflight-cost-estimate.planned_calls | [{"slug":"page-markdown","qty":40},{"slug":"screenshot","qty":10},{"slug":"research-brief","qty":2}] | what would a run of 40x page-markdown, 10x screenshot and 2x research-brief cost me
preflight-cost-estimate.planned_calls | [{"slug":"web-search","qty":3},{"slug":"page-markdown","qty":5}] | price of three calls of web-search and five page-markdown
preflight-cost-estimate.planned_calls | ["page-markdown","summarize-text"] | what does a run of page-markdown and summarize-text cost
agent-usage.from | "2026-10-01" | what did I spend here in October, split by day
agent-usage.to | "2026-10-31" | was habe ich im Oktober ausgegeben
agent-usage.to | "2025-12-31" | my usage for December 2025
attest.about_agent | "courier-6" | notarise that we, agent audit-1, found agent courier-6's delivery complete, four stars
wikipedia-summary.lang | "fr" | le résumé Wikipédia (version française) de la Commune de Paris
web-search.limit | 8 | 検索して、量子コンピューターのページを8件ください
web-search.freshness | "month" | 先月以降の記事だけ検索して
web-search.freshness | "day" | busca lo publicado en las últimas 24 horas sobre el apagón
web-search.region | "es" | busca seguros de coche, resultados de España
news-headlines.limit | 5 | リチウムのニュースを五件
news-headlines.max_age_hours | 72 | 3日以内の銅のニュース
news-headlines.limit | 8 | huit titres sur la BCE
news-headlines.max_age_hours | 720 | Schlagzeilen des letzten Monats zu Kupfer
hn-headlines.limit | 12 | zwölf Beiträge von Hacker News
hn-headlines.feed | "best" | les meilleurs articles de Hacker News
hn-headlines.feed | "new" | Hacker News 最新的帖子
sec-filings.limit | 4 | die vier neuesten Einreichungen von Nvidia
sec-filings.limit | 2 | los dos últimos informes de Tesla
sec-filings.since | "2025-01-01" | 自2025年以来苹果的文件
weather.days | 6 | prévisions pour les six prochains jours
weather.days | 2 | mañana, ¿lloverá?
weather.days | 7 | 今週の天気
weather.units | "imperial" | el tiempo en Fahrenheit
screenshot.width | 390 | Bildschirmfoto wie auf dem Handy
screenshot.width | 1600 | captura de 1600 px de ancho
screenshot.full_page | true | Screenshot der ganzen Seite
screenshot.full_page | true | 网页全页截图
screenshot.dark | true | captura en modo oscuro
screenshot.dark | true | Screenshot im Dunkelmodus
screenshot.delay_ms | 2000 | attends deux secondes puis capture la page
summarize-text.max_words | 90 | en noventa palabras
summarize-text.max_words | 120 | en 120 mots au maximum
summarize-text.max_words | 50 | zwei Sätze dazu
summarize-text.max_words | 200 | 200字以内总结
summarize-text.style | "bullets" | in Stichpunkten bitte
summarize-text.style | "bullets" | en viñetas
summarize-text.style | "bullets" | 箇条書きで要約
summarize-text.focus | "los plazos" | resume el contrato, sobre todo los plazos
translate-text.formality | "formal" | tradúcelo al alemán, de usted
translate-text.formality | "informal" | tradúcelo al francés, de tú
translate-text.formality | "formal" | traduis en allemand en vouvoyant
translate-text.formality | "informal" | 翻译成英语，口语化一点
translate-text.from | "es" | vom Spanischen ins Deutsche
crypto-sentiment.window_hours | 72 | 过去三天比特币的情绪
crypto-sentiment.window_hours | 24 | l'humeur autour de l'ether aujourd'hui
notepad-save.ttl_seconds | 259200 | guárdalo como nota durante tres días
notepad-save.ttl_seconds | 86400 | retiens-le pendant un jour
notepad-save.mode | "append" | hänge das an meine Notiz einkauf an
notepad-save.visibility | "public" | speichere es als öffentliche Notiz
notepad-share.expires_in_s | 172800 | partage la note pendant deux jours
notepad-share.max_uses | 4 | teile die Notiz, vier Aufrufe
notepad-share.action | "revoke" | widerrufe die Freigabe shr_1
notepad-share.permission | "append" | teile sie so, dass andere schreiben dürfen
workspace-create.ttl_seconds | 864000 | un espacio de trabajo para diez días
workspace-create.members | [{"agent_id":"ada-1","role":"writer"},{"agent_id":"bob-2","role":"reader"}] | Arbeitsbereich: ada-1 darf schreiben, bob-2 nur lesen
workspace-create.members | [{"agent_id":"ada-1","role":"reader"}] | un espacio donde ada-1 solo puede leer
square-post.kind | "offer" | publica una oferta en la plaza
square-post.kind | "request" | je cherche quelqu'un : publie-le sur la place
square-post.price_cents | 300 | Angebot auf dem Platz, Preis 3 Dollar
square-feed.kind | "offer" | quelles offres y a-t-il sur la place
square-feed.limit | 5 | die fünf neuesten Beiträge auf dem Platz
spend-guard.amount_cents | 70 | ¿puede scout-1 gastar 70 céntimos?
spend-guard.ceiling_cents | 500 | scout-1 darf 70 Cent ausgeben? Obergrenze 5 Dollar pro Tag
spend-guard.mode | "check" | nur prüfen: darf scout-1 70 Cent ausgeben
rate-limit-guard.limit | 50 | clé a1 : 50 requêtes par heure, je peux ?
rate-limit-guard.period_seconds | 3600 | clé a1 : 50 requêtes par heure, je peux ?
rate-limit-guard.limit | 5 | 键a1，每秒5次，可以发吗
rate-limit-guard.period_seconds | 1 | 键a1，每秒5次，可以发吗
token-budget-guard.context_window | 128000 | cabe en una ventana de 128k tokens
token-budget-guard.reserve_output | 1000 | 128k窗口，留1000个token给回答
agent-usage.group_by | "agent" | Verbrauch je Agent
agent-usage.group_by | "day" | mi consumo por día
agent-usage.from | "2026-11-01" | was habe ich diesen Monat verbraucht
agent-leaderboard.period | "7d" | los mejores agentes de la semana
agent-leaderboard.period | "30d" | 本月最好的代理
agent-leaderboard.metric | "settled_volume" | Rangliste nach Umsatz
agent-leaderboard.limit | 10 | 前十名代理
hiring-signals.since_days | 30 | offene Stellen des letzten Monats
endpoint-match.max_cents | 20 | quel service fait de l'OCR pour moins de 20 centimes
merchant-legit-gate.max_usdc | 1 | ¿es de fiar? pagaría como mucho un dólar
merchant-legit-gate.task_sensitivity | "high" | die Daten sind vertraulich, ist der Händler seriös
audit-field-matrix.profile | "accounting" | ¿basta este recibo para la contabilidad?
audit-field-matrix.profile | "dispute" | reicht der Beleg im Streitfall
image-generate.size | "768x1024" | dibuja un zorro en formato vertical
image-generate.size | "1024x1024" | zeichne ein quadratisches Logo
image-describe.detail | "full" | describe la imagen en detalle
image-describe.detail | "alt" | 给这张图写替代文本
audio-transcribe.format | "srt" | haz subtítulos de este vídeo
audio-transcribe.format | "srt" | 字幕を作って
audio-transcribe.max_seconds | 180 | die ersten drei Minuten der Aufnahme
speech-synthesize.format | "mp3" | lies es vor, als mp3
speech-synthesize.voice | "warm-1" | mit warmer Stimme vorlesen
base-erc20-logs.limit | 10 | die zehn letzten USDC-Überweisungen
base-erc20-logs.order | "asc" | transferencias de USDC, primero las más antiguas
payment-watch.amount_usdc | "8" | ¿han llegado 8 USDC?
payment-watch.min_confirmations | 3 | drei Bestätigungen, 5 USDC
pdf-extract.pages | "4" | 只要第4页
pdf-extract.pages | "2-6" | páginas 2 a 6
pdf-extract.tables | true | extrae las tablas del PDF
csv-clean.delimiter | ";" | nettoie ce CSV, séparé par des points-virgules
csv-clean.output | "json" | 整理这个CSV，转成JSON
hash-text.algorithm | "sha1" | SHA-1 von diesem Text
destructive-action-guard.environment | "production" | 本番環境で実行しても大丈夫？
destructive-action-guard.environment | "staging" | auf der Testumgebung: ist das gefährlich
preflight-cost-estimate.max_usdc | 2 | reichen zwei Dollar für diese Aufrufe
preflight-cost-estimate.max_usdc | 4 | 4美元够不够
hire-done-when-lint.budget_usdc | 90 | le budget est de 90 USDC, est-ce clair ?
tool-call-budget-guard.budget | {"max_calls":30} | au plus 30 appels : mon agent tourne-t-il en rond ?
retry-storm-guard.max_attempts | 5 | au plus cinq tentatives, est-ce une tempête
redirect-resolve.max_hops | 6 | höchstens sechs Weiterleitungen
wikipedia-summary.lang | "es" | el artículo de la Wikipedia en español sobre Granada
wikipedia-summary.lang | "ja" | 日本語版ウィキペディアの京都
dictionary-define.word | "Fernweh" | was bedeutet das Wort Fernweh
dictionary-define.word | "madrugada" | significado de la palabra madrugada
crypto-price.vs | "eur" | precio del bitcoin en euros
wayback-snapshot.timestamp | "201805" | la página como era en mayo de 2018
currency-convert.date | "2023-06-01" | 50 dólares en euros el 1 de junio de 2023
attest.rating | 4 | vier Sterne für heron-5, als mira-1
featured-agent-slot.hours | 24 | hebe my-lint einen Tag lang hervor
destructive-action-guard.approved | - | is this command ok? has anybody approved it?
destructive-action-guard.approved | - | is it dangerous, and does it have to be approved first
destructive-action-guard.approved | - | if my boss has approved it, is it safe
destructive-action-guard.dry_run | - | should I do a dry run first?
preflight-before-write.approved | - | run the preflight, it must be approved by the CTO
currency-convert.amount | 10 | convert ten euros to yen
currency-convert.amount | 50 | wie viel sind fünfzig Franken in Euro
workspace-write.op | - | write the list of removed users to users.txt in ws_a1
workspace-write.op | - | check whether I should delete old.md in ws_a1
workspace-write.op | "move" | in workspace ws_a1 rename draft.md to final.md
payment-required-header-budget.soft_limit | 2048 | is this header too long? 2048 bytes, 6000 at the very most
payment-required-header-budget.hard_limit | 6000 | is this header too long? 2048 bytes, 6000 at the very most
payment-required-header-budget.soft_limit | 4096 | passt die Antwort in den Kopf? 8 KiB oder besser 4 KiB
payment-required-header-budget.hard_limit | 8192 | passt die Antwort in den Kopf? 8 KiB oder besser 4 KiB
mcp-tool-settle-gate.prepaid_balance_cents | 75 | the account holds 75 cents and the tool map_tiles wants 20, may I call it?
mcp-tool-settle-gate.price_cents | 20 | the account holds 75 cents and the tool map_tiles wants 20, may I call it?
accepts-network-select.prefer | ["solana"] | which one? I would rather pay via Solana
accepts-network-select.prefer | ["base"] | choose one; we'd rather settle over Base
integration-readiness.role | "seller" | are we ready? We sell, we do not buy
integration-readiness.role | "buyer" | are we ready? We only buy, we sell nothing
agent-usage.group_by | "day" | meine Ausgaben im Mai 2026, Tag für Tag
agent-usage.group_by | "day" | mis gastos de mayo de 2026, día a día
wallet-readiness-pack.max_usdc | 0.25 | comprueba todo antes de pagar; el máximo por pago es de 0,25 USDC
readback-receipt.mode | "subset" | does what was read match? extra fields do not matter
readback-receipt.mode | "subset" | 書いた内容と一致しますか。余分な項目は無視してください
website-intelligence.screenshot | false | サイトを全部調べて。画像は要りません
memory-integrity-check.expected_head | "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08" | was the memory changed? when we last looked its hash was 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
memory-integrity-check.expected_root | "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08" | was the memory changed? the Merkle root we trust: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
token-budget-guard.budget_tokens | 3000 | does the talk fit if we cap it at 3000 tokens?
token-budget-guard.model | "gpt-4o-mini" | does it fit in 3000 tokens? The model is gpt-4o-mini.
context-compression-audit.must_keep | ["price of 40 EUR"] | what got lost? The price of 40 EUR must not be lost.
context-compression-audit.must_keep | ["rollback owner","deadline"] | compare the two. The rollback owner and the deadline have to stay.
csv-clean.options | {"drop_duplicate_rows":true} | clean this table and throw out the repeated lines
csv-clean.options | {"drop_duplicate_rows":true,"decimal":","} | Tabelle säubern, doppelte Zeilen weg, Dezimalkomma
csv-clean.options | {"date_order":"dmy"} | tidy this export; days stand first in its dates
csv-clean.options | {"normalize_headers":"keep"} | clean it, but keep the column names as they are
dns-lookup.type | "MX" | which mail servers does kiln.example have?
dns-lookup.type | "NS" | which name servers answer for kiln.example?
classify-text.labels | ["bug report","billing question","praise"] | Is this a bug report, a billing question or praise?
classify-text.labels | ["refund request","complaint"] | is it a refund request or a complaint?
prompt-injection-scan.source | "tool_output" | this came back from a tool, is it safe?
attest.visibility | "private" | attest that agent scout-4 was careful; not visible to others
route-pay-probe.body | {"scale":2} | probe POST https://api.example.org/v1 with {"scale":2}, do not pay
timezone-convert.datetime | "2026-07-03T20:00" | 北京时间2026年7月3日晚上8点，伦敦是几点？
timezone-convert.datetime | "2026-07-03T20:30" | 東京時間の2026年7月3日午後8時半はロンドンで何時ですか
timezone-convert.datetime | "2026-05-04T20:00" | 4 May 2026, 8 h du soir à Paris, what is that in Tokyo?
notepad-save.key | "plans/barn" | save this in my notes under plans/barn.
`
