import { definePack } from '../pack.ts'
import { cryptoPriceBatch } from './crypto-price-batch.ts'
import { cryptoPrice } from './crypto-price.ts'
import { cryptoSentiment } from './crypto-sentiment.ts'
import { currencyConvert } from './currency-convert.ts'
import { dictionaryDefine } from './dictionary-define.ts'
import { dnsRecords } from './dns-records.ts'
import { emailJson } from './email-json.ts'
import { geocodeUs } from './geocode-us.ts'
import { httpHeaders } from './http-headers.ts'
import { pdfExtract } from './pdf-extract.ts'
import { rdapWhois } from './rdap-whois.ts'
import { repoSafety } from './repo-safety.ts'
import { redirectResolve } from './redirect-resolve.ts'
import { techFingerprint } from './tech-fingerprint.ts'
import { secFilings } from './sec-filings.ts'
import { solanaBalances } from './solana-balances.ts'
import { stockQuote } from './stock-quote.ts'
import { vinDecode } from './vin-decode.ts'
import { weather } from './weather.ts'

export const dataPack = definePack({
  name: 'data-pack',
  purpose: 'Facts about the world, each with where it came from.',
  dayPass: false,
  outcomes: [
    stockQuote,
    geocodeUs,
    currencyConvert,
    cryptoPrice,
    cryptoPriceBatch,
    cryptoSentiment,
    weather,
    vinDecode,
    secFilings,
    dictionaryDefine,
    emailJson,
    pdfExtract,
    httpHeaders,
    redirectResolve,
    dnsRecords,
    rdapWhois,
    techFingerprint,
    solanaBalances,
    repoSafety,
  ],
})
