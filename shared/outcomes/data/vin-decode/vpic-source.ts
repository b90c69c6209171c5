import { z } from 'zod'

import { UpstreamError, type UpstreamQuestion, type UpstreamReply } from '#shared/doors/upstreams.ts'

import type { Vehicle } from './vehicle.ts'

export type VpicAnswer = {
  /** Null: vPIC knows nothing of it. */
  vehicle: Vehicle | null
  /** vPIC's error codes, `0` for none. */
  codes: string[]
}

/** https://vpic.nhtsa.dot.gov/api/: one flat object of about 150 texts, empty where nothing is known. */
const Reply = z.object({ Results: z.array(z.record(z.string(), z.unknown())).min(1) })

/** The vehicle of a VIN as NHTSA decodes it. */
export const vpicQuestion = (vin: string, modelYear: number | undefined): UpstreamQuestion<VpicAnswer> => ({
  upstream: 'vpic',
  path: '/api/vehicles/DecodeVinValues/{vin}',
  fill: { vin },
  query: { format: 'json', modelyear: modelYear },
  ttlS: 2_592_000,
  read: readVpic,
})

/** Reads DecodeVinValues. A VIN that it cannot decode is a 200 with codes such as `1` or `7`. */
export function readVpic(reply: UpstreamReply): VpicAnswer {
  const [row = {}] = Reply.parse(reply.json()).Results
  const text = (name: string): string | null => {
    const value = row[name]
    return typeof value === 'string' && value.trim() !== '' && !/^not applicable$/i.test(value) ? value.trim() : null
  }
  const number = (name: string): number | null => {
    const value = Number.parseFloat(text(name) ?? '')
    return Number.isFinite(value) ? value : null
  }
  const codes = (text('ErrorCode') ?? '').split(',').flatMap((code) => code.trim().match(/^\d+/)?.[0] ?? [])
  if (codes.length === 0) throw new UpstreamError('bad_response', 'it answered without an error code')
  if (text('Make') === null && text('Model') === null) return { vehicle: null, codes }
  return {
    codes,
    vehicle: {
      make: text('Make'),
      model: text('Model'),
      year: yearOf(number('ModelYear')),
      trim: text('Trim'),
      series: text('Series'),
      body_class: text('BodyClass'),
      vehicle_type: text('VehicleType'),
      engine: {
        model: text('EngineModel'),
        configuration: text('EngineConfiguration'),
        cylinders: number('EngineCylinders'),
        displacement_l: number('DisplacementL'),
        horsepower: number('EngineHP'),
      },
      fuel: text('FuelTypePrimary'),
      electrification: text('ElectrificationLevel'),
      drive: text('DriveType'),
      transmission: text('TransmissionStyle'),
      doors: number('Doors'),
      manufacturer: text('Manufacturer'),
      plant_country: text('PlantCountry'),
      plant_city: text('PlantCity'),
      plant_state: text('PlantState'),
      gvwr: text('GVWR'),
    },
  }
}

const yearOf = (value: number | null) => (value !== null && Number.isInteger(value) ? value : null)
