import { definePack } from '../pack.ts'
import { cryptoPriceBatch } from './crypto-price-batch/outcome.ts'
import { cryptoPrice } from './crypto-price/outcome.ts'
import { cryptoSentiment } from './crypto-sentiment/outcome.ts'
import { currencyConvert } from './currency-convert/outcome.ts'
import { dictionaryDefine } from './dictionary-define/outcome.ts'
import { dnsRecords } from './dns-records/outcome.ts'
import { emailJson } from './email-json/outcome.ts'
import { geocodeUs } from './geocode-us/outcome.ts'
import { httpHeaders } from './http-headers/outcome.ts'
import { pdfExtract } from './pdf-extract/outcome.ts'
import { rdapWhois } from './rdap-whois/outcome.ts'
import { repoSafety } from './repo-safety/outcome.ts'
import { redirectResolve } from './redirect-resolve/outcome.ts'
import { techFingerprint } from './tech-fingerprint/outcome.ts'
import { secFilings } from './sec-filings/outcome.ts'
import { solanaBalances } from './solana-balances/outcome.ts'
import { stockQuote } from './stock-quote/outcome.ts'
import { vinDecode } from './vin-decode/outcome.ts'
import { weather } from './weather/outcome.ts'

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
