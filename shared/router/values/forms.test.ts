import { describe, expect, test } from 'vitest'

import { readAll, valuesOf } from './known.ts'
import type { FoundType } from './find-values.ts'

const A = '0xd2d736be50a97594dae97133c04aee58779cc11c'
const B = '0x825fc4d072571e084ff8ad19d5ea0b28815807ef'
const HASH = '27d9350ebecbc0c3d3d21d8c1211c39b21d44a29b34896df8a5cea1e94a600fa'
const SOL = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'

/** A type, a text as people send it, and the values of the type that it holds. */
const CASES = `
ticker | one Vodafone share in London (VOD.L), in francs | VOD.L
ticker | what is SAP.DE at right now | SAP.DE
ticker | one SAP share (SAP.DE) in dollars | SAP.DE
ticker | last close of 7203.T please | 7203.T
ticker | 0700.HK and 9988.HK, latest quotes | 0700.HK 9988.HK
ticker | latest prices for AMD, QCOM and ARM | AMD QCOM ARM
ticker | $PLTR vs $SNOW today | PLTR SNOW
ticker | NASDAQ:AVGO stock quote | AVGO
ticker | NYSE: KO, how is the share doing | KO
ticker | the ticker is TSM | TSM
ticker | stock price of Apple (AAPL) | AAPL
ticker | Berkshire's BRK.B share price | BRK.B
ticker | Kurs der Aktie MC.PA | MC.PA
ticker | cotización de SAN.MC y TEF.MC | SAN.MC TEF.MC
ticker | cours de l'action AIR.PA | AIR.PA
ticker | トヨタの株価 7203.T | 7203.T
ticker | shares of RIO.AX, BHP.AX and FMG.AX | RIO.AX BHP.AX FMG.AX
ticker | MX and TXT records of this domain |
ticker | convert 5 USD to EUR and GBP |
ticker | PDF, CSV and JSON please |
coordinates | weather at 59.91, 10.75 | 59.91, 10.75
coordinates | Oslo (59.91, 10.75), Madrid (40.42, -3.70) and Athens (37.98, 23.73) | 59.91, 10.75 / 40.42, -3.7 / 37.98, 23.73
coordinates | lat 48.2 lon 16.37 | 48.2, 16.37
coordinates | latitude: 48, longitude: 16.4 | 48.0, 16.4
coordinates | at latitude -33.87 and longitude 151.21 | -33.87, 151.21
coordinates | longitude 2.35, latitude 48.86 | 48.86, 2.35
coordinates | 52.52° N, 13.40° E tomorrow | 52.52, 13.4
coordinates | 33.9 S 18.4 E | -33.9, 18.4
coordinates | 40°42'46"N 74°00'21"W | 40.7128, -74.0058
coordinates | geo:52.5,13.4 | 52.5, 13.4
coordinates | 52.52/13.405 | 52.52, 13.405
coordinates | Breite 47.37, Länge 8.54 | 47.37, 8.54
coordinates | latitud 40.4 y longitud -3.7 | 40.4, -3.7
coordinates | 纬度 31.2，经度 121.5 | 31.2, 121.5
coordinates | 緯度35.7、経度139.7 | 35.7, 139.7
coordinates | 27.11.2026 15:30 |
coordinates | 203.0.113.9 |
coordinates | upgrade from 3.11 3.12 |
coordinates | version 1.24, 1.25 |
coordinates | prices 10.50, 12.75 USD |
coordinates | $9.50, 12.25 |
domain | _acme-challenge.shop.lindenhof.example | _acme-challenge.shop.lindenhof.example
domain | TXT of default._domainkey.mail.example.com | default._domainkey.mail.example.com
domain | _sip._tcp.example.org SRV | _sip._tcp.example.org
domain | is example.com. up? | example.com
domain | münchen-bäder.de registered by whom | münchen-bäder.de
domain | xn--mnchen-3ya.de | xn--mnchen-3ya.de
domain | WWW.Example.COM | WWW.Example.COM
domain | look at main.py and config.yaml and Node.js |
domain | e.g. v1.2.3 or 7203.T or 0700.HK |
domain | built with ASP.NET |
url | see example.com/pricing for more | https://example.com/pricing
url | docs.example.org/guide/start.html, please | https://docs.example.org/guide/start.html
url | (https://example.com/a?b=c). | https://example.com/a?b=c
url | yes/no, and/or, client/server |
pdf-url | example.com/files/report.pdf as text | https://example.com/files/report.pdf
image-url | cdn.example.com/cat.png alt text | https://cdn.example.com/cat.png
audio-url | media.example.com/talk.mp3 | https://media.example.com/talk.mp3
repo-url | github.com/sveltejs/svelte safe? | https://github.com/sveltejs/svelte
repo-url | git@github.com:acme/tool.git | https://github.com/acme/tool
repo-url | ssh://git@gitlab.com/acme/tool.git | https://gitlab.com/acme/tool
email | write to <mara.k+x@mail.acme.example> | mara.k+x@mail.acme.example
email | mailto:bob@acme.example | bob@acme.example
ip | 2001:db8::1 and 203.0.113.9 | 2001:db8::1 203.0.113.9
ip | ::1 | ::1
ip | [2001:db8::2]:443 | 2001:db8::2
ip | 203.0.113.9:8080 | 203.0.113.9
ip | at 12:30:45 today, version 1.2.3 |
us-address | 1600 Pennsylvania Avenue NW, Washington, DC 20500 | 1600 Pennsylvania Avenue NW, Washington, DC 20500
us-address | 500 W 2nd St, Suite 1900, Austin, TX 78701 | 500 W 2nd St, Suite 1900, Austin, TX 78701
us-address | 350 Fifth Avenue, New York, New York | 350 Fifth Avenue, New York, New York
us-address | 1 Infinite Loop Cupertino CA 95014 | 1 Infinite Loop Cupertino CA 95014
base-address | ${A} and ${B} | ${A} ${B}
base-address | jesse.base.eth | jesse.base.eth
tx-hash | 0x${HASH} | 0x${HASH}
sha256 | sha256:${HASH.toUpperCase()} | ${HASH.toUpperCase()}
solana-address | (${SOL}) | ${SOL}
vin | VIN wvwzzz1jzxw000001 | WVWZZZ1JZXW000001
iso-datetime | 2026-11-27T10:04:11.120Z | 2026-11-27T10:04:11.120Z
traceparent | 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01 | 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01
attestation-id | verify att_9f3c1abd | att_9f3c1abd
workspace-id | files in ws_T5hXc2PqLm8R | ws_T5hXc2PqLm8R
jwt | Bearer eyJhbGciOi.eyJzdWIiOi.sig_1 | eyJhbGciOi.eyJzdWIiOi.sig_1
`
  .trim()
  .split('\n')
  .map((line) => {
    const [type = '', text = '', values = ''] = line.split(' | ').map((part) => part.trim())
    return { type, text, values: type === 'coordinates' ? values : values.replaceAll(' ', ' ') }
  })

describe('values as people write them', () => {
  test.each(CASES)('$type: $text', ({ type, text, values }) => {
    const known = readAll(text.replace(/\s\|\s*$/, ''), '', new Date('2026-11-01T00:00:00Z'))
    const found =
      type === 'ticker'
        ? known.names.ticker.map(({ value }) => value)
        : // Safe: the table names types that are found.
          valuesOf(known, type as FoundType).map(({ value }) => String(value))
    expect(found.join(type === 'coordinates' ? ' / ' : ' ')).toBe(values.replace(/\s?\|$/, ''))
  })
})
