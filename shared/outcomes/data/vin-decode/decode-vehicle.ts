import { DatabaseSync } from 'node:sqlite'

import { matchKeys } from './match-keys.ts'
import type { Vehicle } from './vehicle.ts'

type Row = Record<string, unknown>
/** Elements of vPIC by their ids, as far as they are told. */
const ELEMENTS = {
  bodyClass: 5,
  cylinders: 9,
  displacementCc: 11,
  displacementL: 13,
  doors: 14,
  drive: 15,
  engineModel: 18,
  fuel: 24,
  gvwr: 25,
  make: 26,
  model: 28,
  plantCity: 31,
  series: 34,
  transmission: 37,
  trim: 38,
  engineConfiguration: 64,
  horsepower: 71,
  plantCountry: 75,
  plantState: 77,
  electrification: 126,
  gvwrTo: 190,
} as const
/** Elements whose value is the id of a row in another table. */
const TABLES: ReadonlyMap<number, string> = new Map([
  [5, 'BodyStyle'],
  [15, 'DriveType'],
  [24, 'FuelType'],
  [25, 'GrossVehicleWeightRating'],
  [26, 'Make'],
  [28, 'Model'],
  [37, 'Transmission'],
  [64, 'EngineConfiguration'],
  [75, 'Country'],
  [126, 'ElectrificationLevel'],
  [190, 'GrossVehicleWeightRating'],
])

export type Decoded = {
  vehicle: Vehicle | null
  year: number | null
  /** Whether the manufacturer's code is in the data. */
}

const open = new Map<string, DatabaseSync>()

function databaseAt(path: string): DatabaseSync {
  const database = open.get(path) ?? new DatabaseSync(path, { readOnly: true })
  open.set(path, database)
  return database
}

/** The day of the newest entry, ISO 8601: manufacturers are added with every edition. */
export function dataDay(path: string): string {
  const [row] = databaseAt(path).prepare('select max(CreatedOn) as Newest from Wmi').all()
  return String(row?.['Newest'] ?? '').slice(0, 10)
}

/**
 * Decodes a VIN with the unpacked vPIC database. `years` are tried in their order, until one has patterns for the VIN.
 * A few indexed reads, about two milliseconds. Throws when the file is no such database.
 */
export function decodeVehicle(path: string, vin: string, years: readonly number[]): Decoded {
  const database = databaseAt(path)
  const all = (sql: string, ...values: (string | number)[]): Row[] => database.prepare(sql).all(...values)
  const nameIn = (table: string, id: unknown): string | null =>
    textOf(all(`select Name from ${table} where Id = ?`, Number(id))[0]?.['Name'])

  const [maker] = makersOf(vin).flatMap((wmi) => all('select * from Wmi where Wmi = ?', wmi))
  if (maker === undefined) return { vehicle: null, year: null }
  const wmiId = Number(maker['Id'])
  const descriptor = `${vin.slice(3, 8)}|${vin.slice(9)}`
  const found = firstYear(years, (year) => bestPatterns(all, wmiId, year, descriptor))
  const values = found?.patterns ?? new Map<number, string>()
  addEngine(all, values)

  const value = (element: number): string | null => {
    const raw = values.get(element)
    if (raw === undefined) return null
    const table = TABLES.get(element)
    return table === undefined ? textOf(raw) : nameIn(table, raw)
  }
  const modelId = values.get(ELEMENTS.model)
  const make = value(ELEMENTS.make) ?? makeOf(all, nameIn, maker, modelId)
  const liters = value(ELEMENTS.displacementL) ?? litersOf(value(ELEMENTS.displacementCc))
  return {
    year: found?.year ?? null,
    vehicle: {
      make,
      model: value(ELEMENTS.model),
      year: found?.year ?? null,
      trim: value(ELEMENTS.trim),
      series: value(ELEMENTS.series),
      body_class: value(ELEMENTS.bodyClass),
      vehicle_type: nameIn('VehicleType', maker['VehicleTypeId']),
      engine: {
        model: value(ELEMENTS.engineModel),
        configuration: value(ELEMENTS.engineConfiguration),
        cylinders: numberOf(value(ELEMENTS.cylinders)),
        displacement_l: numberOf(liters),
        horsepower: numberOf(value(ELEMENTS.horsepower)),
      },
      fuel: value(ELEMENTS.fuel),
      electrification: value(ELEMENTS.electrification),
      drive: value(ELEMENTS.drive),
      transmission: value(ELEMENTS.transmission),
      doors: numberOf(value(ELEMENTS.doors)),
      manufacturer: nameIn('Manufacturer', maker['ManufacturerId']),
      plant_country: value(ELEMENTS.plantCountry),
      plant_city: value(ELEMENTS.plantCity),
      plant_state: value(ELEMENTS.plantState),
      gvwr: value(ELEMENTS.gvwr),
    },
  }
}

type All = (sql: string, ...values: (string | number)[]) => Row[]

/** Makers of fewer than a thousand vehicles a year have 9 as the third character, and three more at positions 12 to 14. */
const makersOf = (vin: string): string[] => {
  const wmi = vin.slice(0, 3)
  return wmi.endsWith('9') ? [wmi + vin.slice(11, 14), wmi] : [wmi]
}

function firstYear(years: readonly number[], patternsOf: (year: number) => Map<number, string>) {
  for (const year of years) {
    const patterns = patternsOf(year)
    if (patterns.has(ELEMENTS.model)) return { year, patterns }
  }
  return null
}

/** For each element the value of the pattern that fixes most positions, the later one where two fix as many. */
function bestPatterns(all: All, wmiId: number, year: number, descriptor: string): Map<number, string> {
  const rows = all(
    `select p.Keys, p.ElementId, p.AttributeId, coalesce(p.UpdatedOn, p.CreatedOn, '') as At
     from Wmi_VinSchema s join Pattern p on p.VinSchemaId = s.VinSchemaId
     where s.WmiId = ? and s.YearFrom <= ? and coalesce(s.YearTo, 9999) >= ?`,
    wmiId,
    year,
    year,
  )
  const best = new Map<number, { value: string; fixed: number; at: string }>()
  for (const row of rows) {
    const fixed = matchKeys(String(row['Keys']), descriptor)
    if (fixed === null) continue
    const element = Number(row['ElementId'])
    const at = String(row['At'])
    const known = best.get(element)
    if (known === undefined || fixed > known.fixed || (fixed === known.fixed && at > known.at)) {
      best.set(element, { value: String(row['AttributeId']), fixed, at })
    }
  }
  return new Map([...best].map(([element, { value }]) => [element, value]))
}

/** What is known of the engine by its model, where the patterns of the vehicle do not say it. */
function addEngine(all: All, values: Map<number, string>): void {
  const model = values.get(ELEMENTS.engineModel)
  if (model === undefined) return
  const rows = all(
    `select p.ElementId, p.AttributeId from EngineModel e join EngineModelPattern p on p.EngineModelId = e.Id
     where e.Name = ? collate nocase`,
    model,
  )
  for (const row of rows) {
    const element = Number(row['ElementId'])
    if (!values.has(element)) values.set(element, String(row['AttributeId']))
  }
}

function makeOf(
  all: All,
  nameIn: (table: string, id: unknown) => string | null,
  maker: Row,
  modelId: string | undefined,
) {
  const [byModel] = modelId === undefined ? [] : all('select MakeId from Make_Model where ModelId = ?', Number(modelId))
  if (byModel !== undefined) return nameIn('Make', byModel['MakeId'])
  const own = nameIn('Make', maker['MakeId'])
  if (own !== null) return own
  const makes = all('select MakeId from Wmi_Make where WmiId = ?', Number(maker['Id']))
  // Of several makes none is invented.
  return makes.length === 1 ? nameIn('Make', makes[0]?.['MakeId']) : null
}

const litersOf = (cubicCm: string | null) =>
  cubicCm === null || numberOf(cubicCm) === null ? null : String(Number(cubicCm) / 1_000)

const textOf = (value: unknown): string | null => {
  const text = typeof value === 'string' ? value.trim() : ''
  return text === '' || /^not applicable$/i.test(text) ? null : text
}

const numberOf = (text: string | null): number | null => {
  const value = text === null ? Number.NaN : Number.parseFloat(text)
  return Number.isFinite(value) ? value : null
}
