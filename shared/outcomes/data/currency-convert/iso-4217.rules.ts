/** ISO 4217 codes of money in use by how many digits stand behind the point, funds and metals left out. */
const BY_DIGITS: readonly [digits: number, codes: string][] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'],
  [
    2,
    `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP CVE
     CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR
     KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB
     PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY
     TTD TWD TZS UAH USD UYU UZS VES WST XCD XCG YER ZAR ZMW ZWG`,
  ],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
]

/** Digits behind the point of each currency. */
export const MINOR_DIGITS: ReadonlyMap<string, number> = new Map(
  BY_DIGITS.flatMap(([digits, codes]) => codes.split(/\s+/).map((code): [string, number] => [code, digits])),
)

/** Codes that are gone, with what took their place and since when. */
export const REPLACED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ANG: 'XCG since 2025',
    ATS: 'EUR since 1999',
    BEF: 'EUR since 1999',
    BGN: 'EUR since 2026',
    BYR: 'BYN since 2016',
    CUC: 'CUP since 2021',
    DEM: 'EUR since 1999',
    EEK: 'EUR since 2011',
    ESP: 'EUR since 1999',
    FIM: 'EUR since 1999',
    FRF: 'EUR since 1999',
    GRD: 'EUR since 2001',
    HRK: 'EUR since 2023',
    IEP: 'EUR since 1999',
    ITL: 'EUR since 1999',
    LTL: 'EUR since 2015',
    LVL: 'EUR since 2014',
    MRO: 'MRU since 2018',
    NLG: 'EUR since 1999',
    PTE: 'EUR since 1999',
    SIT: 'EUR since 2007',
    SKK: 'EUR since 2009',
    SLL: 'SLE since 2022',
    STD: 'STN since 2018',
    VEF: 'VES since 2018',
    ZMK: 'ZMW since 2013',
    ZWL: 'ZWG since 2024',
  }),
)

/** What people write who mean a code. */
export const ALIASES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    $: 'USD',
    '€': 'EUR',
    '£': 'GBP',
    '¥': 'JPY',
    '₹': 'INR',
    '₩': 'KRW',
    '₽': 'RUB',
    '₺': 'TRY',
    '₪': 'ILS',
    '₫': 'VND',
    '₴': 'UAH',
    '₦': 'NGN',
    '฿': 'THB',
    RMB: 'CNY',
    CNH: 'CNY',
    NTD: 'TWD',
    STG: 'GBP',
    UKP: 'GBP',
  }),
)

/** What the European Central Bank publishes a reference rate of, beside the euro itself. */
export const ECB_CURRENCIES: ReadonlySet<string> = new Set(
  'AUD BRL CAD CHF CNY CZK DKK GBP HKD HUF IDR ILS INR ISK JPY KRW MXN MYR NOK NZD PHP PLN RON SEK SGD THB TRY USD ZAR'.split(
    ' ',
  ),
)
