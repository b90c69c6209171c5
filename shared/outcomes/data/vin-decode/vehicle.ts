import { z } from 'zod'

const text = z.string().nullable()
const number = z.number().nullable()

/** What NHTSA's vPIC says of a vehicle, from the embedded copy or asked; null what it does not say. */
export const Vehicle = z.object({
  make: text,
  model: text,
  year: z.int().nullable(),
  trim: text,
  series: text,
  body_class: text,
  vehicle_type: text,
  engine: z.object({
    model: text,
    configuration: text,
    cylinders: number,
    displacement_l: number,
    horsepower: number,
  }),
  fuel: text,
  electrification: text,
  drive: text,
  transmission: text,
  doors: number,
  manufacturer: text,
  plant_country: text,
  plant_city: text,
  plant_state: text,
  gvwr: text.describe('class of the gross vehicle weight rating'),
})

export type Vehicle = z.output<typeof Vehicle>
