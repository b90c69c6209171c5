/** Words that mean the same, or nearly so, to somebody who looks for an endpoint. */
const LINES = `
json object
repair fix mend heal
broken malformed invalid corrupt
validate check verify test conform lint
schema shape structure
compare diff difference delta
convert transform translate change
csv spreadsheet table
email mail mailbox inbox
domain hostname
website site page web
web internet online
whois registration registered registrar owner owns ownership
dns nameserver
lookup look find search query
geocode coordinates location street
ip geolocation
weather forecast temperature rain
stock share equity ticker
quote price
currency exchange forex euro dollar usd eur gbp
crypto coin bitcoin ethereum cryptocurrency
price cost rate pricing
balance holdings funds
wallet account
transaction transfer
token erc20 spl coin
chain blockchain onchain
solana spl
news headlines
article page
scrape crawl extract
screenshot picture capture render snapshot
image picture photo
pdf document
webpage page url html
markdown text
redirect short shortlink
hash digest checksum sha256
hmac signature
sign signed signature
jwt token bearer
regex regexp regular
expression regexp regex pattern
timezone time clock datetime
dictionary definition meaning define
wikipedia encyclopedia
company business firm startup organisation organization
lead prospect
person people employee staff
hiring jobs vacancy careers recruiting
competitor rival competition
repository repo github
risk safety danger dangerous safe vet
destructive dangerous harmful danger
command action operation shell
vulnerability exploit
injection jailbreak
secret credential password leak exfil exfiltration key apikey
store save keep remember persist
note notepad memo
receipt proof prove evidence
written write readback
settle settlement settled
refund chargeback
budget spend limit ceiling allowance
usage consumption
guard protect prevent stop detect
scan detect inspect
retry retries retrying
duplicate twice idempotent idempotency repeat again
drift shift
fail failure failed error
agent bot assistant
reputation trust trustworthy rating
leaderboard ranking
webhook callback
throttle ratelimit
attest attestation certify
audio voice speech recording
transcribe transcription
summarize summarise summary
classify label categorize
german english french spanish language translate
embed embedding vector
vin vehicle car
sec filing edgar
technology tech stack
fingerprint technology
wayback archive history old
sentiment mood
rerank rank reorder
moderate nsfw unsafe
ocr scan read
openapi swagger
skill plugin
count many budget
estimate calculate
brief task gig
network rail chain
merchant seller vendor shop
research report
pay payment paid
402 payment
legitimate legit fraud scam
size bytes budget
headers header
`

export const FAMILIES: readonly (readonly string[])[] = LINES.trim()
  .split('\n')
  .map((line) => line.split(' '))

/** Words that say nothing about what is wanted. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a an and any are as at be been but by can could do does for from get give given had has have how i if in into is it its
  let like make me my need needs no not of on one or our out please should so some something that the their them then there
  these they this to up us use used using want wants was we what when where which who why will with would you your llm via
  about over per than other another each every all also just only many more most much new off old own same such too very`.split(
    /\s+/,
  ),
)
