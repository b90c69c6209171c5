import type { UpstreamSamples } from './sample.ts'

const XML = 'application/xml; charset=utf-8'
const CSV = 'text/plain; charset=utf-8'
const QUEUE_HEAD = 'Symbol,Date,Time,Open,High,Low,Close,Volume\r\n'
const NOW_S = 1_763_639_880

/** Upstreams of the data outcomes; bodies in the shape of recordings. */
export const dataSamples: UpstreamSamples = {
  coinbase: {
    ok: { body: { data: { amount: '64090.00', base: 'BTC', currency: 'USD' } } },
    notFound: { status: 404, body: { errors: [{ id: 'not_found', message: 'Invalid base currency' }] } },
    errorsInside200: [{ body: { errors: [{ id: 'internal_server_error', message: 'Something went wrong' }] } }],
  },
  kraken: {
    ok: {
      body: {
        error: [],
        result: {
          XXBTZUSD: {
            a: ['6912.00000', '1', '1.000'],
            b: ['6910.70000', '3', '3.000'],
            c: ['6911.00000', '0.00014487'],
            v: ['6494.33137885', '9652.06497642'],
            p: ['7043.85496', '7125.73011'],
            t: [15_946, 24_979],
            l: ['6861.10000', '6861.10000'],
            h: ['7304.50000', '7363.00000'],
            o: '7294.10000',
          },
        },
      },
    },
    notFound: { status: 200, body: { error: ['EQuery:Unknown asset pair'] } },
    errorsInside200: [{ body: { error: ['EAPI:Rate limit exceeded'] } }, { body: { error: ['EService:Unavailable'] } }],
  },
  coingecko: {
    ok: {
      body: {
        bitcoin: {
          usd: 64_090,
          usd_market_cap: 1.27e12,
          usd_24h_vol: 3.1e10,
          usd_24h_change: -1.23,
          last_updated_at: NOW_S,
        },
      },
    },
    notFound: { status: 200, body: {} },
    errorsInside200: [
      { body: { status: { error_code: 429, error_message: "You've exceeded the Rate Limit." } } },
      { body: { bitcoin: {} } },
    ],
  },
  defillama: {
    ok: {
      body: { coins: { 'coingecko:bitcoin': { price: 64_100.14, symbol: 'BTC', timestamp: NOW_S, confidence: 0.99 } } },
    },
    notFound: { status: 200, body: { coins: {} } },
  },
  'fear-greed': {
    ok: {
      body: {
        name: 'Fear and Greed Index',
        data: [
          { value: '47', value_classification: 'Neutral', timestamp: '1777248000', time_until_update: '25675' },
          { value: '33', value_classification: 'Fear', timestamp: '1777161600' },
        ],
        metadata: { error: null },
      },
    },
    errorsInside200: [
      { body: { name: 'Fear and Greed Index', data: [], metadata: { error: 'Limit must be a number' } } },
    ],
  },
  frankfurter: {
    ok: { body: { amount: 1, base: 'EUR', date: '2026-09-09', rates: { USD: 1.1652, GBP: 0.8664, JPY: 172.27 } } },
    notFound: { status: 404, body: { message: 'not found' } },
    errorsInside200: [{ body: { message: 'invalid date' } }],
  },
  ecb: {
    ok: {
      type: XML,
      body: `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref"><gesmes:subject>Reference rates</gesmes:subject><gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
<Cube><Cube time='2026-07-09'><Cube currency='USD' rate='1.1435'/><Cube currency='JPY' rate='185.72'/><Cube currency='GBP' rate='0.85363'/></Cube></Cube></gesmes:Envelope>`,
    },
    errorsInside200: [
      { type: XML, body: '<?xml version="1.0"?><gesmes:Envelope xmlns:gesmes="x"><Cube></Cube></gesmes:Envelope>' },
    ],
  },
  'currency-api': {
    ok: { body: { date: '2026-09-29', eur: { usd: 1.136_071_2, gbp: 0.866_31, btc: 0.000_012_017 } } },
    notFound: { status: 404, type: 'text/plain', body: "Couldn't find the requested release version 1900-01-01." },
  },
  'currency-api-pages': {
    ok: { body: { date: '2026-09-29', eur: { usd: 1.136_071_2, gbp: 0.866_31 } } },
  },
  'open-meteo': {
    ok: {
      body: {
        latitude: 52.52,
        longitude: 13.419_998,
        generationtime_ms: 0.073,
        utc_offset_seconds: 3_600,
        timezone: 'Europe/Berlin',
        timezone_abbreviation: 'GMT+1',
        elevation: 38,
        current_units: { time: 'iso8601', interval: 'seconds', temperature_2m: '°C', weather_code: 'wmo code' },
        current: { time: '2026-11-20T12:45', interval: 900, temperature_2m: 6.1, weather_code: 3, wind_speed_10m: 7.6 },
        daily_units: { time: 'iso8601', temperature_2m_max: '°C' },
        daily: {
          time: ['2026-11-20', '2026-11-21', '2026-11-22'],
          weather_code: [3, 71, 61],
          temperature_2m_max: [7.1, 3, 4],
          temperature_2m_min: [2.2, -1.8, null],
        },
      },
    },
    errorsInside200: [
      { body: { error: true, reason: 'Minutely API request limit exceeded. Please try again in one minute.' } },
    ],
  },
  'open-meteo-geocoding': {
    ok: {
      body: {
        results: [
          {
            id: 2_950_159,
            name: 'Berlin',
            latitude: 52.524_37,
            longitude: 13.410_53,
            feature_code: 'PPLC',
            country_code: 'DE',
            timezone: 'Europe/Berlin',
          },
        ],
        generationtime_ms: 0.5,
      },
    },
    notFound: { status: 200, body: { generationtime_ms: 0.5 } },
    errorsInside200: [{ body: { error: true, reason: 'Hourly API request limit exceeded.' } }],
  },
  'met-norway': {
    ok: {
      body: {
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [13.4, 52.52, 38] },
        properties: {
          meta: { updated_at: '2026-11-20T10:30:00Z', units: { air_temperature: 'celsius' } },
          timeseries: Array.from({ length: 60 }, (_, hour) => ({
            time: new Date(Date.parse('2026-11-20T11:00:00Z') + hour * 3_600_000).toISOString(),
            data: {
              instant: { details: { air_temperature: 7.2, wind_speed: 3.1, relative_humidity: 80.1 } },
              next_1_hours: { summary: { symbol_code: 'cloudy' }, details: { precipitation_amount: 0 } },
            },
          })),
        },
      },
    },
  },
  finnhub: {
    ok: { body: { c: 261.74, d: 2.29, dp: 0.88, h: 263.31, l: 260.68, o: 261.07, pc: 259.45, t: 1_582_641_000 } },
    notFound: { status: 200, body: { c: 0, d: null, dp: null, h: 0, l: 0, o: 0, pc: 0, t: 0 } },
    errorsInside200: [{ body: { error: 'API limit reached. Please try again later. Remaining Limit: 0' } }],
  },
  'yahoo-finance': {
    ok: {
      body: {
        chart: {
          result: [
            {
              meta: {
                currency: 'USD',
                symbol: 'AAPL',
                exchangeName: 'NMS',
                fullExchangeName: 'NasdaqGS',
                instrumentType: 'EQUITY',
                regularMarketTime: 1_742_824_293,
                gmtoffset: -14_400,
                timezone: 'EDT',
                regularMarketPrice: 220.003,
                regularMarketDayHigh: 221.021,
                regularMarketDayLow: 218.58,
                regularMarketVolume: 5_800_260,
                longName: 'Apple Inc.',
                chartPreviousClose: 218.27,
                currentTradingPeriod: {
                  regular: { timezone: 'EDT', start: 1_742_823_000, end: 1_742_846_400, gmtoffset: -14_400 },
                },
              },
              timestamp: [1_742_563_800, 1_742_824_293],
              indicators: { quote: [{ close: [218.27, 220.0] }], adjclose: [{ adjclose: [218.27, 220.0] }] },
            },
          ],
          error: null,
        },
      },
    },
    notFound: {
      status: 404,
      body: {
        chart: { result: null, error: { code: 'Not Found', description: 'No data found, symbol may be delisted' } },
      },
    },
    errorsInside200: [
      { body: { chart: { result: null, error: { code: 'Internal Server Error', description: '' } } } },
      { type: 'text/plain', body: 'Edge: Too Many Requests' },
    ],
  },
  stooq: {
    ok: { type: CSV, body: `${QUEUE_HEAD}AAPL.US,2026-04-26,22:00:01,175.21,176.48,174.99,175.43,52341234` },
    notFound: { status: 200, type: CSV, body: `${QUEUE_HEAD}ZZZZ.US,N/D,N/D,N/D,N/D,N/D,N/D,N/D` },
    errorsInside200: [
      { type: CSV, body: 'Get your apikey:\n1. Open https://stooq.com/q/d/?s=aapl.us&get_apikey' },
      { type: CSV, body: 'Exceeded the daily hits limit' },
    ],
  },
  census: {
    ok: {
      body: {
        result: {
          input: {
            address: { address: '1600 Pennsylvania Ave NW, Washington, DC 20500' },
            benchmark: { id: '4', benchmarkName: 'Public_AR_Current' },
          },
          addressMatches: [
            {
              tigerLine: { side: 'L', tigerLineId: '76225813' },
              coordinates: { x: -77.035_35, y: 38.898_754 },
              addressComponents: {
                zip: '20502',
                streetName: 'PENNSYLVANIA',
                preType: '',
                city: 'WASHINGTON',
                suffixDirection: 'NW',
                fromAddress: '1600',
                state: 'DC',
                suffixType: 'AVE',
                toAddress: '1698',
              },
              matchedAddress: '1600 PENNSYLVANIA AVE NW, WASHINGTON, DC, 20502',
              geographies: { Counties: [{ NAME: 'District of Columbia', GEOID: '11001', STATE: '11', COUNTY: '001' }] },
            },
          ],
        },
      },
    },
    notFound: { status: 200, body: { result: { input: {}, addressMatches: [] } } },
    errorsInside200: [{ body: { exceptions: [{ message: 'Unable to reach service' }] } }],
  },
  nominatim: {
    ok: {
      body: [
        {
          place_id: 1,
          licence: 'Data © OpenStreetMap contributors, ODbL 1.0.',
          osm_type: 'way',
          osm_id: 1,
          lat: '38.8976',
          lon: '-77.0365',
          category: 'office',
          type: 'government',
          importance: 0.7,
          display_name: 'White House, 1600, Pennsylvania Avenue Northwest, Washington',
          address: {
            house_number: '1600',
            road: 'Pennsylvania Avenue Northwest',
            city: 'Washington',
            'ISO3166-2-lvl4': 'US-DC',
            postcode: '20500',
          },
          boundingbox: ['38.8974', '38.8979', '-77.0368', '-77.0363'],
        },
      ],
    },
    notFound: { status: 200, body: [] },
    errorsInside200: [{ body: { error: { code: 400, message: 'Nothing to search for.' } } }],
  },
  ipwhois: {
    ok: {
      body: {
        ip: '8.8.8.8',
        success: true,
        type: 'IPv4',
        country: 'United States',
        country_code: 'US',
        region: 'California',
        city: 'Mountain View',
        latitude: 37.386,
        longitude: -122.083,
        connection: { asn: 15_169, org: 'Google LLC', isp: 'Google LLC', domain: 'google.com' },
        timezone: { id: 'America/Los_Angeles' },
      },
    },
    notFound: { status: 200, body: { ip: '10.0.0.1', success: false, message: 'Reserved range' } },
    errorsInside200: [{ body: { success: false, message: "You've hit the monthly limit" } }],
  },
  'ip-api': {
    ok: {
      body: {
        status: 'success',
        country: 'United States',
        countryCode: 'US',
        region: 'VA',
        regionName: 'Virginia',
        city: 'Ashburn',
        zip: '20149',
        lat: 39.03,
        lon: -77.5,
        timezone: 'America/New_York',
        isp: 'Google LLC',
        org: 'Google Public DNS',
        as: 'AS15169 Google LLC',
        query: '8.8.8.8',
      },
    },
    notFound: { status: 200, body: { status: 'fail', message: 'private range', query: '10.0.0.1' } },
    errorsInside200: [{ body: { status: 'fail', message: 'invalid query', query: 'x' } }],
  },
  vpic: {
    ok: {
      body: {
        Count: 1,
        Message: 'Results returned successfully.',
        SearchCriteria: 'VIN:1HGCM82633A004352',
        Results: [
          {
            VIN: '1HGCM82633A004352',
            ErrorCode: '0',
            ErrorText: '0 - VIN decoded clean. Check Digit (9th position) is correct',
            Make: 'HONDA',
            Model: 'Accord',
            ModelYear: '2003',
            BodyClass: 'Coupe',
            VehicleType: 'PASSENGER CAR',
            EngineCylinders: '6',
            DisplacementL: '3.0',
            FuelTypePrimary: 'Gasoline',
            PlantCity: 'MARYSVILLE',
            PlantCountry: 'UNITED STATES (USA)',
            SuggestedVIN: '',
          },
        ],
      },
    },
    notFound: {
      status: 200,
      body: {
        Count: 1,
        Results: [{ ErrorCode: '7', ErrorText: '7 - Manufacturer is not registered', Make: '', Model: '' }],
      },
    },
    errorsInside200: [{ body: { Count: 0, Message: 'Execution Error', Results: [] } }],
  },
  'sec-data': {
    ok: {
      body: {
        cik: '0000320193',
        entityType: 'operating',
        sic: '3571',
        sicDescription: 'Electronic Computers',
        name: 'Apple Inc.',
        tickers: ['AAPL'],
        exchanges: ['Nasdaq'],
        fiscalYearEnd: '0926',
        filings: {
          recent: {
            accessionNumber: ['0000320193-26-000010'],
            filingDate: ['2026-01-30'],
            reportDate: ['2025-12-27'],
            acceptanceDateTime: ['2026-01-30T06:01:32.000Z'],
            act: ['34'],
            form: ['10-Q'],
            items: [''],
            size: [5_000_000],
            isXBRL: [1],
            primaryDocument: ['aapl-20251227.htm'],
            primaryDocDescription: ['10-Q'],
          },
          files: [],
        },
      },
    },
    notFound: {
      status: 404,
      type: 'application/xml',
      body: '<?xml version="1.0"?><Error><Code>NoSuchKey</Code></Error>',
    },
    errorsInside200: [
      {
        type: 'text/html',
        body: '<html><title>SEC.gov | Your Request Originates from an Undeclared Automated Tool</title></html>',
      },
    ],
  },
  'sec-www': {
    ok: {
      body: {
        0: { cik_str: 789_019, ticker: 'MSFT', title: 'MICROSOFT CORP' },
        1: { cik_str: 320_193, ticker: 'AAPL', title: 'Apple Inc.' },
      },
    },
    errorsInside200: [{ body: {} }],
  },
  'sec-search': {
    ok: {
      body: {
        hits: {
          total: { value: 1 },
          hits: [
            {
              _id: '0000320193-26-000010:aapl.htm',
              _source: {
                ciks: ['0000320193'],
                display_names: ['Apple Inc.  (AAPL)  (CIK 0000320193)'],
                form: '10-K',
                file_date: '2026-10-30',
                adsh: '0000320193-26-000010',
              },
            },
          ],
        },
      },
    },
    notFound: { status: 200, body: { hits: { total: { value: 0 }, hits: [] } } },
  },
  dictionary: {
    ok: {
      body: [
        {
          word: 'hello',
          phonetic: 'həˈləʊ',
          meanings: [{ partOfSpeech: 'exclamation', definitions: [{ definition: 'used as a greeting…' }] }],
        },
      ],
    },
    notFound: {
      status: 404,
      body: {
        title: 'No Definitions Found',
        message: "Sorry pal, we couldn't find definitions for the word you were looking for.",
      },
    },
  },
  wiktionary: {
    ok: {
      body: {
        en: [{ partOfSpeech: 'Noun', language: 'English', definitions: [{ definition: 'A <a>greeting</a>.' }] }],
      },
    },
    notFound: {
      status: 404,
      body: { type: 'https://mediawiki.org/wiki/HyperSwitch/errors/not_found', title: 'Not found.' },
    },
  },
  wikipedia: {
    ok: {
      body: {
        type: 'standard',
        title: 'Ada Lovelace',
        namespace: { id: 0, text: '' },
        wikibase_item: 'Q7259',
        titles: { canonical: 'Ada_Lovelace', normalized: 'Ada Lovelace', display: '<span>Ada Lovelace</span>' },
        revision: '1234567890',
        timestamp: '2026-08-01T12:00:00Z',
        description: 'English mathematician (1815–1852)',
        content_urls: { desktop: { page: 'https://en.wikipedia.org/wiki/Ada_Lovelace' } },
        extract: 'Augusta Ada King, Countess of Lovelace …',
      },
    },
    notFound: {
      status: 404,
      body: {
        type: 'https://mediawiki.org/wiki/HyperSwitch/errors/not_found',
        title: 'Not found.',
        detail: 'Page or revision not found.',
      },
    },
    errorsInside200: [{ body: { type: 'Internal error', title: 'Oops' } }],
  },
  'wikipedia-api': {
    ok: {
      body: {
        batchcomplete: true,
        query: {
          pages: [
            {
              pageid: 974,
              ns: 0,
              title: 'Ada Lovelace',
              extract: 'Augusta Ada King …',
              fullurl: 'https://en.wikipedia.org/wiki/Ada_Lovelace',
            },
          ],
        },
      },
    },
    notFound: {
      status: 200,
      body: { batchcomplete: true, query: { pages: [{ ns: 0, title: 'Zzz', missing: true }] } },
    },
    errorsInside200: [{ body: { error: { code: 'maxlag', info: 'Waiting for a database server' } } }],
  },
}
